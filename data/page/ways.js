import { el } from "./dom.js";
import { drawGraph } from "./graph.js";
import { dataOf } from "./record.js";

/**
 * The graphs that a run walked through, in `place`, each in its figure. `choose` is told the name of a graph's node that was clicked. Gives
 * what draws them as they were when the run had come to line `seq`, with the nodes that it was in then.
 */
export function waysIn(place, graphs, events, choose) {
  const marks = events.filter(({ type }) => type === "node.start" || type === "node.end").map(markOf);
  const used = graphs.filter(({ name }) => marks.some(({ graph }) => graph === name));
  const canvases = used.map(({ name }) => {
    const canvas = el("div", { class: "canvas" });
    place.append(el("figure", {}, el("figcaption", {}, name), canvas));
    return canvas;
  });
  return (seq) => {
    const then = marks.filter((mark) => mark.seq <= seq);
    for (const [at, graph] of used.entries()) {
      const own = then.filter((mark) => mark.graph === graph.name);
      const picture = drawGraph(graph, passedBy(own), choose);
      const now = openIn(own);
      for (const node of picture.querySelectorAll(".node")) node.classList.toggle("now", now.has(node.dataset.node));
      canvases[at].replaceChildren(picture);
    }
    return used.length;
  };
}

function markOf(event) {
  const { graph, node, next } = dataOf(event);
  return { seq: event.seq, path: event.path, graph, node, next, begins: event.type === "node.start" };
}

/** How often each node was entered, and each way ("from to") taken. */
function passedBy(marks) {
  const passed = new Map();
  for (const { begins, node, next } of marks) {
    const key = begins ? node : `${node} ${next}`;
    passed.set(key, (passed.get(key) ?? 0) + 1);
    if (!begins && next === "END") passed.set("END", 1);
  }
  return passed;
}

/** The nodes that were entered and not left. */
function openIn(marks) {
  const open = new Map();
  for (const { begins, path, node } of marks) {
    if (begins) open.set(path, node);
    else open.delete(path);
  }
  return new Set(open.values());
}
