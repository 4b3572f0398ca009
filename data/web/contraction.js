import { el } from "../page/dom.js";
import { some } from "../page/pieces.js";

const joints = { each: "each answered for itself", and: "all are needed", or: "one of them is enough" };

/** A tree of questions as it contracted: each with its answer and signals, and how far every round moved the whole. */
export function contractionOf({ parts, rounds }) {
  const node = (part) => {
    const below = parts.filter(({ parent }) => parent === part.part);
    return el("li", {}, cardOf(part), below.length > 0 ? el("ul", {}, below.map(node)) : null);
  };
  const roots = parts.filter(({ parent }) => parent === null);
  return el(
    "div",
    {},
    el("ul", { class: "contraction" }, roots.map(node)),
    rounds.length > 0 ? roundsOf(rounds) : null,
  );
}

function cardOf({ question, left, joint, by, answers, reviews, relevance }) {
  const last = answers.at(-1);
  const measured = answers.findLast(({ entropy }) => entropy !== null) ?? last;
  return el(
    "article",
    { class: `part-card${left === null ? "" : " left"}` },
    el("h3", {}, question),
    left === null ? null : el("p", { class: "soft" }, `left out: ${left}`),
    last
      ? el(
          "p",
          { class: last.held ? undefined : "soft" },
          last.text,
          last.held ? null : el("span", { class: "tag" }, "nothing holds it up"),
        )
      : null,
    measured
      ? el(
          "dl",
          { class: "signals" },
          gauge("entropy", measured.entropy, "not sampled"),
          gauge("sure", last.sure, "not measured"),
          gauge("to the point", relevance, ""),
          el(
            "div",
            {},
            el("dt", {}, "structure"),
            el("dd", {}, last.structure === null ? "none" : `${round(last.structure)} bit`),
          ),
        )
      : null,
    joint === null
      ? null
      : el(
          "p",
          { class: "soft" },
          `split by ${by}, ${joints[joint] ?? joint}: ${answers.find(({ doubt }) => doubt)?.doubt ?? ""}`,
        ),
    reviews.length > 0 ? some(reviews, reviewOf, { tag: "ul", class: "reviews" }, 4) : null,
  );
}

function reviewOf({ score, verdict, remark, by }) {
  return el(
    "li",
    {},
    el("b", { class: `review-${verdict}` }, verdict),
    ` ${round(score)} by ${by}`,
    remark ? `: ${remark}` : "",
  );
}

/** A share from 0 to 1 as a bar and a figure. */
function gauge(name, value, otherwise) {
  if (value === null || value === undefined)
    return el("div", {}, el("dt", {}, name), el("dd", { class: "soft" }, otherwise));
  const bar = el(
    "span",
    { class: "gauge", "aria-hidden": "true" },
    el("span", { class: `gauge-${name.split(" ")[0]}` }),
  );
  bar.firstChild.style.width = `${Math.round(100 * Math.min(1, Math.max(0, value)))}%`;
  return el("div", {}, el("dt", {}, name), el("dd", {}, bar, round(value)));
}

function roundsOf(rounds) {
  const head = ["Round", "Moved by", "Factor", "Entropy", "Then"].map((text) => el("th", { scope: "col" }, text));
  const rows = rounds.map(({ round: at, distance, factor, entropy, follows }) =>
    el(
      "tr",
      {},
      [at, round(distance), round(factor), round(entropy), follows].map((text) => el("td", {}, String(text))),
    ),
  );
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": "Rounds" },
    el("table", { class: "narrow" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)),
  );
}

function round(value) {
  return value === null || value === undefined ? "–" : String(Math.round(value * 100) / 100);
}
