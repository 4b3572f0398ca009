import { foldSpace, splitSentences, stemOf, type Token, tokenizeSentence } from "./sentence.ts";
import { denials, empty, opposites } from "./words.ts";

/** One sentence of a text or two in a row, as text and as tokens. */
export type Window = { text: string; tokens: Token[] };

export function sentencesOf(text: string): Window[] {
  return splitSentences(text).map((part) => ({ text: foldSpace(part), tokens: tokenizeSentence(part) }));
}

export function windowsOf(text: string): Window[] {
  const single = sentencesOf(text);
  const pairs = single.slice(1).map((next, index) => join(single[index]!, next));
  return [...single, ...pairs];
}

function join(one: Window, next: Window): Window {
  return { text: `${one.text} ${next.text}`, tokens: [...one.tokens, ...next.tokens] };
}

export function contentOf({ tokens }: Window): Token[] {
  return tokens.filter(isContent);
}

export function isContent({ text, kind }: Token): boolean {
  return kind !== "word" || !(empty.has(text) || denials.has(text));
}

export function shareOf(sentence: Window, window: Window): number {
  const stems = new Set(window.tokens.map(({ stem }) => stem));
  const content = contentOf(sentence);
  return content.filter(({ stem }) => stems.has(stem)).length / Math.max(1, content.length);
}

/** For each denial, the stems of the three content words after it. */
export function deniedIn({ tokens }: Window): string[][] {
  return tokens.flatMap(({ text }, index) =>
    denials.has(text)
      ? [
          tokens
            .slice(index + 1)
            .filter(isContent)
            .slice(0, 3)
            .map(({ stem }) => stem),
        ]
      : [],
  );
}

export function hasOpposite({ text, stem, root }: Token, window: Window, stems: ReadonlySet<string>): boolean {
  const turned = opposed.get(stem)?.some((opposite) => stems.has(opposite)) ?? false;
  return turned || window.tokens.some((other) => other.root === root && other.text !== text);
}

const opposed = new Map<string, string[]>();
for (const [left = "", right = ""] of opposites) {
  for (const [word, opposite] of [
    [left, right],
    [right, left],
  ] as const) {
    opposed.set(stemOf(word), [...(opposed.get(stemOf(word)) ?? []), stemOf(opposite)]);
  }
}

/** How many content words a text has. */
export function tokensWorth(text: string): number {
  return sentencesOf(text).reduce((sum, each) => sum + contentOf(each).length, 0);
}
