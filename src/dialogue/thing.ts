import type { Follow, Understood, Whole } from "./follow.ts";
import { namesIn, topicsOf } from "./topic.ts";
import { focusOf, latest, type Turn } from "./turn.ts";
import { filled, unquoted, wordIn } from "./words.ts";

/** Completes a question about one thing that was spoken of: "how many lines does it have?", "when was it built?". */
export function completeThing(follow: Follow): Understood | null {
  const { text, turns, words, knows } = follow;
  const one = wordIn(text, words.things, words);
  const word = one ?? wordIn(text, words.plurals, words);
  if (word === null) return null;
  const last = turns.at(-1)!;
  const file = one === null ? null : latest(turns, focusOf);
  const written = file && asWritten(file.found);
  if (file !== null && written !== null) {
    const named = filled(text, words.things, written);
    const read = named.find((question) => JSON.stringify(knows.read(question)?.slots ?? "").includes(file.found));
    const whole: Whole | null = read === undefined ? null : { question: read, found: true };
    if (whole && file.turn === last) return { is: "completed", ...whole };
    if (whole && last.quotes.length === 0) return { is: "unsure", word, choices: [whole] };
    if (last.quotes.length === 0 && file.turn === last) return { is: "completed", question: named[0]!, found: true };
  }
  const { topics, sure } = meantBy(turns);
  const say = (topic: string) => filled(text, [...words.things, ...words.plurals], topic)[0]!;
  return sure ? chosen(word, topics, say) : { is: "unsure", word, choices: topics.map((topic) => asked(say(topic))) };
}

/** Completes a question about a person: "where was she born?". The last answer must name just one. */
export function completePerson({ text, turns, words }: Follow): Understood | null {
  const word = wordIn(text, words.persons, words);
  const last = turns.at(-1)!;
  if (word === null || last.quotes.length === 0) return null;
  return chosen(word, namesIn(last), (name) => filled(text, words.persons, name)[0]!);
}

/** The text with "the second one" replaced by the file at that place of the latest list. */
export function placeOf({ text, turns, words }: Follow): { is: "placed"; text: string } | Unsure | null {
  const found = words.nth.exec(unquoted(text));
  if (!found) return null;
  const n = words.ordinals[found[1]!.toLowerCase()];
  const list = latest(turns, ({ items }) => (items.length > 1 ? items : null));
  const path = n === undefined || list === null ? undefined : list.found.at(n < 0 ? n : n - 1);
  const written = path === undefined || (n! < 0 && !list!.turn.whole) ? null : asWritten(path);
  if (written === null) return { is: "unsure", word: found[0], choices: [] };
  return { is: "placed", text: text.slice(0, found.index) + written + text.slice(found.index + found[0].length) };
}

/**
 * What "it" may be: what the last turn spoke of. That is not sure where it is a name, maybe of a person; then what the
 * turns before spoke of comes after it.
 */
function meantBy(turns: readonly Turn[]): { topics: string[]; sure: boolean } {
  const last = turns.at(-1)!;
  const topics = topicsOf(last);
  const sure = !topics.some((topic) => namesIn(last).includes(topic));
  const earlier = sure ? [] : turns.slice(-3, -1).reverse().flatMap(topicsOf);
  return { topics: [...new Set([...topics, ...earlier])], sure };
}

type Unsure = Extract<Understood, { is: "unsure" }>;

function chosen(word: string, meanings: string[], say: (meaning: string) => string): Understood {
  const choices = meanings.map((meaning) => asked(say(meaning)));
  return choices.length === 1 ? { is: "completed", ...choices[0]! } : { is: "unsure", word, choices };
}

function asked(question: string): Whole {
  return { question, found: true };
}

/** A path that could be read as several words is quoted; null for one that no quotes can hold. */
function asWritten(path: string): string | null {
  if (/^[\p{L}\p{N}._/-]+$/u.test(path)) return path;
  return /[`\p{Cc}]/u.test(path) ? null : `\`${path}\``;
}
