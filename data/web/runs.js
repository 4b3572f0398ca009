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
  main.append(el("div", { class: "head" }, el("h1", {}, "Runs"), filter, count), list, more);
  const all = [];
  const draw = () => {
    const words = filter.value.toLowerCase().trim();
    const shown = all.filter(({ question, status }) => `${question} ${status}`.toLowerCase().includes(words));
    list.replaceChildren(...shown.map(row));
  };
  filter.addEventListener("input", draw);
  const load = () =>
    fillWith(more, async () => {
      const { runs, of } = await get(`/api/runs?from=${all.length}&limit=${page}`);
      all.push(...runs);
      draw();
      count.textContent = `${all.length} of ${of}`;
      if (of === 0)
        return empty("Nothing was asked yet", "What you ask is listed here, with everything that was done for it.");
      return all.length < of ? button("More", load) : [];
    });
  load();
  return () => undefined;
}

function row({ run, question, status, started, ms, parent }) {
  return el(
    "li",
    {},
    el(
      "a",
      { href: `#runs/${run}` },
      el("span", { class: `dot run-${status}`, title: status }, ""),
      el("span", { class: "question" }, question || "(no question recorded)"),
      el("span", { class: "soft" }, `${status}${parent ? ", forked" : ""}`),
      el("span", { class: "soft" }, duration(ms)),
      el("time", { class: "soft", datetime: new Date(started).toISOString() }, ago(started)),
    ),
  );
}
