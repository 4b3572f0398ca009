/**
 * Learns which usual wording a question is like, from the phrasings in view (bench/files/phrasings*.json, wordings*.json), by its
 * words and by the vector of its gist: `node bench/likeness.ts [LANGUAGE…]` writes data/likeness and says how many of the phrasings left out
 * of five rounds are read, and how many of them wrongly. Nothing kept aside is read. It takes the encoder.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { data, type Language, speak, type Tongue, tongues } from "../src/recipes/data.ts";
import type { Matched } from "../src/recipes/fit.ts";
import {
  bucketOf,
  features,
  filled,
  isStrange,
  plainly,
  stretch,
  type Usual,
  worded,
} from "../src/recipes/likeness.ts";
import { type Known, type Mark, mask } from "../src/recipes/mask.ts";
import { match } from "../src/recipes/match.ts";
import { takenFor } from "../src/recipes/resemble.ts";
import { meaningOf } from "../src/recipes/slots.ts";
import { tokenize } from "../src/recipes/tokens.ts";
import { openCached } from "./encoded.ts";
import { drawing, takes, usual } from "./files/fills.ts";
import { holesOf, type Phrasing, phrasingsOf } from "./files/lessons.ts";
import { spoken } from "./files/spoken.ts";
import { fitted, probabilities, quantised, type Sample as Shown, type Weights } from "./logistic.ts";
import { save } from "./result.ts";

const buckets = 4_096;
const folds = 5;
const fillings = 2;
/** The share of all phrasings left out, lures among them, that may be taken for a wrong wording. */
const wrongs = 0.01;
const now = Date.parse("2026-01-15T12:00:00Z");
const folders: Record<Tongue, string[]> = {
  en: ["folder", "directory", "subfolder", "dir", "subdirectory"],
  fr: ["dossier", "repertoire", "sous-dossier"],
  es: ["carpeta", "directorio", "subcarpeta"],
  de: ["ordner", "verzeichnis", "unterordner"],
};

const kinds = new Set(data().kinds.flatMap((kind) => kind.names.map((name) => name.toLowerCase())));
/** No wording is taken that is less likely. */
const least = 0.6;

/** A phrasing filled; `label` is the place of its wording among all, or the number of all. */
type Filled = { question: string; shape: string[]; said: string[]; marks: Mark[]; label: number };
type Lesson = Shown & { of: Filled };
/** How a lesson is learned: how many signs there are, and how long the first steps. */
type Way = { rows: number; rate: number };

const encoder = await openCached();
const chosen = process.argv.slice(2);
const measured: Record<string, object> = {};
for (const tongue of tongues.filter((one) => chosen.length === 0 || chosen.includes(one)))
  measured[tongue] = await learn(tongue);
encoder.save();
await encoder.close();
const results = new URL("results/likeness.json", import.meta.url);
const others = chosen.length === 0 ? {} : JSON.parse(readFileSync(results, "utf8")).measured;
save("likeness", { ...others, ...measured });

async function learn(tongue: Tongue): Promise<object> {
  const language = speak(tongue);
  const all = phrasingsOf(tongue);
  const known: Known = { words: wordsOf(all, language), folders: new Set(folders[tongue]) };
  const wordings = usualOf(all);
  const names = [...wordings.keys()];
  const usual = [...wordings.values()];
  const groups = all.map(({ text, wording }, at) => filledWays(text, wording, at));
  const vectors = new Map<Filled, Float32Array>();
  const every = groups.flat();
  const made = await encoder.encode(every.map(({ said }) => plainly(said)));
  for (const [at, vector] of made.entries()) vectors.set(every[at]!, vector);
  const words = taught((of) => byWords(of), { rows: buckets, rate: 0.35 });
  const vector = taught((of) => byVector(of, vectors.get(of)!), { rows: encoder.dimensions, rate: 0.15 });
  const learned = {
    $schema: "./schema.json",
    usual,
    words: [...known.words].sort(),
    folders: folders[tongue],
    byWords: { buckets, ...words.learned },
    byVector: { encoder: encoder.name, ...vector.learned },
  };
  const file = fileURLToPath(new URL(`../data/likeness/${tongue}.json`, import.meta.url));
  writeFileSync(file, `${JSON.stringify(learned)}\n`);
  const row = { phrasings: all.length, wordings: names.length, byWords: words.row, byVector: vector.row };
  console.error(tongue, JSON.stringify(row));
  return row;

  /** Learns in five rounds how sure it has to be, and then from all. */
  function taught(shown: (of: Filled) => Shown, { rows, rate }: Way) {
    const lessons = groups.map((group) => group.map((of): Lesson => ({ ...shown(of), of })));
    const way = { rows, rate, columns: usual.length + 1 };
    const rounds = Array.from({ length: folds }, (_, fold) => {
      const model = fitted(lessons.filter((__, at) => at % folds !== fold).flat(), way);
      return lessons.filter((__, at) => at % folds === fold).flatMap((left) => left.map((one) => judged(model, one)));
    }).flat();
    const sure = surest(rounds.filter((one) => !one.isStrange));
    const strange = Math.max(sure, surest(rounds.filter((one) => one.isStrange)));
    const asked = rounds.filter(({ isAsked }) => isAsked);
    const taken = rounds.filter((one) => one.fits && one.likely >= (one.isStrange ? strange : sure));
    const share = (n: number, of: number) => Math.round((1_000 * n) / of) / 1_000;
    const row = {
      sure,
      strange,
      right: share(taken.filter(({ isRight, isAsked }) => isRight && isAsked).length, asked.length),
      wrong: share(taken.filter(({ isRight }) => !isRight).length, rounds.length),
      likeliestRight: share(asked.filter(({ isRight }) => isRight).length, asked.length),
    };
    return { row, learned: { sure, strange, ...quantised(fitted(lessons.flat(), way)) } };
  }

  function judged(model: Weights, lesson: Lesson): Judged {
    const all = probabilities(model, lesson);
    const best = all.indexOf(Math.max(...all));
    const { label, question, marks } = lesson.of;
    const likely = all[best]!;
    const fills = best < usual.length ? filled(usual[best]!.holes, marks) : null;
    const read = fills && likely >= least ? readAs(lesson.of, best) : null;
    const isRight = best === label || (read !== null && sameMeaning(read, match(question, { now })));
    const isAsked = label < usual.length;
    return { likely, fits: read !== null, isRight, isAsked, isStrange: fills !== null && isStrange(marks, fills) };
  }

  /** The reading of a question as a usual wording, if nothing speaks against it but that it is not likely enough. */
  function readAs({ question, marks }: Filled, label: number): Matched | null {
    const likely = usual.map((_, at) => (at === label ? 1 : 0));
    return takenFor(worded(usual, marks, likely, { sure: 1, strange: 1 }), tongue, tokenize(question, language.words), {
      question,
      now,
    });
  }

  /** A phrasing filled in some ways, masked as a question is. */
  function filledWays(text: string, wording: string | null, at: number): Filled[] {
    return Array.from({ length: wording === null ? 1 : fillings }, (_, turn): Filled => {
      const draw = drawing(10 * at + turn, spoken[tongue].numbers[0]);
      const fills = new Map<string, string>();
      const question = text.replace(/\{(\w)\}/g, (__, hole: string) => {
        if (!fills.has(hole)) fills.set(hole, draw(hole));
        return fills.get(hole)!;
      });
      const masked = mask(tokenize(question, language.words), question, language, known, now);
      const own = wording === null ? -1 : names.indexOf(wording);
      const wanted = wording === null ? [] : holesOf(wording).map((hole) => plain(fills.get(hole)!));
      const given = own < 0 ? null : filled(usual[own]!.holes, masked.marks)?.map(plain);
      return { question, ...masked, label: given?.join("|") === wanted.join("|") ? own : usual.length };
    });
  }
}

/** Whether rules read a question as it was read, whatever it was written for. */
function sameMeaning(one: Matched, other: Matched | null): boolean {
  return one.id === other?.id && meaningOf(one.slots) === meaningOf(other.slots);
}

function byWords({ shape, label }: Filled): Shown {
  const signs = Uint16Array.from(features(shape), (feature) => bucketOf(feature, buckets));
  return { signs, values: new Float32Array(signs.length).fill(1 / Math.sqrt(signs.length || 1)), label };
}

function byVector({ label }: Filled, vector: Float32Array): Shown {
  return { signs: Uint16Array.from(vector.keys()), values: vector.map((value) => stretch * value), label };
}

function plain(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, "").replace(/\/$/, "");
}

/** The words that at least two phrasings have; what many folders or kinds are called is a word where it is frequent. */
function wordsOf(all: Phrasing[], { words }: Language): Set<string> {
  const count = new Map<string, number>();
  for (const { text } of all) {
    const tokens = tokenize(text.replace(/["'`“”«»„]?\{\w\}["'`“”«»]?/g, " `x` "), words);
    const own = new Set(tokens.flatMap(({ quoted, lower }) => (quoted || lower === "," ? [] : [lower])));
    for (const word of own) count.set(word, (count.get(word) ?? 0) + 1);
  }
  const often = (word: string) =>
    all.length / (words.folders.includes(word) ? 200 : kinds.has(word) ? 400 : all.length);
  return new Set([...count].flatMap(([word, n]) => (n > often(word) && /^[\p{L}'-]+$/u.test(word) ? [word] : [])));
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

type Judged = { likely: number; fits: boolean; isRight: boolean; isAsked: boolean; isStrange: boolean };

/** The least probability above which no more are taken wrongly than may be. */
function surest(rounds: Judged[]): number {
  const taken = rounds.filter(({ fits }) => fits).sort((one, other) => other.likely - one.likely);
  let [wrong, sure] = [0, 1];
  for (const { likely, isRight } of taken) {
    if (!isRight) wrong += 1;
    if (wrong > wrongs * rounds.length) break;
    sure = likely;
  }
  return Math.max(least, Math.ceil(sure * 1_000) / 1_000);
}
