/**
 * Learns which usual wording a question is like, from the phrasings in view (bench/files/phrasings*.json, wordings*.json):
 * `node bench/likeness.ts` writes data/likeness and says how many of the phrasings left out of five rounds are read, and how many
 * of them wrongly. Nothing kept aside is read.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Language, speak, type Tongue, tongues } from "../src/recipes/data.ts";
import { bucketOf, features, filled, type Usual } from "../src/recipes/likeness.ts";
import { type Known, mask } from "../src/recipes/mask.ts";
import { match } from "../src/recipes/match.ts";
import { meaningOf } from "../src/recipes/slots.ts";
import { tokenize } from "../src/recipes/tokens.ts";
import { asksWhich, begins } from "./files/facts.ts";
import { drawing, takes, usual } from "./files/fills.ts";
import { spoken } from "./files/spoken.ts";
import { fitted, probabilities, quantised, type Sample as Shown, type Weights } from "./logistic.ts";
import { save } from "./result.ts";

const buckets = 4_096;
const folds = 5;
const fillings = 2;
/**
 * The share of all phrasings that may be taken for a wrong wording, over those left out; more where there are fewer to learn
 * from, and nearly all of them are unusual.
 */
const wrongs: Record<Tongue, number> = { en: 0.006, fr: 0.009, es: 0.009, de: 0.009 };
const now = Date.parse("2026-01-15T12:00:00Z");
const folders: Record<Tongue, string[]> = {
  en: ["folder", "directory", "subfolder", "dir", "subdirectory"],
  fr: ["dossier", "repertoire", "sous-dossier"],
  es: ["carpeta", "directorio", "subcarpeta"],
  de: ["ordner", "verzeichnis", "unterordner"],
};

/** Kinds of which not every opposite is one too, so that words alone tell them apart. */
const oneSided = new Set(
  "largest largest-kind smallest-dir top-k second size-bound line-bound line-bound-kind changed since contain-not count-except all-contain".split(
    " ",
  ),
);

/** Kinds whose holes of one sort can't change places. */
const ordered = new Set(["contain-but-not", "compare"]);
const places = 200;

/** A phrasing with its holes called as they are in `takes`, and which of all wordings it has; null: none. */
type Phrasing = { text: string; wording: string | null };
type Sample = Shown & { fits: (label: number) => boolean };

const measured = Object.fromEntries(tongues.map((tongue) => [tongue, learn(tongue)]));
save("likeness", measured);

function learn(tongue: Tongue): object {
  const language = speak(tongue);
  const all = phrasingsOf(tongue);
  const known: Known = { words: wordsOf(all, language), folders: new Set(folders[tongue]) };
  const wordings = usualOf(all);
  const names = [...wordings.keys()];
  const list = [...wordings.values()];
  const none = list.length;
  const samples = all.map(({ text, wording }, at) => sampled(text, wording, at));
  const rounds = Array.from({ length: folds }, (_, fold) => {
    const kept = samples.filter((__, at) => at % folds !== fold).flat();
    const left = samples.filter((__, at) => at % folds === fold).flat();
    const model = fitted(kept, { buckets, columns: none + 1 });
    return left.map((sample) => judged(model, sample));
  }).flat();
  const sure = surest(rounds, wrongs[tongue]);
  const model = quantised(fitted(samples.flat(), { buckets, columns: none + 1 }));
  const file = fileURLToPath(new URL(`../data/likeness/${tongue}.json`, import.meta.url));
  const learned = {
    $schema: "./schema.json",
    usual: list,
    words: [...known.words].sort(),
    folders: folders[tongue],
    buckets,
    sure,
    ...model,
  };
  writeFileSync(file, `${JSON.stringify(learned)}\n`);
  const asked = rounds.filter(({ label }) => label < none);
  const taken = rounds.filter(({ likely, fits }) => likely >= sure && fits);
  const share = (n: number, of: number) => Math.round((1_000 * n) / of) / 1_000;
  const row = {
    phrasings: all.length,
    wordings: names.length,
    sure,
    right: share(taken.filter(({ isRight }) => isRight).length, asked.length),
    wrong: share(taken.filter(({ isRight }) => !isRight).length, rounds.length),
    likeliestRight: share(asked.filter(({ isRight }) => isRight).length, asked.length),
  };
  console.error(tongue, JSON.stringify(row));
  return row;

  /** A phrasing filled in some ways, masked as a question is. */
  function sampled(text: string, wording: string | null, at: number): Sample[] {
    return Array.from({ length: wording === null ? 1 : fillings }, (_, turn): Sample => {
      const draw = drawing(10 * at + turn, spoken[tongue].numbers[0]);
      const fills = new Map<string, string>();
      const question = text.replace(/\{(\w)\}/g, (__, hole: string) => {
        if (!fills.has(hole)) fills.set(hole, draw(hole));
        return fills.get(hole)!;
      });
      const { shape, marks } = mask(tokenize(question, language.words), question, language, known, now);
      const own = wording === null ? none : names.indexOf(wording);
      const wanted = wording === null ? [] : holesOf(wording).map((hole) => plain(fills.get(hole)!));
      const given = own < 0 || own === none ? null : filled(list[own]!.holes, marks)?.map(plain);
      const isFilled = given?.join("|") === wanted.join("|");
      return {
        features: Uint16Array.from(features(shape), (feature) => bucketOf(feature, buckets)),
        label: isFilled ? own : none,
        fits: (label) => label < none && filled(list[label]!.holes, marks) !== null,
      };
    });
  }
}

function plain(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, "").replace(/\/$/, "");
}

/** All phrasings of a language that are in view, and in English what other benches ask: of documents, of a shell, after another question. */
function phrasingsOf(tongue: Tongue): Phrasing[] {
  const end = tongue === "en" ? "" : `.${tongue}`;
  const own = ["phrasings", "wordings", "wordings.more"].flatMap((name) => {
    const lists = read<Record<string, string[]>>(`files/${name}${end}`) ?? {};
    return Object.entries(lists).flatMap(([kind, list]) => list.map((text) => phrasing(kind, text)));
  });
  const more = tongue === "en" ? others().map((text) => ({ text, wording: null })) : [];
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
  return [...questions, ...requests, ...read<{ say: string }[]>("chat/follow")!.map(({ say }) => say)];
}

function read<T>(name: string): T | null {
  const file = new URL(`${name}.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}

function phrasing(called: string, given: string): Phrasing {
  const kind = called === "which-contain-bare" ? "which-contain" : called;
  const text = renamed(kind, given);
  if (kind === "none" || kind === "arithmetic")
    return {
      text: text.replace(/\{[^}]*\}/g, (hole) => (/\{[A-Z]\}/.test(hole) && takes[hole[1]!] ? hole : "3")),
      wording: null,
    };
  const holes = [...new Set([...text.matchAll(/\{(\w)\}/g)].map(([, hole]) => hole!))];
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
  return kind === "arithmetic" ? text.replace(/\{\w\}/g, "3") : text;
}

function holesOf(wording: string): string[] {
  return [.../[A-Z]*$/.exec(wording)![0]];
}

/** The words that at least two phrasings have; what many folders are called is a word where it is frequent. */
function wordsOf(all: Phrasing[], { words }: Language): Set<string> {
  const count = new Map<string, number>();
  for (const { text } of all) {
    const tokens = tokenize(text.replace(/["'`“”«»„]?\{\w\}["'`“”«»]?/g, " `x` "), words);
    const own = new Set(tokens.flatMap(({ quoted, lower }) => (quoted || lower === "," ? [] : [lower])));
    for (const word of own) count.set(word, (count.get(word) ?? 0) + 1);
  }
  const isPlace = (word: string) => words.folders.includes(word);
  return new Set(
    [...count].flatMap(([word, n]) =>
      n > (isPlace(word) ? all.length / places : 1) && /^[\p{L}'-]+$/u.test(word) ? [word] : [],
    ),
  );
}

/** For each wording the phrasing that says what most of them mean, as rules read them. */
function usualOf(all: Phrasing[]): Map<string, Usual> {
  const found = new Map<string, Usual>();
  const groups = Map.groupBy(
    all.filter(({ wording }) => wording !== null),
    ({ wording }) => wording!,
  );
  for (const [wording, group] of groups) {
    if (group.length < 5) continue;
    const holes = holesOf(wording);
    const said = group.slice(0, 40).flatMap(({ text }) => {
      const bare = text.replace(/["'`“”«»„](\{\w\})["'`“”«»](?:\(\))?/g, "$1");
      const matched = match(
        bare.replace(/\{(\w)\}/g, (_, hole: string) => usual[hole]!),
        { now },
      );
      return matched ? [{ bare, meaning: `${matched.id} ${meaningOf(matched.slots)}` }] : [];
    });
    const counts = [...Map.groupBy(said, ({ meaning }) => meaning).values()].sort(
      (one, other) => other.length - one.length,
    );
    const ask = counts[0]?.[0]?.bare;
    if (!ask) continue;
    const numbered = ask.replace(/\{(\w)\}/g, (_, hole: string) => `{${holes.indexOf(hole)}}`);
    found.set(wording, { ask: numbered, holes: holes.map((hole) => takes[hole]!) });
  }
  return found;
}

type Judged = { label: number; likely: number; fits: boolean; isRight: boolean };

function judged(model: Weights, { features: found, label, fits }: Sample): Judged {
  const all = probabilities(model, found);
  const best = all.indexOf(Math.max(...all));
  return { label, likely: all[best]!, fits: fits(best), isRight: best === label };
}

/** The least probability above which no more are taken wrongly than may be. */
function surest(rounds: Judged[], most: number): number {
  const taken = rounds.filter(({ fits }) => fits).sort((one, other) => other.likely - one.likely);
  let [wrong, sure] = [0, 1];
  for (const { likely, isRight } of taken) {
    if (!isRight) wrong += 1;
    if (wrong > most * rounds.length) break;
    sure = likely;
  }
  return Math.max(0.6, Math.ceil(sure * 1_000) / 1_000);
}
