import { lazy } from "../core/lazy.ts";
import { readData } from "./data.ts";
import type { Tongue } from "./part.ts";

export const tongues = ["en", "fr", "es", "de"] as const satisfies readonly Tongue[];

/** Words without content, and letters that hardly occur in other languages. */
type Common = { letters: string; words: ReadonlySet<string> };

const common = lazy(() => {
  const given = readData<Record<Tongue, { letters: string; words: string[] }>>("language/stopwords.json");
  const of = (tongue: Tongue): Common => ({ letters: given[tongue].letters, words: new Set(given[tongue].words) });
  return { en: of("en"), fr: of("fr"), es: of("es"), de: of("de") };
});

/** The words without content of a language. */
export function stopwords(tongue: Tongue): ReadonlySet<string> {
  return common()[tongue].words;
}

/** What stands for itself, so that it says nothing of the language: quoted texts, paths, names with an extension. */
const named =
  /`[^`]*`|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|›[^‹]*‹|(?<![A-Za-zÀ-ɏ0-9])'[^']+'|\b(?:TODO|FIXME)s?\b|[^\s¿¡]*[A-Za-zÀ-ɏ0-9*][/._]\S*/g;

/** Why a question may be in a language: how much speaks for each, and the words that were looked at. */
type Heard = { scores: Record<Tongue, number>; words: string[]; isNamed: boolean };

/** A word that several languages share speaks for each of them in part, a telling letter for half as much as a word. */
function hear(question: string): Heard {
  const known = common();
  const text = question.normalize("NFC").replace(named, " ").toLowerCase();
  const words: string[] = text.match(/[a-zß-öø-ɏ]+/g) ?? [];
  const scores: Heard["scores"] = { en: 0, fr: 0, es: 0, de: 0 };
  for (const word of words) {
    const speakers = tongues.filter((tongue) => known[tongue].words.has(word));
    for (const tongue of speakers) scores[tongue] += 1 / speakers.length;
  }
  for (const letter of text)
    for (const tongue of tongues) if (known[tongue].letters.includes(letter)) scores[tongue] += 0.5;
  return { scores, words, isNamed: text !== question.toLowerCase() || /\d/.test(text) };
}

/** The language of a question, by the words without content that it uses and by telling letters. English where nothing speaks. */
export function detectLanguage(question: string): Tongue {
  return bestOf(hear(question).scores);
}

function bestOf(scores: Record<Tongue, number>): Tongue {
  return tongues.reduce((first, tongue) => (scores[tongue] > scores[first] ? tongue : first));
}

/**
 * The languages in the order in which a question is read: the one that most of its words without content belong to, then English, then others
 * that some belong to; all of them where none speaks, English alone where all that is said is a name or a number. It `seems` to be in those that
 * have at least half as many as the first. Names and quoted texts don't count.
 */
export function likeliest(question: string): { order: Tongue[]; seems: Tongue[] } {
  const { scores, words, isNamed } = hear(question);
  const best = bestOf(scores);
  // One letter is no word of any language.
  const isWordless = words.every((word) => word.length < 2);
  const isOpen = (tongue: Tongue) =>
    scores[best] > 0 ? tongue === "en" || scores[tongue] > 0 : !isWordless || (isNamed && tongue === "en");
  const order = [...new Set<Tongue>([best, ...tongues])].filter(isOpen);
  return { order, seems: order.filter((tongue) => scores[tongue] >= scores[best] / 2) };
}
