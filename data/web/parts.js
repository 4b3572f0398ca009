import { el } from "../page/dom.js";
import { failureOf } from "./api.js";

/** What went wrong, with the way out and, where it may help, another try. */
export function errorBox(thrown, again) {
  const { code, message, remedy } = failureOf(thrown);
  return el(
    "div",
    { class: "error", role: "alert" },
    el("p", {}, el("b", {}, code), ` ${message}`),
    remedy ? el("p", { class: "soft" }, "Try: ", withCommands(remedy)) : null,
    again ? el("button", { type: "button", on: { click: again } }, "Try again") : null,
  );
}

/** How a run's question is shown. */
export function asksOf(question) {
  return question || "(no question recorded)";
}

/** Something that is on its way. */
export function loading(text = "Loading…") {
  return el("p", { class: "loading", role: "status" }, text);
}

export function empty(title, text) {
  return el("div", { class: "empty" }, el("h2", {}, title), el("p", {}, text));
}

/** Fills a place with what comes of work, and says meanwhile that it is under way, or what went wrong. */
export async function fillWith(place, work) {
  place.replaceChildren(loading());
  place.setAttribute("aria-busy", "true");
  try {
    place.replaceChildren(...[await work()].flat());
  } catch (thrown) {
    place.replaceChildren(errorBox(thrown, () => fillWith(place, work)));
  }
  place.removeAttribute("aria-busy");
}

/** Says something in passing. */
export function say(text) {
  const place = document.getElementById("said");
  place.textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (place.textContent = ""), 4000);
}

/** Where the page does what a command does. */
const ways = [
  [/\bergo ingest\b/, "#knowledge/files", "Do it here"],
  [/\bergo models\b/, "#models", "See them here"],
  [/\bergo runs\b/, "#runs", "See them here"],
];

/** What was missing or is not as wished. */
export function warning(text) {
  return el("p", { class: "warn" }, withCommands(text));
}

/** A text with its commands as such, and where the page does the same, the way there. */
function withCommands(text) {
  const words = text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? el("code", {}, part) : part));
  const links = ways.flatMap(([command, href, said]) =>
    command.test(text) ? [/[.!?]$/.test(text) ? " " : ". ", el("a", { href }, said)] : [],
  );
  return [...words, ...links.flat()];
}

/** A model's name in short: of a file its own, without folders and fingerprint. */
export function modelSaid(name) {
  return name.replace(/#[0-9a-f]+$/, "").replace(/^.*[/\\](?=[^/\\]+\.gguf$)/, "");
}

/** Puts what is shown into the address, so that it is there after a reload and on the way back. */
export function noteAddress(...parts) {
  history.replaceState(history.state, "", `#${parts.map(encodeURIComponent).join("/")}`);
}

/** When, in few words. */
export function ago(time) {
  const seconds = Math.round((Date.now() - time) / 1000);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(time).toLocaleDateString();
}
