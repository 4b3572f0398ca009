import { svg } from "./dom.js";

const size = { width: 520, height: 340, left: 48, bottom: 36, top: 14, right: 14 };

/** Points by two measures on square-root axes, so that many small ones stay apart. `hot`: the ones that are named. */
export function scatter(points, { x, y, hot }) {
  const { width, height, left, bottom, top, right } = size;
  const [mostX, mostY] = [
    Math.max(1, ...points.map((point) => point.x)),
    Math.max(1, ...points.map((point) => point.y)),
  ];
  const at = ({ x, y }) => [
    left + Math.sqrt(x / mostX) * (width - left - right),
    height - bottom - Math.sqrt(y / mostY) * (height - bottom - top),
  ];
  const named = new Set([...points].sort((a, b) => b.x * b.y - a.x * a.y).slice(0, hot));
  const spots = points.map((point) => {
    const [cx, cy] = at(point);
    const title = svg("title", {}, `${point.name}: ${x} ${point.x}, ${y} ${point.y}`);
    return svg("circle", { cx, cy, r: named.has(point) ? 6 : 4, class: named.has(point) ? "hot" : "" }, title);
  });
  const labels = apart([...named].map((point) => ({ name: point.name.split("/").at(-1), at: at(point) }))).map(
    ({ name, at: [cx], y }) => {
      const end = cx > width / 2;
      return svg("text", { x: cx + (end ? -9 : 9), y: y + 4, "text-anchor": end ? "end" : "start" }, name);
    },
  );
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${x} against ${y}` },
    svg("line", { class: "axis", x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }),
    svg("line", { class: "axis", x1: left, x2: left, y1: top, y2: height - bottom }),
    svg("text", { x: width - right, y: height - 12, "text-anchor": "end" }, `${x} (up to ${mostX})`),
    svg("text", { x: left, y: top - 2 }, `${y} (up to ${mostY})`),
    spots,
    labels,
  );
}

/** Names from the top down, each on a line of its own beside those of the same side. */
function apart(names) {
  const lowest = new Map();
  return names
    .sort((a, b) => a.at[1] - b.at[1])
    .map((each) => {
      const side = each.at[0] > size.width / 2;
      const y = Math.max(each.at[1], lowest.get(side) ?? 0);
      lowest.set(side, y + 12);
      return { ...each, y };
    });
}

/** Which folder imports which: a row imports the column. Below the diagonal stands what leads back up the layers. */
export function matrix(names, counts) {
  const [cell, left, top] = [22, 170, 130];
  const most = Math.max(1, ...counts.flat());
  const short = (name) => (name.length > 26 ? `…${name.slice(-25)}` : name || ".");
  const cells = counts.flatMap((row, from) =>
    row.map((count, to) => {
      const [x, y] = [left + to * cell, top + from * cell];
      const title = svg("title", {}, `${names[from] || "."} imports ${count} files of ${names[to] || "."}`);
      const box = svg("rect", { class: "grid", x, y, width: cell, height: cell });
      if (count === 0) return [box];
      const opacity = 0.25 + (0.75 * count) / most;
      return [
        box,
        svg(
          "rect",
          {
            class: to > from ? "back" : "cell",
            x: x + 2,
            y: y + 2,
            width: cell - 4,
            height: cell - 4,
            "fill-opacity": opacity,
          },
          title,
        ),
      ];
    }),
  );
  const rows = names.map((name, at) =>
    svg("text", { x: left - 6, y: top + at * cell + 15, "text-anchor": "end" }, short(name)),
  );
  const columns = names.map((name, at) => {
    const x = left + at * cell + 14;
    return svg("text", { x, y: top - 6, transform: `rotate(-60 ${x} ${top - 6})` }, short(name));
  });
  const side = names.length * cell;
  return svg(
    "svg",
    { viewBox: `0 0 ${left + side + 80} ${top + side + 8}`, role: "img", "aria-label": "Which folder imports which" },
    cells.flat(),
    rows,
    columns,
  );
}
