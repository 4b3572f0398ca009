import { duration, el, svg } from "./dom.js";

const part = (id) => document.getElementById(id);
const { suite, rows, totals, baselines, gains, figures, seed } = JSON.parse(part("measured").textContent);
const percent = (share) => `${Math.round(100 * share)} %`;

/** What is compared: engines, then what the bare model says. */
const lines = [
  ...totals.map((total) => ({ ...total, name: `${total.engine} · ${total.model}`, plain: false })),
  ...baselines.map((one) => ({
    ...one,
    name: `${one.name}${one.of ? ` at the tokens of ${one.of}` : ""} · ${one.model}`,
    plain: true,
  })),
];

part("name").textContent = suite;
part("facts").textContent = `${new Set(rows.map(({ scenario }) => scenario)).size} scenarios · seed ${seed}`;
part("shares").append(drawShares());
part("cost").append(
  lines.some(({ tokens }) => tokens > 0) ? drawCost() : el("p", { class: "said" }, "No model was asked."),
);
part("gains").append(
  gains.length === 0
    ? el("p", { class: "said" }, "Nothing was measured to compare with.")
    : tableOf(
        ["Engine", "Model", "Against", "Difference", "95 %", "Scenarios"],
        gains.map(({ engine, model, against, by, low, high, n }) => [
          [engine, model, against, `${by > 0 ? "+" : ""}${percent(by)}`, `${percent(low)} to ${percent(high)}`, n],
          false,
        ]),
      ),
);
const of = (ratio) => (ratio ? `${percent(ratio.share)} of ${ratio.of}` : "");
part("figures").append(
  tableOf(
    [
      ...["Engine", "Model", "Plans right at once", "Recovered", "Reflections used up", "Steps a plan", "Bypassed"],
      ...["Wanted words", "Right for 1,000 tokens", "Taken apart", "Reviews that approve"],
    ],
    figures.map((each) => [
      [
        ...[each.engine, each.model, of(each.planned), of(each.recovered), of(each.exhausted), each.steps ?? ""],
        ...[of(each.bypassed), of(each.covered), each.perThousand ?? "", of(each.split), of(each.approved)],
      ],
      false,
    ]),
  ),
);
part("rows").append(
  tableOf(
    ["Scenario", "Engine", "Model", "Right", "95 %", "Tokens", "Time", "Ended"],
    rows.map(({ scenario, engine, model, right, n, low, high, tokens, ms, stop }) => [
      [scenario, engine, model, `${right} of ${n}`, `${percent(low)} to ${percent(high)}`, tokens, duration(ms), stop],
      right < n,
    ]),
  ),
);

/** A row a line: the share as a spot, its interval as a bar. */
function drawShares() {
  const [left, width, height] = [300, 560, 30];
  const x = (share) => left + width * share;
  const all = svg("svg", {
    viewBox: `0 0 ${left + width + 40} ${lines.length * height + 34}`,
    role: "img",
    "aria-label": "Shares of right answers",
  });
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    all.append(
      svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: 4, y2: lines.length * height }),
      svg("text", { class: "tick", x: x(tick), y: lines.length * height + 16 }, percent(tick)),
    );
  }
  for (const [at, { name, right, n, low, high, plain }] of lines.entries()) {
    const y = at * height + height / 2;
    const share = n === 0 ? 0 : right / n;
    all.append(
      svg(
        "g",
        { class: plain ? "plain" : "engine" },
        svg("title", {}, `${name}: ${percent(share)} of ${n}, ${percent(low)} to ${percent(high)}`),
        svg("text", { x: 8, y }, name.length > 42 ? `${name.slice(0, 41)}…` : name),
        svg("line", { class: "span", x1: x(low), x2: x(high), y1: y, y2: y }),
        svg("circle", { cx: x(share), cy: y, r: 5 }),
      ),
    );
  }
  return all;
}

function drawCost() {
  const [left, width, height] = [60, 740, 240];
  const most = Math.max(1, ...lines.map(({ tokens }) => tokens));
  const x = (tokens) => left + (width * tokens) / most;
  const y = (share) => 10 + height * (1 - share);
  const all = svg("svg", {
    viewBox: `0 0 ${left + width + 120} ${height + 44}`,
    role: "img",
    "aria-label": "Right answers against tokens",
  });
  for (const tick of [0, 0.5, 1]) {
    all.append(
      svg("line", { class: "grid", x1: left, x2: left + width, y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: left - 24, y: y(tick) }, percent(tick)),
      svg("text", { class: "tick", x: x(tick * most), y: height + 28 }, String(Math.round(tick * most))),
    );
  }
  for (const { name, right, n, tokens, plain } of lines) {
    const share = n === 0 ? 0 : right / n;
    all.append(
      svg(
        "g",
        { class: plain ? "plain" : "engine" },
        svg("title", {}, `${name}: ${percent(share)}, ${tokens} tokens`),
        svg("circle", { cx: x(tokens), cy: y(share), r: 5 }),
        svg("text", { x: x(tokens) + 9, y: y(share) }, name.split(" · ")[0]),
      ),
    );
  }
  return all;
}

function tableOf(head, body) {
  return el(
    "table",
    {},
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head.map((text) => el("th", { scope: "col" }, text)),
      ),
    ),
    el(
      "tbody",
      {},
      body.map(([cells, isWrong]) =>
        el(
          "tr",
          { class: isWrong ? "wrong" : undefined },
          cells.map((cell) => el("td", { class: typeof cell === "number" ? "number" : undefined }, String(cell))),
        ),
      ),
    ),
  );
}
