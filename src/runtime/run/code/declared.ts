import type { DeclaredQuestion } from "../../../code/ask/declared.ts";
import type { Draft } from "../../../core/answer.ts";
import type { Call, Claim } from "../../../core/claim.ts";
import { isDeclaredAs, isSource } from "../../../core/declaration.ts";
import { compileGlob } from "../../../core/glob.ts";
import { blank } from "../../../engines/state.ts";
import { measure } from "../../../proof/decide.ts";
import type { Members } from "../../../proof/value.ts";
import { stringTerm } from "../../../proof/value.ts";
import { concluded } from "../conclude.ts";
import { globOf } from "../place.ts";
import { call, codeOf, counted, equals, every, type Look, member } from "./look.ts";

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
  if (rows.length > shown) list.push(`… and ${counted(rows.length - shown, "more name")}`);
  if (!isWhole) list.push(lackOf(value));
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

function sentence({ kind, holder }: DeclaredQuestion, n: number, glob: string, isWhole: boolean): string {
  const noun = n === 1 ? kind : `${kind}${/s$/.test(kind) ? "es" : "s"}`;
  const of = holder === null ? "" : ` of ${holder}`;
  const number = `${isWhole ? "" : "at least "}${n === 0 && isWhole ? "no" : n}`;
  const isAll = glob === "**" || glob === "**/*";
  return `${isAll ? "The source files here declare" : `${glob.replace(/\/\*\*$/, "/")} declares`} ${number} ${noun}${of}`;
}

function lackOf({ lacks }: Members): string {
  const reasons = [
    ...new Set(
      lacks.flatMap((lack) => (lack.is === "void" ? [lack.message] : lack.is === "blind" ? [lack.blind.message] : [])),
    ),
  ];
  const more = reasons.length > 3 ? `; so it is with ${reasons.length - 3} more` : "";
  return `Open: ${reasons.slice(0, 3).join("; ")}${more}.`;
}
