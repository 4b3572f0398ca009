import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { propose } from "../../src/commands/propose.ts";
import { confined, type Entry, plant } from "./tree.ts";

/** A request of an ordinary day, and lines that do what it means; none where nothing should be proposed. */
type Request = { query: string; right: string[] };

/** What a line printed, and what the folder holds after it. */
type Effect = { printed: string[]; folder: string };

/** How the rules read requests in ordinary words: `right`, `wrong`, `none`, and `held` where there is nothing to propose. */
export function tallyOrdinary(tree: Entry[], show: boolean) {
  const work = mkdtempSync(join(tmpdir(), "ergo-ordinary-"));
  const requests = JSON.parse(readFileSync(new URL("ordinary.json", import.meta.url), "utf8")) as Request[];
  const found = { right: 0, wrong: 0, none: 0, held: 0 };
  try {
    const base = join(work, "base");
    plant(base, tree);
    for (const request of requests) {
      const verdict = verdictOf(request, (line) => effectOf(line, base, work));
      found[verdict] += 1;
      if (show && (verdict === "wrong" || verdict === "none")) {
        console.log(`${verdict}: ${request.query}\n    ${propose(request.query)?.line ?? ""}`);
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return { n: requests.length, ...found };
}

function verdictOf({ query, right }: Request, effect: (line: string) => Effect) {
  const line = propose(query)?.line;
  if (line === undefined) return right.length === 0 ? "held" : "none";
  const ours = effect(line);
  // The order of what is printed counts where the request speaks of one.
  const ordered = /sort|first|last|order|reverse|backward|newest|second|third|size|\d-\d| to \d|number/.test(query);
  const told = ({ printed, folder }: Effect) => [folder, ...(ordered ? printed : [...printed].sort())].join("\n");
  return right.some((gold) => told(effect(gold)) === told(ours)) ? "right" : "wrong";
}

function effectOf(line: string, base: string, work: string): Effect {
  const root = mkdtempSync(join(work, "run-"));
  execFileSync("cp", ["-a", `${base}/.`, root]);
  const [program, ...words] = confined(root, line, "/work");
  const ran = spawnSync(program!, words, { timeout: 8000, encoding: "utf8", input: "", maxBuffer: 2 ** 24 });
  const lines = (ran.stdout ?? "").split("\n").map(plain);
  const effect = { printed: lines.filter((each) => each !== "" && each !== "."), folder: folderOf(root) };
  rmSync(root, { recursive: true, force: true });
  return effect;
}

/** A line without what two spellings of one path or column differ in. */
function plain(line: string): string {
  return line
    .replace(/(^|\s)\.\//g, "$1")
    .replace(/\/+$/, "")
    .trim()
    .replace(/\s+/g, " ");
}

/** Every folder and file with its permissions and contents; of an archive, what it lists, for it holds times. */
function folderOf(root: string): string {
  const paths = readdirSync(join(root, "work"), { recursive: true, encoding: "utf8" }).sort();
  return paths.map((path) => `${path} ${contentOf(join(root, "work", path))}`).join("\n");
}

function contentOf(file: string): string {
  const stats = lstatSync(file);
  if (!stats.isFile()) return "";
  const mode = (stats.mode & 0o777).toString(8);
  if (/\.(gz|zip)$/.test(file)) {
    const listed = spawnSync("tar", ["-tf", file], { encoding: "utf8" }).stdout ?? "";
    return `${mode} ${listed.split("\n").map(plain).sort().join(",")}`;
  }
  return `${mode} ${createHash("sha256").update(readFileSync(file)).digest("hex")}`;
}
