import { el } from "./dom.js";
import { spanOf } from "./span.js";

/** Where words stand in lines that they may run over: for each line its part of them, undefined where it has none. */
export function spansIn(lines, words) {
  const span = spanOf(lines.join("\n"), words);
  if (span === null) return [];
  let start = 0;
  return lines.map(({ length }) => {
    const part = [Math.max(0, span[0] - start), Math.min(length, span[1] - start)];
    start += length + 1;
    return part[0] < part[1] ? part : undefined;
  });
}

/** A line with a span of it marked. */
export function lineOf(text, span) {
  if (span === undefined) return [text === "" ? "\u00a0" : text];
  const [first, end] = span;
  return [text.slice(0, first), el("mark", {}, text.slice(first, end)), text.slice(end)];
}

/** Lines of a file from number `from` on, those from `first` to `last` as the ones that are meant, and words marked in these. */
export function linesOf(lines, { from, first, last, words }) {
  const spans = spansIn(lines.slice(Math.max(0, first - from), Math.max(0, last - from + 1)), words);
  const rows = lines.map((text, at) => {
    const number = from + at;
    const meant = number >= first && number <= last;
    const span = meant ? spans[number - Math.max(first, from)] : undefined;
    return el("li", { value: number, class: meant ? "meant" : undefined }, ...lineOf(text, span));
  });
  return el("ol", { class: "lines", start: from }, rows);
}
