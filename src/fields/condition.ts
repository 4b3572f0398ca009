import type { FieldTest } from "./catalog.ts";
import { kindOf } from "./kinds.ts";
import { apart, has, isNoun, kindsOf, nameOf, overlap, placesOf, type Reading, type Stretch } from "./reading.ts";
import { sidedKeys } from "./relation.ts";
import { yesOf } from "./words.ts";

/** A condition as it is said: its own words, all that belong to it, and the keys that it is about. */
type Atom = Stretch & { hull: Stretch; test: FieldTest; keys: string[] };

/** What a question says of the documents that are meant, with the words that say it. */
export type Conditions = {
  tests: FieldTest[];
  links: Stretch[];
  keys: string[];
  used: number[];
  left: Reading["keys"];
};

/** Words of a title that follow one for about. */
const longestTopic = 4;

/**
 * The conditions of a question, from left to right: values of fields, times, words of a title, fields that are there or lacking, each denied or
 * not, joined by "or" where they are of one meaning, by "and" else. `left` are words for fields that no condition takes. Null where more than one
 * reading is possible. `isBare`: that a field is there is no condition.
 */
export function conditionsIn(reading: Reading, without: Stretch[] = [], isBare = false): Conditions | null {
  const named = apart(reading.keys, [...reading.values, ...without]);
  const topics = topicsIn(reading, without);
  const values = apart(reading.values, [...topics, ...without]);
  const own = valuesIn({ ...reading, values }, named);
  const time = timeIn(reading, named, own ?? []);
  if (own === null || time === null) return null;
  const taken = [...own, ...time].flatMap(({ keys }) => keys);
  const left = apart(named, topics).filter(({ keys }) => !keys.some((key) => taken.includes(key)));
  const lacks = isBare ? [] : hasIn(reading, left);
  const atoms = [...topics, ...own, ...time, ...lacks].sort((one, other) => one.from - other.from);
  if (atoms.some((atom, at) => at > 0 && overlap(atom, atoms[at - 1]!))) return null;
  const joined = groupsOf(reading, atoms);
  const denied = joined && deniedIn(reading, joined.groups);
  if (!denied) return null;
  return {
    tests: denied.tests,
    links: [...atoms, ...named.filter((link) => !left.includes(link)), ...lacks],
    keys: atoms.flatMap(({ keys }) => keys),
    used: [
      ...joined.used,
      ...denied.used,
      ...named.flatMap((one, at) => named.slice(at + 1).flatMap((other) => eitherOf(reading, one, other))),
      ...topics.flatMap(({ hull }) => [hull.from]),
    ],
    left: left.filter((link) => !lacks.some((atom) => overlap(atom, link))),
  };
}

/** "About async generators": words that a title holds, or a value of a list of topics. */
function topicsIn(reading: Reading, without: Stretch[]): Atom[] {
  const { tokens, catalog, words, question } = reading;
  const titles = catalog.keys.filter(({ key }) => kindOf(key)?.kind === "title");
  return placesOf(reading, "about").flatMap((about) => {
    let end = about + 1;
    const isEnd = (at: number) => {
      const token = tokens[at];
      const isSaid = token === undefined || token.roles.length > 0 || words.filler.includes(token.word);
      return (
        isSaid ||
        isNoun(reading, token) ||
        reading.when?.from === at ||
        apart([{ from: at, to: at + 1 }], without).length === 0
      );
    };
    while (!isEnd(end) && end - about <= longestTopic) end += 1;
    if (end === about + 1 || titles.length !== 1 || !isEnd(end) || has(tokens[end], "and") || has(tokens[end], "or"))
      return [];
    const text = question.slice(tokens[about + 1]!.from, tokens[end - 1]!.to);
    const holds = forms(text).map((each): FieldTest => ({ is: "holds", field: titles[0]!.name, text: each }));
    const tagged = reading.values.find(({ from, to }) => from === about + 1 && to === end);
    const lists = tagged?.keys.filter((key) => kindOf(key)?.kind === "topic") ?? [];
    const tests: FieldTest[] = lists.map((key) => ({
      is: "value",
      fields: [nameOf(catalog, key)],
      value: tagged!.value,
    }));
    const test: FieldTest = { is: "or", tests: [...tests, ...holds] };
    return [{ from: about + 1, to: end, hull: { from: about, to: end }, test, keys: [titles[0]!.key] }];
  });
}

/** A text with its last word for one and for several. */
function forms(text: string): string[] {
  const one = text.replace(/(?<=\p{L}{3}[^s\P{L}])s$/iu, "");
  return [one, `${one}s`];
}

function valuesIn(reading: Reading, named: Reading["keys"]): Atom[] | null {
  const atoms = reading.values.map((value): Atom | null => {
    const keys = keysOf(value, named, reading);
    if (keys === null || isDoneBy(reading, value, keys)) return null;
    const fields = keys.map((key) => nameOf(reading.catalog, key));
    const own = named.filter((link) => link.keys.some((key) => keys.includes(key)));
    return { ...value, hull: hullOf(value, own, reading), test: { is: "value", fields, value: value.value }, keys };
  });
  return atoms.every((atom) => atom !== null) ? (atoms as Atom[]) : null;
}

/** Whether a person is said to have done what another value tells, and not to have written it: "rejected by Ann". */
function isDoneBy({ tokens, values }: Reading, { from }: Stretch, keys: string[]): boolean {
  const isPerson = kindOf(keys[0]!)?.type === "person";
  return isPerson && has(tokens[from - 1], "by") && values.some(({ to }) => to === from - 1);
}

/** From a value to the words that ask for its field, as far as no other value stands between. */
function hullOf(value: Stretch, own: Stretch[], { values }: Reading): Stretch {
  const isNear = (link: Stretch) =>
    !values.some(
      (other) => (other.from >= link.to && other.to <= value.from) || (other.from >= value.to && other.to <= link.from),
    );
  const near = own.filter(isNear);
  return {
    from: Math.min(value.from, ...near.map(({ from }) => from)),
    to: Math.max(value.to, ...near.map(({ to }) => to)),
  };
}

/** The keys that a value is meant of: those that are named, else the only one that has it; null where that is open. */
function keysOf(value: Reading["values"][number], named: Reading["keys"], reading: Reading): string[] | null {
  if (value.keys.every((key) => kindOf(key)?.inverse !== undefined)) return sidedKeys(reading, value, named);
  const asked = named.filter(({ keys }) => keys.some((key) => value.keys.includes(key)));
  // "by NAME" is who wrote it; any other word that asks says more.
  const firm = asked.filter((link) => !has(reading.tokens[link.from], "by"));
  const links = firm.length > 0 ? firm : asked;
  if (links.length === 0) return !value.numeric && value.keys.length === 1 ? value.keys : null;
  const [one, other, ...more] = links;
  const isEither = other && more.length === 0 && eitherOf(reading, one!, other).length > 0;
  const keys = value.keys.filter((key) => (isEither ? links.some(holdsKey(key)) : links.every(holdsKey(key))));
  return isEither || kindsOf(keys).size === 1 ? keys : null;
}

const holdsKey = (key: string) => (link: { keys: string[] }) => link.keys.includes(key);

/** Where "or" stands between two words for fields and nothing else does: "wrote or edited". */
function eitherOf(reading: Reading, one: Stretch, other: Stretch): number[] {
  return placesOf(reading, "or").filter((place) => place === one.to && place + 1 === other.from);
}

/** The time that is kept to, of the one date field that is named; null where that is open. */
function timeIn({ when, catalog }: Reading, named: Reading["keys"], values: Atom[]): Atom[] | null {
  if (when === null) return [];
  const taken = values.flatMap(({ keys }) => keys);
  const dated = named.filter(
    ({ keys }) => keys.some((key) => kindOf(key)?.type === "date") && !keys.some((key) => taken.includes(key)),
  );
  const said = [...new Set(dated.flatMap((link) => link.keys).filter((key) => kindOf(key)?.type === "date"))];
  // What somebody wrote in a year was made in it.
  const last = values.filter(({ hull }) => hull.to <= when.from).sort((one, other) => other.hull.to - one.hull.to)[0];
  const isMade = said.length === 0 && kindOf(last?.keys[0] ?? "")?.kind === "author";
  const made = catalog.keys.map(({ key }) => key).filter((key) => kindOf(key)?.kind === "created");
  const keys = isMade ? made : said;
  const hasTwo = catalog.paths.some(
    (path) => new Set(catalog.fieldsOf(path).flatMap(({ key }) => (keys.includes(key) ? [key] : []))).size > 1,
  );
  if (keys.length === 0 || kindsOf(keys).size !== 1 || hasTwo) return null;
  const own = dated.filter((link) => link.keys.some((key) => keys.includes(key)));
  const hull = {
    from: Math.min(when.from, ...own.map(({ from }) => from)),
    to: Math.max(when.to, ...own.map(({ to }) => to)),
  };
  const test: FieldTest = {
    is: "time",
    fields: keys.map((key) => nameOf(catalog, key)),
    from: when.first,
    to: when.next,
  };
  return [{ from: when.from, to: when.to, hull, test, keys }];
}

/** "With a sponsor", "without a status": a field that is there or not. */
function hasIn(reading: Reading, left: Reading["keys"]): Atom[] {
  const { tokens, catalog, words } = reading;
  const says = placesOf(reading, "have").length > 0;
  return left.flatMap((link) => {
    let before = link.from - 1;
    while (before >= 0 && words.filler.includes(tokens[before]!.word) && tokens[before]!.roles.length === 0)
      before -= 1;
    const isLacked = has(tokens[before], "lacking") || has(tokens[before], "not") || has(tokens[before], "or");
    // "One author" is a number of them.
    const isNumber = isNoun(reading, tokens[link.from - 1]);
    if ((!says && !isLacked) || isNumber || kindsOf(link.keys).size !== 1) return [];
    const fields = link.keys.map((key) => nameOf(catalog, key));
    return [{ ...link, hull: { from: link.from, to: link.to }, test: { is: "has", fields }, keys: link.keys }];
  });
}

type Group = Stretch & { hull: Stretch; atoms: Atom[]; test: FieldTest };

/** Conditions that "or" joins are one; null where what it joins is open. */
function groupsOf(reading: Reading, atoms: Atom[]): { groups: Group[]; used: number[] } | null {
  const ors = placesOf(reading, "or");
  const used: number[] = [];
  const runs: Atom[][] = [];
  for (const [at, atom] of atoms.entries()) {
    const last = atoms[at - 1];
    const or = last ? ors.filter((place) => place >= last.to && place < atom.from) : [];
    used.push(...or);
    if (or.length > 0 || (last && isListed(reading, last, atoms.slice(at), ors))) runs.at(-1)!.push(atom);
    else runs.push([atom]);
  }
  if (runs.some((run) => run.length > 1 && !isOne(run) && runs.length > 1)) return null;
  const groups = runs.map((run): Group => {
    const tests = run.map(({ test }) => test);
    return {
      ...{ from: run[0]!.from, to: run.at(-1)!.to, atoms: run, hull: run[0]!.hull },
      test: tests.length > 1 ? { is: "or", tests } : tests[0]!,
    };
  });
  return { groups, used };
}

/** Whether conditions are of one meaning. */
function isOne(run: Atom[]): boolean {
  return run.every(({ test }) => test.is === "has") || kindsOf(run.flatMap(({ keys }) => keys)).size === 1;
}

/** "Final, active or accepted": a comma joins as the "or" behind it does. */
function isListed({ question, tokens }: Reading, last: Atom, rest: Atom[], ors: number[]): boolean {
  const [next, after] = rest;
  if (!after || !next!.keys.every((key) => last.keys.includes(key))) return false;
  const between = question.slice(tokens[last.to - 1]!.to, tokens[next!.from]!.from);
  return /^\s*,\s*$/.test(between) && ors.some((place) => place >= next!.to && place < after.from);
}

/** Of two values that no document has both of, either may be meant. */
function areClear(groups: Group[]): boolean {
  const single = groups.flatMap(({ atoms: [first] }) => {
    const kind = kindOf(first!.keys[0]!);
    const isOne = first!.test.is === "value" && kind?.type !== "person" && kind?.type !== "list";
    return isOne ? [first!.keys[0]!] : [];
  });
  return new Set(single).size === single.length;
}

/** Each group, denied where the words for it say so; null where it is open how far that goes. */
function deniedIn(reading: Reading, groups: Group[]): { tests: FieldTest[]; used: number[] } | null {
  const places = [...placesOf(reading, "not"), ...placesOf(reading, "lacking")].sort((one, other) => one - other);
  // "n'ont pas" is said in three words.
  const starts = places.filter((place) => !places.includes(place - 1));
  const denied = new Map<Group, number>();
  for (const place of starts) {
    const within = groups.find(({ hull }) => hull.from <= place && place < hull.to);
    const group = within ?? groups.find(({ from }) => from > place);
    if (!group || denied.has(group) || (within && (group.atoms.length > 1 || isLoose(reading, group)))) return null;
    if (!within && place > group.from) return null;
    denied.set(group, place);
  }
  if (!areClear(groups.filter((group) => !denied.has(group)))) return null;
  // "Not by Ann or final" may deny the one or both.
  if ([...denied.keys()].some(({ atoms }) => !isOne(atoms))) return null;
  const isOpen = ([group, place]: [Group, number]) =>
    isOpenTo(reading, group, groups[groups.indexOf(group) + 1], place);
  if ([...denied].some(isOpen)) return null;
  return {
    tests: groups.map((group) =>
      denied.has(group) ? { is: "not", test: group.test, told: toldBy(group) } : group.test,
    ),
    used: places,
  };
}

/**
 * Whether a denial between a value and a word for its field may be of something else: the word asks for another field as well, as "created" may be of who
 * wrote it or when, or "and" parts them.
 */
function isLoose(reading: Reading, { hull, from, to, atoms }: Group): boolean {
  const kinds = kindsOf(atoms.flatMap(({ keys }) => keys));
  const asking = reading.keys.filter((link) => overlap(link, hull) && !overlap(link, { from, to }));
  const isOther = asking.some(({ keys }) => [...kindsOf(keys)].some((kind) => !kinds.has(kind)));
  return isOther || reading.tokens.slice(hull.from, hull.to).some((token) => has(token, "and") || has(token, "or"));
}

/** Whether what is denied may go on: "not final and by Ann", "not written by Ann in 2009". `place`: where it is denied. */
function isOpenTo({ tokens, words }: Reading, group: Group, next: Group | undefined, place: number): boolean {
  if (!next) return false;
  const between = tokens.slice(group.to, next.from).filter((_, at) => group.to + at !== place);
  const isVerb = between.some(
    (token) => has(token, "polar") || has(token, "not") || words.relative.includes(token.word),
  );
  const isAnd = between.some((token) => has(token, "and"));
  return (isAnd && !isVerb) || (next.test.is === "time" && !isVerb && next.from >= group.to);
}

/** The fields that documents have of which a value is denied: one without a status is of another sort; one without topics or a mark lacks each. */
function toldBy({ test, atoms }: Group): string[] | null {
  const isListed = atoms.some(({ keys }) => kindOf(keys[0]!)?.type === "list");
  const tests = test.is === "or" ? test.tests : [test];
  const isFlag = tests.some((each) => each.is === "value" && yesOf(each.value) !== null);
  if (isListed || isFlag || tests.some(({ is }) => is === "has")) return null;
  return [...new Set(tests.flatMap((each) => ("fields" in each ? each.fields : "field" in each ? [each.field] : [])))];
}
