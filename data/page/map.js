import { el } from "./dom.js";
import { drawStar } from "./star.js";

const part = (id) => document.getElementById(id);
const about = JSON.parse(part("about").textContent);
const { entities, links, evidence } = JSON.parse(part("atlas").textContent);
/** Entities that a search shows at once. */
const most = 40;

/** The neighbours of each entity: who, and how, from its own side. */
const around = entities.map(() => []);
for (const [from, to, relations] of links) {
  around[from].push({ id: to, relations });
  around[to].push({ id: from, relations: relations.map(([kind, ...rest]) => [turned(kind), ...rest]) });
}
const names = entities.map(({ name, aliases }) => [name, ...aliases].join("\n").toLowerCase());
const shown = { id: 0, found: [], at: -1 };

/** Within another page that has a search and says what is looked at, neither is shown again. */
const framed = window.parent !== window;
document.documentElement.classList.toggle("framed", framed);
showFacts();
if (entities.length === 0) part("name").textContent = "The files name nothing that Ergo tells from other words.";
else choose(Number(location.hash.slice(1)) || 0);

part("search").addEventListener("input", ({ target }) => seek(target.value));
part("search").addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") move(1);
  else if (event.key === "ArrowUp") move(-1);
  else if (event.key === "Enter" && shown.found.length > 0) pick(shown.found[Math.max(0, shown.at)]);
  else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.tagName === "INPUT") return;
  part("search").focus();
  event.preventDefault();
});
addEventListener("hashchange", () => choose(Number(location.hash.slice(1)) || 0));

function turned(kind) {
  const other = Object.entries(about.inverse).find(([, back]) => back === kind)?.[0];
  return about.inverse[kind] ?? other ?? kind;
}

function choose(id) {
  if (!entities[id]) return;
  shown.id = id;
  document.documentElement.classList.toggle("told", framed && !about.whole && id === 0);
  const { name, kinds, aliases, mentions, documents } = entities[id];
  part("name").textContent = name;
  const also = aliases.length > 0 ? ` · also called ${aliases.join(", ")}` : "";
  const held = `${plural(mentions, "mention")} in ${plural(documents, "document")}`;
  part("said").textContent = `${kinds.join(", ")} · ${held}${also}`;
  const near = around[id];
  const spots = near.map((each) => ({
    id: each.id,
    name: entities[each.id].name,
    kind: entities[each.id].kinds[0],
    count: each.relations.reduce((sum, [, count]) => sum + count, 0),
    said: `${entities[each.id].name}: ${each.relations.map(([kind]) => kind).join(", ")}`,
  }));
  const ids = new Set(near.map((each) => each.id));
  const between = near.flatMap((each) =>
    around[each.id].filter((other) => other.id > each.id && ids.has(other.id)).map((other) => [each.id, other.id]),
  );
  const star = part("star");
  star.replaceChildren(drawStar({ name }, spots, between, pick));
  star.scrollLeft = (star.scrollWidth - star.clientWidth) / 2;
  part("neighbours").textContent = `${plural(near.length, "neighbour")} shown`;
  part("list").replaceChildren(...near.map(neighbour));
}

function neighbour({ id, relations }) {
  const { name, kinds } = entities[id];
  return el(
    "li",
    {},
    el("button", { type: "button", on: { click: () => pick(id) } }, name),
    el("span", { class: "kind" }, ` ${kinds.join(", ")}`),
    ...relations.map(([kind, count, places]) =>
      el(
        "details",
        {},
        el("summary", {}, kind, count > 1 ? el("span", { class: "count" }, ` ×${count}`) : null),
        ...places.map((place) => quote(evidence[place])),
      ),
    ),
  );
}

function quote({ path, doc, line, page, text }) {
  const place = [
    path,
    doc,
    line === undefined ? undefined : `line ${line}`,
    page === undefined ? undefined : `page ${page}`,
  ];
  return el("blockquote", {}, text, el("span", { class: "place" }, place.filter(Boolean).join(" · ")));
}

/** Goes to an entity, in the history of the browser too. */
function pick(id) {
  close();
  part("search").value = "";
  if (shown.id !== id) location.hash = String(id);
  choose(id);
  part("name").scrollIntoView({ block: "nearest" });
}

function seek(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [];
  if (words.length > 0) {
    for (const [id, name] of names.entries()) if (words.every((word) => name.includes(word))) found.push(id);
  }
  found.sort((a, b) => rank(b, words) - rank(a, words));
  shown.found = found.slice(0, most);
  shown.at = shown.found.length > 0 ? 0 : -1;
  list();
}

/** Names that begin with the words come first, then those that are named most. */
function rank(id, words) {
  return (names[id].startsWith(words.join(" ")) ? 1e9 : 0) + entities[id].mentions;
}

function list() {
  const open = part("search").value.trim() !== "";
  part("search").setAttribute("aria-expanded", String(open));
  part("found").hidden = !open;
  part("found").replaceChildren(
    ...(shown.found.length === 0 && open ? [el("div", {}, "no such name here")] : []),
    ...shown.found.map((id, at) =>
      el(
        "div",
        { role: "option", id: `option-${at}`, "aria-selected": at === shown.at, on: { click: () => pick(id) } },
        entities[id].name,
        el("span", { class: "count" }, plural(around[id].length, "neighbour")),
      ),
    ),
  );
  part("search").setAttribute("aria-activedescendant", shown.at < 0 ? "" : `option-${shown.at}`);
}

function move(by) {
  if (shown.found.length === 0) return;
  shown.at = (shown.at + by + shown.found.length) % shown.found.length;
  list();
  part(`option-${shown.at}`).scrollIntoView({ block: "nearest" });
}

function close() {
  [shown.found, shown.at] = [[], -1];
  part("search").value = "";
  list();
}

function showFacts() {
  const { counts, folder } = about;
  const sum = (by) => Object.values(by).reduce((all, each) => all + each, 0);
  const facts = [
    folder,
    `${sum(counts.entities)} entities`,
    `${counts.mentions} mentions`,
    `${sum(counts.edges)} relations`,
    plural(counts.documents, "document"),
  ];
  part("facts").replaceChildren(...facts.map((fact) => el("span", {}, fact)));
  const here = `This page holds ${plural(entities.length, "entity", "entities")} and ${plural(links.length, "pair")} of neighbours`;
  const rest = about.whole ? "those that are named most, with their neighbours" : "what lies around one";
  part("foot").textContent = `${here}: ${rest}. ergo map NAME shows any other.`;
}

function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
