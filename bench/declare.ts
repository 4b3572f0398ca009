/**
 * Declarations counted by kind, against each language's own parser over real files of this machine: TypeScript's compiler,
 * Python's `ast`, go/ast, javac and syn. A count is compared where Ergo says that it is exact; else why not is told.
 * `--files N` sets how many of each language (500), `--java DIR`, `--rust DIR`, … other sources than those that are found.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { missing } from "../src/answers/asking.ts";
import { kindsIn } from "../src/core/declaration.ts";
import type { CodeFacts } from "../src/core/observation.ts";
import { createBoard } from "../src/proof/board.ts";
import { evaluateTerm } from "../src/proof/evaluate.ts";
import { readSymbols } from "../src/tools/code.ts";
import { type Counted, countBy } from "./declare/counted.ts";
import { countByTypescript } from "./declare/typescript.ts";
import { save } from "./result.ts";

type Parser = { name: string; ends: RegExp; sources(): string | null; count(paths: string[]): Counted[] | null };

const here = fileURLToPath(new URL("declare/", import.meta.url));
const built = join(tmpdir(), "ergo-declare-rust");

const parsers: Parser[] = [
  {
    name: "TypeScript",
    ends: /\.[mc]?tsx?$/,
    sources: () => fileURLToPath(new URL("..", import.meta.url)),
    count: countByTypescript,
  },
  {
    name: "JavaScript",
    ends: /\.[mc]?jsx?$/,
    sources: () => fileURLToPath(new URL("../node_modules", import.meta.url)),
    count: countByTypescript,
  },
  {
    name: "Python",
    ends: /\.py$/,
    sources: () => said("python3", ["-c", "import ast, os; print(os.path.dirname(ast.__file__))"]),
    count: (paths) => countBy("python3", ["-W", "ignore", join(here, "count.py")], paths),
  },
  {
    name: "Go",
    ends: /\.go$/,
    sources: () => below(said("go", ["env", "GOROOT"]), "src"),
    count: (paths) => countBy("go", ["run", "main.go"], paths, { cwd: join(here, "go"), env: { GO111MODULE: "off" } }),
  },
  {
    name: "Java",
    ends: /\.java$/,
    sources: javaSources,
    count: (paths) => countBy("java", [join(here, "java/Count.java")], paths),
  },
  {
    name: "Rust",
    ends: /\.rs$/,
    sources: () => below(process.env.CARGO_HOME ?? join(process.env.HOME ?? "", ".cargo"), "registry/src"),
    count: (paths) =>
      countBy("cargo", ["run", "--release", "--quiet"], paths, {
        cwd: join(here, "rust"),
        env: { CARGO_TARGET_DIR: built },
      }),
  },
];

const options = Object.fromEntries(
  ["files", ...parsers.map(({ name }) => name.toLowerCase())].map((name) => [name, { type: "string" as const }]),
);
const { values } = parseArgs({ options });
const measured: Record<string, object | string> = {};
for (const parser of parsers) measured[parser.name] = await compare(parser);
save("declare", measured);

async function compare({ name, ends, sources, count }: Parser): Promise<object | string> {
  const folder = (values[name.toLowerCase()] as string | undefined) ?? sources();
  if (folder === null) return "no sources here";
  const paths = spread([...walk(folder, ends, 0)].sort(), Number(values.files ?? 500));
  const theirs = paths.length === 0 ? [] : count(paths);
  if (theirs === null) return "its parser can't be run here";
  const told = { files: 0, equal: 0, counts: 0, open: {} as Record<string, number>, different: [] as string[] };
  for (const one of theirs) {
    if ("fault" in one) continue;
    told.files += 1;
    const seen = await readSymbols(one.path, readFileSync(one.path, "utf8"), 1 << 22);
    if (!seen.ok) {
      told.open[seen.code] = (told.open[seen.code] ?? 0) + 1;
      continue;
    }
    const facts = { bytes: 0, hash: "", ...seen };
    const wrong = kindsIn(seen.language).flatMap((kind) => judge("it", kind, facts, one.counts, told));
    if (wrong.length === 0) told.equal += 1;
    else told.different.push(`${one.path.slice(folder.length)}: ${wrong.join(", ")}`);
  }
  return { ...told, refused: theirs.length - told.files };
}

type Told = { counts: number; open: Record<string, number> };

/** What is wrong with what the claim language says of the declarations of a kind. */
function judge(path: string, kind: string, seen: CodeFacts, counts: Record<string, number>, told: Told): string[] {
  const board = createBoard([{ query: { see: "code", path }, seen }]);
  const args = [path, kind].map((value) => ({ is: "string" as const, value, at: 0 }));
  const value = evaluateTerm({ is: "call", name: "declares", args, at: 0 }, board);
  const size = value.is === "set" && !value.open && value.maybe.length === 0 ? value.certain.length : null;
  if (size === null) {
    const why = (missing(value) ?? "")
      .replace(/ \(line \d+\)[\s\S]*/, "")
      .replace(/\S+!|(?<=not declare )\S+/, "something");
    told.open[why] = (told.open[why] ?? 0) + 1;
    return [];
  }
  told.counts += 1;
  const theirs = Object.hasOwn(counts, kind) ? counts[kind] : 0;
  return size === theirs ? [] : [`${size} ${kind}, not ${theirs}`];
}

function* walk(folder: string, ends: RegExp, depth: number): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < 12 && !/^\.|^testdata$/.test(entry.name)) yield* walk(path, ends, depth + 1);
    else if (entry.isFile() && ends.test(entry.name)) yield path;
  }
}

/** So many of a list, evenly apart. */
function spread(all: string[], many: number): string[] {
  const step = Math.max(1, all.length / many);
  return Array.from({ length: Math.min(many, all.length) }, (_, index) => all[Math.floor(index * step)]!);
}

/** The sources that a JDK beside the one that runs brings along. */
function javaSources(): string | null {
  const settings = spawnSync("java", ["-XshowSettings:properties", "-version"], { encoding: "utf8" }).stderr ?? "";
  const home = /java\.home = (.+)/.exec(settings)?.[1];
  if (home === undefined) return null;
  const homes = [home, ...readdirSync(dirname(home)).map((name) => join(dirname(home), name))];
  const archive = homes.map((one) => join(one, "lib/src.zip")).find((one) => existsSync(one));
  if (archive === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), "ergo-declare-java-"));
  const { status } = spawnSync("jar", ["xf", archive, "java.base/java", "java.base/jdk"], { cwd: folder });
  return status === 0 ? folder : null;
}

function said(command: string, args: string[]): string | null {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8", cwd: dirname(here) });
  return status === 0 ? stdout.trim() : null;
}

function below(folder: string | null, path: string): string | null {
  return folder !== null && existsSync(join(folder, path)) ? join(folder, path) : null;
}
