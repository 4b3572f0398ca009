import { el } from "../page/dom.js";
import { button } from "../page/pieces.js";
import { abilitiesPart } from "./abilities.js";
import { get, stream } from "./api.js";
import { evaluationPart } from "./evaluation.js";
import { errorBox, fillWith, modelSaid } from "./parts.js";

const parts = {
  here: ["Here", herePart],
  evaluation: ["Evaluation", evaluationPart],
  abilities: ["Abilities", abilitiesPart],
};

/** Models: which are here, what they were measured to be able to, and how engines did with them. */
export function modelsView(main, rest, served) {
  const [name, ...more] = rest.split("/");
  const part = parts[name] ? name : "here";
  const tabs = Object.entries(parts).map(([id, [text]]) =>
    el("a", { href: `#models/${id}`, "aria-current": id === part ? "page" : undefined }, text),
  );
  const place = el("div", { class: "part" });
  main.append(
    el("div", { class: "head" }, el("h1", {}, "Models"), el("nav", { class: "tabs", "aria-label": "Parts" }, tabs)),
    place,
  );
  parts[part][1](place, more.join("/"), served);
  return () => undefined;
}

/** What models are here, what they can do, and what this machine has. */
function herePart(place, _, { models }) {
  const list = el("div", { class: "scroll" });
  const checks = el("div", {});
  const roles = Object.entries(models).map(([role, name]) =>
    el("li", { title: name }, el("b", {}, role), ` ${modelSaid(name)}`),
  );
  place.append(
    el("ul", { class: "roles", "aria-label": "Models of the roles" }, roles),
    list,
    el("h2", {}, "This machine"),
    checks,
  );
  fillWith(list, async () => table((await get("/api/models")).models, list));
  fillWith(checks, async () => el("ul", { class: "checks" }, (await get("/api/doctor")).checks.map(checkOf)));
}

function table(models, list) {
  const head = ["Name", "Role", "Size", "Able to", "Licence", "Here"].map((text) => el("th", { scope: "col" }, text));
  const rows = models.map((model) => {
    const { name, role, size, tier, abilities = [], licence, fits } = model;
    const state = el("td", {});
    state.append(
      model.present ? el("span", { class: "status-answered" }, "yes") : button("Fetch", () => pull(name, state, list)),
    );
    const cells = [
      role,
      size ? sized(size) : "",
      tier === undefined ? "" : abilities.join(", ") || "nothing surely",
      licence,
    ];
    const note = fits === false ? el("span", { class: "soft" }, " too large for this machine") : null;
    return el(
      "tr",
      {},
      el("th", { scope: "row", title: name }, modelSaid(name), note),
      ...cells.map((text) => el("td", {}, text)),
      state,
    );
  });
  return el("table", { class: "models" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
}

function sized(bytes) {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

async function pull(name, state, list) {
  const bar = el("progress", { max: 1, "aria-label": `Fetching ${name}` });
  state.replaceChildren(bar);
  let failure = null;
  let models = null;
  const tell = (event, data) => {
    if (event === "error") failure = data.error;
    else if (event === "done") models = data.models;
    else if (data.total) bar.value = data.done / data.total;
  };
  await stream("/api/models/pull", { body: { name } }, tell).catch((thrown) => (failure = thrown));
  if (models) list.replaceChildren(table(models, list));
  else state.replaceChildren(errorBox(failure));
}

function checkOf({ name, ok, detail, remedy }) {
  return el(
    "li",
    {},
    el("span", { class: ok ? "status-answered" : "status-waiting" }, ok ? "ok" : "missing"),
    el("b", {}, name),
    el("span", {}, detail),
    remedy ? el("span", { class: "soft" }, `try: ${remedy}`) : null,
  );
}
