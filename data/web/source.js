import { el } from "../page/dom.js";
import { failureOf, get } from "./api.js";
import { button, loading, placeOf } from "./parts.js";

const panel = document.getElementById("source");
/** Lines that are shown around those that are meant. */
const around = 60;

let opener = null;

/** Opens a piece of evidence beside what is shown: its file at its lines; what is no text, as it was read. */
export async function openSource(evidence) {
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
    await fill(place, evidence, { first, last, from: Math.max(1, first - around), to: Math.max(first, last) + around });
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

async function fill(place, evidence, { first, last, from, to }) {
  const { lines, of, hash } = await get(`/api/source?path=${encodeURIComponent(evidence.path)}&from=${from}&to=${to}`);
  const changed = evidence.source && evidence.source.hash !== hash;
  const end = from + lines.length - 1;
  const more = (text, range) =>
    button(text, () => fill(place, evidence, { first, last, ...range }), { class: "plain more" });
  const rows = lines.map((text, at) => {
    const number = from + at;
    const meant = number >= first && number <= last;
    return el("li", { value: number, class: meant ? "meant" : undefined }, text === "" ? "\u00a0" : text);
  });
  place.replaceChildren(
    ...(changed ? [el("p", { class: "warn" }, "The file has changed since this was read.")] : []),
    ...(from > 1 ? [more("Lines before", { from: Math.max(1, from - 200), to })] : []),
    el("ol", { class: "lines", start: from }, rows),
    ...(end < of ? [more("Lines after", { from, to: to + 200 })] : []),
  );
  place.querySelector(".meant")?.scrollIntoView({ block: "center" });
}

function asRead({ text = "", command }) {
  return el(
    "div",
    {},
    command ? el("code", { class: "formal" }, `$ ${command}`) : null,
    el("blockquote", { class: "read" }, text),
  );
}
