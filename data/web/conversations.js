import { el } from "../page/dom.js";
import { counted } from "../page/pieces.js";
import { get, post } from "./api.js";
import { growing } from "./growing.js";
import { ago, asksOf, empty, fillWith } from "./parts.js";

/** Conversations of one page of the list. */
const page = 120;

/** The conversations that were had, the one gone on with last first; each is gone on with by opening it. */
export function conversationsView(main) {
  const place = el("div", {});
  const filter = el("input", {
    type: "search",
    placeholder: "Filter by the first question…",
    "aria-label": "Filter conversations",
  });
  main.append(
    el("p", { class: "back" }, el("a", { href: "#ask" }, "← The conversation that is open")),
    el("div", { class: "head" }, el("h1", {}, "Conversations"), filter),
    place,
  );
  let due;
  filter.addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(() => list(place, filter.value.trim()), 120);
  });
  list(place, "");
}

function list(place, words) {
  place.dataset.words = words;
  fillWith(place, async () => {
    let shown = 0;
    const next = async () => {
      const sought = encodeURIComponent(words);
      const { conversations, of } = await get(`/api/conversations?limit=${page}&from=${shown}&words=${sought}`);
      shown += conversations.length;
      return { items: conversations, left: conversations.length === 0 ? 0 : of - shown };
    };
    const first = await next();
    // What was typed meanwhile is answered by itself.
    if (place.dataset.words !== words) return [...place.children];
    if (first.items.length === 0)
      return words === ""
        ? empty("Nothing was asked yet", "Conversations that you had are listed here.")
        : empty("No conversation begins like that", "The words stand in its first question.");
    return growing({ tag: "ol", class: "runs talks" }, rowOf, first, next);
  });
}

/** Where a conversation is gone on with. */
export function conversationAt(session) {
  return `#ask/with/${encodeURIComponent(session)}`;
}

function rowOf({ session, question, runs, last }) {
  const row = el(
    "li",
    {},
    el(
      "a",
      { href: conversationAt(session) },
      el("span", { class: "question" }, asksOf(question)),
      el("span", { class: "soft state" }, counted(runs, "question")),
      el("time", { class: "soft", datetime: new Date(last).toISOString() }, ago(last)),
    ),
  );
  row.append(removing(row, session));
  return row;
}

/** A button that removes a conversation once it was pressed twice: first it says what goes. */
function removing(row, session) {
  const door = `/api/conversations/${encodeURIComponent(session)}`;
  const button = el("button", { type: "button", class: "plain" }, "Delete");
  button.addEventListener("blur", () => {
    delete button.dataset.sure;
    button.textContent = "Delete";
  });
  button.addEventListener("click", async () => {
    try {
      if (button.dataset.sure === undefined) {
        const { runs, others } = await post(`${door}?dry=true`, undefined, "DELETE");
        const also = others > 0 ? `, ${others} of other conversations` : "";
        button.dataset.sure = "";
        button.textContent = `Delete ${counted(runs.length, "run")}${also}?`;
        return;
      }
      button.disabled = true;
      await post(door, undefined, "DELETE");
      row.remove();
    } catch (thrown) {
      button.disabled = false;
      button.textContent = thrown.message;
    }
  });
  return button;
}
