import { el, svg } from "../page/dom.js";
import { counted, some } from "../page/pieces.js";

/** From left to right: what was seen, the rules that were applied, what they give, and what was to be decided. */
const columns = { observation: 0, rule: 1, claim: 2, answer: 3, question: 3 };
const titles = ["seen", "rules", "claims", "goal"];
const size = { width: 196, gap: 40, height: 30, row: 38, band: 26, top: 30 };
/** More nodes of one kind in a turn are drawn as one. */
const apart = 4;

/** A game as it grew: the graph that carries the proof, turn by turn, and each turn in words. */
export function boardOf({ turns, nodes, edges }) {
  const drawn = drawBoard(nodes, edges);
  const told = el("output", { for: "turn" });
  const slider = el("input", { type: "range", id: "turn", min: 0, max: turns.length, value: turns.length });
  const show = () => {
    const at = Number(slider.value);
    told.textContent =
      at === 0 ? "before the first turn" : `${at} of ${turns.length}: ${turns[at - 1].choice || "no move"}`;
    for (const part of drawn.querySelectorAll("[data-turn]"))
      part.classList.toggle("later", Number(part.dataset.turn) > at);
  };
  slider.addEventListener("input", show);
  show();
  return el(
    "div",
    { class: "game" },
    el("div", { class: "stepper" }, el("label", { for: "turn" }, "Turn"), slider, told),
    el("div", { class: "canvas", tabindex: 0, role: "group", "aria-label": "The graph that carries the proof" }, drawn),
    some(
      turns,
      (turn, at) =>
        turnOf(
          turn,
          nodes.filter((node) => node.turn === at + 1),
        ),
      { tag: "ol", class: "played" },
      16,
    ),
  );
}

function turnOf({ choice, refused, seen, needs, failure }, added) {
  const brought = refused === null ? `saw ${seen}, ${counted(needs, "look")} still needed` : `refused: ${refused}`;
  return el(
    "li",
    { class: refused === null ? undefined : "refused" },
    el(
      "p",
      {},
      el("b", {}, choice || "no move"),
      " ",
      el("span", {}, brought),
      failure ? el("span", { class: "tag" }, failure) : null,
    ),
    added.length === 0
      ? null
      : el(
          "details",
          {},
          el("summary", {}, `${added.length} added`),
          some(
            added,
            ({ is, text }) => el("li", {}, el("span", { class: "rule" }, is), el("code", {}, text)),
            { tag: "ul" },
            12,
          ),
        ),
  );
}

/** Nodes as they are drawn: alone, or several of a kind and turn as one. */
function grouped(nodes) {
  const kinds = Map.groupBy(nodes, ({ turn, is, text }) => [turn, is, is === "rule" ? text : ""].join(" "));
  return [...kinds.values()].flatMap((all) => {
    const [{ turn, is, text }] = all;
    if (all.length <= apart) return all.map((node) => ({ turn, is, text: node.text, ids: [node.id] }));
    return [
      {
        turn,
        is,
        text: is === "rule" ? `${text} × ${all.length}` : `${all.length} ${is}s`,
        ids: all.map(({ id }) => id),
      },
    ];
  });
}

function drawBoard(nodes, edges) {
  const groups = grouped(nodes);
  const { bands, height } = placed(groups);
  const home = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group])));
  const joined = new Map();
  for (const { from, to, is, turn } of edges) {
    const [start, end] = [home.get(from), home.get(to)];
    if (start && end) joined.set([groups.indexOf(start), groups.indexOf(end), is].join(" "), { start, end, is, turn });
  }
  const width = 4 * size.width + 3 * size.gap + 2;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": `${nodes.length} nodes, ${edges.length} edges`,
    },
    titles.map((title, at) => svg("text", { class: "title", x: at * (size.width + size.gap), y: 14 }, title)),
    bands.map(({ turn, y }) => svg("line", { class: "band", "data-turn": turn, x1: 0, x2: width, y1: y, y2: y })),
    [...joined.values()].map(drawEdge),
    groups.map(drawNode),
  );
}

/** Gives each group its place, a band for each turn. */
function placed(groups) {
  const bands = [];
  let y = size.top;
  for (const [turn, own] of Map.groupBy(groups, (group) => group.turn)) {
    bands.push({ turn, y: y - size.band / 2 });
    const used = [0, 0, 0, 0];
    for (const group of own) {
      const column = columns[group.is] ?? 2;
      group.x = 1 + column * (size.width + size.gap);
      group.y = y + used[column] * size.row;
      used[column] += 1;
    }
    y += Math.max(...used) * size.row + size.band;
  }
  return { bands, height: y };
}

function drawNode({ turn, is, text, ids, x, y }) {
  const words = text.length > 26 ? `${text.slice(0, 25)}…` : text;
  return svg(
    "g",
    { class: `node node-${is}`, "data-turn": turn },
    svg("title", {}, ids.length === 1 ? `${is}: ${text}` : text),
    svg("rect", { x, y, width: size.width, height: size.height, rx: 7 }),
    svg("text", { x: x + 10, y: y + 20 }, words),
  );
}

/** An edge from the side that faces the other node. */
function drawEdge({ start, end, is, turn }) {
  const forth = start.x < end.x;
  const [x1, x2] = forth ? [start.x + size.width, end.x] : [start.x + size.width / 2, end.x + size.width / 2];
  const [y1, y2] = forth ? [start.y + size.height / 2, end.y + size.height / 2] : [start.y, end.y + size.height];
  const bend = forth ? `C ${x1 + size.gap} ${y1} ${x2 - size.gap} ${y2} ${x2} ${y2}` : `L ${x2} ${y2}`;
  return svg("path", { class: `edge edge-${is}`, "data-turn": turn, d: `M ${x1} ${y1} ${bend}` }, svg("title", {}, is));
}
