import { el } from "./dom.js";
import { some } from "./pieces.js";

/**
 * A derivation as a tree: what is to be shown at the root, what was seen at the leaves, each drawn by `leaf`. A step that several use is told
 * once.
 */
export function derivationOf(steps, evidence, leaf) {
  const known = new Map(steps.map((step) => [step.id, step]));
  const told = new Set();
  const node = (id, depth) => {
    const item = evidence.get(id);
    if (item) return el("li", {}, leaf(item));
    const step = known.get(id);
    if (step === undefined) return el("li", { class: "soft" }, id);
    const line = [el("span", { class: "rule" }, step.rule), el("code", {}, short(step.gives))];
    if (told.has(id)) return el("li", {}, ...line, el("span", { class: "soft" }, " as above"));
    told.add(id);
    if (step.uses.length === 0) return el("li", {}, ...line);
    return el(
      "li",
      {},
      el(
        "details",
        { open: depth < 2 && step.uses.length < 12 ? "" : undefined },
        el("summary", {}, ...line),
        some(step.uses, (used) => node(used, depth + 1), { tag: "ul" }, 12),
      ),
    );
  };
  const root = steps.at(-1);
  return el("ul", { class: "derivation" }, node(root.id, 0));
}

function short(text) {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
