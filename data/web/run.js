import { duration, el } from "../page/dom.js";
import { button } from "../page/pieces.js";
import { answerOf } from "./answer.js";
import { failureOf, get, post } from "./api.js";
import { comparePart } from "./compare.js";
import { conversationAt } from "./conversations.js";
import { followed } from "./follow.js";
import { frameOf } from "./frame.js";
import { liveGraphs } from "./live.js";
import { ago, asksOf, errorBox, fillWith, loading, say } from "./parts.js";
import { progressIn } from "./progress.js";
import { proofPart } from "./proof.js";
import { stepsPart } from "./steps.js";
import { engineSaid, statusSaid, stepSaid } from "./words.js";

const parts = {
  answer: ["Answer", answerPart],
  proof: ["Proof", proofPart],
  steps: ["Steps", stepsPart],
  compare: ["Compare", comparePart],
};

/** One run, by `RUN` or `RUN/PART`; `list` is the address that it was found at. Gives what is to be done when it is left. */
export function oneRun(main, rest, served, list) {
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
    el("p", { class: "back" }, el("a", { href: list }, "← All runs")),
    title,
    facts,
    el("nav", { class: "tabs", "aria-label": "Parts of the run" }, tabs),
    place,
  );
  const told = async () => {
    const state = await get(`/api/runs/${run}`);
    head(state, title, facts);
    return state;
  };
  fillWith(place, async () => {
    await told();
    const own = el("div", { class: "part" });
    parts[part][1](own, { run, rest: more.join("/"), served, signal: controller.signal, told });
    return own;
  });
  return () => controller.abort();
}

function head({ run: { run, session, question, status, started, ms, parent }, answer }, title, facts) {
  title.replaceChildren(asksOf(question));
  title.title = question;
  const state = answer && status === "done" ? `status-${answer.status}` : `run-is-${status}`;
  facts.replaceChildren(
    el(
      "span",
      { class: `status ${state}`, title: statusSaid(answer?.status) },
      state.replace(/^(?:status|run-is)-/, "").replace("_", " "),
    ),
    ...(answer ? [el("span", { title: `engine ${answer.engine}` }, engineSaid(answer.engine))] : []),
    el("span", {}, duration(ms)),
    el("time", { datetime: new Date(started).toISOString() }, ago(started)),
    el("code", {}, run),
    ...(session ? [el("a", { href: conversationAt(session) }, "Go on with the conversation")] : []),
    ...(parent ? [el("span", {}, "forked from ", el("a", { href: `#runs/${parent}` }, parent))] : []),
  );
}

/** Its answer, and its page with graph, time line, prompts and claims. `told` gives how the run is now, and says so above. */
function answerPart(place, { run, signal, told }) {
  const said = el("div", {});
  const frame = el("div", { class: "frame", "data-at": "#ways" });
  place.append(said, frame);
  show();

  async function show() {
    let running = false;
    await fillWith(said, async () => {
      const { run: info, answer } = await told();
      running = info.status === "running";
      if (running) return watching();
      const resume = (reply) => go({ path: `/api/runs/${run}/resume`, run, body: { ...reply, attended: true } });
      const again = ["interrupted", "cancelled"].includes(info.status)
        ? el(
            "p",
            {},
            button("Go on with it", () => resume({}), { class: "primary" }),
          )
        : null;
      return [answer ? answerOf(answer, { resume }) : unanswered(), again].filter(Boolean);
    });
    if (running) await go({ run });
    else await frameOf(frame, `/api/runs/${encodeURIComponent(run)}/view`, `The record of run ${run}`);
  }

  /** Goes on with the run, or follows it where it runs already, and shows it again once that has ended. */
  async function go(begun) {
    frame.replaceChildren();
    said.replaceChildren(...watching());
    const tell = walked(said);
    let first = true;
    const hear = (event, data) => {
      tell(event, data);
      if (first && begun.body) told().catch(() => undefined);
      first = false;
    };
    try {
      await followed(begun, { signal, tell: hear });
    } catch (thrown) {
      if (signal.aborted) return;
      await told().catch(() => undefined);
      said.replaceChildren(errorBox(thrown, show));
      return;
    }
    await show();
  }

  function watching() {
    const stop = button("Stop", () =>
      post(`/api/runs/${run}`, undefined, "DELETE").catch((thrown) => say(failureOf(thrown).message)),
    );
    return [el("div", { class: "under-way" }, el("div", { class: "now" }, loading("Going on…")), stop)];
  }
}

function unanswered() {
  return el("p", { class: "soft" }, "No answer is recorded yet.");
}

/** Steps of a run under way that are told; all of them stand in Steps. */
const latest = 100;

/** Shows what a run does: in words, in its graphs, and step by step. */
function walked(said) {
  const draw = liveGraphs(said.appendChild(el("div", { class: "live" })));
  const steps = said.appendChild(el("ol", { class: "steps", "aria-live": "polite", "aria-label": "What it does" }));
  const progress = progressIn(said.querySelector(".now"));
  return (event, data) => {
    progress(event, data);
    if (event !== "line") return;
    draw(data.line);
    if (data.line.type === "node.start")
      steps.append(el("li", { title: data.line.path }, stepSaid("node", data.line.path)));
    if (steps.children.length > latest) steps.firstElementChild.remove();
  };
}
