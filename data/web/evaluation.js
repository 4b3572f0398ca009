import { el } from "../page/dom.js";
import {
  drawCost,
  drawGains,
  drawShares,
  figuresTable,
  gainsTable,
  linesOf,
  scenariosTable,
} from "../page/measured.js";
import { some } from "../page/pieces.js";
import { get } from "./api.js";
import { ago, empty, fillWith } from "./parts.js";

/** What `ergo eval` measured: a list, or the measurement that `name` says. */
export function evaluationPart(place, name) {
  fillWith(place, async () =>
    name === "" ? listed(await get("/api/eval")) : measuredOf(await get(`/api/eval/${encodeURIComponent(name)}`)),
  );
}

function listed({ results }) {
  if (results.length === 0)
    return empty("Nothing was measured yet", [
      "A suite of questions shows which engine pays for your model on your files, such as ",
      el("code", {}, "ergo eval quay --engine auto --engine contract"),
    ]);
  const row = ({ name, at, suite, scenarios, totals }) =>
    el(
      "li",
      {},
      el("a", { href: `#models/evaluation/${name}` }, suite),
      el("span", { class: "soft" }, ` ${scenarios} scenarios, ${ago(at)}`),
      el("div", { class: "facts" }, totals.slice(0, 8).map(shareOf)),
    );
  return some(results, row, { tag: "ul", class: "choose" }, 50);
}

function shareOf({ engine, model, right, n }) {
  return el("span", {}, `${engine} · ${model} `, el("b", {}, `${Math.round((100 * right) / n)} %`));
}

function measuredOf({ at, measured }) {
  const lines = linesOf(measured);
  const scenarios = new Set(measured.rows.map(({ scenario }) => scenario)).size;
  return [
    el("p", { class: "back" }, el("a", { href: "#models/evaluation" }, "← All measurements")),
    el("h2", {}, measured.suite),
    el(
      "p",
      { class: "facts" },
      el("span", {}, `${scenarios} scenarios`),
      el("span", {}, `measured ${ago(at)}`),
      el("span", {}, `seed ${measured.seed}`),
    ),
    part(
      "Right answers",
      figure(drawShares(lines)),
      said(
        "Share of scenarios answered as expected, with its 95 % interval (Wilson). What the bare model says is grey.",
      ),
    ),
    lines.some(({ tokens }) => tokens > 0)
      ? part("What they cost", figure(drawCost(lines)), said("Right answers against tokens a question, in the mean."))
      : null,
    part(
      "Differences",
      measured.gains.length > 0 ? figure(drawGains(measured.gains)) : "",
      scrolling("Differences", gainsTable(measured.gains)),
      scrolling("How each engine went about it", figuresTable(measured.figures)),
      said(
        "How much more often an engine is right than something else on the same scenarios; an interval that holds 0 leaves it open.",
      ),
    ),
    part(
      "Scenarios",
      scrolling("Scenarios", scenariosTable(measured.rows)),
      said("Those that were not always right stand in bold."),
    ),
  ].filter(Boolean);
}

function part(title, ...nodes) {
  return el("section", {}, el("h2", {}, title), ...nodes);
}

function figure(drawn) {
  return el("figure", { class: "plot", tabindex: 0 }, drawn);
}

function said(text) {
  return el("p", { class: "said" }, text);
}

function scrolling(label, table) {
  return el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table);
}
