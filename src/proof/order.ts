import { isAlike, isForm, isSubject, joints, prepositionOf } from "./role.ts";
import type { Token } from "./sentence.ts";
import { isContent } from "./window.ts";
import { auxiliaries, copulas, definite } from "./words.ts";

/**
 * Whether the content words of a sentence stand in another one bound as they are in it: in its own order, with one phrase after a preposition
 * moved ("By default it …" for "… by default"), or turned from active to passive or back; and in one clause, as far as they are in one
 * there, so that "30 for reads and 60 for writes" does not say 30 for writes; each word in the part that it has there ("from A to B" is not
 * "from B to A"). Words that `elsewhere` has are passed over. Pure.
 */
export function isBound(sentence: readonly Token[], there: readonly Token[], elsewhere: ReadonlySet<string>): boolean {
  const isIn = (orders: readonly Order[], text: readonly Token[]) =>
    orders.some((one) => isWithin(one, text, elsewhere));
  const orders = moved(sentence);
  if (isIn([{ tokens: sentence }, ...orders, ...turned(sentence)], there)) return true;
  // Of both only one is turned: what was turned twice stands as it stood.
  if (isIn(undone(sentence), there) || isIn(undone(sentence), unfronted(there))) return true;
  const [flat, flatThere] = [unfronted(sentence), unfronted(there)];
  const behind = orders.filter(({ leads }) => !leads);
  return (
    isIn([{ tokens: flat }, ...behind, ...turned(flat)], flatThere) ||
    turned(there).some(({ tokens }) => isIn([{ tokens: sentence }], tokens)) ||
    turned(flatThere).some(({ tokens }) => isIn([{ tokens: flat }], tokens))
  );
}

/** A sentence in an order; `leads`: what was moved to its beginning has to begin the other one too. */
type Order = { tokens: readonly Token[]; leads?: boolean };

function isWithin(
  { tokens: sentence, leads }: Order,
  there: readonly Token[],
  elsewhere: ReadonlySet<string>,
): boolean {
  const placesOf = (stem: string) =>
    there.flatMap((token, at) => (isContent(token) && token.stem === stem ? [at] : []));
  const begins = there.findIndex(isContent);
  /** Where the last word may stand, and which one of the sentence it is. */
  let reached: { places: number[]; word: number } | null = null;
  for (const [word, token] of sentence.entries()) {
    if (!isContent(token)) continue;
    const all = placesOf(token.stem);
    if (all.length === 0 && elsewhere.has(token.stem)) continue;
    const found = all.filter(
      (at) => isAlike(sentence, word, there, at) && (reached !== null || isSubjectAlike(sentence, word, there, at)),
    );
    const first = leads ? found.filter((at) => at === begins) : found;
    const places: number[] =
      reached === null ? first : followed(sentence, [reached.word, word], there, [reached.places, found]);
    if (places.length === 0) return false;
    reached = { places, word };
  }
  return reached !== null;
}

/** Where the second of two words of a sentence may stand in another one, after one of the places of the first. */
function followed(
  sentence: readonly Token[],
  [word, next]: [number, number],
  there: readonly Token[],
  [from, to]: [readonly number[], readonly number[]],
): number[] {
  const most = jointsIn(sentence, word, next);
  const isHead = closes(sentence[word + 1]);
  return to.filter((other) =>
    from.some(
      (one) =>
        one < other &&
        isJoined(there, one, other, most) &&
        !(isHead && isPartOf(there, one, other)) &&
        !isOtherPhrase(there, one, other),
    ),
  );
}

/** Whether what stands behind a noun shows that the noun ends there: its verb. */
function closes(next: Token | undefined): boolean {
  return next !== undefined && !next.marked && (isContent(next) || isForm(next) || auxiliaries.has(next.text));
}

/** Whether a word is but a part of a longer noun, "the server" of "the server log". */
function isPartOf(there: readonly Token[], at: number, end: number): boolean {
  const next = there[at + 1];
  return at + 1 < end && next !== undefined && !next.marked && isContent(next) && !isAdverb(next);
}

/** Whether between two words another phrase stands with the preposition of the second: "in 2019 to 10 percent in 2020". */
function isOtherPhrase(there: readonly Token[], from: number, to: number): boolean {
  const between = there.slice(from + 1, to).map(prepositionOf);
  const own = between.findLast((one) => one !== undefined);
  return own !== undefined && between.filter((one) => one === own).length > 1;
}

/** What a sentence begins with is what it is about; so it has to be there, and no part of a phrase. */
function isSubjectAlike(sentence: readonly Token[], word: number, there: readonly Token[], at: number): boolean {
  return !isSubject(sentence, word) || isSubject(there, at);
}

function isAdverb({ text }: Token): boolean {
  return text.endsWith("ly") || adverbs.has(text);
}

const adverbs = new Set("also always often never first then now still already soon even ever".split(" "));

/** Whether two words of a sentence are in one clause, or in as few clauses as they may be; ", which …," parts nothing. */
function isJoined(there: readonly Token[], from: number, to: number, most: number): boolean {
  if (jointsIn(there, from, to) <= most) return true;
  const [opening, ...inside] = there.slice(from + 1, to);
  return opening !== undefined && relatives.has(opening.text) && there[to]!.marked && !inside.some(isParting);
}

/** Where one clause or member of a list ends and the next one begins, between two words. */
function jointsIn(tokens: readonly Token[], from: number, to: number): number {
  return tokens.slice(from + 1, to + 1).filter(isParting).length;
}

function isParting({ marked, text }: Token): boolean {
  return marked || joints.has(text);
}

const relatives = new Set("which who whose".split(" "));

const prepositions = new Set(
  "by in on at for with from during under over per via within without before after until since as of to through".split(
    " ",
  ),
);
/** Content words of a phrase after a preposition at most. */
const longest = 4;

/** The sentence with a phrase that begins with a preposition at its end, or at its beginning. */
function moved(tokens: readonly Token[]): Order[] {
  return tokens.flatMap(({ text }, at) => {
    if (!prepositions.has(text)) return [];
    const ends: number[] = [];
    for (let end = at + 1, count = 0; end < tokens.length && count < longest; end += 1) {
      if (tokens[end]!.marked) break;
      if (!isContent(tokens[end]!)) continue;
      count += 1;
      ends.push(end + 1);
    }
    return ends.flatMap((end) => {
      const phrase = tokens.slice(at, end);
      const rest = [...tokens.slice(0, at), ...tokens.slice(end)];
      const last = { tokens: [...rest, ...phrase] };
      const [next, ...more] = rest;
      if (at === 0 || !next) return [last];
      // A phrase that stands before all others has a comma after it.
      return [last, { tokens: [...phrase, { ...next, marked: true }, ...more], leads: true }];
    });
  });
}

/**
 * A sentence with the phrase that stands before it, "In 1911, …", at the end of its first clause, for what another clause tells may be of another
 * time; as it stands where there is none.
 */
export function unfronted(tokens: readonly Token[]): readonly Token[] {
  const [first, second, third] = tokens;
  if (!first || !prepositions.has(first.text)) return tokens;
  const comma = tokens.findIndex(({ marked }, at) => at > 0 && marked);
  const isYear =
    second?.kind === "number" && third !== undefined && (definite.has(third.text) || third.kind === "name");
  const end = comma > 1 && tokens.slice(0, comma).filter(isContent).length <= longest ? comma : isYear ? 2 : 0;
  const [next, ...more] = tokens.slice(end);
  if (end === 0 || !next || tokens.slice(1, end).some(isParting)) return tokens;
  const parting = more.findIndex(isParting);
  const clause = parting < 0 ? more : more.slice(0, parting);
  return [{ ...next, marked: false }, ...clause, ...tokens.slice(0, end), ...more.slice(clause.length)];
}

const passive = new Set("is are was were be been being gets got".split(" "));

/** "X was designed (in 1911) by Y" as "Y designed X (in 1911)"; none where it is no passive. */
function turned(tokens: readonly Token[]): Order[] {
  const is = tokens.findIndex(({ text }) => passive.has(text));
  const by = tokens.findIndex(({ text }, at) => at > is && text === "by");
  if (is < 1 || by < 0) return [];
  const done = tokens.slice(is + 1, by);
  const phrase = done.findIndex(({ text }) => prepositions.has(text));
  const verb = phrase < 0 ? done : done.slice(0, phrase);
  const next = tokens.findIndex(({ text }, at) => at > by && prepositions.has(text));
  const end = next < 0 ? tokens.length : next;
  const rest = [...done.slice(verb.length), ...tokens.slice(end)];
  return [{ tokens: [...tokens.slice(by + 1, end), ...verb, ...tokens.slice(0, is), ...rest] }];
}

/** "X is used (in Y)" as "… uses X (in Y)", whoever does it; none where it is told who. */
function undone(tokens: readonly Token[]): Order[] {
  const is = tokens.findIndex(({ text }) => copulas.split(" ").includes(text));
  const verb = tokens[is + 1];
  if (is < 1 || !verb || !/(?:ed|en|wn|own)$/.test(verb.text) || tokens.some(({ text }) => text === "by")) return [];
  const subject = tokens.slice(0, is);
  if (subject.some((token) => isParting(token) && token !== subject[0]) || tokens.slice(is + 1).some(isParting))
    return [];
  const [first, ...more] = subject;
  return [{ tokens: [{ ...verb, marked: false }, { ...first!, marked: false }, ...more, ...tokens.slice(is + 2)] }];
}
