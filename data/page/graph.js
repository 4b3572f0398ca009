import { svg } from "./dom.js";
import { layout, size } from "./layout.js";

const lane = 16;

/**
 * Draws a graph from left to right; ways back run below. `passed` counts how often each node was entered and each way
 * ("from to") taken. `choose` is told the node that was clicked.
 */
export function drawGraph(graph, passed, choose) {
  const { places, bends, ways, back, width, height } = layout(graph);
  const below = height + 24 + back.length * lane;
  const picture = svg("svg", {
    viewBox: `0 -12 ${width} ${below}`,
    width,
    height: below,
    role: "group",
    "aria-label": `The graph ${graph.name}`,
  });
  const first = places.get(graph.start);
  const wires = [
    edge(`M 13 ${first.y} H ${first.x - 8}`, [first.x, first.y], "right", passed.get(graph.start) > 0 ? 1 : 0),
  ];
  for (const [from, to] of ways) {
    const [a, b, count] = [places.get(from), places.get(to), passed.get(`${from} ${to}`)];
    const under = back.findIndex((way) => way[0] === from && way[1] === to);
    if (under >= 0) wires.push(behind(a, b, height + 8 + under * lane, count, 4 * Math.min(under, 4)));
    else wires.push(from === to ? around(a, count) : ahead(a, b, bends.get(`${from} ${to}`), count));
  }
  // The ways that were taken lie on top of the others.
  wires.sort((a, b) => a.classList.contains("taken") - b.classList.contains("taken"));
  picture.append(svg("circle", { class: "start", cx: 8, cy: first.y, r: 5 }), ...wires);
  for (const [name, place] of places) picture.append(nodeOf(name, place, passed.get(name), choose));
  return picture;
}

/** A way to a later column, through the places that it holds in those between. */
function ahead(from, to, bends, count) {
  let [x, y] = [from.x + size.width, from.y];
  let path = `M ${x} ${y}`;
  for (const next of [...bends, { x: to.x - 8, y: to.y }]) {
    const half = (next.x - x) / 2;
    path += ` C ${x + half} ${y}, ${next.x - half} ${next.y}, ${next.x} ${next.y}`;
    if (next.x === to.x - 8) break;
    path += ` H ${next.x + size.width}`;
    [x, y] = [next.x + size.width, next.y];
  }
  return edge(path, [to.x, to.y], "right", count);
}

/** A way back: to the gap beside its column, down to a lane below all nodes, and up the gap before the other, so that it crosses no node. */
function behind(from, to, y, count, aside) {
  const [x1, x2] = [from.x + size.width - 14, to.x + 14];
  const [y1, y2] = [from.y + size.height / 2, to.y + size.height / 2];
  const [right, left] = [from.x + size.width + 8 + aside, to.x - 14 - aside];
  const [turn, rise] = [y1 + size.down / 2 - 1, y2 + size.down / 2 + 1];
  const down = `M ${x1} ${y1} V ${turn - 4} Q ${x1} ${turn} ${x1 + 4} ${turn} H ${right - 4} Q ${right} ${turn} ${right} ${turn + 4} V ${y - 10} Q ${right} ${y} ${right - 10} ${y}`;
  const up = `H ${left + 10} Q ${left} ${y} ${left} ${y - 10} V ${rise + 4} Q ${left} ${rise} ${left + 4} ${rise} H ${x2 - 4} Q ${x2} ${rise} ${x2} ${rise - 4} V ${y2 + 8}`;
  return edge(`${down} ${up}`, [x2, y2], "up", count, [(right + left) / 2, y - 5]);
}

/** From a node to itself: a loop on top of it. */
function around(from, count) {
  const [x, y] = [from.x + size.width - 18, from.y - size.height / 2];
  return edge(`M ${x} ${y} v -4 a 11 9 0 0 0 -22 0`, [x - 22, y], "down", count, [x - 40, y - 4]);
}

const heads = { right: "-8,-4 0,0 -8,4", up: "-4,8 0,0 4,8", down: "-4,-8 0,0 4,-8" };

function edge(path, [x, y], towards, count = 0, [labelX, labelY] = [x - size.across / 2 - 4, y - 6]) {
  return svg(
    "g",
    { class: count > 0 ? "edge taken" : "edge" },
    svg("path", { d: path }),
    svg("polygon", { points: heads[towards], transform: `translate(${x} ${y})` }),
    count > 1 ? svg("text", { class: "often", x: labelX, y: labelY }, `×${count}`) : null,
  );
}

function nodeOf(name, { x, y }, count = 0, choose) {
  if (name === "END") {
    return svg(
      "g",
      { class: count > 0 ? "end taken" : "end" },
      svg("circle", { cx: x + 9, cy: y, r: 9 }),
      svg("circle", { class: "start", cx: x + 9, cy: y, r: 5 }),
    );
  }
  const isLong = name.length > 15;
  // What is read aloud holds what is shown, so that it can be asked for by voice.
  const shown = `${isLong ? `${name.slice(0, 14)}…` : name}${count > 1 ? ` ×${count}` : ""}`;
  const said = `${shown}${isLong ? ` (${name})` : ""}: ${count === 0 ? "not passed" : `passed ${count === 1 ? "once" : `${count} times`}`}`;
  const act = () => choose(name);
  return svg(
    "g",
    {
      class: count > 0 ? "node passed" : "node",
      "data-node": name,
      tabindex: 0,
      role: "button",
      "aria-label": said,
      on: { click: act, keydown: (event) => pressed(event, act) },
    },
    svg("title", {}, said),
    svg("rect", { x, y: y - size.height / 2, width: size.width, height: size.height, rx: 9 }),
    svg("text", { x: x + size.width / 2, y: y + 4 }, shown),
  );
}

/** A button takes the space bar as well, which would else move the page. */
function pressed(event, act) {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
}
