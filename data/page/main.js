import { answerOf, factsOf, footOf } from "./answer.js";
import { detailOf } from "./detail.js";
import { duration, el } from "./dom.js";
import { drawGraph } from "./graph.js";
import { createList } from "./list.js";
import { dataOf, matcher, readEvents, stateOf, stepsOf, summaryOf } from "./record.js";

const part = (id) => document.getElementById(id);
const about = JSON.parse(part("about").textContent);
const events = readEvents(part("events").textContent);
const steps = stepsOf(events);
const total = Math.max(1, events.at(-1)?.at ?? 0);

const said = answerOf(events);
part("said").replaceChildren(...said.nodes.filter(Boolean));
part("facts").replaceChildren(...factsOf(said, events, total));
part("foot").replaceChildren(...footOf(said, about.head));

const shown = { query: "", off: new Set(), current: steps[0] };
const list = createList(part("list"), { draw: drawStep, choose, click: open, enter: read });

showGraphs();
showKinds();
refresh();
choose(steps[0]);

part("search").addEventListener("input", ({ target }) => seek(target.value));
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target.tagName !== "INPUT") part("search").focus();
  else if (event.key === "Escape") back();
  else if (event.key === "ArrowDown" && event.target === part("search")) part("list").focus();
  else return;
  event.preventDefault();
});

function drawStep(step) {
  const { event, end, kind, depth } = step;
  const bar = el("span", { class: `bar kind-${kind}` });
  bar.style.left = `${(event.at / total) * 100}%`;
  bar.style.width = `${Math.max(0, (((end ?? event).at - event.at) / total) * 100)}%`;
  const name = el("span", { class: "name" }, el("span", { class: `kind kind-${kind}` }, kind), nameOf(step));
  name.style.paddingInlineStart = `${Math.min(depth, 8) * 14}px`;
  return [
    el("span", { class: "time" }, duration(event.at)),
    name,
    el("span", { class: "summary" }, summaryOf(step)),
    el("span", { class: "lane" }, bar),
    el("span", { class: `took ${stateOf(step)}` }, tookOf(step)),
  ];
}

/** What the kind does not say already: a node's name, or what happened. */
function nameOf({ event, kind, lasting }) {
  if (kind === "node") return event.path.slice(event.path.lastIndexOf("/") + 1).replace(/\.1$/, "");
  return lasting ? "" : event.type.slice(kind.length + 1);
}

function tookOf(step) {
  const state = stateOf(step);
  if (state !== "ok") return state === "open" ? "no result" : "failed";
  return step.end ? duration(step.end.at - step.event.at) : "";
}

function choose(step) {
  shown.current = step;
  part("detail").replaceChildren(...(step ? detailOf(step, back) : []));
  part("detail").scrollTop = 0;
}

/** Where there is no room for both, the panel lies over the list and takes the focus. */
function open(step) {
  if (getComputedStyle(part("detail")).display === "none") read(step);
  else choose(step);
}

function read(step) {
  choose(step);
  part("detail").classList.add("open");
  part("detail").focus({ preventScroll: true });
}

function back() {
  if (part("detail").classList.contains("open")) {
    part("detail").classList.remove("open");
    part("list").focus({ preventScroll: true });
  } else if (shown.query !== "") {
    part("search").value = "";
    seek("");
  }
}

function seek(query) {
  shown.query = query.trim();
  refresh();
}

function refresh() {
  const matches = matcher(shown.query);
  const found = steps.filter((step) => !shown.off.has(step.kind) && matches(step));
  if (!found.includes(shown.current) && found.length > 0) choose(found[0]);
  list.set(found, shown.current);
  part("count").textContent =
    found.length === steps.length ? `${steps.length} steps` : `${found.length} of ${steps.length} steps`;
}

function showKinds() {
  const counts = new Map();
  for (const { kind } of steps) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const toggle = (kind) => {
    if (!shown.off.delete(kind)) shown.off.add(kind);
    showKinds();
    refresh();
  };
  part("kinds").replaceChildren(
    ...[...counts].map(([kind, count]) =>
      el(
        "button",
        {
          type: "button",
          class: `kind kind-${kind}`,
          "aria-pressed": !shown.off.has(kind),
          on: { click: () => toggle(kind) },
        },
        `${kind} ${count}`,
      ),
    ),
  );
}

function showGraphs() {
  const passed = new Map(about.graphs.map(({ name }) => [name, new Map()]));
  for (const event of events) {
    if (event.type !== "node.start" && event.type !== "node.end") continue;
    const { graph, node, next } = dataOf(event);
    const counts = passed.get(graph);
    const key = event.type === "node.start" ? node : `${node} ${next}`;
    counts?.set(key, (counts.get(key) ?? 0) + 1);
    if (event.type === "node.end" && next === "END") counts?.set("END", 1);
  }
  const pick = (name) => {
    part("search").value = `${name}.`;
    seek(`${name}.`);
    part("record").scrollIntoView({ block: "start" });
  };
  const used = about.graphs.filter(({ name }) => passed.get(name).size > 0);
  part("ways").hidden = used.length === 0;
  part("graphs").replaceChildren(
    ...used.map((graph) =>
      el(
        "figure",
        {},
        el("figcaption", {}, graph.name),
        el("div", { class: "canvas" }, drawGraph(graph, passed.get(graph.name), pick)),
      ),
    ),
  );
}
