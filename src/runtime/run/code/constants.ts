import { posix } from "node:path";
import type { ValueQuestion } from "../../../code/ask/value.ts";
import type { Draft } from "../../../core/answer.ts";
import { isSource } from "../../../core/declaration.ts";
import type { ConstantFacts } from "../../../core/observation.ts";
import { isTest } from "../../../core/testfile.ts";
import { blank } from "../../../engines/state.ts";
import { stemmerOf } from "../../../knowledge/text/language.ts";
import { call, equals, member } from "../../../proof/build.ts";
import type { Said } from "../conclude.ts";
import { constantsOf, done, type Look } from "./look.ts";
import { type Asked, aroundBy, heldBy, isNameLike, namesLike, partsOf, readAsked, shareOf } from "./naming.ts";
import { linked } from "./values.ts";

/** A value that stands somewhere for a name; `last` is the name without what it stands in. */
export type Found = { path: string; last: string; of: string[] } & ConstantFacts["constants"][number];

/** Values of a name that are told in sentences, and places that are told beneath. */
const most = 6;
/** The share of the words that one part of a question may leave to another that was found in the same file. */
const shared = 0.5;
/** Words of a question that is still read as one about a value. */
const longest = 20;

/** What value is written for what a question names, or asks for in words that a name holds; every place that fits is told. */
export async function constants({ look, parts, value }: Means): Promise<Draft> {
  const read = value && (await byParts(look, value));
  if (read) return await told(look, read);
  const named = namedIn(look);
  // Whether something is so is no question about a value, unless the value is named; a story asks for more than one.
  const isDefault = parts.has("default") && look.words.length <= longest && !parts.has("polar");
  if (named.length === 0 && !isDefault) return nothing;
  const own = await foundIn(look, scopeOf(look, false));
  const groups = byName(look, named, own) ?? byName(look, named, await foundIn(look, scopeOf(look, true)));
  // What is asked for by a name is not what has the words of that name in another order.
  const whole = named.filter((word) => !isShouted(word));
  const joint = look.words.filter((word) => /^\p{Ll}+(?:-\p{Ll}+)+$/u.test(word));
  const called = own.filter(
    ({ name }) => whole.every((word) => isWithin(word, name)) && !joint.some((word) => isHalf(word, name)),
  );
  const found = groups ?? (isDefault ? byWords(look, called, parts.has("amount")) : []);
  return found.length === 0
    ? nothing
    : await told(
        look,
        found.map((group) => literal(group, own)),
      );
}

type Means = { look: Look; parts: ReadonlySet<string>; value: ValueQuestion | undefined };

/** What a question asks for that was read part by part; in tests only where nothing else fits. */
async function byParts(look: Look, value: ValueQuestion): Promise<Found[][] | null> {
  const within = (tests: boolean) => look.sources.filter((path) => isTest(path) === tests);
  const own = linked(value, await foundIn(look, within(false)), look.universe);
  const groups = own ?? linked(value, await foundIn(look, within(true)), look.universe);
  const all = await foundIn(look, within(own === null));
  return groups?.map((found) => literal(ranked(look, found), all)) ?? null;
}

/** What is written for a name by way of another one, "given ?? defaults.depth", or as nothing beside a default of its own, behind that one in the same file. */
function literal(found: Found[], all: readonly Found[]): Found[] {
  const isDefault = (one: Found, each: Found) =>
    nothings.has(each.value ?? "") &&
    partsOf(one.last).join(" ").toLowerCase() === `default ${partsOf(each.last).join(" ")}`.toLowerCase();
  const isBehind = (one: Found, each: Found) =>
    one.path === each.path &&
    (one.value ?? one.written) !== null &&
    (isDefault(one, each) || (each.value === null && each.written !== null && holdsName(each.written, one.name)));
  const told = [...found.flatMap((each) => all.filter((one) => isBehind(one, each))), ...found];
  return [...new Map(told.map((each) => [`${each.path}:${each.line} ${each.name}`, each])).values()];
}

const nothings: ReadonlySet<string> = new Set(["None", "null", "undefined", "nil"]);

/** Whether code holds a qualified name as it is. */
function holdsName(written: string, name: string): boolean {
  const at = name.includes(".") ? written.indexOf(name) : -1;
  return at >= 0 && !/[\w$.]/.test(written[at - 1] ?? "") && !/[\w$]/.test(written[at + name.length] ?? "");
}

/** Whether a name has some of what is joined in a word, and not all of it: "read" is no "read-only". */
function isHalf(word: string, name: string): boolean {
  const stem = stemmerOf("en");
  const joined = word.split("-").map((part) => stem(part));
  return partsOf(name).some((part) => joined.includes(stem(part))) && !isWithin(word, name);
}

/** Whether a word is all capitals, and so may be no name. */
function isShouted(word: string): boolean {
  return /^[A-Z\d]+$/.test(word);
}

/** Whether a name holds the words of another one, as they follow each other. */
function isWithin(word: string, name: string): boolean {
  return partsOf(name).join(" ").includes(partsOf(word).join(" "));
}

const nothing = blank("no_plan", "Nothing of what the question names is given a value that the code writes down.");

/** The source files that a question ranges over: those it names, else all; those of tests only where `tests`. */
function scopeOf({ files, sources }: Look, tests: boolean): string[] {
  const named = files.filter(isSource);
  return named.length > 0 ? named : sources.filter((path) => isTest(path) === tests);
}

async function foundIn(look: Look, paths: string[]): Promise<Found[]> {
  return (await constantsOf(look, paths)).flatMap(({ path, facts }) =>
    facts.constants.filter(isWritten).map((each) => {
      const of = each.name.split(".");
      return { ...each, path, last: of.pop()!, of };
    }),
  );
}

/** Whether a value is written where it stands: what is taken from another module is none. */
function isWritten({ written }: { written: string | null }): boolean {
  return written === null || !/^(?:await\s+)?(?:require|import)\s*\(/.test(written);
}

/** The words of a question that can only be names in code, and those in backticks. */
function namedIn({ question, words, files }: Look): string[] {
  const quoted = [...question.matchAll(/`([\p{L}\p{N}_$#.-]+)`/gu)].map(([, word = ""]) => word);
  const all = [...quoted, ...words.flatMap((word) => word.split("."))];
  const isOfFile = (word: string) => files.some((path) => posix.basename(path).split(".").includes(word));
  return [...new Set(all)].filter((word) => (quoted.includes(word) || isNameLike(word)) && !isOfFile(word));
}

/** Where each name is given a value, those first that stand in what else is named; null where one is given none anywhere. */
function byName(look: Look, named: string[], all: Found[]): Found[][] | null {
  const names = new Set(all.map(({ last }) => last));
  const places = new Set(all.flatMap(({ of, path }) => [...of, posix.parse(path).name]));
  const groups: Found[][] = [];
  const around: string[] = [];
  for (const word of named) {
    const exact = names.has(word);
    if (!exact && places.has(word)) {
      around.push(word);
      continue;
    }
    const meant = new Set(exact || !isShouted(word) ? namesLike(word, names) : []);
    const found = all.filter(({ last, value, written }) => meant.has(last) && (value ?? written) !== null);
    if (found.length > 0) groups.push(found);
    // A word in capitals may be no name.
    else if (!isShouted(word)) return null;
  }
  // What is asked of one place is told of no other.
  const isHere = ({ of, path }: Found) =>
    around.length === 0 || [...of, posix.parse(path).name].some((each) => around.includes(each));
  const held = groups.map((found) => found.filter(isHere));
  return held.length === 0 || held.some((found) => found.length === 0)
    ? null
    : held.map((found) => ranked(look, found));
}

/** What stands in a type, a function or a file that the question names goes first; then what is told to be a default. */
function ranked({ question, words }: Look, found: Found[]): Found[] {
  const asked = readAsked(question);
  const score = ({ of, last, path, value, local }: Found) => {
    const around = [...of, posix.parse(path).name].some((each) => words.includes(each));
    const held = aroundBy(`${of.join(" ")} ${path}`, asked).size;
    const isDefault = partsOf(`${of.join(" ")} ${last}`).some((part) => /^defaults?$/.test(part));
    const isAside =
      local || /(?:^|\/)(?:examples?|samples?|demos?|docs?|bench\w*|vendor|third_party|dist)\//.test(path);
    return (
      (around ? 8 : 0) + (isAside ? -6 : 0) + (isDefault ? 4 : 0) + (value === null ? 0 : 2) + held - of.length / 10
    );
  };
  const best = found.filter(({ of, path }) => [...of, posix.parse(path).name].some((each) => words.includes(each)));
  return (best.length > 0 ? best : found).toSorted((a, b) => score(b) - score(a));
}

/** Where a name is given a value that holds what a part of the question asks for, whole; empty where that can't be said of each part. */
function byWords(look: Look, all: Found[], isAmount: boolean): Found[][] {
  // What stands before a colon tells what the question is about.
  const pieces = look.question
    .replace(/^[^:]*:\s/, "")
    .split(/\s(?:and|und|et|y)\s|[,;:]/)
    .map(readAsked);
  const asked = pieces.filter(({ words }) => words.some(({ passing }) => !passing));
  const free = settled(all, { isLocal: false, isAmount });
  const outer = inWhole(look, asked, free);
  return outer.length > 0 ? outer : inWhole(look, asked, [...free, ...settled(all, { isLocal: true, isAmount })]);
}

/** Values that may be what is asked for: one a place, which nothing changes to what only running tells; an amount where one is asked for. */
function settled(all: Found[], { isLocal, isAmount }: { isLocal: boolean; isAmount: boolean }): Found[] {
  const place = ({ path, name }: Found) => `${path} ${name}`;
  const changing = new Set(all.flatMap((each) => ((each.value ?? each.written) === null ? [place(each)] : [])));
  return all.filter((each) => {
    const text = isLocal ? each.value : (each.value ?? each.written);
    const isHere = isLocal === (each.local ?? false) && !changing.has(place(each));
    return isHere && text !== null && (!isAmount || /\d/.test(text));
  });
}

/** The values that hold each part of what is asked whole, or what is left of one where another was found in the same file. */
function inWhole(look: Look, asked: Asked[], told: Found[]): Found[][] {
  const groups = asked.map((piece) => bestOf(piece, told));
  const whole = groups.filter(({ share }) => share === 1);
  const files = new Set(whole.flatMap(({ found }) => found.map(({ path }) => path)));
  const others = groups.filter(
    ({ share, found }) => share < 1 && share >= shared && found.some(({ path }) => files.has(path)),
  );
  const isAll = groups.every((each) => whole.includes(each) || others.includes(each));
  if (whole.length === 0 || !isAll) return [];
  return groups.map(({ found, share }) =>
    ranked(look, share < 1 ? found.filter(({ path }) => files.has(path)) : found),
  );
}

/** The values whose names, with what they stand in, hold most of what is asked. */
function bestOf(asked: Asked, all: Found[]): { found: Found[]; share: number } {
  let [share, found]: [number, Found[]] = [0, []];
  const known = new Map<string, Set<number> | null>();
  const types = typesIn(all);
  for (const each of all) {
    if (!known.has(each.last)) known.set(each.last, heldBy(each.last, asked));
    const held = known.get(each.last);
    if (!held) continue;
    const around = aroundBy(`${each.of.join(" ")} ${each.path} ${types.get(each.path)}`, asked);
    const own = shareOf(asked, new Set([...held, ...around]));
    if (own > share) [share, found] = [own, [each]];
    else if (own === share) found.push(each);
  }
  return { found, share };
}

/** The types of a file that hold values, by its path. */
function typesIn(all: Found[]): Map<string, string> {
  const held = Map.groupBy(all, ({ path }) => path);
  const typed = (found: Found[]) => new Set(found.flatMap(({ of }) => of.filter((each) => /^\p{Lu}/u.test(each))));
  return new Map([...held].map(([path, found]) => [path, [...typed(found)].join(" ")]));
}

/** A sentence for each value of each name, the best first, and beneath where else it stands. */
async function told(look: Look, groups: Found[][]): Promise<Draft> {
  const said: Said[] = [];
  const list: string[] = [];
  for (const group of groups) {
    const values = [...Map.groupBy(group, ({ last, value, written }) => `${last} ${value ?? written}`).values()];
    for (const [first, ...others] of values) {
      if (said.length >= most * groups.length)
        list.push(`${first!.path}:${first!.line} ${first!.name} = ${first!.written}`);
      else said.push(sentence(first!, look));
      list.push(...others.map(({ path, line, name }) => `${path}:${line} ${name}, the same`));
    }
  }
  return await done(look, said, list.slice(0, 3 * most));
}

function sentence({ path, line, name, value, written }: Found, look: Look): Said {
  const worth = value !== null && written !== null && !written.includes(value) ? `, which is ${value}` : "";
  const text = `${name} is declared as ${written ?? value}${worth} (${path}:${line}).`;
  const seen = look.board.constants(path)?.seen;
  const alike = seen?.ok ? seen.constants.filter((each) => each.name === name || each.name.endsWith(`.${name}`)) : [];
  const isOne = value !== null && alike.every((each) => each.value === value);
  if (!isOne) return { text, claim: member(value ?? written!, call("values", path, name)) };
  const number = value !== null && /^-?\d+(?:\.\d+)?$/.test(value) && Number.isSafeInteger(Number(value));
  return { text, claim: equals(call("constant", path, name), number ? Number(value) : value) };
}
