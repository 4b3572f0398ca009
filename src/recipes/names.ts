import type { CodeFacts } from "../core/observation.ts";
import { type Asking, asMembers, byNumber, call, type Found, fill, missing, quote, shown, text } from "./asking.ts";
import { type Filter, type Named, partsOf } from "./filter.ts";
import { findFile } from "./resolve.ts";
import { choose, withUnread } from "./sets.ts";

/** The files that declare a name, with the lines. `null`: nothing declares it, and it need not be a name of code. */
export async function declared(asking: Asking, symbol: Named, filter: Filter): Promise<Found | null> {
  const chosen = await choose(asking, { and: [...partsOf(filter), { defines: symbol }] });
  const { say } = asking.asked;
  const { members, value, scope, unread } = chosen;
  const undecided = missing(value);
  if (members.length === 0 && undecided === null && !symbol.sure) return null;
  if (members.length === 0 && undecided !== null) return { say: undecided, claims: [], globs: [scope.glob], undecided };
  const n =
    members.length === 0
      ? asMembers(await asking.value(call("files", text(scope.glob)))).certain.length
      : members.length;
  const list = members.flatMap((path) => linesOf(asking, path, symbol.name));
  const holes = { symbol: symbol.name, n, path: members[0] ?? "" };
  const sentence = withUnread(asking, fill(byNumber(say, members.length), holes), unread);
  const named = members.slice(0, shown).map((path) => `${quote(path)} in ${scope.term}`);
  const formal = [`${scope.term} ${undecided ? ">=" : "="} ${members.length}`, ...named].join(" and ");
  return {
    say: sentence,
    list: members.length === 0 ? undefined : list,
    claims: [{ text: sentence, formal }],
    globs: [scope.glob],
    undecided,
  };
}

/** The names that a file declares, imports or exports; of one kind where that is asked for. */
export async function namesIn(
  asking: Asking,
  file: string,
  what: "defines" | "imports" | "exports",
  kind: string,
): Promise<Found | null> {
  const value = await asking.value(call(what, text(file)));
  const undecided = missing(value);
  if (value.is !== "set")
    return { say: undecided ?? "", claims: [], globs: [], undecided: undecided ?? `${file} could not be read.` };
  if (undecided !== null && value.certain.length === 0) return { say: undecided, claims: [], globs: [], undecided };
  const seen = asking.board.code(file)?.seen;
  const rows = seen?.ok ? rowsOf(seen, what) : [];
  const isSorted = what !== "imports" && kind !== "any" && kind !== "";
  if (isSorted && rows.some((row) => row.kind === null)) return null;
  const wanted = isSorted ? rows.filter((row) => row.kind === kind) : rows;
  const n = value.certain.length;
  const k = new Set(wanted.map(({ name }) => name)).size;
  const { say } = asking.asked;
  const isDeclared = what === "defines" && isSorted;
  const some = isDeclared ? (k === 0 ? "noKind" : "kind") : n === 0 ? "none" : "some";
  const [one, many] = asking.language.say.kindsOf[kind] ?? ["", ""];
  const holes = {
    file,
    n,
    k,
    are: asking.language.say.are[k === 1 ? 0 : 1],
    kinds: k === 1 ? one : many,
    kind: one,
    names: asking.language.say.name[n === 1 ? 0 : 1],
    modules: asking.language.say.module[n === 1 ? 0 : 1],
  };
  const sorted = isSorted && !isDeclared ? { ...holes, n: k, names: k === 1 ? one : many } : holes;
  const said = fill(say[n === 0 ? `${what}.none` : `${what}.${some}`], sorted);
  const sentence = wanted.length === 0 ? said.replace(/\s*:$/, ".") : said;
  const list = wanted.map(
    (row) =>
      `${row.name}${what === "defines" && row.kind ? ` (${row.kind})` : ""}, ${asking.language.say.line[0]} ${row.line}`,
  );
  const formal = formally({ file, what, kind: isSorted ? kind : null, undecided: undecided !== null }, value.certain, [
    ...new Set(wanted.map(({ name }) => name)),
  ]);
  return {
    say: sentence,
    list: wanted.length === 0 ? undefined : list,
    claims: [{ text: sentence, formal }],
    globs: [],
    undecided,
  };
}

/** What is asserted: how many names there are, how many of the kind that was asked for, and that those shown are of them. */
function formally(
  asked: { file: string; what: "defines" | "imports" | "exports"; kind: string | null; undecided: boolean },
  all: readonly string[],
  wanted: readonly string[],
): string {
  const { file, what, kind, undecided } = asked;
  const set = `${what}(${quote(file)})`;
  const sort = kind === null ? set : `declares(${quote(file)}, ${quote(kind)})`;
  const those = kind !== null && what === "exports" ? `where(x, ${set}, x in ${sort})` : sort;
  const sizes =
    those === set
      ? [[set, all.length]]
      : [
          [set, all.length],
          [those, wanted.length],
        ];
  const named = wanted.slice(0, shown).map((name) => `${quote(name)} in ${those}`);
  return [...sizes.map(([term, n]) => `${term} ${undecided ? ">=" : "="} ${n}`), ...named].join(" and ");
}

/** The names with their lines. `kind` is null for an export that the file does not declare in one way alone. */
function rowsOf(
  seen: CodeFacts,
  what: "defines" | "imports" | "exports",
): { name: string; line: number; kind: string | null }[] {
  if (what === "defines") return seen.defines;
  if (what === "imports") return seen.imports.map(({ module, line }) => ({ name: module, line, kind: "" }));
  return seen.exports.map(({ name, line }) => {
    const kinds = new Set(seen.defines.flatMap((one) => (one.name === name ? [one.kind] : [])));
    return { name, line, kind: kinds.size === 1 ? [...kinds][0]! : null };
  });
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
