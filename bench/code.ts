/**
 * Facts of code against each language's own compiler or parser, over source files of pinned packages: TypeScript's checker, Python's
 * parser, symbol tables and finder, go/types and `go list`, javac, syn, clang. Told are declarations by kind, edges of imports from file
 * to file, and calls: those that stand there, and of which file's the function is where the facts say so for certain.
 * `--cache DIR` keeps what is downloaded; `--only LANGUAGE` measures one anew, and keeps what was measured of
 * the others.
 */
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Compared, compare, emptyCompared, type Tally } from "./code/compare.ts";
import { endings, filesBelow, readFolder } from "./code/ours.ts";
import { fetchPackages, goEnvironment } from "./code/packages.ts";
import type { Reference } from "./code/reference.ts";
import { bringTools, readBy, type Tools } from "./code/tools.ts";
import { readByTypescript } from "./code/typescript.ts";
import { save } from "./result.ts";

const { values } = parseArgs({ options: { cache: { type: "string" }, only: { type: "string" } } });
const cache = values.cache ?? join(tmpdir(), "ergo-bench-code");
const here = fileURLToPath(new URL("code/", import.meta.url));

const packages = fetchPackages(cache);
const tools = bringTools(cache);
const measured: Record<string, Compared> = {};
for (const { name, language, folder } of packages) {
  if (values.only !== undefined && values.only !== language) continue;
  const files = filesBelow(folder).filter((path) => endings[language]!.test(path));
  measured[language] ??= emptyCompared();
  compare(name, await readFolder(folder), references(tools, language, folder, files), measured[language]);
}
const told = Object.fromEntries(Object.entries(measured).map(([language, each]) => [language, rounded(each)]));
save("code", values.only === undefined ? told : { ...before(), ...told });

/** What was measured last. */
function before(): object {
  const file = new URL("results/code.json", import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).measured : {};
}

function references(
  { folder: installed, python, rust }: Tools,
  language: string,
  folder: string,
  files: string[],
): Reference[] {
  const paths = files.map((file) => join(folder, file));
  switch (language) {
    case "TypeScript":
    case "JavaScript":
      return readByTypescript(installed, folder, files);
    case "Python":
      return readBy("python3", ["-W", "ignore", join(here, "reference.py"), folder], paths);
    case "Go":
      return readBy("go", ["run", join(here, "go/main.go"), folder], paths, {
        ...goEnvironment(cache),
        GO111MODULE: "auto",
      });
    case "Java":
      return readBy("java", [join(here, "java/Refer.java"), folder], paths);
    case "Rust":
      return readBy(rust, [folder], paths);
    default:
      return readBy(python, [join(here, "c.py"), folder], paths);
  }
}

/** Shares beside the counts. */
function rounded({ declarations, imports, calls, ...rest }: Compared): object {
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000);
  const shares = ({ told, right, there, found, wrong, missed }: Tally) => ({
    precision: share(right, told),
    recall: share(found, there),
    ...{ told, right, there, found, wrong, missed },
  });
  const { there, found } = imports.possible;
  return {
    ...rest,
    declarations: Object.fromEntries(Object.entries(declarations).map(([kind, each]) => [kind, shares(each)])),
    imports: { certain: shares(imports.certain), possible: { recall: share(found, there), there, found } },
    calls: { sites: shares(calls.sites), certain: shares(calls.certain), unknown: calls.unknown },
  };
}
