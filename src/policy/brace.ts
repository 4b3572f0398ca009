/** A word that becomes more words than these is not judged. */
const most = 256;

/**
 * Brace expansion: `a{b,c}d` becomes abd and acd, `{1..3}` its two ends. A character after `mark` has no special meaning.
 * Null when there are too many words.
 */
export function braces(text: string, mark: string): string[] | null {
  const words: string[] = [];
  const open = [text];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const expanded = first(next, mark);
    if (expanded === null) words.push(next);
    else open.push(...expanded.reverse());
    if (words.length + open.length > most) return null;
  }
  return words;
}

/** The words that the first group of braces makes; null when there is none. */
function first(text: string, mark: string): string[] | null {
  for (let at = 0; at < text.length; at += text[at] === mark ? 2 : 1) {
    if (text[at] !== "{") continue;
    const group = alternatives(text, at, mark);
    if (group !== null) return group.parts.map((part) => text.slice(0, at) + part + text.slice(group.end));
  }
  return null;
}

/** The parts of the braces that open at `start`; null when they are no brace expansion. */
function alternatives(text: string, start: number, mark: string): { parts: string[]; end: number } | null {
  const parts = [""];
  let depth = 0;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]!;
    if (character === mark) {
      parts[parts.length - 1] += character + (text[++at] ?? "");
      continue;
    }
    if (character === "}" && depth === 0) return closed(parts, at + 1);
    if (character === "{") depth++;
    if (character === "}") depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return null;
}

function closed(parts: string[], end: number): { parts: string[]; end: number } | null {
  if (parts.length > 1) return { parts, end };
  const ends = /^([^.]+)\.\.([^.]+)(?:\.\.[^.]+)?$/.exec(parts[0]!);
  return ends === null ? null : { parts: [ends[1]!, ends[2]!], end };
}
