import type { Follow, Understood, Whole } from "./follow.ts";
import { globOf } from "./set.ts";
import { exchanged, namesOf, type Part } from "./slots.ts";
import { topicsOf } from "./topic.ts";
import type { Turn } from "./turn.ts";

/** Completes part of a question, "and in src?", by the question before it. `found`: the fragment holds a file's name. */
export function completeFragment(follow: Follow, found: boolean): Understood {
  const { text, turns, words } = follow;
  const last = turns.at(-1)!;
  const body = text
    .replace(words.about, "")
    .replace(words.tail, "")
    .replace(/[\s?!.…]+$/, "");
  const unsure: Understood = { is: "unsure", word: text, choices: [] };
  if (body === "") return unsure;
  const moved = words.move.test(body) ? moveTo(body, last, follow) : undefined;
  if (moved !== undefined) return moved === null ? unsure : completed(moved, false);
  const whole = last.reading === null ? inDocuments(body, last, follow) : exchange(body, last, follow);
  const [one, ...more] = whole;
  if (one === undefined) {
    const place = follow.knows.place(unquote(body));
    if (!found || place?.is !== "file") return unsure;
    return {
      ...completed(
        words.overview.replace("{it}", () => body),
        true,
      ),
      only: globOf([place.path]),
    };
  }
  if (more.length > 0) return { is: "unsure", word: text, choices: whole.map((each) => ({ ...each, found })) };
  return { is: "completed", ...one, found: found || one.found };
}

function completed(question: string, found: boolean): Extract<Understood, { is: "completed" }> {
  return { is: "completed", question, found };
}

/** Questions like the last one, with the fragment in the place of one of its parts, or beside them. */
function exchange(body: string, last: Turn, follow: Follow): Whole[] {
  const { words, knows } = follow;
  const { question } = last;
  const reading = last.reading!;
  const bare = body.replace(words.place, "").replace(words.article, "");
  const isPlaced = words.place.test(body);
  const isKnown = knows.place(unquote(bare)) !== null;
  const parts = [...new Set(isPlaced ? [body, bare] : [bare, body])];
  const ways = isPlaced || isKnown ? [named, added] : [named, spans, added];
  for (const way of ways) {
    const made = new Map<string, Whole>();
    for (const each of way(question, parts, follow)) {
      if (each === question) return [kept({ question, found: false }, last)];
      const read = knows.read(each);
      const part = read && exchanged(reading, read);
      if (!part || (part.sort === "place") !== (isPlaced || isKnown) || !speaks(part, body, bare, follow)) continue;
      if (!made.has(part.text)) made.set(part.text, kept({ question: each, found: false }, last));
    }
    if (made.size > 0) return [...made.values()];
  }
  return [];
}

/** Sorts of parts that any word may be: a text, a name. */
const free = /^(?:text|called|name)$/;

/**
 * Whether a part of a reading is what the fragment says. Any word may be a text: it must stand there, bare of an article,
 * and "only joking" is none.
 */
function speaks({ sort, text: meaning }: Part, body: string, bare: string, { text, words }: Follow): boolean {
  if (!free.test(sort)) return true;
  const spoken = unquote(bare).toLowerCase().split(/\s+/);
  const isBare = body === bare && !words.only.test(text);
  return isBare && spoken.some((word) => meaning.toLowerCase().includes(word));
}

type Way = (question: string, parts: string[], follow: Follow) => string[];

/** The fragment for each name that stands in the question: a path, a quoted text, a word that a slot holds. */
const named: Way = (question, parts, { turns, words }) => {
  return namesOf(turns.at(-1)!.reading!.slots).flatMap((name) => {
    const at = placesOf(name, question);
    return at.flatMap((from) =>
      parts.map((part) => {
        const start = words.place.test(part) ? beforePlace(question, from, words.place) : from;
        return question.slice(0, start) + part + withoutLast(question.slice(from + name.length), part);
      }),
    );
  });
};

/** What follows a part, without the word that the part ends with: "Python files" for "Markdown" in "Markdown files". */
function withoutLast(rest: string, part: string): string {
  const last = ` ${part.split(/\s+/).at(-1)!}`;
  const isSaid = rest.toLowerCase().startsWith(last.toLowerCase()) && !/^\p{L}/u.test(rest.slice(last.length));
  return isSaid ? rest.slice(last.length) : rest;
}

/** The fragment for each word of the question but the first, each two, and as many as the fragment has. */
const spans: Way = (question, [bare = ""], { words }) => {
  if (words.place.test(bare)) return [];
  const tokens = [...question.matchAll(/[^\s?!,]+/g)].map(({ 0: text, index }) => ({
    from: index,
    to: index + text.length,
  }));
  const long = bare.split(/\s+/).length;
  return tokens.slice(1).flatMap(({ from }, i) =>
    [...new Set([1, 2, long, long + 1])].flatMap((length) => {
      const end = tokens[i + length];
      return end ? [question.slice(0, from) + bare + question.slice(end.to)] : [];
    }),
  );
};

/** The fragment after the question. */
const added: Way = (question, parts, { words }) => {
  const [open, end] = [question.replace(/[\s?!.…]+$/, ""), /[\s?!.…]*$/.exec(question)![0]];
  return parts.flatMap((part) => {
    const placed = words.place.test(part) ? [part] : [part, `${words.preposition} ${part}`];
    return placed.map((each) => `${open} ${each}${end}`);
  });
};

function placesOf(name: string, question: string): number[] {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return [...question.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_/.-])${escaped}(?![\\p{L}\\p{N}_/-])`, "giu"))].map(
    ({ index }) => index,
  );
}

/** Where the preposition before a name begins, or the name itself. */
function beforePlace(question: string, at: number, place: RegExp): number {
  const word = /(\S+\s+)$/.exec(question.slice(0, at))?.[1];
  return word !== undefined && place.test(word) ? at - word.length : at;
}

/** A question about what documents say, asked of another place or another thing. */
function inDocuments(body: string, last: Turn, { text, words, knows }: Follow): Whole[] {
  const bare = body.replace(words.place, "");
  const place = knows.place(unquote(bare));
  if (place !== null) {
    const only = place.is === "file" ? globOf([place.path]) : `${globOf([place.path])}/**`;
    return [{ question: last.question, only, found: false }];
  }
  if (words.place.test(body) || words.only.test(text)) return [];
  return topicsOf(last).map((topic) =>
    kept({ question: last.question.replace(topic, () => body), found: false }, last),
  );
}

/** The last question asked for the time, the place or the maker; null where its words don't tell how. */
function moveTo(move: string, last: Turn, { words }: Follow): string | null | undefined {
  if (last.reading !== null) return undefined;
  const wh = move.slice(0, 1).toUpperCase() + move.slice(1).toLowerCase();
  const same = words.auxiliary.exec(last.question);
  if (same) return `${wh} ${same[2]} ${same[3]}?`;
  const made = words.passive?.who.exec(last.question.replace(/[\s?!.…]+$/, ""));
  if (!words.passive || !made || !words.passive.one.test(made[2]!)) return null;
  const { was, participles } = words.passive;
  const holes: Record<string, string> = { wh, what: made[2]!, did: participles[made[1]!.toLowerCase()] ?? made[1]! };
  return was.replace(/\{(\w+)\}/g, (_, hole: string) => holes[hole] ?? "");
}

/** Over the same files as before. */
function kept(whole: Whole, { only }: Turn): Whole {
  return only === null ? whole : { ...whole, only };
}

function unquote(text: string): string {
  return text.replace(/^[`"“'](.*)[`"”']$/, "$1");
}
