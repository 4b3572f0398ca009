/**
 * Learns which usual wording a question is like, from the phrasings in view (bench/files/phrasings*.json, wordings*.json), by its
 * words, alone and with the vector of its gist: `node bench/likeness.ts [LANGUAGE…]` writes data/likeness and says how many of the phrasings left out
 * of five rounds are read, and how many of them wrongly. Nothing kept aside is read. It takes the encoder.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { data, type Language, speak, type Tongue, tongues } from "../src/recipes/data.ts";
import { type Matched, matchBy } from "../src/recipes/fit.ts";
import {
  filled,
  isEnough,
  knownOf,
  type Like,
  likelihoods,
  plainly,
  signsOf,
  stretched,
  type Usual,
  worded,
} from "../src/recipes/likeness.ts";
import { type Masked, mask } from "../src/recipes/mask.ts";
import { byRules } from "../src/recipes/match.ts";
import { type Network, packed } from "../src/recipes/network.ts";
import { takenFor } from "../src/recipes/resemble.ts";
import { isOpposite, isTurned } from "../src/recipes/signs.ts";
import { meaningOf } from "../src/recipes/slots.ts";
import { tokenize } from "../src/recipes/tokens.ts";
import { openCached } from "./encoded.ts";
import { drawing, fillers, takes, usual } from "./files/fills.ts";
import { holesOf, type Phrasing, phrasingsOf } from "./files/lessons.ts";
import { fitted, type Sample } from "./network.ts";
import { save } from "./result.ts";

const buckets = 16_384;
const folds = 5;
const fillings = 2;
/**
 * The share of all phrasings left out, lures among them, that may be taken for a wrong wording by words alone, and by words and
 * vector. Many of them are far-fetched on purpose, or all but ask something: of questions that people ask it is a fraction of this
 * (`keptAside` in bench/results/files.json).
 */
const wrongs = { byWords: 0.01, byVector: 0.03 };
const now = Date.parse("2026-01-15T12:00:00Z");
const folders: Record<Tongue, string[]> = {
  en: ["folder", "directory", "subfolder", "dir", "subdirectory"],
  fr: ["dossier", "repertoire", "sous-dossier"],
  es: ["carpeta", "directorio", "subcarpeta"],
  de: ["ordner", "verzeichnis", "unterordner"],
};

const places: Record<Tongue, string[]> = {
  en: ["in", "inside", "within", "under", "outside", "beneath"],
  fr: ["dans", "sous"],
  es: ["en", "bajo"],
  de: ["in", "unter", "innerhalb", "ausserhalb"],
};

const filesIn: Record<Tongue, string[]> = {
  en: ["file", "files"],
  fr: ["fichier", "fichiers"],
  es: ["archivo", "archivos", "fichero", "ficheros"],
  de: ["datei", "dateien"],
};

const kinds = new Set(data().kinds.flatMap((kind) => kind.names.map((name) => name.toLowerCase())));
/** No wording is taken that is not clearly likelier than all others and none together. */
const least = 0.6;

const never = { sure: 1, strange: 1, turned: 1 };

/** A phrasing filled; `label` is the place of its wording among all, or the number of all. */
type Filled = Masked & { question: string; label: number };
type Lesson = Sample & { of: Filled; gist: Float32Array };

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
  const lists = { ...wordsOf(all, language), folders: folders[tongue], places: places[tongue], files: filesIn[tongue] };
  const known = knownOf(lists);
  const wordings = usualOf(all, tongue);
  const names = [...wordings.keys()];
  const usual = [...wordings.values()];
  const groups = all.map(({ text, wording }, at) => filledWays(text, wording, at));
  const vectors = await encoder.encode(groups.flat().map(({ words }) => plainly(words)));
  const lessons = groups.map((group) => group.map((of): Lesson => lesson(of, vectors.shift()!)));
  const sizes = { buckets, dimensions: encoder.dimensions, columns: usual.length + 1 };
  const rounds = Array.from({ length: folds }, (_, fold) => {
    const network = fitted(lessons.filter((__, at) => at % folds !== fold).flat(), sizes);
    const left = lessons.filter((__, at) => at % folds === fold).flat();
    return left.map((one) => ({ byWords: judged(network, one), byVector: judged(network, one, one.gist) }));
  }).flat();
  const byWords = taken(
    rounds.map((round) => round.byWords),
    wrongs.byWords,
  );
  const byVector = taken(
    rounds.map((round) => round.byVector),
    wrongs.byVector,
  );
  const { network, bytes } = packed(fitted(lessons.flat(), sizes));
  const learned = {
    $schema: "./schema.json",
    usual,
    ...lists,
    encoder: encoder.name,
    byWords: byWords.sure,
    byVector: byVector.sure,
    network,
  };
  const file = (end: string) => fileURLToPath(new URL(`../data/likeness/${tongue}.${end}`, import.meta.url));
  writeFileSync(file("json"), `${JSON.stringify(learned)}\n`);
  writeFileSync(file("bin"), bytes);
  const row = { phrasings: all.length, wordings: names.length, byWords: byWords.row, byVector: byVector.row };
  console.error(tongue, JSON.stringify(row));
  return row;

  function lesson(of: Filled, gist: Float32Array): Lesson {
    return { ...signsOf(of.shape, buckets), vector: stretched(gist), label: of.label, of, gist };
  }

  function judged(network: Network, { of }: Lesson, gist?: Float32Array): Judged {
    const { label, question, marks } = of;
    const shares = likelihoods(network, of.shape, gist);
    const best = shares.indexOf(Math.max(...shares));
    const like = worded(usual, marks, shares, never);
    const tokens = tokenize(question, language.words);
    const read = like && like.likely >= least ? takenFor(like.ask, tongue, tokens, { question, now }) : null;
    const isRight = best === label || (read !== null && sameMeaning(read, byRules(question, { now })));
    return {
      ...(like ?? { likely: 0, isStrange: false, from: never }),
      fits: read !== null && !isOpposite(tokens, read),
      isTurned: read !== null && isTurned(tokens, question, read),
      isRight,
      isAsked: label < usual.length,
    };
  }

  /** A phrasing filled in some ways, masked as a question is. */
  function filledWays(text: string, wording: string | null, at: number): Filled[] {
    return Array.from({ length: wording === null ? 1 : fillings }, (_, turn): Filled => {
      const draw = drawing(10 * at + turn, tongue);
      const fills = new Map<string, string>();
      const question = text.replace(/\{(\w)\}/g, (__, hole: string) => {
        if (!fills.has(hole)) fills.set(hole, draw(hole));
        return fills.get(hole)!;
      });
      const masked = mask(tokenize(question, language.words), question, language, known, now);
      const own = wording === null ? -1 : names.indexOf(wording);
      const wanted = wording === null ? [] : holesOf(wording).map((hole) => plain(fills.get(hole)!));
      const given = own < 0 ? null : filled(usual[own]!.holes, masked.marks)?.map(plain);
      // What fills no wording is never taken, whatever it is like; what would be filled with something else must not be.
      const isOwn = own >= 0 && (!given || given.join("|") === wanted.join("|"));
      return { question, ...masked, label: isOwn ? own : usual.length };
    });
  }
}

/** How sure it has to be, and how many phrasings left out it then takes, of those that ask one of the wordings and of all. */
function taken(rounds: Judged[], wrongs: number) {
  const sure = surest(
    rounds.filter((one) => !one.isStrange && !one.isTurned),
    wrongs,
  );
  const strange = Math.max(
    sure,
    surest(
      rounds.filter((one) => one.isStrange && !one.isTurned),
      wrongs,
    ),
  );
  const turned = Math.max(
    sure,
    surest(
      rounds.filter((one) => one.isTurned),
      wrongs,
    ),
  );
  const asked = rounds.filter(({ isAsked }) => isAsked);
  const taken = rounds.filter((one) => one.fits && isEnough({ ...one, from: { sure, strange, turned } }, one));
  const share = (n: number, of: number) => Math.round((1_000 * n) / of) / 1_000;
  const row = {
    sure,
    strange,
    turned,
    right: share(taken.filter(({ isRight, isAsked }) => isRight && isAsked).length, asked.length),
    wrong: share(taken.filter(({ isRight }) => !isRight).length, rounds.length),
    likeliestRight: share(asked.filter(({ isRight }) => isRight).length, asked.length),
  };
  return { row, sure: { sure, strange, turned } };
}

/** Whether rules read a question as it was read, whatever it was written for. */
function sameMeaning(one: Matched, other: Matched | null): boolean {
  return one.id === other?.id && meaningOf(one.slots) === meaningOf(other.slots);
}

function plain(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, "").replace(/\/$|\(\)$/, "");
}

/**
 * The words that at least two phrasings have; what many folders, kinds or other things are called is a word where it is frequent, and
 * `everyday` where some phrasings that ask one of the wordings say it. `foreign` are words that hardly any of these has.
 */
function wordsOf(all: Phrasing[], { words }: Language): Record<"words" | "foreign" | "everyday", string[]> {
  const [count, asked] = [new Map<string, number>(), new Map<string, number>()];
  for (const { text, wording } of all) {
    const tokens = tokenize(text.replace(/["'`“”«»„]?\{\w\}["'`“”«»]?/g, " `x` "), words);
    const own = new Set(tokens.flatMap(({ quoted, lower }) => (quoted || lower === "," ? [] : [lower])));
    for (const word of own) {
      count.set(word, (count.get(word) ?? 0) + 1);
      if (wording !== null) asked.set(word, (asked.get(word) ?? 0) + 1);
    }
  }
  const isName = (word: string) => words.folders.includes(word) || kinds.has(word);
  const often = (word: string) => {
    if (words.folders.includes(word)) return all.length / 200;
    return kinds.has(word) || fillers.has(word) ? all.length / 400 : 1;
  };
  const known = [...count].flatMap(([word, n]) => (n > often(word) && /^[\p{L}'-]+$/u.test(word) ? [word] : []));
  const everyday = [...asked].flatMap(([word, n]) => (n > 2 && isName(word) && !known.includes(word) ? [word] : []));
  const said = new Set([...words.functionWords, ...words.talk]);
  const foreign = known.filter((word) => (asked.get(word) ?? 0) < 2 && !said.has(word));
  return { words: known.sort(), foreign: foreign.sort(), everyday: everyday.sort() };
}

/** For each wording the phrasing that says what most of them mean, as rules read those that stand as they are. */
function usualOf(all: Phrasing[], tongue: Tongue): Map<string, Usual> {
  const found = new Map<string, Usual>();
  const asks = new Map<string, string>();
  const groups = Map.groupBy(
    all.filter(({ wording }) => wording !== null),
    ({ wording }) => wording!,
  );
  const isStraight = ([wording]: [string, Phrasing[]]) => (straight(wording) === wording ? 0 : 1);
  for (const [wording, group] of [...groups].sort((one, other) => isStraight(one) - isStraight(other))) {
    if (group.length < 5) continue;
    const holes = holesOf(wording);
    const said = group.slice(0, 400).flatMap(({ text }) => {
      const bare = text.replace(/["'`“”«»„](\{\w\})["'`“”«»](?:\(\))?/g, "$1");
      const question = bare.replace(/\{(\w)\}/g, (_, hole: string) => usual[hole]!);
      const matched = matchBy([tongue], { question, now });
      return matched ? [{ bare, meaning: `${matched.id} ${meaningOf(matched.slots)}` }] : [];
    });
    const counts = [...Map.groupBy(said, ({ meaning }) => meaning).values()].sort(
      (one, other) => other.length - one.length,
    );
    const ask = counts[0]?.[0]?.bare ?? asks.get(straight(wording));
    if (!ask) continue;
    asks.set(wording, ask);
    const numbered = ask.replace(/\{(\w)\}/g, (_, hole: string) => `{${holes.indexOf(hole)}}`);
    found.set(wording, { ask: numbered, holes: holes.map((hole) => takes[hole]!) });
  }
  return found;
}

/** The wording that means the same and names things in the other order; the same wording where it is that one. */
function straight(wording: string): string {
  return wording.replace(/ turned (\w+)$/, (_, holes: string) => ` ${[...holes].sort().join("")}`);
}

type Judged = Omit<Like, "ask"> & { fits: boolean; isTurned: boolean; isRight: boolean; isAsked: boolean };

/** The least probability above which no larger share is taken wrongly than `wrongs`. */
function surest(rounds: Judged[], wrongs: number): number {
  const taken = rounds.filter(({ fits }) => fits).sort((one, other) => other.likely - one.likely);
  let [wrong, sure] = [0, 1];
  for (const { likely, isRight } of taken) {
    if (!isRight) wrong += 1;
    if (wrong > wrongs * rounds.length) break;
    sure = likely;
  }
  return Math.max(least, Math.ceil(sure * 1_000) / 1_000);
}
