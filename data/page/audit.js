import { el } from "./dom.js";

const part = (id) => document.getElementById(id);
const { file, sentences } = JSON.parse(part("about").textContent);
const verdicts = ["contradicted", "not found", "supported", "proven", "no claim"];
const shown = new Set(verdicts);

part("name").textContent = file;
part("facts").textContent = `${sentences.length} sentences`;
part("sums").append(...verdicts.filter((verdict) => count(verdict) > 0).map(sum));
part("sentences").append(...sentences.map(row));

function count(verdict) {
  return sentences.filter((each) => each.verdict === verdict).length;
}

/** A button that shows or hides the sentences of a verdict. */
function sum(verdict) {
  const button = el(
    "button",
    { type: "button", class: classOf(verdict), "aria-pressed": "true", on: { click: () => turn(button, verdict) } },
    `${count(verdict)} ${verdict}`,
  );
  return button;
}

function turn(button, verdict) {
  if (!shown.delete(verdict)) shown.add(verdict);
  button.setAttribute("aria-pressed", String(shown.has(verdict)));
  for (const each of part("sentences").children) each.hidden = !shown.has(each.dataset.verdict);
}

function row({ text, lines, verdict, because, evidence }) {
  const line = lines[0] > 0 ? `line ${lines[0]}` : "";
  const beside = el("div", { class: "beside" }, el("p", { class: "why" }, because), evidence.map(place));
  const said = el(
    "div",
    { class: "told" },
    el("p", { class: "judged" }, el("b", {}, verdict), el("span", {}, line)),
    el("p", {}, text),
  );
  return el("li", { class: classOf(verdict), "data-verdict": verdict }, said, beside);
}

function place({ path = "", lines, text }) {
  const at = lines && lines[0] > 0 ? `${path}:${lines[0]}` : path;
  return el("figure", {}, el("blockquote", {}, text), el("figcaption", {}, at));
}

function classOf(verdict) {
  return `is-${verdict.replace(" ", "-")}`;
}
