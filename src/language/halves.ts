/** Words that join two questions, where the second begins with one that asks. */
const joint =
  /(?:[,;]|\?)?\s+(?:and|und|et|y|e)\s+(?=(?:who|whom|what|which|where|how|list|show|is|are|does|do|has|wer|wen|was|welche[rsnm]?|wo|wie|ist|sind|hat|qui|que|quels?|quelles?|où|combien|quién|qué|cuál|cuáles|cuántos|cuántas|dónde|in which|in welche[rnm]|dans quels?|en qué)\s)|\?\s+(?=\S)/giu;

/** What goes back to one thing that was named, for which its name may stand. */
export const back = /(?<![\p{L}\p{N}'])(?:it|es|sie|ihn|il|elle|le|la|lo)(?=[\s?!.,]|$)/giu;
/** What goes back to it in another way, or to several things. */
const other =
  /(?<![\p{L}\p{N}'])(?:its|they|them|their|this one|that one|those|these|each|both|ones?|seine[rnms]?|ihre[rnms]?|deren|dessen|davon|diese[rnms]?|ihnen|ils|elles|leurs?|son|sa|ses|celui-ci|en|ellos|ellas|sus?|cada|l'\p{L}+)(?=[\s?!.,]|$)/iu;

/** What is written as names of files and code are, or stands in code marks. */
const named =
  /`[^`]+`|(?<!\S)(?:[\w.-]+\/[\w./-]*|[\w-]+\.\w+|\w+_\w+|\p{Ll}\w*\p{Lu}\w*|\w+\(\)|\p{Lu}\w*\p{Ll}\w*\p{Lu}\w*)(?=[\s?!,;]|$)/gu;

/**
 * Two questions in one, each as one that stands by itself: what goes back to the one thing that the first names is put in words. Null where
 * there are not two, or where the second may be about what the first names without saying so. Pure.
 */
export function halvesOf(question: string): [string, string] | null {
  const [cut, ...more] = [...question.matchAll(joint)].filter(({ index }) => index > 0);
  if (cut === undefined || more.length > 0) return null;
  const first = question.slice(0, cut.index).trim();
  const second = question.slice(cut.index + cut[0].length).replace(/[\s?!.]+$/, "");
  const [one, two] = [namedIn(first), namedIn(second)];
  if (other.test(second) || second === "") return null;
  const bound = second.match(back) ?? [];
  const isBack = bound.length === 1 && two.length === 0 && one.length === 1;
  if (isBack) return [`${first}?`, `${second.replace(back, () => one[0]!)}?`];
  return one.length > 0 === two.length > 0 && !(one.length === 0 && bound.length > 0)
    ? [`${first}?`, `${second}?`]
    : null;
}

/** What a text names as files and code are named, each once. Pure. */
export function namedIn(text: string): string[] {
  return [...new Set([...text.matchAll(named)].map(([name]) => name))];
}
