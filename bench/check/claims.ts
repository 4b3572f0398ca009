import { around, select, someFile, somewhere } from "./choice.ts";
import { vocabulary } from "./folder.ts";
import type { Group, Interval, Measure, Operator, Truth } from "./oracle.ts";
import * as oracle from "./oracle.ts";
import type { Random } from "./random.ts";
import { makeSum } from "./sums.ts";
import type { Survey } from "./survey.ts";
import { fragment, needle, type Part, quote, regexes, word } from "./wanted.ts";

/** A claim as text, what is true of it, and the predicate that it is about. */
export type Case = { kind: string; text: string; truth: Truth };

/** Makes claims about a folder, about as many true as false. */
export function makeClaims(survey: Survey, random: Random, count: number): Case[] {
  return Array.from({ length: count }, () => {
    if (random.chance(0.12)) return compound(survey, random);
    const [kind, make] = random.pick(Object.entries(makers));
    return { kind, ...make(survey, random) };
  });
}

type Made = { text: string; truth: Truth };
type Maker = (survey: Survey, random: Random) => Made;

const operators: Operator[] = ["=", "!=", "<", "<=", ">", ">="];
const write = JSON.stringify;

const makers: Record<string, Maker> = {
  exists: (survey, random) => about(somewhere(survey, random), "exists", (path) => oracle.exists(survey, path)),
  is_dir: (survey, random) => about(somewhere(survey, random), "is_dir", (path) => oracle.isDirectory(survey, path)),
  text: (survey, random) =>
    about(somewhere(survey, random), "text", (path) => read(survey, path, ({ text }) => text !== null)),
  encoding: (survey, random) => {
    const [path, name] = [someFile(survey, random), random.pick(["utf-8", "utf-16le", "utf-16be", "binary"])];
    const operator = random.pick(["=", "!="] as const);
    const truth = read(survey, path, ({ encoding }) => (encoding === name) === (operator === "="));
    return { text: `encoding(${write(path)}) ${operator} ${write(name)}`, truth };
  },
  same: (survey, random) => {
    const left = someFile(survey, random);
    const twin = survey.files.filter((path) => oracle.same(survey, left, path));
    const right = random.chance(0.5) && twin.length > 0 ? random.pick(twin) : someFile(survey, random);
    return { text: `same(${write(left)}, ${write(right)})`, truth: oracle.same(survey, left, right) };
  },
  lines: (survey, random) => measured(survey, random, "lines"),
  bytes: (survey, random) => measured(survey, random, "bytes"),
  words: (survey, random) => measured(survey, random, "words"),
  characters: (survey, random) => measured(survey, random, "characters"),
  line: (survey, random) => {
    const path = someFile(survey, random);
    const text = oracle.textAt(survey, path);
    const lines = text === null ? [] : oracle.linesOf(text);
    const number = random.pick(
      [1, 2, 3, -1, -2, lines.length, -lines.length, lines.length + 1].filter((one) => one !== 0),
    );
    const line = lines.at(number < 0 ? number : number - 1);
    const there = number > 0 ? number <= lines.length : -number <= lines.length;
    const wanted = random.chance(0.6) ? (line ?? "") : random.pick(["", ...vocabulary]);
    const operator = random.pick(["=", "!="] as const);
    const truth = text === null || line === undefined || !there ? null : (line === wanted) === (operator === "=");
    return { text: `line(${write(path)}, ${number}) ${operator} ${write(wanted)}`, truth };
  },
  modified,
  contains: (survey, random) => found(survey, random, "contains", fragment, (text, part) => text.includes(part)),
  word: (survey, random) => found(survey, random, "word", word, oracle.hasWord),
  quote: (survey, random) => found(survey, random, "quote", quote, oracle.hasQuote),
  matches: (survey, random) => {
    const [path, [source, regex]] = [someFile(survey, random), random.pick(regexes)];
    return { text: `matches(${write(path)}, ${source})`, truth: searched(survey, path, (text) => regex.test(text)) };
  },
  files: (survey, random) => sized(survey, random, "files"),
  dirs: (survey, random) => sized(survey, random, "dirs"),
  in: (survey, random) => {
    const selector = random.chance(0.3) ? select(random) : around(survey, random);
    const path = random.chance(0.3) ? somewhere(survey, random) : someFile(survey, random);
    const truth = selector.takes(path) ? listed(survey, path) : false;
    return { text: `${write(path)} in files(${write(selector.text)})`, truth };
  },
  count: (survey, random) => {
    const [selector, { written, test }] = [select(random), needle(random)];
    const lines = (path: string) => {
      const text = oracle.textAt(survey, path);
      return text === null ? null : point(oracle.linesOf(text).filter(test).length);
    };
    const value = oracle.total(oracle.group(survey, selector), lines);
    return compared(random, `count(${written}, ${write(selector.text)})`, value);
  },
  with: (survey, random) => {
    const [selector, { written, test }] = [select(random), needle(random)];
    const set = oracle.filter(oracle.group(survey, selector), (path) => searched(survey, path, test));
    const term = `with(${written}, ${write(selector.text)})`;
    if (random.chance(0.5)) return compared(random, term, oracle.size(set));
    const path = someFile(survey, random);
    const truth = oracle.both(selector.takes(path) ? listed(survey, path) : false, searched(survey, path, test));
    return { text: `${write(path)} in ${term}`, truth };
  },
  total: (survey, random) => {
    const [selector, measure] = [select(random), random.pick(["lines", "bytes", "words", "characters"] as const)];
    const value = oracle.total(oracle.group(survey, selector), (path) => oracle.measureAt(survey, path, measure));
    return compared(random, `total(${write(selector.text)}, ${measure})`, value);
  },
  extreme: (survey, random) => {
    const [name, sign, measure] = random.pick(extremes);
    const selector = select(random);
    const set = oracle.group(survey, selector);
    const value = (path: string) => oracle.measureAt(survey, path, measure);
    const best = set.certain.filter((path) => oracle.isExtreme(survey, set, path, sign, value));
    const path = random.chance(0.6) && best.length > 0 ? random.pick(best) : someFile(survey, random);
    const argument = name === "newest" || name === "oldest" ? "" : `, ${measure}`;
    const truth = selector.takes(path) ? oracle.isExtreme(survey, set, path, sign, value) : false;
    return { text: `${write(path)} in ${name}(${write(selector.text)}${argument})`, truth };
  },
  duplicates: (survey, random) => {
    const selector = select(random);
    const set = oracle.twins(survey, oracle.group(survey, selector));
    const term = `duplicates(${write(selector.text)})`;
    if (random.chance(0.5)) return compared(random, term, oracle.size(set));
    const path = random.chance(0.5) && set.certain.length > 0 ? random.pick(set.certain) : someFile(survey, random);
    return {
      text: `${write(path)} in ${term}`,
      truth: selector.takes(path) ? oracle.contains(survey, set, path) : false,
    };
  },
  where: (survey, random) => {
    const [selector, { body, test }] = [select(random), condition(survey, random)];
    const set = oracle.filter(oracle.group(survey, selector), test);
    return compared(random, `where(x, files(${write(selector.text)}), ${body("x")})`, oracle.size(set));
  },
  quantifier: (survey, random) => {
    const [selector, { body, test }] = [select(random), condition(survey, random)];
    const set = oracle.group(survey, selector);
    const quantifier = random.pick(["all", "any"] as const);
    const truth = quantifier === "all" ? allOf(set, test) : oracle.not(allOf(set, (path) => oracle.not(test(path))));
    return { text: `${quantifier} x in files(${write(selector.text)}): (${body("x")})`, truth };
  },
  defines: (survey, random) => named(survey, random, "defines"),
  imports: (survey, random) => named(survey, random, "imports"),
  exports: (survey, random) => named(survey, random, "exports"),
  value: (_, random) => makeSum(random),
};

function compound(survey: Survey, random: Random): Case {
  const part = () => random.pick(Object.values(makers))(survey, random);
  const [left, right] = [part(), part()];
  switch (random.below(3)) {
    case 0:
      return { kind: "and", text: `(${left.text}) and (${right.text})`, truth: oracle.both(left.truth, right.truth) };
    case 1: {
      const truth = oracle.either(left.truth, right.truth);
      return { kind: "or", text: `(${left.text}) or (${right.text})`, truth };
    }
    default:
      return { kind: "not", text: `not (${left.text})`, truth: oracle.not(left.truth) };
  }
}

function about(path: string, name: string, truth: (path: string) => Truth): Made {
  return { text: `${name}(${write(path)})`, truth: truth(path) };
}

function measured(survey: Survey, random: Random, measure: Measure): Made {
  const path = someFile(survey, random);
  return compared(random, `${measure}(${write(path)})`, oracle.measureAt(survey, path, measure));
}

/** Compares a value with a number near it; null is a term without a value. */
function compared(random: Random, term: string, value: Interval | null): Made {
  const operator = random.pick(operators);
  const near = random.chance(0.5) ? 0 : random.pick([-1, 1, 2, -3, 10]);
  const number = Math.max(0, (value?.low ?? random.below(40)) + near);
  const written = random.chance(0.05) ? `${number}.5` : `${number}`;
  const truth = value === null ? null : oracle.compare(value, operator, point(Number(written)));
  return { text: `${term} ${operator} ${written}`, truth };
}

function modified(survey: Survey, random: Random): Made {
  const path = someFile(survey, random);
  const value = oracle.measureAt(survey, path, "modified");
  const operator = random.pick(operators);
  const near = (value?.low ?? 1_600_500_000_000) + random.pick([0, 0, 1000, -1000, 86_400_000, -200_000_000]);
  const iso = new Date(near).toISOString();
  const wholeDay = random.chance(0.5);
  const start = Date.parse(iso.slice(0, 10));
  const other = wholeDay ? { low: start, high: start + 86_400_000 } : point(near);
  const truth = value === null ? null : oracle.compare(value, operator, other);
  return { text: `modified(${write(path)}) ${operator} ${write(wholeDay ? iso.slice(0, 10) : iso)}`, truth };
}

function found(
  survey: Survey,
  random: Random,
  name: string,
  part: Part,
  test: (text: string, part: string) => boolean,
): Made {
  const path = someFile(survey, random);
  const wanted = part(random, oracle.textAt(survey, path) ?? "");
  return {
    text: `${name}(${write(path)}, ${write(wanted)})`,
    truth: searched(survey, path, (text) => test(text, wanted)),
  };
}

const extremes: [string, 1 | -1, Measure][] = [
  ["largest", 1, "lines"],
  ["largest", 1, "bytes"],
  ["smallest", -1, "lines"],
  ["largest", 1, "words"],
  ["smallest", -1, "characters"],
  ["smallest", -1, "bytes"],
  ["newest", 1, "modified"],
  ["oldest", -1, "modified"],
];

function condition(survey: Survey, random: Random): { body: (name: string) => string; test: (path: string) => Truth } {
  const limit = random.below(30);
  const text = random.pick(vocabulary);
  const lines = (path: string) => oracle.measureAt(survey, path, "lines");
  return random.pick([
    {
      body: (x: string) => `lines(${x}) > ${limit}`,
      test: (path: string) => map(lines(path), (one) => oracle.compare(one, ">", point(limit))),
    },
    {
      body: (x: string) => `contains(${x}, ${write(text)})`,
      test: (path: string) => searched(survey, path, (whole) => whole.includes(text)),
    },
    { body: (x: string) => `text(${x})`, test: (path: string) => read(survey, path, (file) => file.text !== null) },
    {
      body: (x: string) => `bytes(${x}) > ${limit * 20} or not text(${x})`,
      test: (path: string) => {
        const isLong = map(oracle.measureAt(survey, path, "bytes"), (one) =>
          oracle.compare(one, ">", point(limit * 20)),
        );
        return oracle.either(
          isLong,
          read(survey, path, (file) => file.text === null),
        );
      },
    },
  ]);
}

function named(survey: Survey, random: Random, relation: "defines" | "imports" | "exports"): Made {
  const sources = survey.files.filter((path) => survey.symbols.has(path));
  const path = sources.length > 0 && random.chance(0.9) ? random.pick(sources) : someFile(survey, random);
  const symbols = survey.symbols.get(path) ?? null;
  const known = symbols?.[relation];
  const others = symbols
    ? [...symbols.defines, ...symbols.imports, ...symbols.bound, ...symbols.nearby, "never", "zebra"]
    : // Of a broken source only what stands in it is open.
      [path.endsWith(".py") ? "def" : "const"];
  const name = known && known.size > 0 && random.chance(0.5) ? random.pick([...known]) : random.pick(others);
  const text = `${relation}(${write(path)}, ${write(name)})`;
  const unclear = relation === "imports" && symbols?.nearby.has(name);
  const isBlind = !known || oracle.textAt(survey, path) === null;
  return { text, truth: isBlind ? null : known.has(name) ? true : unclear ? null : false };
}

function sized(survey: Survey, random: Random, from: "files" | "dirs"): Made {
  const selector =
    from === "files" ? select(random) : random.pick([oracle.selectors.everything("**"), oracle.selectors.top("")]);
  return compared(random, `${from}(${write(selector.text)})`, oracle.size(oracle.group(survey, selector, from)));
}

function listed(survey: Survey, path: string): Truth {
  return oracle.isIn(survey.gaps, path) ? null : survey.files.includes(path);
}

function read<T>(
  survey: Survey,
  path: string,
  answer: (file: NonNullable<ReturnType<typeof oracle.readAt>>) => T,
): T | null {
  const file = oracle.readAt(survey, path);
  return file === null ? null : answer(file);
}

function searched(survey: Survey, path: string, test: (text: string) => boolean): Truth {
  return map(oracle.textAt(survey, path), test);
}

function allOf(set: Group, test: (path: string) => Truth): Truth {
  const certain = oracle.every(set.certain.map(test));
  if (certain === false) return false;
  const doubtful = set.open || set.maybe.some((path) => test(path) !== true);
  return doubtful ? null : certain;
}

function map<T, U>(value: T | null, to: (value: T) => U): U | null {
  return value === null ? null : to(value);
}

function point(value: number): Interval {
  return { low: value, high: value };
}
