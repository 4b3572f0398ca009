import { lazy } from "../core/lazy.ts";
import { stopwords, tongues } from "../language/tongue.ts";
import type { Turn } from "./turn.ts";

type Word = { text: string; lower: string };

/** Words without content and articles, of every language. */
const idle = lazy(() => new Set(tongues.flatMap((tongue) => [...stopwords(tongue)])));

const articles = /^(?:the|our|my|your|le|la|les|l|un|une|el|los|las|una|der|die|das|den|dem|des|ein|eine|einen)$/i;

/**
 * What a question and the sentences that answered it both speak of, as the question says it: "the old harbour" in "Who
 * painted the old harbour?" and "The old harbour was painted by Lena Voss." Several where none stands out.
 */
export function topicsOf({ question, quotes: [quote] }: Turn): string[] {
  if (quote === undefined) return [];
  const [asked, told] = [spell(question), spell(quote)];
  const runs = asked.flatMap((_, at) => runsFrom(asked, told, at)).filter(({ weight }) => weight > 0);
  const best = Math.max(0, ...runs.map(({ weight }) => weight));
  const texts = runs.filter(({ weight }) => weight === best).map(({ text }) => text);
  return [...new Set(texts)].slice(0, 4);
}

/**
 * The people, places and works that a question or its answer names with several words; those of the question before
 * those of the answer in short, and these before those of its sentences.
 */
export function namesIn({ question, gist, quotes }: Turn): string[] {
  for (const text of [question, gist ?? "", ...quotes]) {
    const names = [...new Set([...text.matchAll(name)].flatMap(([found]) => withoutOpening(found)))];
    if (names.length > 0) return names;
  }
  return [];
}

/** Words as they stand, without the sentence's marks. */
function spell(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}_./'’-]*[\p{L}\p{N}])?/gu)].map(([word]) => ({
    text: word,
    lower: word.toLowerCase(),
  }));
}

function isIdle({ lower }: Word): boolean {
  return idle().has(lower);
}

/**
 * The longest run of words from a place of the question that stands in the sentence too, without idle ends, and that is
 * told to be a thing: by its article, its capital, or that the sentence begins with it.
 */
function runsFrom(asked: Word[], told: Word[], at: number): { text: string; weight: number }[] {
  const first = asked[at]!;
  if (isIdle(first) && !articles.test(first.lower)) return [];
  return told.flatMap((_, from) => {
    const [before, earlier] = [asked[at - 1], told[from - 1]];
    const goesOn = before !== undefined && before.lower === earlier?.lower;
    if (goesOn && (!isIdle(before) || articles.test(before.lower))) return [];
    let length = 0;
    while (asked[at + length] && asked[at + length]!.lower === told[from + length]?.lower) length++;
    while (length > 0 && isIdle(asked[at + length - 1]!)) length--;
    const words = asked.slice(at, at + length);
    const content = words.filter((word) => !isIdle(word)).length;
    const isNamed = articles.test(first.lower) || (at > 0 && /^\p{Lu}/u.test(first.text));
    if (content === 0 || !(isNamed || from === 0)) return [];
    return [
      {
        text: words.map(({ text }) => text).join(" "),
        weight: content + (isNamed ? 0.5 : 0) + (from === 0 ? 0.75 : 0),
      },
    ];
  });
}

const name = /\p{Lu}[\p{L}'’-]+(?: (?:(?:von|van|de|der|di|da|del|la) )?(?:\p{Lu}\.|\p{Lu}[\p{L}'’-]+))+/gu;

/** A sentence's first word has a capital whatever it is. */
function withoutOpening(found: string): string[] {
  const words = found.split(" ");
  while (words.length > 0 && isIdle({ text: words[0]!, lower: words[0]!.toLowerCase() })) words.shift();
  return words.length > 1 ? [words.join(" ")] : [];
}
