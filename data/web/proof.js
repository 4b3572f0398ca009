import { el } from "../page/dom.js";
import { button, counted, placeOf, some } from "../page/pieces.js";
import { checking, claimsOf, lacking, section } from "../page/sheet.js";
import { marked } from "../page/span.js";
import { notesOf } from "./answer.js";
import { get } from "./api.js";
import { boardOf } from "./board.js";
import { contractionOf } from "./contraction.js";
import { fillWith, say } from "./parts.js";
import { openSource } from "./source.js";

/** What a run proved, what that rests on, what it did not prove, and how anyone checks it. */
export function proofPart(place, { run }) {
  fillWith(place, async () => {
    const paths = [`/api/runs/${run}`, `/api/runs/${run}/proof`, `/api/runs/${run}/view`];
    const [{ answer }, proof, links] = await Promise.all(paths.map(get));
    return [
      ...claimsOf(proof, answer, { rest, leaf }),
      ...proof.games.map((game) => section("The board", boardOf(game))),
      ...proof.contractions.map((tree) => section("The tree of questions", contractionOf(tree))),
      lacking(proof, answer, answer ? notesOf(answer) : []),
      section("Check it yourself", verifying(run, proof.head, links)),
    ].filter(Boolean);
  });
}

function rest(item, words) {
  return [leaf(item, words), el("q", {}, ...marked(item.text.replace(/\s+/g, " "), words, 420))];
}

/** A place that opens what stands there. */
function leaf(item, words) {
  return button(placeOf(item), () => openSource(item, words), { class: "chip" });
}

function verifying(run, head, links) {
  const line = `ergo verify ${run} --head ${head}`;
  const copy = () =>
    navigator.clipboard.writeText(line).then(
      () => say("Copied."),
      () => say("The browser lets nothing be copied here."),
    );
  const found = el("div", { "aria-live": "polite" });
  return el(
    "div",
    { class: "verifying" },
    ...checking(line, button("Copy", copy)),
    el(
      "p",
      { class: "facts" },
      button("Verify now", () => verified(run, head, found), { class: "primary" }),
      el("a", { href: links.export, download: `${run}.ergo` }, "Export for another machine"),
    ),
    found,
  );
}

function verified(run, head, place) {
  return fillWith(place, async () => {
    const { intact, current, claims, events, problems } = await get(`/api/runs/${run}/verify?head=${head}`);
    const now =
      current === null
        ? "whether it is still so was not seen"
        : current
          ? "current: the files are as they were"
          : "not current";
    return [
      el(
        "p",
        { class: "facts" },
        el("b", { class: intact ? "status-answered" : "status-error" }, intact ? "intact" : "not intact"),
        el("b", { class: current === false ? "status-partial" : "status-answered" }, now),
        el("span", {}, `${counted(events, "line")}, ${counted(claims, "claim")} judged again`),
      ),
      problems.length > 0
        ? some(problems, ({ where, message }) => el("li", {}, `${where}: ${message}`), { tag: "ul", class: "soft" })
        : null,
    ].filter(Boolean);
  });
}
