import { duration, el, svg } from "./dom.js";

const percent = (share) => `${Math.round(100 * share)} %`;

/** What is compared: engines, then what the bare model says. */
export function linesOf({ totals, baselines }) {
  return [
    ...totals.map((total) => ({ ...total, name: `${total.engine} · ${total.model}`, plain: false })),
    ...baselines.map((one) => ({
      ...one,
      name: `${one.name}${one.of ? ` at the tokens of ${one.of}` : ""} · ${one.model}`,
      plain: true,
    })),
  ];
}

/** By how much each engine is right more often than something else. */
export function gainsTable(gains) {
  if (gains.length === 0) return el("p", { class: "said" }, "Nothing was measured to compare with.");
  return tableOf(
    ["Engine", "Model", "Against", "Difference", "95 %", "Scenarios"],
    gains.map(({ engine, model, against, by, low, high, n }) => [
      [engine, model, against, `${by > 0 ? "+" : ""}${percent(by)}`, `${percent(low)} to ${percent(high)}`, n],
      false,
    ]),
  );
}

/** Every scenario with each engine and model; those that were not always right stand out. */
export function scenariosTable(rows) {
  return tableOf(
    ["Scenario", "Engine", "Model", "Right", "95 %", "Tokens", "Time", "Ended"],
    rows.map(({ scenario, engine, model, right, n, low, high, tokens, ms, stop }) => [
      [scenario, engine, model, `${right} of ${n}`, `${percent(low)} to ${percent(high)}`, tokens, duration(ms), stop],
      right < n,
    ]),
  );
}

/** How each engine went about its questions: counts of what it planned, mended, took apart and had reviewed. */
export function figuresTable(figures) {
  const of = (ratio) => (ratio ? `${percent(ratio.share)} of ${ratio.of}` : "");
  return tableOf(
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
  );
}

/** A row a line: the share of right answers as a spot, its interval as a bar. */
export function drawShares(lines) {
  const rows = lines.map((line) => ({ ...line, at: line.n === 0 ? 0 : line.right / line.n }));
  return drawIntervals(rows, { from: 0, ticks: [0, 0.25, 0.5, 0.75, 1], label: "Shares of right answers" });
}

/** Differences likewise; what lies right of the middle is better. */
export function drawGains(gains) {
  const rows = gains.map((gain) => ({
    ...gain,
    at: gain.by,
    name: `${gain.engine} · ${gain.model} against ${gain.against}`,
    plain: gain.low <= 0 && gain.high >= 0,
  }));
  return drawIntervals(rows, { from: -1, ticks: [-1, -0.5, 0, 0.5, 1], label: "Differences of shares" });
}

/** Intervals below each other on one axis that ends at 1. */
function drawIntervals(rows, { from, ticks, label }) {
  // Where there is little room, names stand above their bars.
  const slim = matchMedia("(max-width: 40rem)").matches;
  const [left, width, height] = slim ? [22, 300, 48] : [300, 560, 30];
  const x = (value) => left + (width * (value - from)) / (1 - from);
  const all = svg("svg", {
    class: slim ? "slim" : undefined,
    viewBox: `0 0 ${left + width + (slim ? 22 : 40)} ${rows.length * height + 34}`,
    role: "img",
    "aria-label": label,
  });
  for (const tick of ticks) {
    const zero = from < 0 && tick === 0 ? " zero" : "";
    all.append(
      svg("line", { class: `grid${zero}`, x1: x(tick), x2: x(tick), y1: 4, y2: rows.length * height }),
      svg("text", { class: "tick", x: x(tick), y: rows.length * height + 16 }, percent(tick)),
    );
  }
  for (const [place, { name, at, n, low, high, plain }] of rows.entries()) {
    const y = place * height + (slim ? 34 : height / 2);
    all.append(
      svg(
        "g",
        { class: plain ? "plain" : "engine" },
        svg("title", {}, `${name}: ${percent(at)} of ${n}, ${percent(low)} to ${percent(high)}`),
        svg("text", { x: slim ? 2 : 8, y: slim ? y - 20 : y }, name.length > 42 ? `${name.slice(0, 41)}…` : name),
        svg("line", { class: "span", x1: x(low), x2: x(high), y1: y, y2: y }),
        svg("circle", { cx: x(at), cy: y, r: 5 }),
      ),
    );
  }
  return all;
}

/** Right answers against the tokens that they took. */
export function drawCost(lines) {
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
        head.map((text, at) =>
          el("th", { scope: "col", class: typeof body[0]?.[0][at] === "number" ? "number" : undefined }, text),
        ),
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
