import type { DeclaredQuestion } from "../../../code/ask/declared.ts";
import type { Call, Claim } from "../../../core/claim.ts";
import { escapeGlob } from "../../../core/wildcard.ts";
import { call, equals, every, member } from "../../../proof/build.ts";
import { measure } from "../../../proof/decide.ts";
import { type Members, stringTerm } from "../../../proof/value.ts";
import type { Look } from "./look.ts";

/** So many declarations are listed, and claimed one by one. */
export const shown = 100;

/** The constructor of a class of Python, which is a method there. */
const initializer = "__init__";

/** The claims of so many files are made one by one, where not all below a folder count. */
export const mostFiles = 60;

export type Wanted = Pick<DeclaredQuestion, "kind" | "marks" | "holder" | "withoutConstructors">;
type Part = { set: Call; value: Members };
export type Counts = { names: string[]; isWhole: boolean; parts: Part[] };

/** What is declared: of all below the glob of the look, or file by file in `paths`; null where that can't be told. */
export async function countedIn(
  look: Look,
  wanted: Wanted,
  paths: string[] | null,
  sources: string[],
): Promise<Counts | null> {
  const sets = paths === null ? [setOf(wanted, look.glob, sources)] : paths.map((path) => setOf(wanted, path, [path]));
  if (sets.length > mostFiles) return null;
  const parts: Part[] = [];
  for (const set of sets) {
    const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
    if (value.is !== "set") return null;
    parts.push({ set, value });
  }
  const isWhole = parts.every(({ value }) => !value.open && value.maybe.length === 0);
  return { names: parts.flatMap(({ value }) => value.certain), isWhole, parts };
}

/** How many there are, and that those which are shown are of them. */
export function claimOf({ parts, isWhole }: Counts): Claim {
  return every(
    parts.flatMap(({ set, value: { certain } }) => {
      const names = [...new Set(certain)].slice(0, shown);
      return [equals(set, certain.length, isWhole ? "=" : ">="), ...names.map((name) => member(name, set))];
    }),
  );
}

function setOf({ kind, marks, holder, withoutConstructors }: Wanted, glob: string, sources: string[]): Call {
  const isFile = sources.length === 1 && sources[0] === glob;
  const args = [kind, ...(marks === "" ? [] : [marks]), ...(holder === null ? [] : [holder])];
  const all =
    marks !== ""
      ? call("marked", isFile ? escapeGlob(glob) : glob, ...args)
      : isFile
        ? call("declares", glob, ...args)
        : call("declarations", glob, ...args);
  if (!withoutConstructors || kind !== "method" || !sources.some((path) => /\.pyi?$/.test(path))) return all;
  const name: Claim = { is: "name", name: "x", at: 0 };
  const other: Claim = { is: "compare", left: name, operator: "!=", right: stringTerm(initializer), at: 0 };
  return call("where", name, all, other);
}

/** How much is declared as several kinds together; null where that can't be told of one. */
export async function together(
  look: Look,
  wanted: Wanted,
  kinds: readonly string[],
  paths: string[],
): Promise<Counts | null> {
  const all: Counts = { names: [], isWhole: true, parts: [] };
  for (const kind of kinds) {
    const one = await countedIn(look, { ...wanted, kind }, paths, paths);
    if (one === null) return null;
    all.names.push(...one.names);
    all.parts.push(...one.parts);
    all.isWhole &&= one.isWhole;
  }
  return all;
}
