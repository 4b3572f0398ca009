import { escapeGlob } from "../core/wildcard.ts";
import type { Value } from "../proof/value.ts";
import { type Asking, type Found, fill, lowOf, missing, quote, stated, unseen } from "./asking.ts";
import type { Filter, Measure, Operator } from "./filter.ts";
import { type Comparing, spokenOf, unitOf } from "./ranks.ts";
import type { Scope } from "./scope.ts";
import { measured, withUnread } from "./sets.ts";

/** What is compared of two things: an amount of each, or how many files there are. */
export type Compared = Exclude<Measure, "modified"> | "files";

type Amount = { term: string; n: number; name: string; glob: string; value: Value; unread: number };

/** By how much one thing has more of something than another. */
export async function gap(asking: Asking, one: Filter, other: Filter, by: Compared): Promise<Found> {
  const [left, right] = [await amountOf(asking, one, by), await amountOf(asking, other, by)];
  const undecided = missing(left.value) ?? missing(right.value);
  const globs = [left.glob, right.glob];
  if (undecided) return unseen(undecided, globs);
  const say = asking.says;
  const [most, least] = left.n >= right.n ? [left, right] : [right, left];
  const d = most.n - least.n;
  const holes = {
    d,
    unit: unit(asking, by, d),
    most: most.name,
    least: least.name,
    high: `${most.n} ${unit(asking, by, most.n)}`,
    low: `${least.n} ${unit(asking, by, least.n)}`,
  };
  const said = capital(fill(d === 0 ? say.equal : say.more, holes), most.name);
  const sentence = withUnread(asking, said, left.unread + right.unread);
  const formal = `${left.term} = ${left.n} and ${right.term} = ${right.n} and value("${most.n} - ${least.n}") = ${d}`;
  return stated(sentence, formal, { globs });
}

/** So many files, more or less. */
export type Bound = [operator: Operator, value: number];

/** Whether files are so many. */
export async function bounds(asking: Asking, filter: Filter, [operator, bound]: Bound): Promise<Found> {
  const { term, n, name, glob, value, unread } = await amountOf(asking, filter, "files");
  const undecided = missing(value);
  if (undecided) return unseen(undecided, [glob]);
  const holds = { ">": n > bound, ">=": n >= bound, "<": n < bound, "<=": n <= bound }[operator];
  const holes = { n, unit: unit(asking, "files", n), set: name };
  const sentence = withUnread(asking, fill(asking.says[holds ? "yes" : "no"], holes), unread);
  return stated(sentence, `${term} = ${n}`, { globs: [glob] });
}

/** Which of two files or sets of files amounts to more of something, or whether the first one does. */
export async function outweigh(
  asking: Asking,
  one: Filter,
  other: Filter,
  { by, order, which }: Comparing,
): Promise<Found> {
  const [left, right] = [await amountOf(asking, one, by), await amountOf(asking, other, by)];
  const undecided = missing(left.value) ?? missing(right.value);
  const globs = [left.glob, right.glob];
  if (undecided) return unseen(undecided, globs);
  const wins = order === "most" ? left.n > right.n : left.n < right.n;
  const say = asking.says;
  const key = left.n === right.n ? "equal" : which ? "which" : wins ? "yes" : "no";
  const holes = {
    one: left.name,
    other: right.name,
    left: spokenOf(asking, by, left.n),
    right: spokenOf(asking, by, right.n),
    comparative: asking.language.say.comparatives[by === "bytes" ? "bytes" : "lines"][order === "most" ? 0 : 1],
    path: wins ? left.name : right.name,
  };
  const sentence = withUnread(asking, fill(say[key], holes), left.unread + right.unread);
  const formal = `${left.term} = ${left.n} and ${right.term} = ${right.n}`;
  return stated(sentence, formal, { globs });
}

async function amountOf(asking: Asking, filter: Filter, by: Compared): Promise<Amount> {
  if (by !== "files" && "file" in filter) {
    const term = `${by}(${quote(filter.file.name)})`;
    const value = await asking.value(term);
    return { term, n: lowOf(value), name: filter.file.name, glob: escapeGlob(filter.file.name), value, unread: 0 };
  }
  const termOf = ({ scope, term }: Scope) => (by === "files" ? term : `total(${scope}, ${by})`);
  const { scope, value, unread, noun } = await measured(asking, filter, termOf);
  const n = value.is === "set" ? value.certain.length : lowOf(value);
  const name = fill(asking.says.set, noun);
  return { term: termOf(scope), n, name, glob: scope.glob, value, unread };
}

/** A sentence that may begin with the words for a set, which then begin with a capital. */
function capital(sentence: string, name: string): string {
  const isSet = sentence.startsWith(name) && name.includes(" ");
  return isSet ? `${sentence[0]!.toUpperCase()}${sentence.slice(1)}` : sentence;
}

function unit(asking: Asking, by: Compared, n: number): string {
  return by === "files" ? asking.language.say.file[n === 1 ? 0 : 1] : unitOf(asking, by, n);
}
