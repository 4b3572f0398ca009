import { el } from "./dom.js";
import { drawCost, drawGains, drawShares, figuresTable, gainsTable, linesOf, scenariosTable } from "./measured.js";

const part = (id) => document.getElementById(id);
const measured = JSON.parse(part("measured").textContent);
const { suite, rows, gains, figures, seed } = measured;
const lines = linesOf(measured);

part("name").textContent = suite;
part("facts").textContent = `${new Set(rows.map(({ scenario }) => scenario)).size} scenarios · seed ${seed}`;
part("shares").append(drawShares(lines));
part("cost").append(
  lines.some(({ tokens }) => tokens > 0) ? drawCost(lines) : el("p", { class: "said" }, "No model was asked."),
);
part("gains").append(...(gains.length > 0 ? [drawGains(gains)] : []), gainsTable(gains));
part("figures").append(figuresTable(figures));
part("rows").append(scenariosTable(rows));
