import type { Json } from "../core/journal.ts";
import { anyOf, escapeGlob } from "../core/wildcard.ts";
import type { Follow, Understood, Whole } from "./follow.ts";
import { isEvery, isSame, within } from "./slots.ts";
import { type Language, latest, type Reading, type Turn } from "./turn.ts";
import { type Ask, filled, wordIn } from "./words.ts";

/** The files that were spoken of: as a question chose them, or one by one. */
type Spoken = { is: "chosen"; files: Json } | { is: "named"; paths: string[] };

/** Completes a question about files that were spoken of: "how many of them are tests?", "which is the largest?". */
export function completeSet(follow: Follow): Understood | null {
  const { text, turns, words } = follow;
  const bare = words.bare.find(({ says }) => says.test(text));
  const word = bare ? text : wordIn(text, words.sets, words);
  if (word === null) return null;
  const before = latest(turns, (turn) => spokenIn(turn, bare === undefined));
  if (before === null) return bare ? { is: "unsure", word, choices: [] } : null;
  const whole = bare ? askAll(before.found, bare.asks, follow) : askOf(before.found, follow, before.turn);
  const { only } = before.turn;
  if (whole !== null) return { is: "completed", ...(only === null ? {} : { only }), ...whole };
  // "They" may be what a document speaks of rather than files.
  return turns.at(-1)!.quotes.length > 0 && !bare ? null : { is: "unsure", word, choices: [] };
}

/** The files of a turn. "Them" are several: it goes back to before a count of one or none. */
function spokenIn({ reading, items, whole, paths, size }: Turn, several: boolean): Spoken | null {
  if (several && size !== null && size < 2) return null;
  const files = reading?.slots.files;
  const named: Spoken | null = items.length > 1 && whole ? { is: "named", paths: items } : null;
  if (reading?.slots.rank !== undefined && named) return named;
  if (files !== undefined && !isFile(files)) return { is: "chosen", files };
  return named ?? (reading === null && paths.length > 1 ? { is: "named", paths } : null);
}

function isFile(files: Json): boolean {
  return typeof files === "object" && files !== null && "file" in files;
}

/** How many of them there are, or which. */
function askAll(spoken: Spoken, asks: Ask, follow: Follow): Whole | null {
  const { words, knows, language } = follow;
  if (spoken.is === "named") return over(spoken.paths, words.asks[asks][0]!.replace("{files}", words.files));
  for (const question of phrased(spoken.files, words.asks[asks], follow)) {
    const files = knows.read(question)?.slots.files;
    if (files === undefined) continue;
    const wanted: Reading = { id: "", slots: { files: spoken.files }, language };
    if (isSame(wanted, { id: "", slots: { files }, language })) return { question, found: false };
  }
  return null;
}

/** What is asked of the files, asked of those that were spoken of. */
function askOf(spoken: Spoken, follow: Follow, turn: Turn): Whole | null {
  const { text, knows, words, language } = follow;
  for (const neutral of filled(text, words.sets, words.files)) {
    const asked = knows.read(neutral);
    if (asked === null || !Object.hasOwn(asked.slots, "files")) continue;
    if (spoken.is === "named") return over(spoken.paths, neutral);
    if (isEvery(spoken.files)) return { question: neutral, found: false };
    const wanted = within(asked, spoken.files);
    const said = worded(spoken.files, wanted, language, follow);
    if (said !== null) return { question: said, found: false };
    if (turn.items.length > 0 && turn.whole) return over(turn.items, neutral);
    return null;
  }
  const named = spoken.is === "named" ? spoken.paths : turn.whole ? turn.items : [];
  if (named.length === 0 || turn.reading === null) return null;
  return over(named, filled(text, words.sets, words.files)[0] ?? text);
}

/** The question in words that recipes read as it is meant: its own, with the files said in full; else the usual ones. */
function worded(spoken: Json, wanted: Reading, language: Language, follow: Follow): string | null {
  const { text, knows, words } = follow;
  const noun = knows.noun(spoken, language);
  const own = noun === null ? [] : filled(text, words.sets, noun);
  const usual = Object.entries({ "count-files": "count", "list-files": "list", "any-file": "any" } as const).find(
    ([id]) => id === wanted.id,
  );
  const all = [...own, ...(usual ? phrased(wanted.slots.files!, words.asks[usual[1]], follow) : [])];
  return all.find((question) => isRead(question, wanted, follow)) ?? null;
}

function isRead(question: string, wanted: Reading, { knows }: Follow): boolean {
  const read = knows.read(question);
  return read !== null && isSame(wanted, read);
}

function phrased(files: Json, templates: string[], { knows, language, words }: Follow): string[] {
  const noun = isEvery(files) ? words.files : knows.noun(files, language);
  return noun === null ? [] : templates.map((template) => template.replace("{files}", () => noun));
}

/** Most files that are named one by one. */
const most = 100;

function over(paths: string[], question: string): Whole | null {
  return paths.length > most ? null : { question, only: globOf(paths), found: true };
}

/** A glob that matches these paths alone. */
export function globOf(paths: readonly string[]): string {
  return anyOf(paths.map(escapeGlob));
}
