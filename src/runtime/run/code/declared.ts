import type { DeclaredQuestion } from "../../../code/ask/declared.ts";
import type { Draft } from "../../../core/answer.ts";
import type { Call, Claim } from "../../../core/claim.ts";
import { isDeclaredAs } from "../../../core/declaration.ts";
import { blank } from "../../../engines/state.ts";
import { readData } from "../../../language/data.ts";
import type { Tongue } from "../../../language/part.ts";
import { measure } from "../../../proof/decide.ts";
import type { Members } from "../../../proof/value.ts";
import { stringTerm } from "../../../proof/value.ts";
import { concluded } from "../conclude.ts";
import { call, codeOf, equals, every, type Look, member } from "./look.ts";
import { scoped } from "./scope.ts";

/** So many declarations are listed, and claimed one by one. */
const shown = 100;

/** The constructor of a class of Python, which is a method there. */
const initializer = "__init__";

/** The claims of so many files are made one by one, where not all below a folder count. */
const counted = 60;

/**
 * Answers what source files declare. "no_plan" where a place is not in the folder, no source file lies there, or no type has the name of
 * which members are asked for: then something else was meant.
 */
export async function answerDeclared(look: Look, asked: DeclaredQuestion): Promise<Draft> {
  const here = scoped(look, asked.files);
  const sources = here?.sources.filter((path) => here.wanted?.(path) !== false) ?? [];
  if (here === null || sources.length === 0) return blank("no_plan", "No source file lies in what the question names.");
  const { board, asking, glob } = here;
  // Where only some files below a folder count, each is counted by itself.
  const sets = here.wanted === null ? [setOf(asked, glob, sources)] : sources.map((path) => setOf(asked, path, [path]));
  const parts: Part[] = [];
  for (const set of sets) {
    const value = await measure(set, board, asking.observe, asking.signal);
    if (value.is === "set") parts.push({ set, value });
  }
  if (parts.length < sets.length || sets.length > counted)
    return blank("no_plan", "What is declared there can't be told.");
  const names = parts.flatMap(({ value }) => value.certain);
  const rows = await rowsOf(here, asked, sources, new Set(names));
  if (asked.holder !== null && rows.length === 0) return blank("no_plan", `No type ${asked.holder} has members there.`);
  const isWhole = parts.every(({ value }) => !value.open && value.maybe.length === 0);
  const text = `${sentence(asked, names.length, glob, isWhole)}${rows.length > 0 ? ":" : "."}`;
  const claim = every(parts.flatMap(({ set, value }) => claimsOf(set, value, isWhole)));
  const list = rows.slice(0, shown).map(({ name, places }) => `${name} (${places.join(", ")})`);
  const say = said(asked.language);
  if (rows.length > shown) list.push(say.more.replace("{n}", String(rows.length - shown)));
  const open = parts.find(({ value }) => value.open || value.maybe.length > 0);
  if (open) list.push(lackOf(open.value, say));
  return await concluded([{ text, claim }], board, asking, [glob], list);
}

type Part = { set: Call; value: Members };

/** How many there are, and that those which are shown are of them. */
function claimsOf(set: Call, { certain }: Members, isWhole: boolean): Claim[] {
  const names = [...new Set(certain)].slice(0, shown);
  return [equals(set, certain.length, isWhole ? "=" : ">="), ...names.map((name) => member(name, set))];
}

function setOf({ kind, holder, withoutConstructors }: DeclaredQuestion, glob: string, sources: string[]): Call {
  const isFile = sources.length === 1 && sources[0] === glob;
  const args = [kind, ...(holder === null ? [] : [holder])];
  const all = isFile ? call("declares", glob, ...args) : call("declarations", glob, ...args);
  if (!withoutConstructors || kind !== "method" || !sources.some((path) => /\.pyi?$/.test(path))) return all;
  const name: Claim = { is: "name", name: "x", at: 0 };
  const other: Claim = { is: "compare", left: name, operator: "!=", right: stringTerm(initializer), at: 0 };
  return call("where", name, all, other);
}

type Row = { name: string; places: string[] };

/** The names that were counted, each with where it is declared. */
async function rowsOf(
  look: Look,
  { kind, holder }: DeclaredQuestion,
  sources: string[],
  counts: ReadonlySet<string>,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (const { path, facts } of await codeOf(look, sources))
    for (const { name, kind: as, line, holder: type } of facts.defines) {
      if (!counts.has(name) || !isDeclaredAs(as, kind, facts.language) || (holder !== null && type !== holder))
        continue;
      const row = rows.get(name) ?? { name, places: [] };
      row.places.push(`${path}:${line}`);
      rows.set(name, row);
    }
  return [...rows.values()];
}

/** What answers say in a language; what a name stands for is between braces. */
type Said = { [key in "whole" | "place" | "of" | "none" | "least" | "more" | "open" | "others"]: string } & {
  kind: Record<string, [one: string, many: string]>;
};

let loaded: Record<Tongue, Said> | undefined;

function said(tongue: Tongue): Said {
  loaded ??= readData<Record<Tongue, Said>>("code/said.json");
  return loaded[tongue];
}

function sentence({ kind, holder, language }: DeclaredQuestion, n: number, glob: string, isWhole: boolean): string {
  const say = said(language);
  const [one, many] = say.kind[kind] ?? [kind, `${kind}s`];
  const counted = `${n} ${n === 1 ? one : many}`;
  const none = say.none.replace("{one}", one).replace("{many}", many);
  const number = !isWhole ? say.least.replace("{n}", counted) : n === 0 ? none : counted;
  const of = holder === null ? "" : say.of.replace("{holder}", () => holder);
  const isAll = glob === "**" || glob === "**/*";
  const place = glob.replace(/\/\*\*$/, "/");
  return (isAll ? say.whole : say.place)
    .replace("{place}", () => place)
    .replace("{n}", () => number)
    .replace("{of}", () => of);
}

function lackOf({ lacks }: Members, say: Said): string {
  const reasons = [
    ...new Set(
      lacks.flatMap((lack) => (lack.is === "void" ? [lack.message] : lack.is === "blind" ? [lack.blind.message] : [])),
    ),
  ];
  const more = reasons.length > 3 ? [say.others.replace("{n}", String(reasons.length - 3))] : [];
  return say.open.replace("{why}", () => [...reasons.slice(0, 3), ...more].join("; "));
}
