import { el } from "../page/dom.js";
import { answerOf } from "./answer.js";
import { failureOf, get, post, stream } from "./api.js";
import { options } from "./options.js";
import { button, errorBox, loading, placeOf } from "./parts.js";

/** The conversation that is open; a new one is begun by its own button. */
let session = sessionStorage.getItem("ergo-session") ?? begin();

function begin() {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  sessionStorage.setItem("ergo-session", id);
  return id;
}

/** A chat over the folder. Gives what is to be done when it is left. */
export function askView(main, _, served) {
  const turns = el("div", { class: "turns", role: "log", "aria-label": "Conversation" });
  const chosen = options(served);
  const running = { stop: null };
  const box = composer(
    (question) => ask(question),
    () => running.stop?.(),
  );
  const anew = button(
    "New conversation",
    () => {
      running.stop?.();
      session = begin();
      turns.replaceChildren(welcome(served, ask));
      box.field.focus();
    },
    { class: "plain" },
  );
  main.append(
    el("h1", { class: "unseen" }, "Ask"),
    turns,
    el("div", { class: "dock" }, box.node, el("div", { class: "under" }, chosen.node, anew)),
  );
  restore(turns, served, ask, (answer) => shown(answer));
  box.field.focus();

  async function ask(question) {
    turns.querySelector(".welcome")?.remove();
    await go(question, "/api/ask", { question, session, attended: true, ...chosen.value() });
  }

  function shown(answer, asked) {
    return answerOf(answer, {
      asked,
      resume: (reply, text) => go(text, `/api/runs/${answer.run}/resume`, { ...reply, attended: true }),
    });
  }

  /** Sends a question or a reply, and shows what comes of it as it comes. */
  async function go(text, path, body) {
    const place = el("div", { class: "reply", "aria-live": "polite" }, loading("Looking…"));
    turns.append(el("p", { class: "asked" }, text), place);
    place.scrollIntoView({ block: "end" });
    const controller = new AbortController();
    const seen = { run: null, line: -1, answer: null };
    running.stop = () => stop(seen, controller);
    box.busy(true);
    try {
      await follow(path, body, seen, controller, place);
      place.replaceChildren(shown(seen.answer, body.question));
    } catch (thrown) {
      place.replaceChildren(
        controller.signal.aborted
          ? el("p", { class: "soft" }, "Stopped.")
          : errorBox(thrown, () => retry(text, place, path, body)),
      );
    }
    running.stop = null;
    box.busy(false);
    place.previousElementSibling.scrollIntoView({ block: "start", behavior: "smooth" });
    box.field.focus({ preventScroll: true });
  }

  function retry(text, place, path, body) {
    place.previousElementSibling.remove();
    place.remove();
    go(text, path, body);
  }

  return () => undefined;
}

/** Follows a run to its answer; where the stream breaks off, it goes on from the last line that was seen. */
async function follow(path, body, seen, controller, place) {
  const { signal } = controller;
  let failure = null;
  const tell = (event, data) => {
    if (event === "error") failure = data.error;
    else if (event === "answer") seen.answer = data.answer;
    else progress(event, data, seen, place);
  };
  try {
    await stream(path, { body, signal }, tell);
  } catch (thrown) {
    if (signal.aborted || seen.run === null) throw thrown;
  }
  for (let tries = 0; seen.answer === null && failure === null && seen.run !== null && tries < 5; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
    await stream(`/api/runs/${seen.run}/events`, { after: seen.line, signal }, tell).catch(() => undefined);
  }
  if (failure) throw failure;
  if (seen.answer === null) throw failureOf(null);
}

/** Calls a run off where it runs; what it has recorded stays. */
async function stop(seen, controller) {
  if (seen.run === null) controller.abort();
  else await post(`/api/runs/${seen.run}`, undefined, "DELETE").catch(() => controller.abort());
}

/** What happens while one waits. */
function progress(event, data, seen, place) {
  if (event === "line") {
    const { line } = data;
    seen.line = line.seq;
    seen.run ??= line.data?.run ?? null;
    if (line.type === "node.start") step(place, line.path.split("/").at(-1));
    if (line.type === "route.decided") step(place, line.data.reasons?.[0] ?? line.data.engine);
    if (line.type === "retrieval.end") found(place, line.data?.result?.passages ?? []);
  } else if (event === "draft") {
    const node = place.querySelector(".draft") ?? place.appendChild(el("p", { class: "draft" }));
    node.textContent = data.text;
  } else if (data.text) {
    const part = data.total ? ` ${Math.floor((100 * data.done) / data.total)} %` : "";
    step(place, data.text + part);
  }
}

function step(place, text) {
  const node = place.querySelector(".loading") ?? place.appendChild(loading());
  node.textContent = text;
}

function found(place, passages) {
  if (passages.length === 0) return;
  const node = place.querySelector(".found") ?? place.appendChild(el("p", { class: "found soft" }));
  node.textContent = `reading ${[...new Set(passages.slice(0, 4).map(placeOf))].join(", ")}`;
}

/** Shows the turns of the conversation that were before, or how one might begin. */
async function restore(turns, served, ask, shown) {
  try {
    const { runs } = await get(`/api/runs?session=${session}&limit=20`);
    if (runs.length === 0) {
      turns.prepend(welcome(served, ask));
      return;
    }
    const told = await Promise.all(runs.reverse().map(({ run }) => get(`/api/runs/${run}`)));
    const nodes = told.flatMap(({ run, answer }) => [
      el("p", { class: "asked" }, run.question),
      el("div", { class: "reply" }, answer ? shown(answer) : el("p", { class: "soft" }, `This run is ${run.status}.`)),
    ]);
    turns.prepend(...nodes);
    nodes.at(-2)?.scrollIntoView({ block: "start" });
  } catch (thrown) {
    turns.prepend(errorBox(thrown));
  }
}

const examples = ["How many files are there?", "Which files were changed last?", "What is this folder about?"];

function welcome({ folder }, ask) {
  const name = folder.split(/[/\\]/).at(-1);
  return el(
    "div",
    { class: "welcome" },
    el("h2", {}, `Ask about ${name}`),
    el("p", { class: "soft" }, "Each sentence of an answer says what it rests on. Nothing leaves this machine."),
    el("div", { class: "chips" }, ...examples.map((text) => button(text, () => ask(text), { class: "chip" }))),
  );
}

/** Where questions are written: Enter sends, Shift and Enter begins a line. */
function composer(send, stop) {
  const field = el("textarea", {
    rows: 1,
    placeholder: "Ask about the files…",
    "aria-label": "Your question",
    "aria-keyshortcuts": "/",
  });
  const go = el("button", { class: "primary" }, "Ask");
  const halt = button("Stop", stop, { class: "stop", hidden: "" });
  const grow = () => {
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight + 2, 240)}px`;
  };
  const submit = (event) => {
    event.preventDefault();
    const question = field.value.trim();
    if (question === "" || go.hidden) return;
    field.value = "";
    grow();
    send(question);
  };
  field.addEventListener("input", grow);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
  });
  return {
    field,
    node: el("form", { class: "composer", on: { submit } }, field, go, halt),
    busy(is) {
      go.hidden = is;
      halt.hidden = !is;
    },
  };
}
