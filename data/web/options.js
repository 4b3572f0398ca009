import { el } from "../page/dom.js";
import { get } from "./api.js";
import { modelSaid } from "./parts.js";

/** What a question may want otherwise: engine, profile, model, files. `value` gives what was chosen. */
export function options({ engines, profile, profiles, models }) {
  const engine = select("Engine", [["", "as routed"], ...engines.map((name) => [name, name])]);
  const may = select(
    "May do",
    profiles.map((name) => [name === profile ? "" : name, name]),
    "",
  );
  const worker = select("Model", [
    ["", `as set (${modelSaid(models.worker)})`],
    ["none", "none"],
  ]);
  const only = el("input", { placeholder: "**/*.md", "aria-label": "Only files that match" });
  const fresh = el("input", { type: "checkbox" });
  const fill = async (event) => {
    if (!event.target.open || worker.node.dataset.filled) return;
    worker.node.dataset.filled = "yes";
    const { models: listed } = await get("/api/models").catch(() => ({ models: [] }));
    for (const { name, role, present } of listed) {
      if (role === "worker" && present) worker.field.append(el("option", { value: name }, modelSaid(name)));
    }
  };
  const node = el(
    "details",
    { class: "options", on: { toggle: fill } },
    el("summary", {}, "Options"),
    el(
      "div",
      {},
      engine.node,
      worker.node,
      may.node,
      el("label", {}, "Only files", only),
      el("label", { class: "check" }, fresh, "answer anew"),
    ),
  );
  return {
    node,
    value: () => ({
      ...(engine.field.value && { engine: engine.field.value }),
      ...(may.field.value && { profile: may.field.value }),
      ...(worker.field.value && { models: { worker: worker.field.value } }),
      ...(only.value.trim() && { only: only.value.trim() }),
      ...(fresh.checked && { cache: false }),
    }),
  };
}

function select(label, choices, chosen = choices[0][0]) {
  const field = el(
    "select",
    {},
    choices.map(([value, text]) => el("option", { value, selected: value === chosen ? "" : undefined }, text)),
  );
  return { field, node: el("label", {}, label, field) };
}
