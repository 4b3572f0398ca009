import { existsSync, readFileSync } from "node:fs";
import { likeliest } from "../../src/language/tongue.ts";
import type { Tongue } from "../../src/recipes/data.ts";
import { lookalikes } from "../../src/recipes/fixtures/lookalikes.ts";
import { others as world } from "../../src/recipes/fixtures/others.ts";
import { byRules } from "../../src/recipes/match.ts";
import { asksWhich, begins } from "./facts.ts";
import { takes } from "./fills.ts";

/** Kinds of which not every opposite is one too, so that words alone tell them apart. */
const oneSided = new Set(
  "largest largest-kind smallest-dir top-k second size-bound line-bound line-bound-kind changed since contain-not count-except all-contain".split(
    " ",
  ),
);

/** Kinds whose holes of one sort can't change places. */
const ordered = new Set(["contain-but-not", "compare"]);

/** A phrasing with its holes called as they are in `takes`, and which of all wordings it has; null: none. */
export type Phrasing = { text: string; wording: string | null };

/** All phrasings of a language that are in view, what only looks like them, and in English what other benches ask: of documents, of a shell, after another question. */
export function phrasingsOf(tongue: Tongue): Phrasing[] {
  const end = tongue === "en" ? "" : `.${tongue}`;
  const own = ["phrasings", "wordings", "wordings.more"].flatMap((name) => {
    const lists = read<Record<string, string[]>>(`files/${name}${end}`) ?? {};
    return Object.entries(lists).flatMap(([kind, list]) => list.map((text) => phrasing(kind, text)));
  });
  const lures = [...world, ...lookalikes].filter((text) => likeliest(text).order[0] === tongue);
  const more = [...lures, ...(tongue === "en" ? others() : [])].map((text) => ({ text, wording: null }));
  return [...own, ...askew(own, tongue), ...more];
}

/** Phrasings turned into what none of the kinds asks: into their opposites, by what is added to them, and two at once. */
function askew(own: Phrasing[], tongue: Tongue): Phrasing[] {
  const { opposites, tails } = read<Record<Tongue, Askew>>("files/askew")![tongue];
  const asked = own.filter(({ wording }) => wording !== null);
  const turned = asked.flatMap(({ text, wording }) => {
    if (!oneSided.has(wording!.split(" ")[0]!)) return [];
    const words = text.split(/(?<![\p{L}'])(?=[\p{L}'])|(?<=[\p{L}'])(?![\p{L}'])/u);
    const found = words.findIndex((word) => Object.hasOwn(opposites, word.toLowerCase()));
    return found < 0 ? [] : [words.with(found, opposites[words[found]!.toLowerCase()]!).join("")];
  });
  const added = asked.flatMap(({ text }, at) => {
    const [, question, end] = /^(.*?)(\s*[?.!]*)$/s.exec(text)!;
    return at % 4 === 0 ? [`${question} ${tails[(at / 4) % tails.length]}${end}`] : [];
  });
  const asking = asked.filter(({ text }) => text.endsWith("?"));
  const both = asking.flatMap(({ text, wording }, at) => {
    const other = asking[(at * 7_919) % asking.length]!;
    return at % 12 === 0 && other.wording !== wording ? [`${text} ${other.text}`] : [];
  });
  return [...turned, ...added, ...both].map((text) => ({ text, wording: null }));
}

type Askew = { opposites: Record<string, string>; tails: string[] };

function others(): string[] {
  const asked = ["rust", "mixed", "corpus"].flatMap((name) => read<{ dev: string[][] }>(`answers/${name}`)!.dev);
  const questions = asked.map((row) => row.find((part) => part.includes(" "))!);
  const requests = read<{ query: string }[]>("intercode/ordinary")!.map(({ query }) => query);
  const said = read<{ say: string }[]>("chat/follow")!.map(({ say }) => say);
  return [...questions, ...requests, ...said].filter((text) => byRules(text) === null);
}

function read<T>(name: string): T | null {
  const file = new URL(`../${name}.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}

function phrasing(called: string, given: string): Phrasing {
  const kind = called === "which-contain-bare" ? "which-contain" : called === "arithmetic-none" ? "none" : called;
  const isOrdered = ordered.has(kind) && !(kind === "compare" && asksWhich(given));
  const text = isOrdered ? renamed(kind, given) : inOrder(renamed(kind, given));
  const holes = [...new Set([...text.matchAll(/\{(\w)\}/g)].map(([, hole]) => hole!))];
  if (kind === "none" || (kind === "arithmetic" && holes.join() !== "Z")) {
    const isHole = (hole: string) => kind === "none" && /\{[A-Z]\}/.test(hole) && takes[hole[1]!];
    return { text: text.replace(/\{[^}]*\}/g, (hole) => (isHole(hole) ? hole : "3")), wording: null };
  }
  const isTurned = pairs.some(([one, other]) => isBefore(text, other, one));
  const way = [
    ...(kind === "compare" && asksWhich(given) ? ["which"] : isTurned ? ["turned"] : []),
    ...(kind === "named" && begins(given) ? ["begins"] : []),
  ];
  const letters = isTurned ? holes.sort().reverse() : holes.sort();
  return { text, wording: [kind, ...way, letters.join("")].join(" ") };
}

/** Holes that are filled by things of one sort. */
const pairs = [
  ["T", "U"],
  ["F", "G"],
  ["K", "L"],
] as const;

const isBefore = (text: string, one: string, other: string) =>
  text.includes(`{${one}}`) && text.includes(`{${other}}`) && text.indexOf(`{${one}}`) < text.indexOf(`{${other}}`);

/** A text in which the holes that may change places are called in their order. */
function inOrder(text: string): string {
  return pairs.reduce((said, [one, other]) => {
    if (!isBefore(said, other, one)) return said;
    return said.replace(/\{(\w)\}/g, (hole, name) =>
      name === one ? `{${other}}` : name === other ? `{${one}}` : hole,
    );
  }, text);
}

/** Holes are called alike where they are filled alike: dates are written in several ways. */
function renamed(kind: string, text: string): string {
  if (kind === "todo") return text.replace(/\bTODO(?=s?\b)/g, "{O}");
  if (kind === "since") return text.replace(/\{\w\}/g, "{Y}");
  // A size is drawn with its unit.
  if (text.includes("{S}"))
    return text.replace(/(\{S\})[\s\u00a0-]*(?:k[bo]?|kilo-?octets?|kilobytes?|kilos?|kas?)\b/gi, "$1");
  return text.replace(/\{A\}\s*[*x×·]\s*\(\{B\}\s*\+\s*1\)|<sum>/g, "{Z}");
}

export function holesOf(wording: string): string[] {
  return [.../[A-Z]*$/.exec(wording)![0]];
}
