import { el } from "../page/dom.js";
import { some } from "../page/pieces.js";
import { get } from "./api.js";
import { empty, fillWith } from "./parts.js";

const jobs = {
  extract: "find the words of an answer",
  choose: "choose of several",
  judge: "say whether a text holds a claim up",
  json: "write what a schema wants",
  read: "answer from excerpts",
  plan: "put a question in steps",
  split: "split a question",
  complete: "complete a follow-up",
};

/** How models did in the jobs that Ergo gives them, each with its interval. */
export function abilitiesPart(place) {
  fillWith(place, async () => {
    const { abilities } = await get("/api/eval");
    if (abilities.length === 0)
      return empty("No model was measured", "`ergo models probe NAME` tells what one is able to.");
    return [
      el(
        "p",
        { class: "said" },
        "A job is given to a model where it is surely better at it than chance or rules: the whole interval has to lie above that. Each bar is the 95 % interval of its share of right answers, from 0 to 100 %; what was measured with earlier prompts is outdated and counts for nothing.",
      ),
      some(abilities, cardOf, { tag: "div", class: "able" }, 12),
    ];
  });
}

function cardOf({ name, here, measured }) {
  const rows = Object.keys(jobs).flatMap((ability) => {
    const tried = measured.filter((each) => each.ability === ability && (each.language ?? "en") === "en");
    const best = tried.toSorted((a, b) => Number(b.passed) - Number(a.passed) || b.right / b.n - a.right / a.n)[0];
    return best ? [rowOf(best)] : [];
  });
  return el(
    "article",
    { class: "part-card" },
    el("h2", {}, name),
    el("p", { class: "soft" }, here ? "measured on this machine" : "measured by Ergo's makers"),
    el("ul", { class: "bars" }, rows),
  );
}

function rowOf({ ability, right, n, low, high, passed, counts }) {
  const state = !counts ? "outdated" : passed ? "able" : "unsure";
  return el(
    "li",
    { class: passed && counts ? "passed" : undefined },
    el("span", { title: jobs[ability] }, ability),
    interval(low, high, n === 0 ? 0 : right / n),
    el("span", { class: "soft" }, `${right} of ${n}`),
    el("span", { class: passed && counts ? "status-answered" : "soft" }, state),
  );
}

/** A share from 0 to 1 as a spot on the bar of its interval. */
function interval(low, high, share) {
  const place = (name, from, to) => {
    const node = el("span", { class: name });
    node.style.insetInlineStart = `${100 * from}%`;
    node.style.width = `${100 * (to - from)}%`;
    return node;
  };
  const label = `${Math.round(100 * low)} to ${Math.round(100 * high)} %`;
  return el(
    "span",
    { class: "interval", role: "img", "aria-label": label },
    place("reach", low, high),
    place("spot", share, share),
  );
}
