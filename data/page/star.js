import { svg } from "./dom.js";

const size = { width: 900, height: 560, across: 290, down: 215 };
/** Neighbours that find room around the middle. */
const most = 22;

/**
 * Draws an entity with its first neighbours around it. `near` are those, the most telling first; `links` the pairs of them
 * that are related. `choose` is told the neighbour that was picked.
 */
export function drawStar(middle, near, links, choose) {
  const shown = near.slice(0, most);
  const spots = spread(shown);
  const picture = svg("svg", {
    viewBox: `0 0 ${size.width} ${size.height}`,
    role: "group",
    "aria-label": `${middle.name} and its neighbours`,
  });
  const centre = { x: size.width / 2, y: size.height / 2 };
  for (const [a, b] of links) {
    const [one, other] = [spots.get(a), spots.get(b)];
    if (one && other) picture.append(svg("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y }));
  }
  for (const each of shown) {
    const { x, y } = spots.get(each.id);
    const width = 1 + Math.min(3, Math.log2(1 + each.count) / 2);
    picture.append(svg("line", { class: "own", x1: centre.x, y1: centre.y, x2: x, y2: y, "stroke-width": width }));
  }
  for (const each of shown) picture.append(spotOf(each, spots.get(each.id), choose));
  picture.append(boxOf(middle, centre));
  return picture;
}

/** Places on an ellipse, from the top clockwise; every second one stands further in, so that names do not meet. */
function spread(shown) {
  return new Map(
    shown.map((each, at) => {
      const angle = (2 * Math.PI * at) / shown.length - Math.PI / 2;
      const reach = shown.length > 8 && at % 2 === 1 ? 0.72 : 1;
      const x = size.width / 2 + Math.cos(angle) * size.across * reach;
      return [
        each.id,
        { x, y: size.height / 2 + (Math.sin(angle) * size.down * (reach + 1)) / 2, right: x >= size.width / 2 },
      ];
    }),
  );
}

function spotOf(each, { x, y, right }, choose) {
  const act = () => choose(each.id);
  return svg(
    "g",
    {
      class: `spot ${each.kind}`,
      tabindex: 0,
      role: "button",
      "aria-label": each.said,
      on: { click: act, keydown: (event) => event.key === "Enter" && act() },
    },
    svg("title", {}, each.said),
    svg("circle", { cx: x, cy: y, r: 5 }),
    svg("text", { x: x + (right ? 10 : -10), y, "text-anchor": right ? "start" : "end" }, short(each.name, 26)),
  );
}

function boxOf({ name }, { x, y }) {
  const text = short(name, 30);
  const width = 24 + text.length * 8.5;
  return svg(
    "g",
    { class: "middle" },
    svg("rect", { x: x - width / 2, y: y - 17, width, height: 34, rx: 10 }),
    svg("text", { x, y }, text),
  );
}

function short(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
