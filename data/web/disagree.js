import { el } from "../page/dom.js";
import { get } from "./api.js";
import { growingOf } from "./growing.js";
import { asksOf, button, counted, empty, fillWith, placeOf } from "./parts.js";
import { openSource } from "./source.js";

/** Where two documents say otherwise, as far as answers came upon it: both sides, and what was asked. */
export function disagreePart(place) {
  fillWith(place, async () => {
    const { disagreements, runs } = await get("/api/disagreements");
    if (disagreements.length === 0)
      return empty(
        "No disagreement was found so far",
        `${counted(runs, "answer")} came upon no two documents that say otherwise. What nobody asked about was not compared.`,
      );
    return [
      el(
        "p",
        { class: "soft" },
        `What ${counted(runs, "answer")} came upon; what nobody asked about was not compared. Look at both sides: they may speak of different things, and which is right Ergo does not say.`,
      ),
      growingOf(disagreements, rowOf, { tag: "ol", class: "hits" }),
    ];
  });
}

function rowOf({ run, question, because, sides }) {
  return el(
    "li",
    {},
    el("div", { class: "sides" }, sides.map(sideOf)),
    el("p", { class: "soft" }, `${because} · asked: `, el("a", { href: `#runs/${run}` }, asksOf(question))),
  );
}

function sideOf({ text, evidence }) {
  return el(
    "div",
    {},
    button(placeOf(evidence), () => openSource(evidence, text), { class: "chip" }),
    el("blockquote", {}, text),
  );
}
