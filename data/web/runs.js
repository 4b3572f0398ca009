import { duration, el } from "../page/dom.js";
import { answerOf } from "./answer.js";
import { get, stream } from "./api.js";
import { ago, button, empty, errorBox, fillWith, loading } from "./parts.js";

/** Runs of one page of the list. */
const page = 100;

/** What was asked, newest first; with a run, that one. */
export function runsView(main, run) {
  if (run !== "") return oneRun(main, run);
  const list = el("ol", { class: "runs" });
  const filter = el("input", {
    type: "search",
    placeholder: "Filter by words or status…",
    "aria-label": "Filter runs",
  });
  const rest = el("div", {});
  const count = el("span", { class: "soft", role: "status" });
  main.append(el("div", { class: "head" }, el("h1", {}, "Runs"), filter, count), list, rest);
  const all = [];
  const draw = () => {
    const words = filter.value.toLowerCase().trim();
    const shown = all.filter(({ question, status }) => `${question} ${status}`.toLowerCase().includes(words));
    list.replaceChildren(...shown.map(row));
  };
  filter.addEventListener("input", draw);
  const more = () =>
    fillWith(rest, async () => {
      const { runs, of } = await get(`/api/runs?from=${all.length}&limit=${page}`);
      all.push(...runs);
      draw();
      count.textContent = `${all.length} of ${of}`;
      if (of === 0)
        return empty("Nothing was asked yet", "What you ask is listed here, with everything that was done for it.");
      return all.length < of ? button("More", more) : [];
    });
  more();
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

/** One run: its answer, and its page with graph, time line, prompts and claims. */
function oneRun(main, run) {
  const place = el("div", {});
  const frame = el("div", { class: "frame", "data-at": "#ways" });
  main.append(el("p", {}, el("a", { href: "#runs" }, "← All runs")), place, frame);
  const controller = new AbortController();
  show();
  return () => controller.abort();

  async function show() {
    let running = false;
    await fillWith(place, async () => {
      const told = await get(`/api/runs/${run}`);
      const { question, status } = told.run;
      const answer = told.answer && answerOf(told.answer, { resume: (reply) => goOn(reply) });
      const links = await get(`/api/runs/${run}/view`);
      const state = el(
        "p",
        { class: "soft" },
        `${run} · ${status} `,
        el("a", { href: links.export, download: `${run}.ergo` }, "Export"),
      );
      const again = ["interrupted", "cancelled"].includes(status)
        ? button("Go on with it", () => goOn({}), { class: "primary" })
        : null;
      running = status === "running";
      return [
        el("h1", {}, question),
        state,
        answer ?? el("p", { class: "soft" }, "No answer is recorded yet."),
        again,
      ].filter(Boolean);
    });
    if (running) await follow();
    else await frameOf(frame, `/api/runs/${encodeURIComponent(run)}/view`, `The record of run ${run}`);
  }

  async function goOn(body) {
    const waiting = loading("Going on…");
    place.append(waiting);
    let failure = null;
    const tell = (event, data) => {
      if (event === "error") failure = data.error;
    };
    await stream(
      `/api/runs/${run}/resume`,
      { body: { ...body, attended: true }, signal: controller.signal },
      tell,
    ).catch((thrown) => {
      failure = thrown;
    });
    waiting.remove();
    if (failure) place.append(errorBox(failure));
    else await show();
  }

  /** Tells what a run does, and shows it again once that has ended; one of another process is looked at now and then. */
  async function follow() {
    const steps = place.appendChild(el("ol", { class: "steps", "aria-live": "polite", "aria-label": "What it does" }));
    const tell = (event, data) => {
      if (event === "line" && data.line.type === "node.start") steps.append(el("li", {}, data.line.path));
    };
    await stream(`/api/runs/${run}/events`, { signal: controller.signal }, tell).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (!controller.signal.aborted) await show();
  }
}

/** A page of Ergo's in a frame of its own, which can do nothing but run its own script. */
export async function frameOf(place, address, title) {
  await fillWith(place, async () => {
    const { url } = await get(address);
    return el("iframe", { src: url + (place.dataset.at ?? ""), sandbox: "allow-scripts", title, loading: "lazy" });
  });
}
