import { call } from "../proof/build.ts";
import type { Amount } from "../proof/predicate.ts";
import { type Asking, type Found, fill, missing, quote, shown, stated, unseen } from "./asking.ts";
import { moment } from "./describe.ts";
import type { Filter, Measure } from "./filter.ts";
import { type Chosen, measured, withUnread } from "./sets.ts";

/** What a question ranks by, and which end of the ranking it wants. */
export type Rank = { by: Measure; order: "most" | "least" };

/** What two things are compared by; `which`: which of them is more so is asked for, not whether the first one is. */
export type Comparing = { by: Amount; order: Rank["order"]; which: boolean };

type Ranked = { path: string; value: number }[];

/** The first of a ranking: the single first, the first few, or the one at a place of it. Ties are named. */
export async function rankFiles(
  asking: Asking,
  filter: Filter,
  rank: Rank,
  count: number | null,
  nth: number | null,
): Promise<Found> {
  const extreme = rank.order === "most" ? "largest" : "smallest";
  const chosen = await measured(asking, filter, ({ scope }) => `${extreme}(${scope}, ${rank.by})`);
  const all = await ranking(asking, chosen, rank);
  const say = asking.says;
  const undecided = missing(chosen.value);
  const globs = [chosen.scope.glob];
  if (all.length === 0) {
    const sentence = fill(say.none, chosen.noun);
    return stated(sentence, `${chosen.scope.term} = 0`, { globs, undecided });
  }
  const k = Math.min(nth ?? count ?? 1, all.length);
  const last = all[k - 1]!.value;
  const bound = Math.floor(last);
  const isSingle = nth === null && count === null;
  const within = all.filter(({ value }) =>
    isSingle ? value === last : rank.order === "most" ? value >= bound : value < bound + 1,
  );
  const picked = nth === null ? within : within.filter(({ value }) => Math.floor(value) === bound);
  const sentence = withUnread(
    asking,
    sentenceOf(asking, chosen, rank, { picked, k, count, nth, all: all.length, last }),
    chosen.unread,
  );
  const formal = claimOf(chosen, rank, { within, picked, single: isSingle, last });
  const isList = picked.length > 1 || count !== null;
  const list = picked.map(({ path, value }) => `${path}: ${spokenOf(asking, rank.by, value)}`);
  return stated(sentence, formal, { list: isList ? list : undefined, globs, undecided });
}

/** Whether a file is the first of a ranking, alone or with others. */
export async function isExtreme(asking: Asking, file: string, filter: Filter, rank: Rank): Promise<Found> {
  const extreme = rank.order === "most" ? "largest" : "smallest";
  const chosen = await measured(asking, filter, ({ scope }) => `${extreme}(${scope}, ${rank.by})`);
  const first = chosen.members[0];
  const undecided = missing(chosen.value);
  const [own, best] = [await worthOf(asking, file, rank.by), await worthOf(asking, first ?? file, rank.by)];
  const globs = [chosen.scope.glob];
  if (undecided || first === undefined || own === null || best === null) {
    const why = undecided ?? `${file} could not be seen.`;
    return unseen(why, globs);
  }
  const say = asking.says;
  const holds = chosen.members.includes(file);
  const key = holds ? (chosen.members.length === 1 ? "yes" : "tie") : "no";
  const word = asking.language.say.rank[rank.by][rank.order === "most" ? 0 : 1];
  const values = { value: spokenOf(asking, rank.by, own), best: spokenOf(asking, rank.by, best) };
  const sentence = fill(say[key], {
    file,
    rank: word,
    path: first,
    k: chosen.members.length,
    ...values,
    ...chosen.noun,
  });
  const set = `${extreme}(${chosen.scope.scope}, ${rank.by})`;
  const formal = [
    `${holds ? "" : "not "}${quote(file)} in ${set}`,
    `${set} = ${chosen.members.length}`,
    `${quote(first)} in ${set}`,
    equals(`${rank.by}(${quote(file)})`, rank.by, own),
    equals(`${rank.by}(${quote(first)})`, rank.by, best),
  ].join(" and ");
  return stated(sentence, formal, { globs });
}

async function worthOf(asking: Asking, file: string, by: Measure): Promise<number | null> {
  const value = await asking.value(call(by, file));
  return (value.is === "number" || value.is === "time") && value.low === value.high ? Number(value.low) : null;
}

/** A measured value in words: "12 lines", "2024-01-31 12:30:05". */
export function spokenOf(asking: Asking, by: Measure, value: number): string {
  if (by === "modified") return moment(value, true);
  return `${value} ${unitOf(asking, by, value)}`;
}

/** What so many of are counted: "line", "lines". */
export function unitOf({ language }: Asking, by: Amount, n: number): string {
  const { line, byte, word, character } = language.say;
  return { lines: line, bytes: byte, words: word, characters: character }[by][n === 1 ? 0 : 1];
}

/** The claim that a term has a value. A time is a stretch of a millisecond: file systems count finer than that. */
export function equals(term: string, by: Measure, value: number): string {
  if (by !== "modified") return `${term} = ${value}`;
  return `${term} >= ${instant(value)} and ${term} < ${instant(value + 1)}`;
}

function instant(time: number): string {
  return quote(new Date(Math.floor(time)).toISOString());
}

/** All files of the scope whose measure is known, the wanted end first; equal ones by path. */
async function ranking(asking: Asking, { scope }: Chosen, { by, order }: Rank): Promise<Ranked> {
  const set = await asking.value(scope.term);
  const ranked: Ranked = [];
  for (const path of set.is === "set" ? set.certain : []) {
    const value = await asking.value(call(by, path));
    if (value.is === "number" || value.is === "time")
      if (value.low === value.high) ranked.push({ path, value: Number(value.low) });
  }
  const sign = order === "most" ? -1 : 1;
  return ranked.sort((one, other) => sign * (one.value - other.value) || (one.path < other.path ? -1 : 1));
}

type Pick = { picked: Ranked; k: number; count: number | null; nth: number | null; all: number; last: number };

function sentenceOf(asking: Asking, { noun }: Chosen, { by, order }: Rank, pick: Pick): string {
  const say = asking.says;
  const words = asking.language.say;
  const { picked, count, nth, all, last } = pick;
  const rank = words.rank[by][order === "most" ? 0 : 1];
  const holes = {
    rank,
    ...noun,
    k: picked.length,
    all,
    path: picked[0]!.path,
    value: spokenOf(asking, by, last),
    nth: nth === null ? "" : (words.ordinals[nth] ?? fill(words.nth, { n: nth })),
  };
  if (nth !== null && nth > all) return fill(say.few, holes);
  if (nth !== null) return fill(picked.length > 1 ? say.nthTie : say.nth, holes);
  if (count === null) return fill(picked.length > 1 ? say.tie : say.one, holes);
  if (count > all) return fill(say.few, holes);
  return fill(say.top, holes);
}

/** The values, that the files are in the set, and that no other file of the set has its place among them. */
function claimOf(
  { scope }: Chosen,
  { by, order }: Rank,
  pick: { within: Ranked; picked: Ranked; single: boolean; last: number },
): string {
  const { within, picked, single, last } = pick;
  const values = picked.slice(0, shown).map(({ path, value }) => equals(`${by}(${quote(path)})`, by, value));
  if (single) {
    const set = `${order === "most" ? "largest" : "smallest"}(${scope.scope}, ${by})`;
    return [
      ...picked.slice(0, shown).map(({ path }) => `${quote(path)} in ${set}`),
      `${set} = ${picked.length}`,
      ...values,
    ].join(" and ");
  }
  const members = picked.slice(0, shown).map(({ path }) => `${quote(path)} in ${scope.term}`);
  const bound = (beyond: number) => (by === "modified" ? instant(last + beyond) : Math.floor(last) + beyond);
  const size = (condition: string) => `where(x, ${scope.term}, ${by}(x) ${condition})`;
  const complete = [`${size(order === "most" ? `>= ${bound(0)}` : `< ${bound(1)}`)} = ${within.length}`];
  const ahead = within.length - picked.length;
  if (ahead > 0) complete.push(`${size(order === "most" ? `>= ${bound(1)}` : `< ${bound(0)}`)} = ${ahead}`);
  return [...values, ...members, ...complete].join(" and ");
}
