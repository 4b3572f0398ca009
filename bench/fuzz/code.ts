import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CodeFacts } from "../../src/core/observation.ts";
import { readSymbols } from "../../src/tools/code.ts";
import { mayMention } from "../../src/tools/mention.ts";
import { type Chance, chanceOf, type Made, makeSource } from "./forms.ts";
import { type Python, type Sight, seeEcmascript, startPython } from "./oracle.ts";
import type { Target } from "./target.ts";

const python = await startPython();
if (python === null) console.log("code: no python3 here, so Python is left out");

/** Imports and declarations of JavaScript, TypeScript and Python against oxc and Python's `ast`. */
export const target: Target = {
  about: `Imports and declarations of made and of real sources, mutated, as oxc${python ? ` and the ast of Python ${python.version}` : ""} see them.`,
  async attempt(random) {
    const chance = chanceOf(random);
    const language = chance.pick<Made>(python ? ["ts", "js", "py"] : ["ts", "js"]);
    const text = chance.maybe(0.7) ? makeSource(language, chance) : mutated(language, chance);
    const found = await judge(`a.${language}`, text);
    const wrong = found.wrong && `${found.wrong}\n${text.length > 2000 ? `${text.slice(0, 2000)} …` : text}`;
    return { tried: found.tried ? 1 : 0, wrong };
  },
  close: () => python?.close(),
};

/** Whether what Ergo sees in a source is what another parser sees; `tried` is false where one of them can't read it. */
export async function judge(path: string, text: string): Promise<{ tried: boolean; wrong: string | null }> {
  const seen = await readSymbols(path, text, 1 << 22);
  const other = path.endsWith(".py") ? await (python as Python).see(text) : seeEcmascript(path, text);
  if (!seen.ok || other === null) return { tried: false, wrong: null };
  return { tried: true, wrong: compare(seen, other) ?? unmentioned(path, text, seen) };
}

/** What is seen without parsing may not contradict it: no name may be out of the question that is there or left open. */
function unmentioned(path: string, text: string, { defines, imports, open }: Seen): string | null {
  const isOpen = open.some(({ what }) => what !== "exports");
  const names = [
    ...defines.map(({ name }) => name),
    ...imports.map(({ module }) => module),
    ...(isOpen ? ["zzzz"] : []),
  ];
  const wrong = names.filter((name) => !mayMention(path, text, name));
  return wrong.length === 0 ? null : `taken for impossible: ${wrong.slice(0, 5).join(", ")}`;
}

type Seen = Pick<CodeFacts, "defines" | "bound" | "imports" | "open">;

function compare({ defines, bound, imports, open }: Seen, other: Sight): string | null {
  const isOpen = (what: string) => open.some((one) => one.what === what);
  const declared = new Set(defines.map(({ name }) => name));
  const loaded = new Set(imports.map(({ module }) => module));
  const attributes = new Set(defines.flatMap(({ kind, name }) => (kind === "field" ? [name] : [])));
  const missing = (all: Set<string>, known: Set<string>) => [...all].filter((name) => !known.has(name));
  const faults = {
    "imports missed": isOpen("imports") ? [] : missing(other.imports, loaded),
    "imports made up": missing(loaded, other.imports),
    "declarations missed": isOpen("defines") ? [] : missing(other.defines, new Set([...declared, ...bound])),
    "declarations made up": missing(
      declared,
      new Set([...other.defines, ...[...other.bound].filter((name) => attributes.has(name))]),
    ),
    "values missed": isOpen("defines") ? [] : missing(other.bound, new Set([...declared, ...bound])),
    "not open": other.dynamic && !isOpen("imports") ? ["loads what is not named"] : [],
  };
  const wrong = Object.entries(faults).filter(([, names]) => names.length > 0);
  return wrong.length === 0
    ? null
    : wrong.map(([what, names]) => `${what}: ${names.slice(0, 5).join(", ")}`).join("; ");
}

/** A real source with some lines taken out, put elsewhere or made. */
function mutated(language: Made, chance: Chance): string {
  const files = real(language);
  if (files.length === 0) return makeSource(language, chance);
  const lines = readFileSync(chance.pick(files), "utf8").split("\n");
  for (let count = chance.below(4); count > 0; count -= 1) {
    const at = chance.below(lines.length);
    const indent = /^\s*/.exec(lines[at]!)![0];
    const made = makeSource(language, chance).replace(/^/gm, indent);
    const ways = [[], [lines[chance.below(lines.length)]!], [lines[at]!, made], [made, lines[at]!]];
    lines.splice(at, 1, ...chance.pick(ways));
  }
  return lines.join("\n");
}

const known = new Map<Made, string[]>();

/** Real sources of this machine: of the packages that are installed here, and Python's own library. */
export function real(language: Made): string[] {
  const files = known.get(language) ?? [...walk(rootOf(language), new RegExp(`(?<!\\.d)\\.${language}$`), 0)].sort();
  known.set(language, files);
  return files;
}

function rootOf(language: Made): string {
  if (language === "py") return python?.library ?? "";
  return fileURLToPath(new URL(language === "ts" ? "../../src" : "../../node_modules", import.meta.url));
}

function* walk(folder: string, wanted: RegExp, depth: number): Generator<string> {
  if (folder === "" || depth > 8 || !existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, wanted, depth + 1);
    else if (entry.isFile() && wanted.test(entry.name) && statSync(path).size < 100_000) yield path;
  }
}
