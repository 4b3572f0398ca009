/** A declaration that may have type parameters, where a line begins. */
const declaration =
  /^[ \t]*(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:class|interface|type)[ \t]+[\w$]+\s*</gm;

/**
 * A text of TypeScript without the `in` and `out` of type parameters, which its grammar does not know: they are left blank. What
 * stands in a template string stays as it is.
 */
export function withoutVariance(text: string): string {
  let made = text;
  for (const { 0: head, index } of text.matchAll(declaration)) {
    const isInTemplate = (text.slice(0, index).match(/`/g)?.length ?? 0) % 2 === 1;
    if (isInTemplate) continue;
    for (const [from, to] of wordsIn(text, index + head.length - 1))
      made = made.slice(0, from) + " ".repeat(to - from) + made.slice(to);
  }
  return made;
}

/** Where `in` and `out` stand before the parameters of a list that begins with `<` at an offset. */
function wordsIn(text: string, start: number): [from: number, to: number][] {
  const found: [number, number][] = [];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at]!;
    const skipped = /^(?:\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*"|'[^'\n]*')/.exec(text.slice(at, at + 2000));
    if (skipped) at += skipped[0].length - 1;
    if (skipped) continue;
    if (/["'`;]/.test(char) && depth < 2) return found;
    if ("<({[".includes(char)) depth++;
    else if (")}]".includes(char) || (char === ">" && text[at - 1] !== "=")) depth--;
    if (depth === 0) return found;
    if (depth !== 1 || !/[<,]/.test(char)) continue;
    // `out` may be the name itself: `<out extends T>`.
    const word = /^((?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*)(?:in\s+out|in|out)(?=\s+(?!extends\b)[\w$])/.exec(
      text.slice(at + 1, at + 1000),
    );
    if (word) found.push([at + 1 + word[1]!.length, at + 1 + word[0].length]);
  }
  return found;
}
