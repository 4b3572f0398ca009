import { answerOf, factsOf, footOf } from "./answer.js";
import { detailOf } from "./detail.js";
import { duration, el } from "./dom.js";
import { createList } from "./list.js";
import { matcher, readEvents, stateOf, stepsOf, summaryOf } from "./record.js";
import { waysIn } from "./ways.js";

const part = (id) => document.getElementById(id);
const about = JSON.parse(part("about").textContent);
const events = readEvents(part("events").textContent);
const steps = stepsOf(events);
const total = Math.max(1, events.at(-1)?.at ?? 0);

const said = answerOf(events, about);
part("said").replaceChildren(...said.nodes.filter(Boolean));
part("facts").replaceChildren(...factsOf(said, events, total));
part("foot").replaceChildren(...footOf(said, about.head));

/** What is shown: steps that the query finds, kinds that are not off, lines up to one. */
const shown = { query: "", off: new Set(), current: steps[0], upto: Number.POSITIVE_INFINITY };
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

function drawStep(whole) {
  const step = asThen(whole);
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
  if (state === "open") return shown.upto === Number.POSITIVE_INFINITY ? "no result" : "under way";
  if (state !== "ok") return "failed";
  return step.end ? duration(step.end.at - step.event.at) : "";
}

function choose(step) {
  shown.current = step;
  part("detail").replaceChildren(...(step ? detailOf(asThen(step), back) : []));
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
  const found = steps.filter((step) => step.event.seq <= shown.upto && !shown.off.has(step.kind) && matches(step));
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

/** The graphs, and a slider that shows them and the list as they were when the run had come to an event. */
function showGraphs() {
  const pick = (name) => {
    part("search").value = `${name}.`;
    seek(`${name}.`);
    part("record").scrollIntoView({ block: "start" });
  };
  const drawAt = waysIn(part("graphs"), about.graphs, events, pick);
  const [moment, last] = [part("moment"), events.length - 1];
  const show = () => {
    const at = Number(moment.value);
    const event = events[at];
    shown.upto = at === last ? Number.POSITIVE_INFINITY : event.seq;
    part("then").textContent =
      at === last ? "as it ended" : `${at + 1} of ${last + 1}, ${duration(event.at)}: ${event.type} ${event.path}`;
    part("ways").hidden = drawAt(shown.upto) === 0;
  };
  moment.max = String(Math.max(0, last));
  moment.value = moment.max;
  moment.addEventListener("input", () => {
    show();
    refresh();
    choose(shown.current);
  });
  show();
}

/** A step as it was when the run had come to the event that is looked at. */
function asThen(step) {
  return step.end && step.end.seq > shown.upto ? { ...step, end: undefined } : step;
}
