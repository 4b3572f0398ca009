import type { Words } from "./data.ts";
import type { Token } from "./tokens.ts";

/** The positions at which a clause begins: after a mark that ends a sentence or a part of one. */
export function clauses(tokens: Token[], question: string): number[] {
  return tokens.flatMap((token, at) => {
    if (at === 0) return [];
    const before = tokens[at - 1]!;
    const gap = question.slice(before.start, token.start).slice(before.text.length);
    return token.lower === "," || before.lower === "," || /[.;:!?…–—\n]/.test(gap) ? [at] : [];
  });
}

/** Whether a question asks for a change: "please delete a.txt if it is empty" is not to be told whether it is. */
export function isOrder(tokens: Token[], { orders, talk }: Words): boolean {
  const first = tokens.findIndex(({ lower, quoted }) => quoted || lower === "," || !talk.includes(lower));
  const begins = (from: number) => (order: string) =>
    order.split(" ").every((word, index) => !tokens[from + index]?.quoted && tokens[from + index]?.lower === word);
  return [0, first].some((from) => from >= 0 && orders.some(begins(from)));
}
