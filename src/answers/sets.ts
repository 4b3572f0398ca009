import { base } from "../language/link.ts";
import type { Value } from "../proof/value.ts";
import { type Asking, byNumber, type Found, fill, missing, quote, shown, stated } from "./asking.ts";
import { data } from "./data.ts";
import { type Noun, nounOf } from "./describe.ts";
import { type Filter, partsOf } from "./filter.ts";
import { claimOf, type Scope, scopeOf } from "./scope.ts";

/** A resolved filter with its scope and its words. */
export type Chosen = { filter: Filter; scope: Scope; noun: Noun; value: Value; members: string[]; unread: number };

/** The files that a resolved filter chooses. Where text is asked for, files that are not text are left out. */
export async function choose(asking: Asking, filter: Filter): Promise<Chosen> {
  return await measured(asking, filter, (scope) => scope.term);
}

/** Measures a term over a scope; where files that are not text make it unknown, over those that are text. */
export async function measured(asking: Asking, filter: Filter, term: (scope: Scope) => string): Promise<Chosen> {
  const { kinds } = data();
  const ground = { universe: asking.universe, kinds };
  let scope = scopeOf(filter, ground);
  let value = await asking.value(term(scope));
  const binary = new Set(
    value.lacks.flatMap((lack) =>
      lack.is === "blind" && lack.blind.code === "binary" && "path" in lack.query ? [lack.query.path] : [],
    ),
  );
  if (binary.size > 0 && !partsOf(filter).some((part) => "file" in part)) {
    scope = scopeOf(filter, { ...ground, guard: true });
    value = await asking.value(term(scope));
  }
  const noun = nounOf(filter, { say: asking.language.say, kinds });
  return { filter, scope, noun, value, members: value.is === "set" ? value.certain : [], unread: binary.size };
}

/** A sentence about files that were chosen, with the claim that it states. */
export function statedOf({ scope, value }: Chosen, say: string, formal: string, list?: string[]): Found {
  return stated(say, formal, { list, globs: [scope.glob], undecided: missing(value) });
}

export async function countFiles(asking: Asking, filter: Filter): Promise<Found> {
  const chosen = await choose(asking, filter);
  const n = chosen.members.length;
  return sized(asking, chosen, { formal: `${chosen.scope.term} = ${n}`, list: undefined });
}

export async function listFiles(asking: Asking, filter: Filter): Promise<Found> {
  const chosen = await choose(asking, filter);
  const { term } = chosen.scope;
  const named = chosen.members.slice(0, shown).map((path) => `${quote(path)} in ${term}`);
  const formal = [`${term} = ${chosen.members.length}`, ...named].join(" and ");
  return sized(asking, chosen, { formal, list: chosen.members });
}

/** Whether all files of a set have a property; those that lack it are listed. */
export async function allFiles(asking: Asking, filter: Filter, claim: Filter): Promise<Found> {
  const { kinds } = data();
  const say = asking.says;
  const all = await choose(asking, filter);
  const lacking = await choose(asking, { and: [...partsOf(filter), "not" in claim ? claim.not : { not: claim }] });
  const holes = { all: all.members.length, n: lacking.members.length || all.members.length, ...all.noun };
  const globs = [all.scope.glob];
  const undecided = missing(lacking.value);
  if (all.members.length === 0) {
    return stated(fill(say.none, holes), `${all.scope.term} = 0`, { globs, undecided });
  }
  const ground = { universe: asking.universe, kinds };
  const whole = lacking.unread > 0 ? scopeOf(filter, { ...ground, guard: true }).term : all.scope.term;
  const holds = `all x in ${whole}: (${claimOf(claim, ground)})`;
  const fails = lacking.members.length > 0;
  const set = lacking.scope.term;
  const named = lacking.members.slice(0, shown).map((path) => `${quote(path)} in ${set}`);
  const parts = fails ? [`not ${holds}`, `${set} = ${holes.n}`, ...named] : [holds, `${all.scope.term} = ${holes.all}`];
  const formal = parts.join(" and ");
  const sentence = withUnread(asking, fill(fails ? say.no : say.yes, holes), lacking.unread);
  return stated(sentence, formal, { list: fails ? lacking.members : undefined, globs, undecided });
}

/** Files with the same content as another of the set, in groups. */
export async function twins(asking: Asking, filter: Filter): Promise<Found> {
  const say = asking.says;
  const chosen = await measured(asking, filter, ({ scope }) => `duplicates(${scope})`);
  const set = `duplicates(${chosen.scope.scope})`;
  const n = chosen.members.length;
  const groups = new Map<string, string[]>();
  for (const path of chosen.members) {
    const seen = asking.board.file(path)?.seen;
    const hash = seen?.ok ? seen.hash : path;
    groups.set(hash, [...(groups.get(hash) ?? []), path]);
  }
  const lists = [...groups.values()].map((paths) => paths.join(" = "));
  const same = [...groups.values()].flatMap(([first, ...rest]) =>
    rest.map((path) => `same(${quote(first!)}, ${quote(path)})`),
  );
  const named = chosen.members.slice(0, shown).map((path) => `${quote(path)} in ${set}`);
  const sentence = fill(n === 0 ? say.none : say.many, { n, ...chosen.noun });
  const formal = [`${set} = ${n}`, ...named, ...same.slice(0, shown)].join(" and ");
  return statedOf(chosen, sentence, formal, n === 0 ? undefined : lists);
}

/** How many files of each extension. */
export async function groups(asking: Asking, filter: Filter): Promise<Found> {
  const say = asking.says;
  const chosen = await choose(asking, filter);
  const counts = new Map<string, number>();
  for (const path of chosen.members) {
    const end = /[^.](\.[^.]+)$/.exec(base(path))?.[1] ?? "";
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
  const [one, many] = asking.language.say.file;
  const list = sorted.map(([end, n]) => `${end || asking.language.say.noExtension}: ${n} ${n === 1 ? one : many}`);
  const total = chosen.members.length;
  const sentence = fill(byNumber(say, sorted.length), { n: sorted.length, total, ...chosen.noun });
  const each: string[] = [];
  for (const [end, n] of sorted.slice(0, shown)) {
    const set = scopeOf(
      { and: [...partsOf(filter), { name: `?*${end}` }] },
      { universe: asking.universe, kinds: data().kinds },
    ).term;
    if (end !== "") each.push(`${set} = ${n}`);
  }
  const formal = [`${chosen.scope.term} = ${total}`, ...each].join(" and ");
  return statedOf(chosen, sentence, formal, list);
}

/** Whether there are more files of one sort than of another. */
export async function more(
  asking: Asking,
  one: Filter,
  other: Filter,
  asked: "which" | "more" | "fewer",
): Promise<Found> {
  const say = asking.says;
  const [first, second] = [await choose(asking, one), await choose(asking, other)];
  const [left, right] = [first.members.length, second.members.length];
  const holes = {
    left,
    right,
    oneMany: wordsFor(first),
    otherMany: wordsFor(second),
    moreMany: (left > right ? first : second).noun.many,
  };
  const holds = asked === "fewer" ? left < right : left > right;
  const key = asked !== "which" ? (holds ? "yes" : "no") : left === right ? "equal" : "which";
  const sentence = fill(say[key], holes);
  const formal = `${first.scope.term} = ${left} and ${second.scope.term} = ${right}`;
  const undecided = missing(first.value) ?? missing(second.value);
  return stated(sentence, formal, { globs: [first.scope.glob, second.scope.glob], undecided });
}

/** The sentence about how many, exact or, where some members could not be seen, at least. */
function sized(
  asking: Asking,
  chosen: Chosen,
  { formal, list }: { formal: string; list: string[] | undefined },
): Found {
  const say = asking.says;
  const { members, value, noun, scope, unread } = chosen;
  const n = members.length;
  const undecided = missing(value);
  const sentence = withUnread(
    asking,
    fill(undecided === null ? byNumber(say, n) : say.atLeast, { n, ...noun }),
    unread,
  );
  const lower = formal.replace(`${scope.term} = ${n}`, `${scope.term} >= ${n}`);
  const claims = [{ text: sentence, formal: undecided === null ? formal : lower }];
  return { say: sentence, list: n === 0 ? undefined : list, claims, globs: [scope.glob], undecided };
}

export function withUnread(asking: Asking, sentence: string, unread: number): string {
  if (unread === 0) return sentence;
  const note = fill(asking.language.say.unread[unread === 1 ? 0 : 1], { n: unread });
  return sentence.replace(/[.:]?$/, (end) => ` (${note})${end}`);
}

function wordsFor({ members, noun }: Chosen): string {
  return members.length === 1 ? noun.one : noun.many;
}
