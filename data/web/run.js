import { duration, el } from "../page/dom.js";
import { answerOf } from "./answer.js";
import { failureOf, get, post, stream } from "./api.js";
import { comparePart } from "./compare.js";
import { frameOf } from "./frame.js";
import { liveGraphs } from "./live.js";
import { ago, button, errorBox, fillWith, loading, say } from "./parts.js";
import { proofPart } from "./proof.js";
import { stepsPart } from "./steps.js";

const parts = {
  answer: ["Answer", answerPart],
  proof: ["Proof", proofPart],
  steps: ["Steps", stepsPart],
  compare: ["Compare", comparePart],
};

/** One run, by `RUN` or `RUN/PART`. Gives what is to be done when it is left. */
export function oneRun(main, rest, served) {
  const [run, name, ...more] = rest.split("/");
  const part = parts[name] ? name : "answer";
  const tabs = Object.entries(parts).map(([id, [text]]) =>
    el("a", { href: `#runs/${run}/${id}`, "aria-current": id === part ? "page" : undefined }, text),
  );
  const title = el("h1", { class: "asks" }, "A run");
  const facts = el("p", { class: "facts" });
  const place = el("div", {});
  const controller = new AbortController();
  main.append(
    el("p", { class: "back" }, el("a", { href: "#runs" }, "← All runs")),
    title,
    facts,
    el("nav", { class: "tabs", "aria-label": "Parts of the run" }, tabs),
    place,
  );
  fillWith(place, async () => {
    head(await get(`/api/runs/${run}`), title, facts);
    const own = el("div", { class: "part" });
    parts[part][1](own, { run, rest: more.join("/"), served, signal: controller.signal });
    return own;
  });
  return () => controller.abort();
}

function head({ run: { run, question, status, started, ms, parent }, answer }, title, facts) {
  title.replaceChildren(question || "(no question recorded)");
  title.title = question;
  const state = answer && status === "done" ? `status-${answer.status}` : `run-is-${status}`;
  facts.replaceChildren(
    el("span", { class: `status ${state}` }, state.replace(/^(?:status|run-is)-/, "").replace("_", " ")),
    ...(answer ? [el("span", {}, answer.engine)] : []),
    el("span", {}, duration(ms)),
    el("time", { datetime: new Date(started).toISOString() }, ago(started)),
    el("code", {}, run),
    ...(parent ? [el("span", {}, "forked from ", el("a", { href: `#runs/${parent}` }, parent))] : []),
  );
}

/** Steps of a run under way that are told; all of them stand in Steps. */
const latest = 100;

/** Its answer, and its page with graph, time line, prompts and claims. */
function answerPart(place, { run, signal }) {
  const said = el("div", {});
  const frame = el("div", { class: "frame", "data-at": "#ways" });
  place.append(said, frame);
  show();

  async function show() {
    let running = false;
    await fillWith(said, async () => {
      const told = await get(`/api/runs/${run}`);
      const { status } = told.run;
      const answer = told.answer && answerOf(told.answer, { resume: (reply) => goOn(reply) });
      const again = ["interrupted", "cancelled"].includes(status)
        ? button("Go on with it", () => goOn({}), { class: "primary" })
        : null;
      running = status === "running";
      return [answer ?? el("p", { class: "soft" }, "No answer is recorded yet."), again].filter(Boolean);
    });
    if (running) await follow();
    else await frameOf(frame, `/api/runs/${encodeURIComponent(run)}/view`, `The record of run ${run}`);
  }

  async function goOn(body) {
    const waiting = loading("Going on…");
    said.append(waiting);
    let failure = null;
    const tell = (event, data) => {
      if (event === "error") failure = data.error;
    };
    await stream(`/api/runs/${run}/resume`, { body: { ...body, attended: true }, signal }, tell).catch((thrown) => {
      failure = thrown;
    });
    waiting.remove();
    if (failure) said.append(errorBox(failure));
    else await show();
  }

  /** Tells what a run does, and shows it again once that has ended; one of another process is looked at now and then. */
  async function follow() {
    const stop = button("Stop", () =>
      post(`/api/runs/${run}`, undefined, "DELETE").catch((thrown) => say(failureOf(thrown).message)),
    );
    said.append(stop);
    const draw = liveGraphs(said.appendChild(el("div", { class: "live" })));
    const steps = said.appendChild(el("ol", { class: "steps", "aria-live": "polite", "aria-label": "What it does" }));
    const tell = (event, data) => {
      if (event !== "line") return;
      draw(data.line);
      if (data.line.type === "node.start") steps.append(el("li", {}, data.line.path));
      if (steps.children.length > latest) steps.firstElementChild.remove();
    };
    await stream(`/api/runs/${run}/events`, { signal }, tell).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (!signal.aborted) await show();
  }
}
