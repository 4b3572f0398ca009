import { entailment } from "./entail.ts";
import { type Support, supported } from "./say.ts";
import { splitSentences, type Token, tokenizeSentence } from "./sentence.ts";
import { denials, empty } from "./words.ts";

/** A text that a statement may rest on, with what names it: its document's title and headings. */
export type Source = { text: string; place: string };

/** What one sentence of a statement rests on: the place of a source among those given, or why on none. */
export type Attribution = { sentence: string; source: number } | { sentence: string; source: null; because: string };

/** The share of the words that a sentence adds to a question which its source has to hold; a paraphrase changes some. */
const held = 0.7;

/**
 * Ties each sentence of a statement on a question to the source that holds what it adds to the question: every number, name and
 * path of it, most of its other words, and a denial where it denies. So no sentence passes that takes its facts from elsewhere; whether
 * what is held answers the question is not decided here. `best` is the source that is tried first. Pure.
 */
export function attribute(statement: string, question: string, sources: readonly Source[], best = 0): Attribution[] {
  const asked = new Set(tokenizeSentence(question).map(({ stem }) => stem));
  const read = sources.map(({ text, place }) => wordsOf(`${text}\n${place}`));
  const order = [...read.keys()].toSorted((a, b) => Number(b === best) - Number(a === best));
  return splitSentences(statement).map((sentence) => {
    const said = tokenizeSentence(sentence);
    const tokens = said.filter(({ text }, at) => at > 0 || !verdicts.test(text));
    const news = tokens.filter(({ stem, text, kind }) => !asked.has(stem) && (kind !== "word" || !isEmpty(text)));
    const denies = said.some(({ text }) => denials.has(text.toLowerCase()));
    // "Yes" and "no" say something of what was asked, and nothing beyond it.
    const decides = news.length === 0 && (denies || affirms.test(sentence));
    const told = decides ? tokens.filter(({ text, kind }) => kind !== "word" || !isEmpty(text)) : news;
    if (told.length === 0) return { sentence, source: null, because: "it says nothing that the question does not" };
    let because = "";
    for (const at of order) {
      const fault =
        faultIn(tokens, told, read[at]!) ?? (decides && contradicts(told, sources[at]!, denies) ? otherwise : null);
      if (fault === null) return { sentence, source: at };
      because ||= fault;
    }
    return { sentence, source: null, because };
  });
}

const affirms = /^(?:yes|oui|sí|si|ja)(?![\p{L}])/iu;
/** Words by which an answer begins that decides. */
const verdicts = /^(?:yes|no|oui|non|sí|si|ja|nein)$/iu;
const otherwise = "what stands there says otherwise";

/** Whether the sentences of a source that hold most of what is told all deny where it does not, or the other way round. */
function contradicts(told: readonly Token[], { text }: Source, denies: boolean): boolean {
  const wanted = new Set(told.map(({ stem }) => stem));
  const sentences = splitSentences(text).map((each) => tokenizeSentence(each));
  const shares = sentences.map(
    (tokens) => new Set(tokens.flatMap(({ stem }) => (wanted.has(stem) ? [stem] : []))).size,
  );
  const most = Math.max(...shares);
  const near = sentences.filter((_, at) => shares[at] === most);
  // What is said of a thing stands at the end; the thing itself is named in many sentences.
  const predicate = told.at(-1)?.stem;
  const telling = near.filter((tokens) => tokens.some(({ stem }) => stem === predicate));
  const nearest = telling.length > 0 ? telling : near;
  return nearest.every((tokens) => tokens.some((token) => denials.has(token.text)) !== denies);
}

function faultIn(tokens: Token[], news: Token[], there: Words): string | null {
  const stray = news.find(
    ({ kind, stem, text }) => kind !== "word" && !there.stems.has(stem) && !there.folded.has(fold(text)),
  );
  if (stray) return `"${stray.text}" does not stand there`;
  const words = news.filter(({ kind }) => kind === "word");
  const missing = words.filter(({ stem }) => !there.stems.has(stem));
  if (words.length > 0 && 1 - missing.length / words.length < held) return `"${missing[0]!.text}" does not stand there`;
  return tokens.some(({ text }) => denials.has(text)) && !there.denies ? "nothing is denied there" : null;
}

type Words = { stems: Set<string>; folded: Set<string>; denies: boolean };

/** Words that underscores set off, as Markdown does. */
const emphasis = /(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])/gu;

function wordsOf(text: string): Words {
  const tokens = tokenizeSentence(text.replace(emphasis, "$1"));
  return {
    stems: new Set(tokens.map(({ stem }) => stem)),
    folded: new Set(tokens.flatMap((token) => [token.text, ...token.text.split(/[/\\:#@._-]/)]).map(fold)),
    denies: tokens.some((token) => denials.has(token.text)),
  };
}

/** A name in any spelling: case and joints aside. */
function fold(text: string): string {
  return text.toLowerCase().replace(/[_\s-]/g, "");
}

function isEmpty(text: string): boolean {
  return empty.has(text) || denials.has(text);
}

/**
 * Whether pieces of evidence hold a statement on a question up: they say so word by word, or each sentence of it is tied to one of
 * them; and none says otherwise where none says so. What an answer shows as supported is judged by this when it is made, given again and verified. Pure.
 */
export function isHeldUp(
  statement: string,
  question: string,
  evidence: readonly { text: string; heading?: string; path?: string }[],
): Support {
  const held = holdsUp(statement, question, evidence);
  const against = held.ok ? deniedBy(statement, evidence) : null;
  return against === null ? held : { ok: false, because: against };
}

function holdsUp(statement: string, question: string, evidence: Parameters<typeof isHeldUp>[2]): Support {
  const said = supported(statement, evidence);
  if (said.ok) return said;
  const sources = evidence.map(({ text, heading = "", path = "" }) => ({ text, place: `${heading} ${path}` }));
  const tied = attribute(statement, question, sources);
  return tied.length > 0 && tied.every(({ source }) => source !== null)
    ? { ok: true, because: "each sentence is tied to what holds it" }
    : said;
}

/** In what evidence says otherwise than a statement, where none of it says so. A bare "yes" or "no" says nothing by itself. */
function deniedBy(statement: string, evidence: readonly { text: string }[]): string | null {
  if (verdicts.test(/^\p{L}+/u.exec(statement.trim())?.[0] ?? "")) return null;
  const judged = evidence.map(({ text }) => entailment(statement, text));
  if (judged.some(({ verdict }) => verdict === "supported")) return null;
  return judged.find(({ verdict }) => verdict === "contradicted")?.because ?? null;
}

/**
 * How far several short texts say the same: the mean F1 of their words with those of the first, from 0 to 1 (token F1 of SQuAD,
 * Rajpurkar et al. 2016, arXiv:1606.05250); what carries no content aside.
 */
export function agreement(first: string, others: readonly string[]): number {
  const wordsIn = (text: string) => {
    const all = tokenizeSentence(text);
    const telling = all.filter(({ text: word }) => !empty.has(word));
    return new Set(
      (telling.length > 0 ? telling : all).map(({ stem, kind, text: word }) =>
        kind === "name" || kind === "path" ? fold(word) : stem,
      ),
    );
  };
  const mine = wordsIn(first);
  const shares = others.map((other) => {
    const theirs = wordsIn(other);
    const both = [...mine].filter((word) => theirs.has(word)).length;
    return mine.size + theirs.size === 0 ? 0 : (2 * both) / (mine.size + theirs.size);
  });
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
