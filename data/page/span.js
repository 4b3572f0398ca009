import { el } from "./dom.js";

/** Where words stand in a text, apart from case, spaces and marks: [first, behind the last]; null where they do not. */
export function spanOf(text, words) {
  const [all, sought] = [plainOf(text), plainOf(words).plain.trim()];
  if (sought === "") return null;
  const first = ` ${all.plain}`.indexOf(` ${sought}`);
  if (first < 0) return null;
  return [all.at[first], all.at[first + sought.length - 1] + 1];
}

/** The letters and figures of a text with one space for all that is between, and where each stands. */
function plainOf(text) {
  let plain = "";
  const at = [];
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}]|[^\p{L}\p{N}]+/gu)) {
    const word = /[\p{L}\p{N}]/u.test(found) ? found.toLowerCase() : plain === "" ? "" : " ";
    plain += word;
    for (let unit = 0; unit < word.length; unit++) at.push(index + (word === " " ? 0 : found.length - 1));
  }
  return { plain, at };
}

/** A text with a span of it marked; long ones are cut around it, `most` characters at most. */
export function marked(text, words, most = 600) {
  const span = spanOf(text, words);
  const from = span ? Math.max(0, Math.min(span[0] - 80, text.length - most)) : 0;
  const to = Math.min(text.length, from + most);
  const [first, last] = span ? [span[0], Math.min(span[1], to)] : [to, to];
  return [
    from > 0 ? "…" : "",
    text.slice(from, first),
    span ? el("mark", {}, text.slice(first, last)) : "",
    text.slice(last, to),
    to < text.length ? "…" : "",
  ].filter((part) => part !== "");
}

/** A text with the longer words of a question marked wherever they stand. */
export function withWords(text, question) {
  const words = question.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  if (words.length === 0) return [text];
  const sought = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "giu");
  return text
    .split(sought)
    .map((part, at) => (at % 2 === 1 ? el("mark", {}, part) : part))
    .filter((part) => part !== "");
}
