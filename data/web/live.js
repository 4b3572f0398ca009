import { el } from "../page/dom.js";
import { drawGraph } from "../page/graph.js";
import { get } from "./api.js";

/** The graphs that a run walks through, drawn while it does. Gives what is to be told of each line of its record. */
export function liveGraphs(place) {
  const walks = new Map();
  const shapes = get("/api/graphs").catch(() => ({ graphs: [] }));
  return async ({ type, path, data }) => {
    if (type !== "node.start" && type !== "node.end") return;
    const { graphs } = await shapes;
    const shape = graphs.find(({ name }) => name === data.graph);
    if (shape === undefined) return;
    const walk = walks.get(shape.name) ?? begun(place, shape);
    walks.set(shape.name, walk);
    const key = type === "node.start" ? data.node : `${data.node} ${data.next}`;
    walk.passed.set(key, (walk.passed.get(key) ?? 0) + 1);
    if (data.next === "END") walk.passed.set("END", 1);
    if (type === "node.start") walk.open.set(path, data.node);
    else walk.open.delete(path);
    walk.due ??= setTimeout(() => draw(walk), 40);
  };
}

function begun(place, shape) {
  const canvas = el("div", { class: "walk", tabindex: 0, role: "group", "aria-label": `The graph ${shape.name}` });
  place.append(el("figure", {}, el("figcaption", {}, shape.name), canvas));
  return { shape, canvas, passed: new Map(), open: new Map(), due: undefined };
}

/** Draws where the run has been, and where it is. */
function draw(walk) {
  walk.due = undefined;
  const drawn = drawGraph(walk.shape, walk.passed, () => undefined);
  const now = new Set(walk.open.values());
  for (const node of drawn.querySelectorAll(".node")) {
    node.removeAttribute("tabindex");
    node.setAttribute("role", "img");
    node.classList.toggle("now", now.has(node.dataset.node));
  }
  walk.canvas.replaceChildren(drawn);
  const at = drawn.querySelector(".now")?.getBoundingClientRect();
  if (at)
    walk.canvas.scrollLeft += at.x + at.width / 2 - walk.canvas.getBoundingClientRect().x - walk.canvas.clientWidth / 2;
}
