import { el } from "../page/dom.js";
import { lineOf, linesOf, spansIn } from "../page/excerpt.js";
import { button, placeOf } from "../page/pieces.js";
import { failureOf, get } from "./api.js";
import { loading } from "./parts.js";

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
  place.replaceChildren(
    ...(changed ? [el("p", { class: "warn" }, "The file has changed since this was read.")] : []),
    ...(from > 1 ? [more("Lines before", { from: Math.max(1, from - 200), to })] : []),
    linesOf(lines, { from, first, last, words }),
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

function asRead({ text = "", command }) {
  return el(
    "div",
    {},
    command ? el("code", { class: "formal" }, `$ ${command}`) : null,
    el("blockquote", { class: "read" }, text),
  );
}
