import { el } from "../page/dom.js";
import { button } from "../page/pieces.js";
import { answerOf } from "./answer.js";
import { post } from "./api.js";
import { followed } from "./follow.js";
import { errorBox, loading } from "./parts.js";
import { progressIn } from "./progress.js";

/** What the turns of a conversation are shown by; `busy` is told whether one of them is under way, `edit` a question that is to be put otherwise. */
export function turnsIn(turns, busy, edit) {
  const stops = new Set();

  const before = turns.appendChild(el("div", {}));

  function place(text, list = turns) {
    const reply = el("div", { class: "reply", "aria-live": "polite" });
    const again = button("Edit", () => edit(text), { class: "plain edit", "aria-label": `Edit: ${text}` });
    list.append(el("p", { class: "asked" }, text, again), reply);
    return reply;
  }

  /** Asks, or goes on with a run, and shows what comes of it as it comes. */
  async function go(reply, begun) {
    reply.replaceChildren(loading("Looking…"));
    const controller = new AbortController();
    const seen = { run: null };
    const stop = () => callOff(seen, controller);
    stops.add(stop);
    busy(true);
    try {
      const { signal } = controller;
      const told = await followed(begun, { signal, tell: progressIn(reply), seen });
      fill(reply, told, begun.body?.question);
    } catch (thrown) {
      // A run that began is looked for again, not asked anew.
      const again = thrown.code === "UNREACHABLE" && seen.run !== null ? { run: seen.run } : begun;
      reply.replaceChildren(
        controller.signal.aborted ? el("p", { class: "soft" }, "Stopped.") : errorBox(thrown, () => go(reply, again)),
      );
    }
    stops.delete(stop);
    busy(stops.size > 0);
  }

  function fill(reply, told, asked) {
    // A reply is a turn of its own; what only goes on does so where it stands.
    const resume = (said, text) => {
      const body = { ...said, attended: true };
      begin(text === undefined ? reply : place(text), { path: `/api/runs/${told.run}/resume`, run: told.run, body });
    };
    reply.replaceChildren(...outcomeOf(told, { asked, resume }));
  }

  /** Begins something in a place that is brought into sight. */
  async function begin(reply, begun) {
    reply.scrollIntoView({ block: "end" });
    await go(reply, begun);
    reply.previousElementSibling?.scrollIntoView({ block: "start", behavior: "smooth" });
  }

  return {
    ask: (text, begun) => begin(place(text), begun),
    /** Shows a turn that was before all that is asked now; one that is still running is followed. */
    show({ run, answer }) {
      const reply = place(run.question, before);
      if (run.status === "running") go(reply, { run: run.run });
      else fill(reply, { run: run.run, status: run.status, answer });
    },
    /** Takes away the turns that were before. */
    clearBefore: () => before.replaceChildren(),
    clear() {
      before.replaceChildren();
      turns.replaceChildren(before);
    },
    stop: () => Promise.all([...stops].map((stop) => stop())),
  };
}

/** What a run came to; where it broke off, it can be gone on with. */
function outcomeOf({ status, answer }, { asked, resume }) {
  if (answer && status !== "interrupted") return [answerOf(answer, { asked, resume })];
  if (status !== "interrupted")
    return [el("p", { class: "soft" }, status === "failed" ? "This run failed." : `This run is ${status}.`)];
  const goOn = button("Go on", () => resume({}), { class: "primary" });
  return [el("p", { class: "soft" }, broke), el("div", { class: "choices" }, goOn)];
}

const broke = "This run was interrupted. What it did so far is recorded, and it can go on from there.";

/** Calls a run off where it runs; what it has recorded stays. */
async function callOff(seen, controller) {
  if (seen.run === null) controller.abort();
  else await post(`/api/runs/${seen.run}`, undefined, "DELETE").catch(() => controller.abort());
}
