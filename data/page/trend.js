import { el, svg } from "./dom.js";

const size = { width: 1100, left: 8, right: 8, top: 22, grown: 130, changed: 62 };
const day = 86_400_000;
const days = { day: 1, week: 7, month: 30.4, year: 365.25 };

/** How the code grew: lines of source files over time, and below what commits added and deleted. Null where the history has but one span. */
export function trend(rows) {
  if (rows.length < 2) return null;
  const old = [...rows].reverse();
  const { width, left, right, top, grown, changed } = size;
  const [first, last] = [old[0], old.at(-1)].map(({ from }) => Date.parse(from));
  const span = days[old[0].span] * day;
  const plot = width - left - right;
  const x = (time) => left + ((time - first) / (last + span - first)) * plot;
  const wide = Math.max(1, (span / (last + span - first)) * plot);
  const most = Math.max(1, ...old.map(({ after }) => after));
  const churn = Math.max(1, ...old.flatMap(({ added, deleted }) => [added, deleted]));
  const y = (lines) => top + grown - (lines / most) * grown;
  const deep = (lines) => Math.sqrt(lines / churn) * changed;
  const middle = top + grown + 26 + deep(Math.max(...old.map(({ added }) => added)));
  const bottom = middle + deep(Math.max(...old.map(({ deleted }) => deleted)));
  // Between two commits the code stays as it is.
  const points = old.flatMap(({ from, after }, at) => {
    const begin = x(Date.parse(from));
    const next = at + 1 < old.length ? x(Date.parse(old[at + 1].from)) : width - right;
    return [`${begin},${y(after)}`, `${next},${y(after)}`];
  });
  const area = [`${left},${top + grown}`, ...points, `${width - right},${top + grown}`].join(" ");
  const bars = old.map((row) => {
    const begin = x(Date.parse(row.from));
    const bar = (kind, lines) => {
      const height = deep(lines);
      const box = { x: begin, y: kind === "added" ? middle - height : middle, width: Math.max(1, wide - 1), height };
      return svg("rect", { class: kind, ...box });
    };
    const box = { class: "over", x: begin, y: top, width: wide, height: bottom - top };
    const over = svg("rect", box, svg("title", {}, saying(row)));
    return [bar("added", row.added), bar("deleted", row.deleted), over];
  });
  const text = (x, y, said, anchor = "start") => svg("text", { x, y, "text-anchor": anchor }, said);
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${width} ${bottom + 22}`, role: "img", "aria-label": summary(old) },
    svg("polygon", { class: "grown", points: area }),
    svg("line", { class: "axis", x1: left, x2: width - right, y1: top + grown, y2: top + grown }),
    svg("line", { class: "axis", x1: left, x2: width - right, y1: middle, y2: middle }),
    bars.flat(),
    text(left, top - 8, `lines of source files, up to ${most.toLocaleString("en")}`),
    text(
      left,
      top + grown + 18,
      `added and deleted by ${old[0].span} (square root), up to ${churn.toLocaleString("en")}`,
    ),
    text(left, bottom + 16, old[0].from),
    text(width - right, bottom + 16, old.at(-1).from, "end"),
  );
  const table = el("a", { class: "same", href: "#trend" }, "The same as a table");
  return el("figure", { class: "wide" }, el("figcaption", {}, summary(old)), drawing, table);
}

function saying({ from, span, commits, authors, added, deleted, after }) {
  const number = (count) => count.toLocaleString("en");
  return `${span} of ${from}: ${commits} commit${commits === 1 ? "" : "s"} by ${authors}, +${number(added)} −${number(deleted)} lines, ${number(after)} at its end`;
}

function summary(old) {
  const commits = old.reduce((sum, row) => sum + row.commits, 0);
  const lines = ({ after }) => after.toLocaleString("en");
  return `Trend: ${lines(old[0])} lines after the ${old[0].span} of ${old[0].from}, ${lines(old.at(-1))} now, over ${commits.toLocaleString("en")} commits`;
}
