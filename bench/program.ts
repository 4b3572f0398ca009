import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../src/core/digest.ts";

/** What names the state of a part of the program, its files a glob: what was measured of it is kept by that. */
export function programOf(parts: string): string {
  const root = new URL("../", import.meta.url).pathname;
  const files = globSync(parts, { cwd: root }).sort();
  return sha256(files.map((name) => readFileSync(join(root, name), "utf8")).join("\n")).slice(0, 12);
}
