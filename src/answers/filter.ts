import { escapeGlob, withoutDot } from "../core/wildcard.ts";
import type { Span } from "../language/span.ts";
import type { Amount } from "../proof/predicate.ts";

/** A file or folder as it was called. */
export type Named = { name: string };
/** A text to look for. `word`: as a whole word, whatever its case; `start`: where a file starts; `fold`: whatever its case. `regex`: several
 * texts as one pattern; `blank`: lines that hold none. */
export type Sought = {
  text: string;
  as: "literal" | "word" | "start" | "regex" | "blank";
  fold?: boolean;
};
export type Measure = Amount | "modified";
export type Operator = ">" | ">=" | "<" | "<=";

/** What a question asks of files, as it was understood, before anything was looked at. */
export type Filter =
  | { and: Filter[] }
  | { or: Filter[] }
  | { not: Filter }
  | { kind: string }
  /** A glob over base names, or over paths. */
  | { name: string }
  | { path: string }
  /** A base name, in full or without its extension. */
  | { called: string }
  | { in: Named }
  /** Only what lies directly in the place. */
  | { shallow: true }
  | { file: Named }
  /** A folder, file or kind that is left out: which of them, the folder tells. */
  | { thing: string }
  /** A file that is left out: by its path, or by its name every file that has it. */
  | { leftout: string }
  | { text: Sought }
  | { bound: [measure: Amount, operator: Operator, value: number] }
  | { time: Span }
  | { state: "empty" | "binary" | "hidden" };

/** What phrases give: a filter in which some parts are still written in short. */
type Rough = { [key: string]: unknown };

/** The filter that phrases gave, written out and flattened, so that equal meanings are equal JSON. */
export function clean(rough: unknown): Filter {
  const value = rough as Rough;
  if ("and" in value) return joined("and", (value.and as unknown[]).flatMap(spelled));
  if ("or" in value) return joined("or", (value.or as unknown[]).flatMap(spelled));
  if ("not" in value) return negated(clean(value.not));
  const [only, ...more] = spelled(value);
  return more.length > 0 ? { or: [only!, ...more] } : only!;
}

/** Parts that stand for several filters. */
function spelled(part: unknown): Filter[] {
  const value = part as Rough;
  if ("starts" in value) return [{ name: `${escapeGlob(value.starts as string)}*` }];
  if ("holds" in value) return [{ name: `*${escapeGlob(value.holds as string)}*` }];
  if ("called" in value && /[*?[{]/.test(value.called as string)) return [globOf(value.called as string)];
  if ("and" in value || "or" in value || "not" in value) return [clean(value)];
  return [value as Filter];
}

/** What a glob says of a file: its name, at any depth, or its path. */
export function globOf(text: string): { name: string } | { path: string } {
  const glob = withoutDot(text);
  if (!glob.includes("/")) return { name: glob };
  return glob.startsWith("**/") && !glob.slice(3).includes("/") ? { name: glob.slice(3) } : { path: glob };
}

function joined(word: "and" | "or", parts: Filter[]): Filter {
  const flat = parts.flatMap((part) => (word in part ? (part as Record<string, Filter[]>)[word]! : [part]));
  const unique = [...new Map(flat.map((part) => [JSON.stringify(part), part])).values()];
  if (unique.length === 1) return unique[0]!;
  return word === "and" ? { and: unique } : { or: unique };
}

/** The opposite of a bound is a bound; of an opposite, what it opposes. */
function negated(filter: Filter): Filter {
  if ("not" in filter) return filter.not;
  if (!("bound" in filter)) return { not: filter };
  const [measure, operator, value] = filter.bound;
  const opposite = ({ ">": "<=", ">=": "<", "<": ">=", "<=": ">" } as const)[operator];
  return { bound: [measure, opposite, value] };
}

/** The parts that must all hold. */
export function partsOf(filter: Filter): Filter[] {
  return "and" in filter ? filter.and : [filter];
}
