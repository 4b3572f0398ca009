import { el } from "../page/dom.js";
import { failureOf, get, keepToken } from "./api.js";
import { askView } from "./ask.js";
import { knowledgeView } from "./knowledge.js";
import { modelsView } from "./models.js";
import { errorBox } from "./parts.js";
import { runsView } from "./runs.js";
import { closeSource, openSource } from "./source.js";

const views = {
  ask: ["Ask", askView],
  runs: ["Runs", runsView],
  knowledge: ["Knowledge", knowledgeView],
  models: ["Models", modelsView],
};
const main = document.getElementById("main");

/** What the server is: its folder, profile, engines. Null until it is known. */
let served = null;
let leave = () => {};

addEventListener("hashchange", show);
addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeSource();
  const typing = event.target.closest?.("input, textarea, select");
  if (event.key !== "/" || typing || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  main.querySelector("textarea, input[type=search]")?.focus();
});
await show();

/** Shows what the address names: `#ask`, `#runs/RUN`, `#source=PATH:LINE`; `#token=` is kept and left out. */
async function show() {
  const address = addressIn(location.hash.slice(1));
  const [, token] = /^token=([\w-]+)$/.exec(address) ?? [];
  if (token !== undefined) {
    keepToken(token);
    served = null;
    history.replaceState(null, "", "#ask");
    return await show();
  }
  if (served === null && !(await greet())) return;
  const [, path, line] = /^source=(.+?)(?::(\d+))?$/.exec(address) ?? [];
  const [name, ...rest] = path === undefined ? address.split("/") : ["ask"];
  const [title, view] = views[name] ?? views.ask;
  leave();
  if (path === undefined) closeSource();
  document.title = `${title} · Ergo`;
  for (const link of document.querySelectorAll("#nav a")) {
    if (link.hash === `#${name}` || (link.hash === "#ask" && !views[name])) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.className = `view-${views[name] ? name : "ask"}`;
  main.replaceChildren();
  main.scrollTop = 0;
  leave = view(main, rest.join("/"), served) ?? (() => {});
  if (document.activeElement === document.body) main.focus({ preventScroll: true });
  if (path !== undefined) openSource({ path, lines: line === undefined ? undefined : [Number(line), Number(line)] });
}

/** What an address says; one that was typed may hold signs that stand for themselves. */
function addressIn(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Meets the server. False where it does not let us in, which is then shown. */
async function greet() {
  try {
    served = await get("/api");
  } catch (thrown) {
    const failure = failureOf(thrown);
    main.replaceChildren(failure.code === "REQUEST_TOKEN" ? door() : errorBox(failure, show));
    return false;
  }
  document.getElementById("folder").textContent = served.folder;
  document.getElementById("folder").title = `profile ${served.profile}`;
  const links = Object.entries(views).map(([id, [text]]) => el("a", { href: `#${id}` }, text));
  document.getElementById("nav").replaceChildren(...links);
  return true;
}

/** Asks for the token where the address brought none. */
function door() {
  const field = el("input", { type: "password", id: "token", autocomplete: "off", required: "" });
  const submit = (event) => {
    event.preventDefault();
    keepToken(field.value.trim().replace(/^.*#token=/, ""));
    show();
  };
  return el(
    "form",
    { class: "door", on: { submit } },
    el("h1", {}, "This folder is private"),
    el("p", {}, "Open the address that `ergo serve` printed, or paste it here."),
    el("label", { for: "token" }, "Token or address"),
    field,
    el("button", { class: "primary" }, "Open"),
  );
}
