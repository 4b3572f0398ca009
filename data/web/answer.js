import { el } from "../page/dom.js";
import { button, placeOf, some } from "../page/pieces.js";
import { get } from "./api.js";
import { footOf } from "./foot.js";
import { errorBox, warning } from "./parts.js";
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
    ...notesOf(answer).map(warning),
    sources(answer),
    ...footOf(answer),
  );
}

/** An answer without the lines that are there as buttons: choices, or questions with a number and their answers below. */
function apartFrom(answer, choices) {
  const offers = (answer.alternatives ?? []).flatMap(({ question, rendered }, at) => [
    `${at + 1}  ${question}`,
    `   ${rendered}`,
  ]);
  const said = new Set([...choices, ...offers].map((line) => line.trim()));
  const lines = answer.answer.split("\n").filter((line) => !said.has(line.trim()));
  return { ...answer, answer: lines.join("\n") };
}

/** What was missing, each thing once. */
export function notesOf({ degraded }) {
  return [...new Set(degraded.map(({ message, remedy }) => [message, remedy].filter(Boolean).join(": ")))];
}

/** The text in stretches: those that a claim states, marks of evidence, places, what stands around a quotation, and what is between. */
function pieces({ answer: text, claims, evidence: list }, evidence) {
  const ranges = [];
  const add = (start, end, draw) => {
    if (ranges.every((range) => end <= range.start || start >= range.end)) ranges.push({ start, end, draw });
  };
  for (const claim of claims.toSorted((a, b) => b.text.length - a.text.length)) {
    for (const [at, [start, end]] of linesIn(text, claim.text).entries())
      add(start, end, (words) => claimOf(words, claim, evidence, at > 0));
  }
  for (const { index, 0: around } of text.matchAll(/^ {2}… .*(?:\n {4}.*)*/gm)) {
    add(index, index + around.length, (words) => el("span", { class: "context" }, words));
  }
  for (const { index, 0: found, 1: number } of text.matchAll(/\[(\d{1,3})\]/g)) {
    const item = list[Number(number) - 1];
    if (item) add(index, index + found.length, (words) => markOf(words, item));
  }
  for (const { index, 0: place, 1: path, 2: line } of text.matchAll(/^([\w./-]+\.\w+):(\d+)(?=[ :]|$)/gm)) {
    const item = list.find((each) => each.path === path && covers(each.lines, Number(line)));
    const named = { path, lines: [Number(line), Number(line)] };
    add(index, index + place.length, (words) => (item ? markOf(words, item) : placed(words, named)));
  }
  for (const item of list) {
    const start = item.path === undefined ? -1 : lineAt(text, item.path);
    if (start >= 0) add(start, start + item.path.length, (words) => markOf(words, item));
  }
  return drawn(text, ranges, claims.length > 0);
}

function covers([first, last] = [0, 0], line) {
  return first <= line && line <= last;
}

/** A place that the text names, which no evidence is of. */
function placed(words, item) {
  return button(words, () => openSource(item), { class: "ref place" });
}

/** The text with its ranges drawn; `judged`: it has claims, so that a sentence which none states is marked as well. */
function drawn(text, ranges, judged) {
  const nodes = [];
  let at = 0;
  const between = (words) => (judged ? words.split(/(\n)/).map(unstated) : [document.createTextNode(words)]);
  for (const { start, end, draw } of ranges.sort((a, b) => a.start - b.start)) {
    nodes.push(...between(text.slice(at, start)), draw(text.slice(start, end)));
    at = end;
  }
  return [...nodes, ...between(text.slice(at))];
}

/** A line between claims: a sentence of its own says that nothing judged it. */
function unstated(line) {
  if (!/^\s*\p{Lu}.*\p{L}{2}.*[.!?]\s*$/u.test(line)) return document.createTextNode(line);
  const told = "not checked: no claim states it";
  return el("span", { class: "claim claim-none", title: told, "aria-label": `${line.trim()} (${told})` }, line);
}

/** Where the lines of a claim stand in a text, which may set them in and put a mark behind them; [] where they do not. */
function linesIn(text, claim) {
  const lines = claim.split("\n").flatMap((line) => line.trim() || []);
  if (lines.length === 0) return [];
  for (let from = text.indexOf(lines[0]); from >= 0; from = text.indexOf(lines[0], from + 1)) {
    const spans = [];
    let at = from;
    for (const line of lines) {
      if (spans.length > 0) at += /^(?: ?\[\d+\])*\s*/.exec(text.slice(at))[0].length;
      if (!text.startsWith(line, at)) break;
      spans.push([at, at + line.length]);
      at += line.length;
    }
    if (spans.length === lines.length) return spans;
  }
  return [];
}

/** Where a line begins with a path that it lists; -1 where none does. */
function lineAt(text, path) {
  const at = text.indexOf(`\n${path}`);
  return at >= 0 && /^(?:\n|:(?!\d)|$)/.test(text.slice(at + 1 + path.length)) ? at + 1 : -1;
}

/** Claims that the text does not hold word by word: few at once, the rest when they are asked for. */
function besides({ answer: text, claims }, evidence) {
  const rows = claims
    .filter((claim) => claim.text !== "" && linesIn(text, claim.text).length === 0)
    .map((claim) => el("li", {}, claimOf(claim.text, claim, evidence)));
  if (rows.length === 0) return null;
  if (rows.length <= few) return el("ul", { class: "besides" }, rows);
  return el("details", { class: "besides" }, el("summary", {}, `${rows.length} claims`), el("ul", {}, rows));
}

const few = 5;

/** A stretch of the text that is read on, broken into lines and pressed like a button; `goesOn`: a further line of it is no button of its own. */
function claimOf(words, claim, evidence, goesOn = false) {
  const items = claim.evidence.flatMap((id) => evidence.get(id) ?? []);
  const pressed = goesOn ? {} : { role: "button", tabindex: 0, "aria-label": `${words} (${claim.verdict})` };
  const code = goesOn ? " code" : "";
  const node = el("span", { class: `claim claim-${claim.verdict}${code}`, ...pressed }, words);
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

/** Places of the evidence, each once: the first at once, the rest when they are asked for. */
function sources({ answer, evidence }) {
  const items = evidence.filter(({ path }) => path !== undefined && lineAt(answer, path) < 0);
  const places = [...new Map(items.toReversed().map((item) => [placeOf(item), item])).values()].reverse();
  if (places.length === 0) return null;
  const chip = (item) => button(placeOf(item), () => openSource(item), { class: "chip" });
  return some(places, chip, { tag: "div", class: "chips", "aria-label": "Sources" }, 6);
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
    offered([]);
    const offer = ({ question, rendered }, at) => {
      const node = choice(question, { answer: String(at + 1) });
      node.append(el("span", { class: "soft" }, rendered));
      return node;
    };
    const none = choice("None of these", { answer: "0" });
    box.append(...alternatives.map(offer), none, ...words(box, reply));
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
