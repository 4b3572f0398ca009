import { resolve } from "node:path";
import type { Reach } from "../core/command.ts";
import type { Scene } from "./scene.ts";
import { HOLE, NAME } from "./word.ts";

/** Where a path lies. `nowhere`: nothing is kept there, such as in /dev/null; `around`: a folder that holds the root. */
export type Place = "inside" | "nowhere" | "device" | "around" | Reach["place"];

const nowhere = /^\/dev\/(?:null|zero|full|u?random|tty|std(?:in|out|err)|fd\/\w+|tcp\/.*|udp\/.*)$/;
const temporary = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/dev\/shm|\/var\/folders)(?:\/|$)/;
const system =
  /^\/(?:usr|bin|sbin|lib\w*|etc|opt|proc|sys|var|run|dev|boot|snap|nix|System|Library|Applications|private)?(?:\/|$)/;

/** Where a path lies by its text: links are not followed. */
export function locate(path: string, { root, base }: Pick<Scene, "root" | "base">): Place {
  if (path.startsWith(NAME)) return locate(`./${path.slice(NAME.length)}`, { root, base });
  if (path.startsWith(HOLE)) return "unknown";
  if (path.startsWith("~")) return "elsewhere";
  if (!path.startsWith("/") && base === null) return "unknown";
  const whole = resolve(base ?? "/", path);
  if (nowhere.test(whole)) return "nowhere";
  if (whole === root || whole.startsWith(root === "/" ? "/" : `${root}/`)) return inside(whole.slice(root.length));
  if (temporary.test(whole)) return root.startsWith(`${whole}/`) ? "around" : "temporary";
  if (root.startsWith(whole === "/" ? "/" : `${whole}/`)) return "around";
  if (whole.startsWith("/dev/")) return "device";
  return system.test(whole) ? "system" : "elsewhere";
}

/** What Ergo and git keep in the folder is not part of it. */
function inside(path: string): Place {
  const parts = path.split("/").filter((each) => each !== "");
  return parts.some((each) => each === ".git" || each === ".ergo") || parts[0] === "ergo.yaml" ? "protected" : "inside";
}

/** Whether a path lies below a folder for temporary files and is not that folder itself. */
export function isBelowTemporary(path: string, scene: Pick<Scene, "root" | "base">): boolean {
  if (locate(path, scene) !== "temporary") return false;
  return resolve(scene.base ?? "/", path).replace(temporary, "") !== "";
}
