import { existsSync, readFileSync } from "node:fs";
import type { Tongue } from "../../src/recipes/data.ts";
import { lookalikes } from "../../src/recipes/fixtures/lookalikes.ts";
import { others as world } from "../../src/recipes/fixtures/others.ts";
import { byRules } from "../../src/recipes/match.ts";
import { likeliest } from "../../src/recipes/tongue.ts";
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

/** Phrasings turned into what none of the kinds asks: into their opposites, and by what is added to them. */
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
  return [...turned, ...added].map((text) => ({ text, wording: null }));
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
  const text = renamed(kind, given);
  const holes = [...new Set([...text.matchAll(/\{(\w)\}/g)].map(([, hole]) => hole!))];
  if (kind === "none" || (kind === "arithmetic" && holes.join() !== "Z")) {
    const isHole = (hole: string) => kind === "none" && /\{[A-Z]\}/.test(hole) && takes[hole[1]!];
    return { text: text.replace(/\{[^}]*\}/g, (hole) => (isHole(hole) ? hole : "3")), wording: null };
  }
  const isTurned =
    holes.indexOf("U") >= 0
      ? holes.indexOf("U") < holes.indexOf("T")
      : holes.indexOf("G") >= 0 && holes.indexOf("G") < holes.indexOf("F");
  const way = [
    ...(kind === "compare" && asksWhich(given) ? ["which"] : ordered.has(kind) && isTurned ? ["turned"] : []),
    ...(kind === "named" && begins(given) ? ["begins"] : []),
  ];
  return { text, wording: [kind, ...way, holes.sort().join("")].join(" ") };
}

/** Holes are called alike where they are filled alike: dates are written in several ways. */
function renamed(kind: string, text: string): string {
  if (kind === "todo") return text.replace(/\bTODO(?=s?\b)/g, "{O}");
  if (kind === "since") return text.replace(/\{\w\}/g, "{Y}");
  return text.replace(/\{A\}\s*[*x×·]\s*\(\{B\}\s*\+\s*1\)|<sum>/g, "{Z}");
}

export function holesOf(wording: string): string[] {
  return [.../[A-Z]*$/.exec(wording)![0]];
}
