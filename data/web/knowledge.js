import { el } from "../page/dom.js";
import { button, counted, placeOf } from "../page/pieces.js";
import { withWords } from "../page/span.js";
import { get, post } from "./api.js";
import { checkPart } from "./check.js";
import { disagreePart } from "./disagree.js";
import { documentsPart } from "./documents.js";
import { frameOf } from "./frame.js";
import { growingOf } from "./growing.js";
import { empty, errorBox, fillWith, noteAddress, warning } from "./parts.js";
import { openSource } from "./source.js";

const parts = {
  search: ["Search", searchPart],
  files: ["Documents", documentsPart],
  map: ["Map", mapPart],
  disagree: ["Disagreements", disagreePart],
  check: ["Check a text", checkPart],
};

/** What is known of the folder: passages, documents, and what they name. */
export function knowledgeView(main, rest) {
  const [name, ...words] = rest.split("/");
  const part = parts[name] ? name : "search";
  const tabs = Object.entries(parts).map(([id, [text]]) =>
    el("a", { href: `#knowledge/${id}`, "aria-current": id === part ? "page" : undefined }, text),
  );
  const place = el("div", {});
  main.append(
    el("div", { class: "head" }, el("h1", {}, "Knowledge"), el("nav", { class: "tabs", "aria-label": "Parts" }, tabs)),
    place,
  );
  parts[part][1](place, words.join("/"));
  return () => undefined;
}

function searchPart(place, words) {
  const field = el("input", {
    type: "search",
    placeholder: "What do the documents say about…",
    "aria-label": "Search",
    value: words,
  });
  const hits = el("div", {});
  const submit = (event) => {
    event?.preventDefault();
    const question = field.value.trim();
    if (question === "") return;
    noteAddress("knowledge", "search", question);
    fillWith(hits, () => seek(question));
  };
  place.append(
    el("form", { class: "seek", on: { submit } }, field, el("button", { class: "primary" }, "Search")),
    hits,
  );
  field.focus();
  if (words === "") hits.append(empty("Search the passages", "Each is shown with the reasons why it was found."));
  else submit();
}

/** Passages that a search asks for at first, and at most. */
const few = 12;
const most = 200;

/** The passages that fit best; where there may be more, a button looks further. */
async function seek(question, k = few) {
  const { hits, note } = await post("/api/search", { question, k, explain: true });
  if (hits.length === 0) return empty("Nothing found", "Other words may find more; Documents shows what was read.");
  const further = button("Look further", async () => {
    further.disabled = true;
    const found = await seek(question, Math.min(most, k * 4)).catch((thrown) => [errorBox(thrown)]);
    const place = further.parentElement;
    place.replaceChildren(...found);
    place.querySelectorAll(".hits > li")[k]?.querySelector("button")?.focus();
  });
  return [
    ...(note ? [warning(note)] : []),
    growingOf(hits, (hit) => hitOf(hit, question), { tag: "ol", class: "hits" }),
    ...(hits.length === k && k < most ? [further] : []),
  ];
}

function hitOf(hit, question) {
  const { title, heading, text, why, score } = hit;
  return el(
    "li",
    {},
    el(
      "div",
      { class: "line" },
      button(placeOf(hit), () => openSource(hit), { class: "chip" }),
      el("b", {}, heading ?? title),
    ),
    el("blockquote", {}, ...withWords(text.length > 600 ? `${text.slice(0, 600)}…` : text, question)),
    el("p", { class: "soft" }, why ? reasons(why) : `score ${score.toFixed(2)}`),
  );
}

function reasons({ text, vector, graph, rerank, chain }) {
  const scores = { words: text, meaning: vector, names: graph, reading: rerank };
  const told = Object.entries(scores).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${Number(value).toFixed(2)}`],
  );
  return `${told.join(", ")}${chain ? `; found with ${chain.title}` : ""}`;
}

function mapPart(place, name) {
  const field = el("input", {
    type: "search",
    placeholder: "A person, a thing, a file…",
    "aria-label": "Entity",
    value: name,
  });
  const around = el("div", {});
  const frame = el("div", { class: "frame" });
  const submit = (event) => {
    event.preventDefault();
    location.hash = `#knowledge/map/${encodeURIComponent(field.value.trim())}`;
  };
  place.append(
    el("form", { class: "seek", on: { submit } }, field, el("button", { class: "primary" }, "Show")),
    around,
    frame,
  );
  const query = name === "" ? "" : `?entity=${encodeURIComponent(name)}`;
  const draw = name === "" ? named : entity;
  fillWith(around, async () => {
    const told = await get(`/api/map${query}`);
    if (told.most?.length !== 0) frameOf(frame, `/api/map/view${query}`, "What the files name, as a graph");
    return draw(told);
  });
}

function named({ most: names }) {
  if (names.length === 0) return empty("Nothing is named", "The files name nothing that Ergo tells from other words.");
  return el(
    "div",
    { class: "chips" },
    names.map(({ name, neighbours }) => link(name, `${neighbours}`)),
  );
}

function link(name, more) {
  return el(
    "a",
    { class: "chip", href: `#knowledge/map/${encodeURIComponent(name)}` },
    name,
    el("span", { class: "soft" }, ` ${more}`),
  );
}

function entity({ entity: { name, kinds, mentions, documents }, neighbours, of }) {
  const rows = neighbours.map(({ name: other, relations }) => {
    const said = relations.flatMap(({ kind, evidence }) =>
      evidence.slice(0, 1).map((each) =>
        el(
          "p",
          {},
          el("b", {}, kind),
          " ",
          button(
            `${each.path}${each.line ? `:${each.line}` : ""}`,
            () => openSource({ ...each, lines: each.line ? [each.line, each.line] : undefined }),
            { class: "ref" },
          ),
          ` ${each.text}`,
        ),
      ),
    );
    return el("li", {}, link(other, ""), ...said);
  });
  const counts = `${kinds.join(", ")} · ${counted(mentions, "mention")} in ${counted(documents, "document")} · ${counted(of, "neighbour")}`;
  return [el("h2", {}, name), el("p", { class: "soft" }, counts), el("ul", { class: "neighbours" }, rows)];
}
