import { statusOf } from "../core/answer.ts";
import { type Labelled, wordsOf } from "./episode.ts";

/** An episode that a question is like, how alike they are, and what made it come to mind. */
export type Remembered = { episode: Labelled; likeness: number; lesson: string };

/** Of those with one engine so many come to mind at most, so that one way of answering doesn't crowd out the others. */
const quota = 2;
/** The share of the words, by their weight, from which on two questions are alike. */
export const alike = 0.34;
/** Days after which an episode counts half. */
const half = 14;

/** How many questions were asked, and in how many of them a word stands. */
export type Corpus = { size: number; count(word: string): number };

/** How much it says that two questions share a word: the rarer, the more. */
export function weightIn({ size, count }: Corpus): (word: string) => number {
  return (word) => Math.log(1 + size / (1 + count(word)));
}

/**
 * The episodes that a question is like, the most telling first: by the words that they share, weighed by how rare these are, by how it ended and what was said of it,
 * by how long ago it was, and by whether it was in the same folder. Each question once, at most `k`. Words are rare in `corpus`, by default these episodes. Pure.
 */
export function remember(
  question: string,
  episodes: readonly Labelled[],
  { now, dir, k = 5, corpus }: { now: number; dir: string; k?: number; corpus?: Corpus },
): Remembered[] {
  const wanted = wordsOf(question);
  const sets = episodes.map((episode) => wordsOf(episode.question));
  const weight = weightIn(corpus ?? corpusOf(sets));
  const sum = (words: Iterable<string>) => [...words].reduce((all, word) => all + weight(word), 0);
  const scored = episodes.flatMap((episode, at) => {
    const words = sets[at]!;
    const shared = sum([...words].filter((word) => wanted.has(word)));
    const likeness = shared / Math.max(1e-9, sum(new Set([...words, ...wanted])));
    if (likeness < alike) return [];
    const days = Math.max(0, now - episode.time) / 86_400_000;
    const score = likeness * outcomeOf(episode) * 0.5 ** (days / half) * (episode.dir === dir ? 1 : 0.5);
    return [{ episode, likeness, score, lesson: lessonOf(episode) }];
  });
  const said = new Set<string>();
  const used = new Map<string, number>();
  const found: Remembered[] = [];
  for (const { episode, likeness, lesson } of scored.toSorted((one, other) => other.score - one.score)) {
    const key = [...wordsOf(episode.question)].sort().join(" ");
    const count = used.get(episode.engine) ?? 0;
    if (said.has(key) || count >= quota || found.length >= k) continue;
    said.add(key);
    used.set(episode.engine, count + 1);
    found.push({ episode, likeness, lesson });
  }
  return found;
}

/** The corpus that some questions are. */
export function corpusOf(questions: readonly ReadonlySet<string>[]): Corpus {
  const counts = new Map<string, number>();
  for (const words of questions) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { size: questions.length, count: (word) => counts.get(word) ?? 0 };
}

/** What a user said counts most, good or bad: both teach something. */
function outcomeOf({ label, stop }: Labelled): number {
  if (label !== null) return 2;
  return statusOf(stop) === "answered" ? 1 : 0.6;
}

/** What an episode teaches, in a sentence. */
function lessonOf({ question, engine, recipe, stop, paths, label, said }: Labelled): string {
  const by = recipe === null ? engine : `the recipe ${recipe}`;
  const ended = statusOf(stop) === "answered" ? `was answered by ${by}` : `was not answered by ${by} (${stop})`;
  const from = paths.length > 0 ? ` from ${paths.slice(0, 3).join(", ")}` : "";
  const judged = label === null ? "" : `; the user found that ${label}`;
  return `“${question}” ${ended}${from}${judged}${said === null ? "" : `: ${said}`}`;
}
