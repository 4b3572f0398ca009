import { el } from "../page/dom.js";
import { placeOf } from "../page/pieces.js";
import { loading } from "./parts.js";

/** What a run does, in words for who waits; what takes no time worth a word has none. */
const doing = {
  retrieval: "Searching the documents…",
  weighing: "Weighing what was found…",
  tool: "Looking at the files…",
  command: "Running a command…",
  model: "Waiting for the model…",
};
const tools = { edit: "Changing a file…", plan: "Planning…", recollect: "Looking at earlier answers…" };
const tasks = {
  read: "The model reads what was found…",
  judge: "The model judges a sentence…",
  choose: "The model chooses…",
  split: "The model puts the question in steps…",
  complete: "The model completes the question…",
};

/** Shows in a place what is told of a run while it goes on. */
export function progressIn(place) {
  return (event, data) => {
    if (event === "line") line(place, data.line);
    else if (event === "silent") say(place, "The server does not answer. Waiting until it is back…");
    else if (event === "draft") {
      const node = place.querySelector(".draft") ?? place.appendChild(el("p", { class: "draft" }));
      node.textContent = data.text;
    } else if (event !== "answer" && event !== "error" && event !== "model.delta" && data.text) {
      say(place, data.text + (data.total ? ` ${Math.floor((100 * data.done) / data.total)} %` : ""));
    }
  };
}

function line(place, { type, data }) {
  const [kind, verb] = type.split(".");
  if (type === "route.decided") say(place, subjectOf(data));
  if (type === "claim.checked") say(place, "Checking what holds up…");
  if (type === "retrieval.end") found(place, data?.result?.passages ?? []);
  if (verb !== "start") return;
  const text = tasks[data?.request?.task] ?? tools[data?.request?.tool] ?? doing[kind];
  if (text) say(place, text);
}

function subjectOf({ recipe, about }) {
  if (recipe) return "Measuring it exactly…";
  return about === "files" ? "It asks about the files…" : "It asks what the documents say…";
}

function say(place, text) {
  const node = place.querySelector(".loading") ?? place.appendChild(loading());
  node.textContent = text;
}

function found(place, passages) {
  if (passages.length === 0) return;
  const node = place.querySelector(".found") ?? place.appendChild(el("p", { class: "found soft" }));
  node.textContent = `reading ${[...new Set(passages.slice(0, 4).map(placeOf))].join(", ")}`;
}
