import { commonWords, type Language, languages, latin } from "./lexicon.ts";

const word = new RegExp(latin("[\\p{L}\\p{N}_]+"), "g");

/**
 * The language of a question, by the words without content that it uses and by telling letters. A word that several
 * languages share speaks for each of them in part. English where nothing speaks.
 */
export function detectLanguage(text: string): Language {
  const common = commonWords();
  const score: Record<Language, number> = { en: 0, fr: 0, es: 0, de: 0 };
  for (const spoken of wordsOf(text)) {
    const speakers = languages.filter((language) => common[language].stop.has(spoken));
    for (const language of speakers) score[language] += 1 / speakers.length;
  }
  for (const letter of text.toLowerCase()) {
    for (const language of languages) if (common[language].letters.includes(letter)) score[language] += 0.5;
  }
  return languages.reduce((best, language) => (score[language] > score[best] ? language : best));
}

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(word) ?? [];
}
