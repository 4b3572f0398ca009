import { duration, el } from "./dom.js";
import { dataOf, stateOf } from "./record.js";

/** How much of a long text or list is shown at first. */
const textShown = 8000;
const itemsShown = 40;

/** A step with all that is recorded of it; `close` leaves the panel on a small screen. */
export function detailOf(step, close) {
  const { event, end, kind, lasting } = step;
  const lines = end ? `lines ${event.seq} and ${end.seq}` : `line ${event.seq}`;
  const took = end ? `, took ${duration(end.at - event.at)}` : "";
  return [
    el(
      "header",
      {},
      el("span", { class: `kind kind-${kind}` }, kind),
      el("strong", {}, event.path || "the run"),
      el("button", { class: "close", type: "button", "aria-label": "Close", on: { click: close } }, "×"),
    ),
    el("p", { class: "when" }, `${lines}, after ${duration(event.at)}${took}`),
    lasting && stateOf(step) === "open" ? el("p", { class: "warn" }, "No result is recorded.") : null,
    ...parts(step),
    el(
      "details",
      { class: "raw" },
      el("summary", {}, "As recorded"),
      ...[event, end].filter(Boolean).map(({ type, text }) => el("div", {}, el("h4", {}, type), longText(text))),
    ),
  ].filter(Boolean);
}

function parts({ event, end, lasting }) {
  const data = dataOf(event);
  if (!lasting || event.type === "node.start") {
    return [section("Recorded", { ...asObject(data), ...asObject(dataOf(end)) }, data)];
  }
  const outcome = dataOf(end);
  return [
    section(`Asked (${data.effect ?? "effect"})`, data.request, data.request),
    outcome && ("error" in outcome ? section("Failed", outcome.error) : section("Came back", outcome.result)),
  ].filter(Boolean);
}

function asObject(data) {
  return data !== null && typeof data === "object" ? data : {};
}

function section(title, value, otherwise = value) {
  const shown = Object.keys(asObject(value)).length > 0 ? value : otherwise;
  return el("section", {}, el("h3", {}, title), tree(shown, 0));
}

/** Any JSON as a tree: texts as they were, lists and objects that open. */
function tree(value, depth) {
  if (typeof value === "string") return longText(value);
  if (value === null || typeof value !== "object") return el("code", { class: "scalar" }, String(value));
  const entries = Object.entries(value);
  if (entries.length === 0) return el("code", { class: "scalar" }, Array.isArray(value) ? "[]" : "{}");
  const body = el("dl", {});
  more(body, entries, depth);
  if (depth === 0) return body;
  const title = Array.isArray(value) ? `${entries.length} items` : entries.map(([key]) => key).join(", ");
  const box = el("details", depth < 3 && entries.length < 12 ? { open: "" } : {}, el("summary", {}, title));
  box.append(body);
  return box;
}

function more(body, entries, depth) {
  for (const [key, value] of entries.slice(0, itemsShown))
    body.append(el("dt", {}, key), el("dd", {}, tree(value, depth + 1)));
  const rest = entries.slice(itemsShown);
  if (rest.length === 0) return;
  const button = el("button", { type: "button" }, `${rest.length} more`);
  button.addEventListener("click", () => {
    button.remove();
    more(body, rest, depth);
  });
  body.append(button);
}

export function longText(text) {
  if (text.length <= 100 && !text.includes("\n")) return el("span", { class: "text" }, text);
  const box = el("pre", {}, text.slice(0, textShown));
  if (text.length <= textShown) return box;
  const button = el("button", { type: "button" }, `${text.length - textShown} characters more`);
  button.addEventListener("click", () => {
    box.textContent = text;
    button.remove();
  });
  return el("div", {}, box, button);
}
