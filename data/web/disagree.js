import { el } from "../page/dom.js";
import { button, counted, placeOf } from "../page/pieces.js";
import { get } from "./api.js";
import { growingOf } from "./growing.js";
import { asksOf, empty, fillWith } from "./parts.js";
import { openSource } from "./source.js";

/** What sets all documents against each other, which no answer before did: put where one asks, not asked. */
const whole = "Do the documents contradict each other?";

/** Where two documents say otherwise, as far as answers came upon it: both sides, and what was asked. */
export function disagreePart(place) {
  fillWith(place, async () => {
    const { disagreements, runs } = await get("/api/disagreements");
    const further = el("p", {}, el("a", { href: `#ask/put/${encodeURIComponent(whole)}` }, "Compare all documents"));
    if (disagreements.length === 0)
      return [
        empty(
          "No disagreement was found so far",
          runs === 0
            ? "Nothing was asked yet, and what nobody asked about was not compared."
            : `No two documents say otherwise in ${counted(runs, "answer")}. What nobody asked about was not compared.`,
        ),
        further,
      ];
    return [
      further,
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
