import type { DeclaredQuestion } from "../../../code/ask/declared.ts";
import type { Draft } from "../../../core/answer.ts";
import type { Call, Claim } from "../../../core/claim.ts";
import { isDeclaredAs, isSource } from "../../../core/declaration.ts";
import { compileGlob } from "../../../core/glob.ts";
import { blank } from "../../../engines/state.ts";
import { readData } from "../../../language/data.ts";
import { globOf } from "../../../language/link.ts";
import type { Tongue } from "../../../language/part.ts";
import { measure } from "../../../proof/decide.ts";
import type { Members } from "../../../proof/value.ts";
import { stringTerm } from "../../../proof/value.ts";
import { concluded } from "../conclude.ts";
import { call, codeOf, equals, every, type Look, member } from "./look.ts";

/** So many declarations are listed, and claimed one by one. */
const shown = 100;

/** The constructor of a class of Python, which is a method there. */
const initializer = "__init__";

/**
 * Answers what source files declare. "no_plan" where a place is not in the folder, no source file lies there, or no type has the name of
 * which members are asked for: then something else was meant.
 */
export async function answerDeclared(look: Look, asked: DeclaredQuestion): Promise<Draft> {
  const glob = globOf(asked.places, look.universe, look.asking.only);
  const sources =
    glob === null ? [] : look.universe.files.filter((path) => isSource(path) && compileGlob(glob).matches(path));
  if (glob === null || sources.length === 0) return blank("no_plan", "No source file lies in what the question names.");
  const set = setOf(asked, glob, sources);
  const { board, asking } = look;
  const value = await measure(set, board, asking.observe, asking.signal);
  if (value.is !== "set") return blank("no_plan", "What is declared there can't be told.");
  const rows = await rowsOf(look, asked, sources, value);
  if (asked.holder !== null && rows.length === 0) return blank("no_plan", `No type ${asked.holder} has members there.`);
  const isWhole = !value.open && value.maybe.length === 0;
  const text = `${sentence(asked, value.certain.length, glob, isWhole)}${rows.length > 0 ? ":" : "."}`;
  const names = [...new Set(value.certain)].slice(0, shown);
  const claim = every([
    equals(set, value.certain.length, isWhole ? "=" : ">="),
    ...names.map((name) => member(name, set)),
  ]);
  const list = rows.slice(0, shown).map(({ name, places }) => `${name} (${places.join(", ")})`);
  const say = said(asked.language);
  if (rows.length > shown) list.push(say.more.replace("{n}", String(rows.length - shown)));
  if (!isWhole) list.push(lackOf(value, say));
  return await concluded([{ text, claim }], board, asking, [glob], list);
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
  { certain }: Members,
): Promise<Row[]> {
  const counts = new Set(certain);
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
