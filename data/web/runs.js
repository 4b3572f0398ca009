import { duration, el } from "../page/dom.js";
import { get } from "./api.js";
import { growing } from "./growing.js";
import { ago, empty, fillWith } from "./parts.js";
import { oneRun } from "./run.js";

/** Runs of one page of the list. */
const page = 100;

/** What was asked, newest first; with a run, that one. */
export function runsView(main, rest, served) {
  if (rest !== "") return oneRun(main, rest, served);
  const filter = el("input", {
    type: "search",
    placeholder: "Filter by words or status…",
    "aria-label": "Filter runs",
  });
  const place = el("div", {});
  const count = el("span", { class: "soft", role: "status" });
  const chosen = choice();
  main.append(el("div", { class: "head" }, el("h1", {}, "Runs"), filter, count, chosen.node), place);
  const state = { words: "", asked: 0 };
  const load = () =>
    fillWith(place, async () => {
      const asked = ++state.asked;
      const next = pagesOf(state.words, chosen);
      const first = await next();
      // What was typed meanwhile is answered by itself.
      if (asked !== state.asked) return [...place.children];
      count.textContent = first.of === 1 ? "1 run" : `${first.of.toLocaleString()} runs`;
      if (first.of > 0) return growing({ tag: "ol", class: "runs" }, first, next);
      return state.words === ""
        ? empty("Nothing was asked yet", "What you ask is listed here, with everything that was done for it.")
        : empty(
            "No run is like that",
            "Words stand in the question; done, waiting, failed, partial and not found are states.",
          );
    });
  filter.addEventListener("input", () => {
    state.words = filter.value.trim();
    clearTimeout(state.timer);
    state.timer = setTimeout(load, 120);
  });
  load();
  return () => undefined;
}

/** The runs that words find, page by page: rows, how many are left, and how many there are. */
function pagesOf(words, chosen) {
  const query = `limit=${page}&words=${encodeURIComponent(words)}`;
  let [cursor, shown] = ["", 0];
  return async () => {
    const { runs, of, next } = await get(`/api/runs?${query}${cursor}`);
    cursor = `&cursor=${encodeURIComponent(next)}`;
    shown += runs.length;
    return { rows: runs.map((each) => row(each, chosen)), left: next === null ? 0 : of - shown, of };
  };
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

function row({ run, question, status, outcome, started, ms, parent }, chosen) {
  const came = outcome === null || outcome === "answered" ? status : outcome.replace("_", " ");
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
      el("span", { class: `dot run-${status} came-${outcome}`, title: came }, ""),
      el("span", { class: "question" }, question || "(no question recorded)"),
      el("span", { class: "soft" }, [came === "done" ? "" : came, parent ? "forked" : ""].filter(Boolean).join(", ")),
      el("span", { class: "soft" }, duration(ms)),
      el("time", { class: "soft", datetime: new Date(started).toISOString() }, ago(started)),
    ),
  );
}
