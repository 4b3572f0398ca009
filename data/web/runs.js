import { duration, el } from "../page/dom.js";
import { get } from "./api.js";
import { ago, button, empty, fillWith } from "./parts.js";
import { oneRun } from "./run.js";

/** Runs of one page of the list. */
const page = 100;

/** What was asked, newest first; with a run, that one. */
export function runsView(main, rest, served) {
  if (rest !== "") return oneRun(main, rest, served);
  const list = el("ol", { class: "runs" });
  const filter = el("input", {
    type: "search",
    placeholder: "Filter by words or status…",
    "aria-label": "Filter runs",
  });
  const more = el("div", {});
  const count = el("span", { class: "soft", role: "status" });
  const chosen = choice();
  main.append(el("div", { class: "head" }, el("h1", {}, "Runs"), filter, count, chosen.node), list, more);
  const state = { words: "", shown: 0, asked: 0 };
  const load = () =>
    fillWith(more, async () => {
      const asked = ++state.asked;
      const words = encodeURIComponent(state.words);
      const { runs, of } = await get(`/api/runs?from=${state.shown}&limit=${page}&words=${words}`);
      // What was typed meanwhile is answered by itself.
      if (asked !== state.asked) return [];
      if (state.shown === 0) list.replaceChildren();
      list.append(...runs.map((each) => row(each, chosen)));
      state.shown += runs.length;
      count.textContent = state.shown < of ? `${state.shown} of ${of}` : of === 1 ? "1 run" : `${of} runs`;
      if (of > 0) return state.shown < of ? button("More", load) : [];
      return state.words === ""
        ? empty("Nothing was asked yet", "What you ask is listed here, with everything that was done for it.")
        : empty("No run is like that", "Words stand in the question; done, waiting, failed and cancelled are states.");
    });
  filter.addEventListener("input", () => {
    state.words = filter.value.trim();
    state.shown = 0;
    clearTimeout(state.timer);
    state.timer = setTimeout(load, 120);
  });
  load();
  return () => undefined;
}

/** The runs that are marked; of two, a link leads to both beside each other. */
function choice() {
  const runs = [];
  const node = el("span", { class: "comparing", role: "status" });
  const draw = () => {
    const hint = runs.length === 1 ? [el("span", { class: "soft" }, "mark another to compare")] : [];
    const link = el("a", { class: "go", href: `#runs/${runs[0]}/compare/${runs[1]}` }, "Compare the two");
    node.replaceChildren(...(runs.length === 2 ? [link] : hint));
  };
  return {
    node,
    has: (run) => runs.includes(run),
    /** Marks a run or takes its mark away; the first of three gives way. Gives the run that lost its mark. */
    mark(run) {
      if (runs.includes(run)) runs.splice(runs.indexOf(run), 1);
      else runs.push(run);
      const lost = runs.length > 2 ? runs.shift() : undefined;
      draw();
      return lost;
    },
  };
}

function row({ run, question, status, started, ms, parent }, chosen) {
  const mark = el("input", {
    type: "checkbox",
    "data-run": run,
    "aria-label": `Compare: ${question}, ${ago(started)}`,
    checked: chosen.has(run) ? "" : undefined,
  });
  mark.addEventListener("change", () => {
    const lost = chosen.mark(run);
    const other = lost && mark.closest("ol").querySelector(`[data-run="${CSS.escape(lost)}"]`);
    if (other) other.checked = false;
  });
  return el(
    "li",
    {},
    mark,
    el(
      "a",
      { href: `#runs/${run}` },
      el("span", { class: `dot run-${status}`, title: status }, ""),
      el("span", { class: "question" }, question || "(no question recorded)"),
      el(
        "span",
        { class: "soft" },
        [status === "done" ? "" : status, parent ? "forked" : ""].filter(Boolean).join(", "),
      ),
      el("span", { class: "soft" }, duration(ms)),
      el("time", { class: "soft", datetime: new Date(started).toISOString() }, ago(started)),
    ),
  );
}
