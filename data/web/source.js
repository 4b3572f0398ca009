import { el } from "../page/dom.js";
import { failureOf, get } from "./api.js";
import { button, loading, placeOf } from "./parts.js";
import { spanOf } from "./span.js";

const panel = document.getElementById("source");
/** Lines that are shown around those that are meant. */
const around = 60;

let opener = null;

/** Opens a piece of evidence beside what is shown: its file at its lines, or the text that was read from it, `words` marked in them. */
export async function openSource(evidence, words = "") {
  opener = document.activeElement;
  panel.hidden = false;
  document.body.classList.add("with-source");
  const place = el("div", { class: "text" }, loading());
  panel.replaceChildren(head(evidence), place);
  panel.focus();
  if (evidence.path === undefined || evidence.path === "stdin" || evidence.doc !== undefined) {
    place.replaceChildren(asRead(evidence));
    return;
  }
  const [first, last] = evidence.lines?.[0] > 0 ? evidence.lines : [0, 0];
  try {
    const range = { first, last, from: Math.max(1, first - around), to: Math.max(first, last) + around };
    await fill(place, evidence, { ...range, words });
  } catch (thrown) {
    const { message } = failureOf(thrown);
    place.replaceChildren(el("p", { class: "soft" }, message), evidence.text ? asRead(evidence) : "");
  }
}

export function closeSource() {
  if (panel.hidden) return;
  panel.hidden = true;
  document.body.classList.remove("with-source");
  opener?.focus?.();
}

function head(evidence) {
  return el(
    "header",
    {},
    el(
      "div",
      {},
      el("b", {}, placeOf(evidence)),
      evidence.heading ? el("span", { class: "soft" }, ` ${evidence.heading}`) : null,
    ),
    button("Close", closeSource, { "aria-label": "Close the source", class: "plain" }),
  );
}

async function fill(place, evidence, { first, last, from, to, words }) {
  const { lines, of, hash, ...read } = await get(
    `/api/source?${new URLSearchParams(wanted(evidence, { first, from, to }))}`,
  );
  if (read.converted) {
    place.replaceChildren(...readFrom(evidence, { lines, of, hash, ...read }, { place, words }));
    place.querySelector(".meant")?.scrollIntoView({ block: "center" });
    return;
  }
  const changed = evidence.source && evidence.source.hash !== hash;
  const end = from + lines.length - 1;
  const more = (text, range) =>
    button(text, () => fill(place, evidence, { first, last, words, ...range }), { class: "plain more" });
  const spans = spansIn(lines.slice(Math.max(0, first - from), Math.max(0, last - from + 1)), words);
  const rows = lines.map((text, at) => {
    const number = from + at;
    const meant = number >= first && number <= last;
    const span = meant ? spans[number - Math.max(first, from)] : undefined;
    return el("li", { value: number, class: meant ? "meant" : undefined }, ...lineOf(text, span));
  });
  place.replaceChildren(
    ...(changed ? [el("p", { class: "warn" }, "The file has changed since this was read.")] : []),
    ...(from > 1 ? [more("Lines before", { from: Math.max(1, from - 200), to })] : []),
    el("ol", { class: "lines", start: from }, rows),
    ...(end < of ? [more("Lines after", { from, to: to + 200 })] : []),
  );
  place.querySelector(".meant")?.scrollIntoView({ block: "center" });
}

/** What is asked for: lines, or of what has none the part that is cited. */
function wanted({ path, page, heading }, { first, from, to }) {
  if (first > 0 || (page === undefined && !heading)) return { path, from, to };
  return { path, ...(page === undefined ? {} : { page }), ...(heading ? { heading } : {}) };
}

/** The text that was read from a document: where each part begins, and what is cited in it. */
function readFrom(evidence, { lines, from, of, hash, converted, parts, note }, { place, words }) {
  const changed = evidence.source && evidence.source.hash !== hash;
  const spans = spansIn(lines, words || evidence.text || "");
  const starts = new Map(parts.map((part, at) => [part.line, { ...part, before: parts[at - 1] }]));
  const rows = lines.map((text, at) => {
    const begun = starts.get(from + at);
    const where = begun && begun.page !== null && begun.page !== begun.before?.page ? `page ${begun.page}` : null;
    const named = where ? el("span", { class: "soft" }, `${where}  `) : null;
    return el("li", { value: from + at, class: spans[at] ? "meant" : undefined }, named, ...lineOf(text, spans[at]));
  });
  const all = () => fill(place, { ...evidence, page: undefined, heading: undefined }, { ...whole, words });
  return [
    el("p", { class: "soft" }, `The text as Ergo read it from this document (${converted}).`),
    ...(changed ? [el("p", { class: "warn" }, "The file has changed since this was read.")] : []),
    ...(note ? [el("p", { class: "warn" }, note)] : []),
    ...(lines.length < of ? [button("From the beginning", all, { class: "plain more" })] : []),
    el("ol", { class: "lines", start: from }, rows),
  ];
}

const whole = { first: 0, last: 0, from: 1, to: 2000 };

/** Where words stand in lines that they may run over: for each line its part of them, undefined where it has none. */
function spansIn(lines, words) {
  const span = spanOf(lines.join("\n"), words);
  if (span === null) return [];
  let start = 0;
  return lines.map(({ length }) => {
    const part = [Math.max(0, span[0] - start), Math.min(length, span[1] - start)];
    start += length + 1;
    return part[0] < part[1] ? part : undefined;
  });
}

function lineOf(text, span) {
  if (span === undefined) return [text === "" ? "\u00a0" : text];
  const [first, end] = span;
  return [text.slice(0, first), el("mark", {}, text.slice(first, end)), text.slice(end)];
}

function asRead({ text = "", command }) {
  return el(
    "div",
    {},
    command ? el("code", { class: "formal" }, `$ ${command}`) : null,
    el("blockquote", { class: "read" }, text),
  );
}
