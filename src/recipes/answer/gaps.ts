import { escapeGlob } from "../../core/wildcard.ts";
import type { Value } from "../../proof/value.ts";
import { plainly } from "../data.ts";
import { type Filter, type Measure, type Operator, partsOf } from "../filter.ts";
import { type Asking, type Found, fill, missing, quote, stated, unseen } from "./asking.ts";
import { type Rank, type Ranked, ranking, spokenOf, unitOf } from "./ranks.ts";
import type { Scope } from "./scope.ts";
import { type Chosen, choose, measured, withUnread } from "./sets.ts";

/** What is compared of two things: an amount of each, or how many files there are. */
export type Compared = Exclude<Measure, "modified"> | "files";

type One = Ranked[number];
type Amount = { term: string; n: number; name: string; glob: string; value: Value; unread: number };

/** By how much one thing has more of something than another. */
export async function gap(asking: Asking, one: Filter, other: Filter, by: Compared): Promise<Found> {
  const [left, right] = [await amountOf(asking, one, by), await amountOf(asking, other, by)];
  const undecided = missing(left.value) ?? missing(right.value);
  const globs = [left.glob, right.glob];
  if (undecided) return unseen(undecided, globs);
  const { say } = asking.asked;
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

/** Whether files are so many, or amount to so much. */
export async function bounds(
  asking: Asking,
  filter: Filter,
  [by, operator, bound]: [Compared, Operator, number],
): Promise<Found> {
  const { term, n, name, glob, value, unread } = await amountOf(asking, filter, by);
  const undecided = missing(value);
  if (undecided) return unseen(undecided, [glob]);
  const holds = { ">": n > bound, ">=": n >= bound, "<": n < bound, "<=": n <= bound, "=": n === bound }[operator];
  const holes = { n, unit: unit(asking, by, n), set: name };
  const sentence = withUnread(asking, fill(asking.asked.say[holds ? "yes" : "no"], holes), unread);
  return stated(sentence, `${term} = ${n}`, { globs: [glob] });
}

/** Which of two sets of files amounts to more of something, or whether the first one does. */
export async function outweigh(
  asking: Asking,
  one: Filter,
  other: Filter,
  { by, order, word }: Rank & { word: string },
): Promise<Found | null> {
  if (by === "modified") return null;
  const [left, right] = [await amountOf(asking, one, by), await amountOf(asking, other, by)];
  const undecided = missing(left.value) ?? missing(right.value);
  const globs = [left.glob, right.glob];
  if (undecided) return unseen(undecided, globs);
  const wins = order === "most" ? left.n > right.n : left.n < right.n;
  const { say } = asking.asked;
  const { either, letters } = asking.language.words;
  const asksWhich = new RegExp(either, "iu").test(plainly(asking.matched.question, letters));
  const key = left.n === right.n ? "equal" : asksWhich ? "which" : wins ? "yes" : "no";
  const holes = {
    one: left.name,
    other: right.name,
    left: spokenOf(asking, by, left.n),
    right: spokenOf(asking, by, right.n),
    comparative: asking.language.say.comparatives[word] ?? word,
    path: wins ? left.name : right.name,
  };
  const sentence = withUnread(asking, fill(say[key], holes), left.unread + right.unread);
  const formal = `${left.term} = ${left.n} and ${right.term} = ${right.n}`;
  return stated(sentence, formal, { globs });
}

/** By how much the first of a ranking leads: before the second, or before the last. */
export async function lead(
  asking: Asking,
  filter: Filter,
  { rank: { by, order }, against }: { rank: Rank; against?: Rank },
  before: "second" | "last",
): Promise<Found | null> {
  const isOther = against !== undefined && (against.by !== by || (against.order === order) !== (before === "second"));
  if (by === "modified" || isOther) return null;
  const extreme = (end: "most" | "least") => (end === "most" ? "largest" : "smallest");
  const chosen = await measured(asking, filter, ({ scope }) => `${extreme(order)}(${scope}, ${by})`);
  const all = await ranking(asking, chosen, { by, order });
  const undecided = missing(chosen.value);
  const globs = [chosen.scope.glob];
  if (all.length < 2 || undecided) return null;
  const [first, next] = [all[0]!, before === "second" ? all[1]! : all.at(-1)!];
  const d = Math.abs(first.value - next.value);
  const { say } = asking.asked;
  const holes = {
    d,
    unit: unitOf(asking, by, d),
    first: first.path,
    next: next.path,
    high: spokenOf(asking, by, first.value),
    low: spokenOf(asking, by, next.value),
  };
  const sentence = withUnread(asking, fill(say[before], holes), chosen.unread);
  return stated(sentence, leads(chosen, { by, order }, first, next, before), { globs });
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
  const name = fill(asking.asked.say.set, noun);
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

function lowOf(value: Value): number {
  return value.is === "number" ? Number(value.low) : 0;
}

/** The values, that the first is an extreme, and that nothing lies between it and the second, or that the last is the other. */
function leads({ scope }: Chosen, { by, order }: Rank, first: One, next: One, before: "second" | "last"): string {
  const worth = ({ path, value }: One) => `${by}(${quote(path)}) = ${value}`;
  const [most, least] = order === "most" ? ["largest", "smallest"] : ["smallest", "largest"];
  const [high, low] = [Math.max(first.value, next.value), Math.min(first.value, next.value)];
  const rest =
    before === "last"
      ? `${quote(next.path)} in ${least}(${scope.scope}, ${by})`
      : `${quote(next.path)} in ${most}(where(y, ${scope.term}, not y in files(${quote(escapeGlob(first.path))})), ${by})`;
  return [
    `${quote(first.path)} in ${most}(${scope.scope}, ${by})`,
    rest,
    worth(first),
    worth(next),
    `value("${high} - ${low}") = ${high - low}`,
  ].join(" and ");
}

/** What share of some files has a property, in percent. */
export async function share(asking: Asking, filter: Filter, claim: Filter): Promise<Found> {
  const whole = await choose(asking, filter);
  const part = await choose(asking, { and: [...partsOf(filter), ...partsOf(claim)] });
  const undecided = missing(whole.value) ?? missing(part.value);
  const globs = [whole.scope.glob];
  const { say } = asking.asked;
  const [n, all] = [part.members.length, whole.members.length];
  if (all === 0) {
    const sentence = fill(say.none, whole.noun);
    return stated(sentence, `${whole.scope.term} = 0`, { globs, undecided });
  }
  const percent = Number(((100 * n) / all).toFixed(1));
  const files = asking.language.say.file[all === 1 ? 0 : 1];
  const sentence = withUnread(asking, fill(say.some, { percent, n, all, files, part: part.noun.many }), part.unread);
  const off = (high: string, low: string) => `value(${quote(`${high} - ${low}`)}) <= 0.05`;
  const exact = `100 * ${n} / ${all}`;
  const formal = [
    `${whole.scope.term} = ${all}`,
    `${part.scope.term} = ${n}`,
    off(exact, `${percent}`),
    off(`${percent}`, exact),
  ].join(" and ");
  return stated(sentence, formal, { globs, undecided });
}
