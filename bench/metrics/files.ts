import { readFileSync } from "node:fs";
import { join } from "node:path";
import { maintainability } from "../../src/code/facts/measure.ts";
import { readModule } from "../../src/code/facts/module.ts";
import type { Package } from "../code/packages.ts";
import { type Agreement, agree, type Told } from "./complexity.ts";
import { functionsIn, type Measured } from "./ours.ts";
import type { Measures, Read } from "./python.ts";

type Into = {
  complexity: Record<string, Record<string, Agreement>>;
  measures: Measures;
  byEslint(path: string, text: string): Told[] | null;
};

/** Adds what is compared of one file; nothing, where it is none that Ergo reads whole. */
export async function compareFiles(
  { name, language, folder }: Package,
  path: string,
  { lizard, radon }: Read,
  { complexity, measures, byEslint }: Into,
): Promise<void> {
  const text = readFileSync(join(folder, path), "utf8");
  const ours = await functionsIn(path, text);
  if (ours === null) return;
  const place = `${name}/${path}`;
  const compare = (tool: string, mine: { key: string; one: Measured }[], told: Told[]) =>
    agree(place, { tool, language }, mine, told, complexity[tool]![language]!);
  const named = ours.filter(isNamed).map((one) => ({ key: `${one.name}:${one.line}`, one }));
  compare("lizard", named, lizard.filter(([name]) => !/^(?:\(?anonymous.*)?$/.test(name)).map(told));
  if (radon) {
    compare("radon", named, radon.functions.map(told));
    await measure(path, text, radon, measures);
  }
  const byRule = /Script$/.test(language) ? byEslint(path, text) : null;
  const whole = ours.map((one) => ({ key: String(one.end), one }));
  if (byRule !== null) compare("eslint", whole, byRule);
}

/** Functions that stand for themselves, and not for one that is written elsewhere. */
function isNamed({ name, branch }: Measured): boolean {
  return name !== "" && branch.children.some(({ field }) => field === "body");
}

function told([name, line, complexity]: [string, number, number]): Told {
  return { key: `${name.split(/::|\./).at(-1)!.trim()}:${line}`, complexity };
}

async function measure(path: string, text: string, radon: NonNullable<Read["radon"]>, into: Measures): Promise<void> {
  const module = (await readModule(path, text))!;
  into.volume.push([module.total.volume, radon.volume]);
  into.index.push([module.total.maintainability, radon.index]);
  into.formula.push([maintainability(...radon.of), radon.bare]);
  const { lines, code, comments } = module;
  const count = (of: { files: number; same: number }, ours: number, theirs: number) => {
    of.files++;
    if (ours === theirs) of.same++;
  };
  count(into.lines, lines, radon.raw.lines);
  count(into.comments, comments, radon.raw.comments);
  count(into.code, code, radon.raw.code);
}
