import { isDeclaredAs } from "../../core/declaration.ts";
import type { CodeFacts, Declaration } from "../../core/observation.ts";
import { type Filter, type Named, partsOf } from "../filter.ts";
import {
  type Asking,
  asMembers,
  byNumber,
  call,
  type Found,
  fill,
  missing,
  quote,
  shown,
  stated,
  text,
  unseen,
} from "./asking.ts";
import { findFile } from "./resolve.ts";
import { choose, withUnread } from "./sets.ts";

/** The files that declare a name, with the lines. `null`: nothing declares it, and it need not be a name of code. */
export async function declared(asking: Asking, symbol: Named, filter: Filter): Promise<Found | null> {
  const chosen = await choose(asking, { and: [...partsOf(filter), { defines: symbol }] });
  const { say } = asking.asked;
  const { members, value, scope, unread } = chosen;
  const undecided = missing(value);
  if (members.length === 0 && undecided === null && !symbol.sure) return null;
  if (members.length === 0 && undecided !== null) return unseen(undecided, [scope.glob]);
  const n =
    members.length === 0
      ? asMembers(await asking.value(call("files", text(scope.glob)))).certain.length
      : members.length;
  // That it is declared there is certain, whatever else may declare it.
  const open = undecided === null ? [] : [fill(asking.language.say.undecided, { why: undecided })];
  const list = [...members.flatMap((path) => linesOf(asking, path, symbol.name)), ...open];
  const holes = { symbol: symbol.name, n, path: members[0] ?? "" };
  const sentence = withUnread(asking, fill(byNumber(say, members.length), holes), unread);
  const named = members.slice(0, shown).map((path) => `${quote(path)} in ${scope.term}`);
  const formal = [`${scope.term} ${undecided ? ">=" : "="} ${members.length}`, ...named].join(" and ");
  return stated(sentence, formal, { list: members.length === 0 ? undefined : list, globs: [scope.glob] });
}

type What = "defines" | "imports" | "exports";

/** The names that a file declares, imports or exports; of one kind where that is asked for. Declarations count one by one. */
export async function namesIn(asking: Asking, file: string, what: What, kind: string): Promise<Found | null> {
  const sort = what !== "imports" && kind !== "any" && kind !== "" ? kind : null;
  const all = call(what, text(file));
  const those = sort === null ? all : call("declares", text(file), text(sort));
  const values = [];
  for (const term of what === "exports" && sort !== null ? [all, those] : [those])
    values.push(await asking.value(term));
  const undecided = values.map(missing).find((why) => why !== null) ?? null;
  const isUnseen = values.some(
    (value) => value.is !== "set" || (missing(value) !== null && value.certain.length === 0),
  );
  if (isUnseen) {
    const why = undecided ?? `${file} could not be read.`;
    return unseen(why);
  }
  const seen = asking.board.code(file)?.seen;
  const rows = seen?.ok ? rowsOf(seen, what, sort) : [];
  if (rows === null) return null;
  const n = what === "defines" ? rows.reduce((sum, { lines }) => sum + lines.length, 0) : rows.length;
  const sentence = sentenceOf(asking, { file, what, sort, n, names: new Set(rows.map(({ name }) => name)).size });
  return stated(sentence, formally({ file, what, sort, n, names: rows, isOpen: undecided !== null }), {
    list: rows.length === 0 ? undefined : rows.map((row) => said(row, what, asking)),
    undecided,
  });
}

/** "a.py declares 5 methods (4 names):"; without the colon where nothing follows. */
function sentenceOf(
  asking: Asking,
  { file, what, sort, n, names }: { file: string; what: What; sort: string | null; n: number; names: number },
): string {
  const { say } = asking.language;
  const isKind = what === "defines" && sort !== null;
  const word = sort === null ? (what === "defines" ? say.declaration : say.name) : (say.kindsOf[sort] ?? say.name);
  const holes = {
    file,
    n,
    names:
      word[n === 1 ? 0 : 1] + (what === "defines" && names < n ? ` (${names} ${say.name[names === 1 ? 0 : 1]})` : ""),
    modules: say.module[n === 1 ? 0 : 1],
  };
  const some = isKind ? (n === 0 ? "noKind" : "kind") : n === 0 && sort === null ? "none" : "some";
  const sentence = fill(asking.asked.say[`${what}.${some}`], holes);
  return n === 0 ? sentence.replace(/\s*:$/, ".") : sentence;
}

/** "run (method), lines 3, 9" */
function said({ name, kind, lines }: Row, what: What, asking: Asking): string {
  const places = `${asking.language.say.line[lines.length === 1 ? 0 : 1]} ${lines.join(", ")}`;
  return `${name}${what === "defines" ? ` (${kind})` : ""}, ${places}`;
}

/** What is asserted: how many there are of what was asked for, and that those shown are of them. */
function formally(asked: {
  file: string;
  what: What;
  sort: string | null;
  n: number;
  names: readonly Row[];
  isOpen: boolean;
}): string {
  const { file, what, sort, n, names, isOpen } = asked;
  const set = `${what}(${quote(file)})`;
  const kind = sort === null ? set : `declares(${quote(file)}, ${quote(sort)})`;
  const those = sort !== null && what === "exports" ? `where(x, ${set}, x in ${kind})` : kind;
  const named = [...new Set(names.map(({ name }) => name))].slice(0, shown).map((name) => `${quote(name)} in ${those}`);
  return [`${those} ${isOpen ? ">=" : "="} ${n}`, ...named].join(" and ");
}

type Row = { name: string; kind: string; lines: number[] };

/** The names, each once with all its lines, or once for each kind. Null where a name is exported that is not declared in one way alone. */
function rowsOf(seen: CodeFacts, what: What, sort: string | null): Row[] | null {
  const isWanted = (kind: string) => sort === null || isDeclaredAs(kind, sort, seen.language);
  if (what === "defines") return grouped(seen.defines.filter(({ kind }) => isWanted(kind)));
  if (what === "imports") return grouped(seen.imports.map(({ module, line }) => ({ name: module, line, kind: "" })));
  const kindsOf = (name: string) => new Set(seen.defines.flatMap((one) => (one.name === name ? [one.kind] : [])));
  const rows = grouped(seen.exports.map(({ name, line }) => ({ name, line, kind: [...kindsOf(name)].join() })));
  if (sort !== null && rows.some(({ name }) => kindsOf(name).size !== 1)) return null;
  return rows.filter(({ kind }) => isWanted(kind));
}

function grouped(all: readonly Declaration[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { name, kind, line } of all) {
    const key = `${kind} ${name}`;
    const row = rows.get(key) ?? { name, kind, lines: [] };
    rows.set(key, row);
    row.lines.push(line);
  }
  return [...rows.values()];
}

/** Whether what is said to be imported is a file of the folder: then how it is written differs from file to file. */
export function isOwnFile(asking: Asking, filter: Filter): boolean {
  return partsOf(filter).some((part) => {
    const inner = "not" in part ? part.not : part;
    return (
      "imports" in inner &&
      /\.\w{1,4}$/.test(inner.imports) &&
      !inner.imports.startsWith(".") &&
      findFile(inner.imports, asking.universe).is !== "none"
    );
  });
}

function linesOf(asking: Asking, path: string, name: string): string[] {
  const seen = asking.board.code(path)?.seen;
  if (!seen?.ok) return [path];
  return seen.defines.filter((one) => one.name === name).map((one) => `${path}:${one.line} (${one.kind})`);
}
