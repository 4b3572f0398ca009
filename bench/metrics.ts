/**
 * Measures of code beside the tools that others use for them, over the packages of `bench/code`: cyclomatic complexity by radon, lizard and eslint;
 * volume, maintainability and lines by radon; imports and cycles by madge; unused exports by knip; duplicates by jscpd; and what
 * each costs. `--cache DIR` keeps what is downloaded; `--only PACKAGE` measures those whose names hold a word, without the cost, and
 * writes nothing.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endings, filesBelow, readFolder } from "./code/ours.ts";
import { fetchPackages, type Package } from "./code/packages.ts";
import { bringTools } from "./code/tools.ts";
import { type Agreement, noAgreement } from "./metrics/complexity.ts";
import { measureCost } from "./metrics/cost.ts";
import { compareDuplicates, noDuplicates } from "./metrics/duplicates.ts";
import { complexityByEslint } from "./metrics/eslint.ts";
import { compareFiles } from "./metrics/files.ts";
import { compareImports, noImports } from "./metrics/imports.ts";
import { noMeasures, readByPython, sumUp } from "./metrics/python.ts";
import { compareUnused, noUnused } from "./metrics/unused.ts";
import { save } from "./result.ts";

const { values } = parseArgs({ options: { cache: { type: "string" }, only: { type: "string" } } });
const cache = values.cache ?? join(tmpdir(), "ergo-bench-code");

const packages = fetchPackages(cache).filter(({ name }) => name.includes(values.only ?? ""));
const tools = bringTools(cache);
const complexity: Record<string, Record<string, Agreement>> = { eslint: {}, radon: {}, lizard: {} };
const measures = noMeasures();
const [imports, unused, duplicates] = [noImports(), noUnused(), noDuplicates()];
const byEslint = complexityByEslint(tools.folder);

for (const each of packages) {
  const { name, language, folder } = each;
  const paths = some(filesBelow(folder).filter((path) => endings[language]!.test(path)));
  const read = readByPython(tools.python, folder, paths);
  for (const tool of Object.keys(complexity)) if (isFor(tool, each)) complexity[tool]![language] ??= noAgreement();
  for (const path of paths) await compareFiles(each, path, read.get(path)!, { complexity, measures, byEslint });
  if (!/Script$/.test(language)) continue;
  const project = await readFolder(folder);
  await compareImports(name, folder, project, tools.folder, imports);
  compareDuplicates(folder, project, tools.folder, duplicates);
  if (language === "TypeScript") await compareUnused(folder, tools.folder, join(cache, "unused"), unused);
}

/** So many files of a package at most, evenly over all. */
function some(paths: string[]): string[] {
  const step = Math.ceil(paths.length / 25);
  return paths.filter((_, at) => at % step === 0);
}

function isFor(tool: string, { language }: Package): boolean {
  if (tool === "lizard") return true;
  return tool === "radon" ? language === "Python" : /Script$/.test(language);
}

const told = { complexity, radon: sumUp(measures), imports, unused, duplicates };
if (values.only !== undefined) console.log(JSON.stringify(told, null, 1));
else {
  save("metrics", told);
  save("metrics", { ...told, cost: await measureCost(packages, tools, cache) });
}
