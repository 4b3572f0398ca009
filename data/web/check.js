import { el } from "../page/dom.js";
import { button, placeOf } from "../page/pieces.js";
import { stream } from "./api.js";
import { empty, errorBox, loading } from "./parts.js";
import { openSource } from "./source.js";

/** A text of one's own, checked against the folder sentence by sentence. */
export function checkPart(place) {
  const field = el("textarea", {
    rows: 7,
    placeholder: "Paste a text: a draft, a summary, another model's answer…",
    "aria-label": "Text",
  });
  const found = el("div", {});
  const go = el("button", { class: "primary" }, "Check");
  const submit = async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return;
    go.disabled = true;
    await check(text, found);
    go.disabled = false;
  };
  place.append(el("form", { class: "check-text", on: { submit } }, field, go), found);
  found.append(
    empty(
      "Does the folder bear it out?",
      "Each sentence is proven, supported, contradicted or not found, with what says so.",
    ),
  );
}

async function check(text, place) {
  const state = loading("Checking…");
  place.replaceChildren(state);
  let failure = null;
  let sentences = [];
  const tell = (event, data) => {
    if (event === "error") failure = data.error;
    else if (event === "done") sentences = data.sentences;
    else state.textContent = data.text;
  };
  await stream("/api/audit", { body: { text } }, tell).catch((thrown) => (failure = thrown));
  place.replaceChildren(failure ? errorBox(failure) : el("ul", { class: "hits" }, sentences.map(sentenceOf)));
}

function sentenceOf({ text, verdict, because, evidence }) {
  const word = verdict.replace(" ", "-");
  return el(
    "li",
    {},
    el("div", { class: "line" }, el("span", { class: `verdict verdict-${word}` }, verdict), el("span", {}, text)),
    verdict === "no claim" ? null : el("p", { class: "soft" }, because),
    evidence.length > 0
      ? el(
          "div",
          { class: "chips" },
          ...evidence.map((item) => button(placeOf(item), () => openSource(item, text), { class: "chip" })),
        )
      : null,
  );
}
