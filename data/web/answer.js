import { el } from "../page/dom.js";
import { get } from "./api.js";
import { footOf } from "./foot.js";
import { button, errorBox, placeOf } from "./parts.js";
import { openSource } from "./source.js";

const peek = document.getElementById("peek");

/** An answer with each claim marked by its verdict, and what it rests on one look away. */
export function answerOf(answer, { resume, asked } = {}) {
  const evidence = new Map(answer.evidence.map((item) => [item.id, item]));
  const said = el("div", { class: "answer-text" }, pieces(answer, evidence));
  return el(
    "article",
    { class: "answer-card" },
    asked !== undefined && asked !== answer.question
      ? el("p", { class: "soft" }, `understood as: ${answer.question}`)
      : null,
    said,
    besides(answer, evidence),
    waitsFor(answer, resume, (choices) => said.replaceChildren(...pieces(apartFrom(answer, choices), evidence))),
    answer.error && answer.error.message !== answer.answer ? errorBox(answer.error) : null,
    ...notesOf(answer).map((note) => el("p", { class: "warn" }, note)),
    sources(answer),
    ...footOf(answer),
  );
}

/** An answer without the lines that are there as buttons. */
function apartFrom(answer, choices) {
  const lines = answer.answer.split("\n").filter((line) => !choices.includes(line.trim()));
  return { ...answer, answer: lines.join("\n") };
}

/** What was missing, each thing once. */
export function notesOf({ degraded }) {
  return [...new Set(degraded.map(({ message, remedy }) => [message, remedy].filter(Boolean).join(": ")))];
}

/** The text in stretches: those that a claim states, marks of evidence, and what is between. */
function pieces({ answer: text, claims, evidence: list }, evidence) {
  const ranges = [];
  const free = (start, end) => ranges.every((range) => end <= range.start || start >= range.end);
  for (const claim of claims.toSorted((a, b) => b.text.length - a.text.length)) {
    const start = text.indexOf(claim.text);
    if (start >= 0 && claim.text !== "" && free(start, start + claim.text.length)) {
      ranges.push({ start, end: start + claim.text.length, claim });
    }
  }
  for (const { index, 0: found, 1: number } of text.matchAll(/\[(\d{1,3})\]/g)) {
    const item = list[Number(number) - 1];
    if (item && free(index, index + found.length)) ranges.push({ start: index, end: index + found.length, item });
  }
  for (const item of list) {
    const start = item.path === undefined ? -1 : lineAt(text, item.path);
    if (start >= 0 && free(start, start + item.path.length))
      ranges.push({ start, end: start + item.path.length, item });
  }
  const nodes = [];
  let at = 0;
  for (const { start, end, claim, item } of ranges.sort((a, b) => a.start - b.start)) {
    nodes.push(...plain(text.slice(at, start)));
    const words = text.slice(start, end);
    nodes.push(item ? markOf(words, item) : claimOf(words, claim, evidence));
    at = end;
  }
  return [...nodes, ...plain(text.slice(at))];
}

/** Where a line begins with a path that it lists; -1 where none does. */
function lineAt(text, path) {
  const at = text.indexOf(`\n${path}`);
  return at >= 0 && /^(?:\n|:|$)/.test(text.slice(at + 1 + path.length)) ? at + 1 : -1;
}

/** Text that states nothing: what stands around a quotation in its file is less than the rest. */
function plain(text) {
  return text
    .split(/^( {2}… .*)$/m)
    .map((part, at) => (at % 2 === 1 ? el("span", { class: "context" }, part) : document.createTextNode(part)));
}

/** Claims that the text does not hold word by word: few at once, the rest when they are asked for. */
function besides({ answer: text, claims }, evidence) {
  const rows = claims
    .filter((claim) => claim.text !== "" && !text.includes(claim.text))
    .map((claim) => el("li", {}, claimOf(claim.text, claim, evidence)));
  if (rows.length === 0) return null;
  if (rows.length <= few) return el("ul", { class: "besides" }, rows);
  return el("details", { class: "besides" }, el("summary", {}, `${rows.length} claims`), el("ul", {}, rows));
}

const few = 5;

/** A stretch of the text that is read on, broken into lines and pressed like a button. */
function claimOf(words, claim, evidence) {
  const items = claim.evidence.flatMap((id) => evidence.get(id) ?? []);
  const label = `${words} (${claim.verdict})`;
  const node = el(
    "span",
    { role: "button", tabindex: 0, class: `claim claim-${claim.verdict}`, "aria-label": label },
    words,
  );
  peeking(node, () => [
    el("span", { class: `verdict verdict-${claim.verdict}` }, claim.verdict),
    ...(claim.formal && !claim.formal.startsWith("quote(") && claim.formal.length < 300
      ? [el("code", { class: "formal" }, claim.formal)]
      : []),
    ...items.slice(0, 3).map(excerpt),
  ]);
  const open = () => items[0] && openSource(items[0], claim.text);
  node.addEventListener("click", open);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    open();
  });
  return node;
}

function markOf(words, item) {
  const node = button(words, () => openSource(item), {
    class: "ref",
    "aria-label": `Source ${words}: ${placeOf(item)}`,
  });
  peeking(node, () => [excerpt(item)]);
  return node;
}

function excerpt(item) {
  const text = item.text.replace(/\s+/g, " ");
  return el(
    "div",
    { class: "excerpt" },
    el("b", {}, placeOf(item)),
    el("q", {}, text.length > 280 ? `${text.slice(0, 280)}…` : text),
  );
}

/** Shows something beside a node while it is looked at. */
function peeking(node, content) {
  const show = () => {
    peek.replaceChildren(...content());
    peek.hidden = false;
    const box = node.getBoundingClientRect();
    const { width, height } = peek.getBoundingClientRect();
    const end = document.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
    const below = box.bottom + 8 + height < end || box.top - height - 8 < 0;
    peek.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    peek.style.top = `${below ? box.bottom + 8 : box.top - height - 8}px`;
  };
  const hide = () => (peek.hidden = true);
  for (const type of ["mouseenter", "focus"]) node.addEventListener(type, show);
  for (const type of ["mouseleave", "blur", "click"]) node.addEventListener(type, hide);
}

function sources({ answer, evidence }) {
  const items = evidence.filter(({ path }) => path !== undefined && lineAt(answer, path) < 0);
  if (items.length === 0) return null;
  const shown = items.slice(0, 6).map((item) => button(placeOf(item), () => openSource(item), { class: "chip" }));
  const more = items.length > 6 ? [el("span", { class: "soft" }, `and ${items.length - 6} more`)] : [];
  return el("div", { class: "chips", "aria-label": "Sources" }, ...shown, ...more);
}

/** What a run waits for, as buttons; what it asks exactly stands in its record. `offered` is told the choices that are buttons. */
function waitsFor({ run, status, stop, alternatives = [] }, resume, offered) {
  if (resume === undefined || (status !== "waiting" && status !== "cancelled")) return null;
  const box = el("form", { class: "choices" });
  const reply = (body, text) => {
    for (const each of box.elements) each.disabled = true;
    resume(body, text);
  };
  const choice = (text, body, attributes) => button(text, () => reply(body, text), attributes);
  if (status === "cancelled") box.append(button("Go on", () => reply({}), { class: "primary" }));
  else if (stop === "approval") {
    box.append(choice("Yes, do it", { approve: true }, { class: "primary" }), choice("No", { approve: false }));
  } else if (alternatives.length > 0) {
    box.append(
      ...alternatives.map(({ question }, at) => choice(question, { answer: String(at + 1) })),
      ...words(box, reply),
    );
  } else {
    get(`/api/runs/${run}`)
      .then(({ asked: [asked] }) => {
        const choices = asked?.choices ?? asked?.text.split("\n").slice(1) ?? [];
        offered(choices);
        box.append(
          ...choices.map((text) => choice(text, { answer: text })),
          ...(choices.length > 0 ? [] : words(box, reply)),
        );
      })
      .catch((thrown) => box.append(errorBox(thrown)));
  }
  return box;
}

/** A reply in words of one's own. */
function words(box, reply) {
  const field = el("input", { "aria-label": "Your reply", placeholder: "in your own words" });
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text !== "") reply({ answer: text }, text);
  });
  return [field, el("button", {}, "Reply")];
}
