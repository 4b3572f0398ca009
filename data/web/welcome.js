import { el } from "../page/dom.js";
import { button } from "../page/pieces.js";
import { get } from "./api.js";
import { conversationAt } from "./conversations.js";
import { asksOf } from "./parts.js";

/** Files that examples are taken from. */
const looked = 500;

/** How one might begin: questions about what is here, and conversations that were had. */
export function welcome({ folder }, ask) {
  const name = folder.split(/[/\\]/).at(-1);
  const chips = el("div", { class: "chips" });
  const earlier = el("div", { class: "earlier" });
  const show = (texts) =>
    chips.replaceChildren(...texts.map((text) => button(text, () => ask(text), { class: "chip" })));
  show(always);
  get(`/api/files?limit=${looked}`).then(
    ({ documents, of }) => show(of === 0 ? ["How many files are there?"] : [...always, ...examplesOf(documents)]),
    () => undefined,
  );
  get("/api/conversations?limit=3").then(
    ({ conversations }) => earlier.replaceChildren(...earlierOf(conversations)),
    () => undefined,
  );
  return el(
    "div",
    { class: "welcome" },
    el("h2", {}, `Ask about ${name}`),
    el("p", { class: "soft" }, "Each sentence of an answer says what it rests on. Nothing leaves this machine."),
    chips,
    earlier,
  );
}

const always = ["What is this folder about?", "Which files were changed last?"];
const prose = /\.(?:md|markdown|txt|rst|adoc|html?|pdf|docx|odt|epub)$/i;
const code = /\.(?:ts|tsx|js|mjs|py|go|rs|java|c|cpp)$/i;
const aside = /(?:^|\/)(?:node_modules|dist|test|tests|vendor)\/|[._]test\.|\.d\.ts$/;

/** A question about a document by its title, or its path where none states one, and one about a source file. */
function examplesOf(documents) {
  const near = documents.toSorted((a, b) => depth(a) - depth(b));
  const text = near.find(({ path, title }) => prose.test(path) && title) ?? near.find(({ path }) => prose.test(path));
  const source = near.find(({ path }) => code.test(path) && !aside.test(path));
  return [
    ...(text ? [`What is ${namedOnce(text, documents)} about?`] : []),
    ...(source ? [`Which functions are in ${source.path}?`] : []),
  ];
}

function depth({ path }) {
  return path.split("/").length;
}

/** The title of a document where it is short and no other has it; one of several words is set off, so that the question reads as one. */
function namedOnce({ path, title }, documents) {
  const own = title && title.length <= 40 && documents.filter((each) => each.title === title).length === 1;
  if (!own) return path;
  return /\s/.test(title) && !title.includes('"') ? `"${title}"` : title;
}

function earlierOf(conversations) {
  if (conversations.length === 0) return [];
  const links = conversations.map(({ session, question }) =>
    el("li", {}, el("a", { href: conversationAt(session) }, asksOf(question))),
  );
  return [el("h3", {}, "Earlier"), el("ul", {}, links)];
}
