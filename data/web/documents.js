import { el } from "../page/dom.js";
import { button, counted, some } from "../page/pieces.js";
import { get, stream } from "./api.js";
import { growingOf } from "./growing.js";
import { empty, errorBox, fillWith, noteAddress, say } from "./parts.js";
import { openSource } from "./source.js";

/** What becomes of a document, in words; one that was read whole has none. */
const states = {
  partly: "read in part",
  unreadable: "not read",
  changed: "changed since it was read",
  unread: "not read yet",
};

/** The files of the folder, how the index has them, and a button that brings it up to date; `words` filter by path. */
export function documentsPart(place, words) {
  const filter = el("input", {
    type: "search",
    placeholder: "Filter by path, title or state…",
    "aria-label": "Filter documents",
    value: words,
  });
  const list = el("div", {});
  const state = el("div", {});
  const bar = el("progress", { hidden: "", max: 1, value: 0, "aria-label": "Reading the folder" });
  const read = button("Read what is new", () => ingest(read, bar, state, load), { class: "primary" });
  let documents = [];
  const draw = () => list.replaceChildren(listOf(documents, filter.value.trim().toLowerCase()));
  filter.addEventListener("input", () => {
    const words = filter.value.trim();
    noteAddress("knowledge", "files", ...(words === "" ? [] : [words]));
    draw();
  });
  place.append(el("div", { class: "seek" }, filter, read), bar, state, list);
  load();

  function load() {
    return fillWith(list, async () => {
      const told = await get("/api/files");
      documents = told.documents;
      const unseen = told.skipped.length > 0 ? [`${told.skipped.length.toLocaleString()} not seen`] : [];
      const counts = Object.entries(states).flatMap(([name, text]) => {
        const { length } = documents.filter((each) => each.state === name);
        return length > 0 ? [`${length.toLocaleString()} ${text}`] : [];
      });
      const facts = [counted(documents.length, "file"), ...counts, ...unseen].join(" · ");
      if (state.querySelector(".error") === null)
        state.replaceChildren(el("p", { class: "soft" }, facts), skippedOf(told.skipped));
      if (documents.length === 0)
        return empty("There is no file here", "Ergo reads what .gitignore and .ergoignore do not leave out.");
      return listOf(documents, filter.value.trim().toLowerCase());
    });
  }
}

function listOf(documents, words) {
  const shown = documents.filter(({ path, title, state }) =>
    `${path} ${title ?? ""} ${states[state] ?? "read"}`.toLowerCase().includes(words),
  );
  if (shown.length === 0) return empty("No path or title holds that", "Fewer letters may find more.");
  return growingOf(shown, documentOf, { tag: "ul", class: "files" });
}

function documentOf({ path, title, state, why }) {
  const said = [states[state], why].filter(Boolean).join(": ");
  return el(
    "li",
    { class: `document is-${state}` },
    button(path, () => openSource({ path }), { class: "plain" }),
    title ? el("span", { class: "soft title", title }, title) : null,
    said === "" ? null : el("span", { class: "state", title: said }, said),
  );
}

function skippedOf(skipped) {
  if (skipped.length === 0) return "";
  const row = ({ path, message }) => el("li", {}, `${path}: ${message}`);
  return el("details", {}, el("summary", {}, `${skipped.length} could not be read`), some(skipped, row, { tag: "ul" }));
}

async function ingest(read, bar, state, load) {
  read.disabled = true;
  bar.hidden = false;
  try {
    let report = null;
    await stream("/api/ingest", { body: {} }, (event, data) => {
      if (event === "error") throw data.error;
      if (event === "done") report = data;
      else if (data.total) bar.value = data.done / data.total;
    });
    const { documents, chunks, added, changed, deleted } = report;
    await load();
    const text = `${counted(documents, "document")} in ${counted(chunks, "passage")}: ${added} added, ${changed} changed, ${deleted} deleted`;
    state.prepend(el("p", {}, text));
    say("The folder was read.");
  } catch (thrown) {
    state.replaceChildren(errorBox(thrown));
  }
  bar.hidden = true;
  read.disabled = false;
}
