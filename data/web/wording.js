import { el } from "../page/dom.js";
import { get } from "./api.js";
import { errorBox } from "./parts.js";

/** A prompt that a fork says otherwise: which, and its words. `value` gives what was changed. */
export function wordsOf(run) {
  const choice = el("select", {}, el("option", { value: "" }, "as they were"));
  const texts = el("div", { class: "wording" });
  const state = { prompts: [], fields: null };
  const choose = () => {
    const prompt = state.prompts.find(({ name }) => name === choice.value);
    state.fields = prompt ? { prompt, system: field(prompt.system), input: field(prompt.input) } : null;
    texts.replaceChildren(...(state.fields ? shown(state.fields) : []));
  };
  choice.addEventListener("change", choose);
  const fill = async () => {
    const { prompts } = await get(`/api/runs/${run}/prompts`);
    state.prompts = prompts.toSorted((a, b) => Number(b.used) - Number(a.used));
    for (const { name, used } of state.prompts)
      choice.append(el("option", { value: name }, used ? `${name} (used in this run)` : name));
  };
  fill().catch((thrown) => texts.replaceChildren(errorBox(thrown)));
  return {
    node: [el("label", {}, "Prompt of a fork", choice), texts],
    value() {
      if (state.fields === null) return {};
      const { prompt, ...fields } = state.fields;
      const changed = Object.entries(fields).filter(([part, { value }]) => value !== prompt[part]);
      return changed.length === 0
        ? {}
        : { prompts: { [prompt.name]: Object.fromEntries(changed.map(([part, { value }]) => [part, value])) } };
    },
  };
}

function field(text) {
  const node = el("textarea", { rows: Math.min(8, Math.max(2, Math.ceil(text.length / 70))) });
  node.value = text;
  return node;
}

function shown({ system, input }) {
  return [
    el("label", {}, "What the model is told, where it takes messages", system),
    el("label", {}, "What it is given; {names} are filled in", input),
    el(
      "p",
      { class: "soft" },
      "Lines quoted from files stay marked as such, and what the model writes is checked as always.",
    ),
  ];
}
