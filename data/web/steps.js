import { duration, el } from "../page/dom.js";
import { button } from "../page/pieces.js";
import { get, post } from "./api.js";
import { growingOf } from "./growing.js";
import { errorBox, fillWith, modelSaid } from "./parts.js";
import { wordsOf } from "./wording.js";
import { cameTo, stepSaid } from "./words.js";

/** The roles that a model is asked in words for. */
const writing = ["planner", "worker", "verifier", "tutor"];

/** What a run did, step by step; from each node another run may branch off, with another model or other words of a prompt. */
export function stepsPart(place, { run }) {
  const failed = el("div", {});
  const words = wordsOf(run);
  const model = el("select", {}, el("option", { value: "" }, "as it was"), el("option", { value: "none" }, "none"));
  const more = async () => {
    const { models } = await get("/api/models").catch(() => ({ models: [] }));
    for (const { name, role, present } of models) {
      if (role === "worker" && present) model.append(el("option", { value: name }, modelSaid(name)));
    }
  };
  const fork = async ({ seq }, pressed) => {
    pressed.disabled = true;
    try {
      const models =
        model.value === "" ? {} : { models: Object.fromEntries(writing.map((role) => [role, model.value])) };
      const { run: begun } = await post(`/api/runs/${run}/fork`, {
        at: seq,
        background: true,
        ...models,
        ...words.value(),
      });
      location.hash = `#runs/${begun}`;
    } catch (thrown) {
      failed.replaceChildren(errorBox(thrown));
      pressed.disabled = false;
    }
  };
  const list = el("div", {});
  place.append(
    el(
      "div",
      { class: "forking" },
      el(
        "p",
        { class: "soft" },
        "A fork goes on from the node where it begins; what was recorded before is not done again.",
      ),
      el("label", {}, "Model of a fork", model),
      words.node,
    ),
    failed,
    list,
  );
  more();
  fillWith(list, async () => {
    const { steps } = await get(`/api/runs/${run}/steps`);
    const longest = Math.max(1, ...steps.map(({ ms }) => ms ?? 0));
    return growingOf(steps, (step) => stepOf(step, longest, fork), { tag: "ol", class: "timeline" });
  });
}

function stepOf(step, longest, fork) {
  const { path, kind, ms, state } = step;
  const depth = path.split("/").length - 1;
  const said = stepSaid(kind, path);
  const bar = el("span", { class: "length", "aria-hidden": "true" });
  bar.style.width = `${(100 * (ms ?? 0)) / longest}%`;
  const name = el("span", { class: "name", title: path }, kind === "node" ? el("b", {}, said) : said);
  name.style.paddingInlineStart = `${Math.min(6, depth) * 0.9}rem`;
  const press = (event) => fork(step, event.target);
  return el(
    "li",
    { class: `step-${kind} is-${state}` },
    name,
    el("span", { class: "says" }, cameTo(step)),
    el("span", { class: "took" }, state === "ok" ? (ms === null ? "" : duration(ms)) : state, bar),
    kind === "node" ? button("Fork", press, { class: "plain", "aria-label": `Fork at: ${said}` }) : el("span", {}),
  );
}
