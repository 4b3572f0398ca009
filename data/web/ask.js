import { el } from "../page/dom.js";
import { button } from "../page/pieces.js";
import { get } from "./api.js";
import { composer } from "./composer.js";
import { conversationsView } from "./conversations.js";
import { options } from "./options.js";
import { errorBox, noteAddress } from "./parts.js";
import { turnsIn } from "./turn.js";
import { welcome } from "./welcome.js";

/** The conversation that is open; a new one is begun by its own button. */
let session = sessionStorage.getItem("ergo-session") ?? begin();

function begin() {
  return open(
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  );
}

function open(id) {
  sessionStorage.setItem("ergo-session", id);
  return id;
}

/**
 * A chat over the folder; `with/SESSION` opens an earlier conversation, `earlier` lists them, `put/QUESTION` writes one to be asked. Who leaves it keeps the stream of a run that is under way: one that nobody watches is called off.
 */
export function askView(main, rest, served) {
  if (rest === "earlier") return conversationsView(main);
  if (rest.startsWith("with/")) {
    session = open(rest.slice("with/".length));
    noteAddress("ask");
  }
  const turns = el("div", { class: "turns", role: "log", "aria-label": "Conversation" });
  const chosen = options(served);
  const talk = turnsIn(
    turns,
    (is) => box.busy(is),
    (text) => box.put(text),
  );
  const box = composer(ask, () => talk.stop());
  const earlier = el("a", { href: "#ask/earlier" }, "Conversations");
  const anew = button(
    "New conversation",
    () => {
      talk.stop();
      session = begin();
      talk.clear();
      turns.append(welcome(served, ask));
      box.field.focus();
    },
    { class: "plain" },
  );
  main.append(
    el("h1", { class: "unseen" }, "Ask"),
    turns,
    el("div", { class: "dock" }, box.node, el("div", { class: "under" }, chosen.node, earlier, anew)),
  );
  restore(turns, talk, () => welcome(served, ask));
  if (rest.startsWith("put/")) {
    noteAddress("ask");
    box.put(rest.slice("put/".length));
  }
  box.field.focus();

  async function ask(question) {
    turns.querySelector(".welcome")?.remove();
    await talk.ask(question, { path: "/api/ask", body: { question, session, attended: true, ...chosen.value() } });
    box.field.focus({ preventScroll: true });
  }

  return () => undefined;
}

/** Turns of a conversation that are shown at first, and that many times more at each further press. */
const [few, times] = [20, 4];

/** Shows the last turns of the conversation, or how one might begin. */
async function restore(turns, talk, welcomed, shown = few) {
  const grown = () => {
    turns.firstElementChild.remove();
    talk.clearBefore();
    restore(turns, talk, welcomed, Math.min(1000, shown * times));
  };
  try {
    const { runs, of } = await get(`/api/runs?session=${encodeURIComponent(session)}&limit=${shown}`);
    if (runs.length === 0) turns.prepend(welcomed());
    const told = await Promise.all(runs.reverse().map(({ run }) => get(`/api/runs/${run}`)));
    for (const each of told) talk.show(each);
    if (of > runs.length) {
      const more = button(`${(of - runs.length).toLocaleString()} earlier`, grown, { class: "plain" });
      turns.prepend(el("p", { class: "soft" }, more));
    }
    if (shown === few) [...turns.querySelectorAll(".asked")].at(-1)?.scrollIntoView({ block: "start" });
  } catch (thrown) {
    const again = () => {
      box.remove();
      restore(turns, talk, welcomed, shown);
    };
    const box = errorBox(thrown, again);
    turns.prepend(box);
  }
}
