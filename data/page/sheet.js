import { derivationOf } from "./derivation.js";
import { el } from "./dom.js";
import { counted, some } from "./pieces.js";

/**
 * What a run proved: its claims with what they rest on and how they follow. `draw.rest` draws a piece of evidence with the words of a claim, `draw.leaf`
 * one that a derivation ends in.
 */
export function claimsOf({ claims: all, unproven, problems }, answer, draw) {
  const claims = stated(all.map((claim) => borneOut(claim, problems)));
  const cards = () => some(claims, (claim) => claimOf(claim, draw), { tag: "div", class: "proofs" });
  return [
    problems.length > 0 ? broken(problems) : null,
    tally(claims, unproven),
    isOpen(answer, unproven),
    section("Claims", claims.length === 0 ? nothing() : cards()),
  ];
}

/** A claim that its record does not bear out is never shown as proven, whatever the answer calls it. */
function borneOut(claim, problems) {
  return claim.fault === null && problems.length === 0 ? claim : { ...claim, verdict: "unsupported" };
}

function broken(problems) {
  return el(
    "div",
    { class: "error", role: "alert" },
    el("p", {}, el("b", {}, "NOT INTACT"), " The record is not as it was written: nothing below counts as proven."),
    some(problems, reason, { tag: "ul" }, 5),
  );
}

/** Each sentence once: a quotation that holds up a sentence of the same words is told with it. */
function stated(claims) {
  const same = Map.groupBy(claims, ({ text, verdict }) => `${verdict} ${text}`);
  return [...same.values()].map((all) => all.find(({ formal }) => formal !== undefined) ?? all[0]);
}

const opens = {
  not_found: "Nothing that was read answers the question: what follows comes nearest.",
  waiting: "The run waits for a reply: nothing is final yet.",
};

/** What keeps the claims from being the answer. */
function isOpen(answer, unproven) {
  const probable = answer?.confidence && unproven.length === 0;
  const partial = probable
    ? "That the texts say this is proven; that it answers the question is only probable."
    : `The question is answered in part${unproven.length > 0 ? ": what is missing stands below" : ""}.`;
  const text = answer ? { ...opens, partial }[answer.status] : "No answer is recorded yet.";
  return text ? el("p", { class: "warn" }, text) : null;
}

/** What was not proven and why, what could not be seen, and notes beside; null where that is nothing. */
export function lacking({ unproven }, answer, notes) {
  const skipped = answer?.universe?.skipped ?? 0;
  const all = [
    ...(skipped > 0 ? [`${counted(skipped, "file")} could not be seen: nothing is claimed of them.`] : []),
    ...notes,
  ];
  if (unproven.length + all.length === 0) return null;
  return section(
    "Not proven, and why",
    some(unproven, lackOf, { tag: "ul", class: "lacks" }, 8),
    all.length > 0
      ? el(
          "ul",
          { class: "notes" },
          all.map((note) => el("li", {}, note)),
        )
      : "",
  );
}

export function section(title, ...nodes) {
  return el("section", {}, el("h2", {}, title), ...nodes);
}

/** What checking a run does, and the line that has it done. */
export function checking(line, ...beside) {
  return [
    el(
      "p",
      {},
      "No model has a say in this: the chain of the record is hashed again, each claim is judged again over what was seen, and the files are looked at again.",
    ),
    el("div", { class: "copying" }, el("code", {}, line), ...beside),
  ];
}

function nothing() {
  return el("p", { class: "soft" }, "There is no claim in its answer, so that there is nothing to prove.");
}

const verdicts = ["proven", "supported", "unsupported", "contradicted"];

/** How many claims have which verdict, as a bar and in words. */
function tally(claims, unproven) {
  const counts = verdicts
    .map((verdict) => [verdict, claims.filter((claim) => claim.verdict === verdict).length])
    .filter(([, count]) => count > 0);
  const bar = el("div", { class: "tally", "aria-hidden": "true" });
  for (const [verdict, count] of counts) {
    const piece = el("span", { class: `fill-${verdict}` });
    piece.style.flexGrow = count;
    bar.append(piece);
  }
  const words = counts.map(([verdict, count]) =>
    el("span", {}, el("b", { class: `verdict verdict-${verdict}` }, `${count} ${verdict}`)),
  );
  const open = unproven.length > 0 ? [el("span", { class: "soft" }, `${unproven.length} checked and not proven`)] : [];
  return el("div", {}, counts.length > 0 ? bar : null, el("p", { class: "facts" }, ...words, ...open));
}

function claimOf({ text, verdict, formal, because, evidence, derivation, seen, fault }, { rest, leaf }) {
  const isQuote = formal?.startsWith("quote(");
  const grounds = evidence.length > 0 ? evidence : seen;
  const known = new Map(seen.map((item) => [item.id, item]));
  const says = isQuote && verdict === "supported" && derivation.length > 0;
  return el(
    "article",
    { class: `proof-card edge-${verdict}` },
    el("p", { class: "stated" }, el("span", { class: `verdict verdict-${verdict}` }, verdict), el("span", {}, text)),
    fault === null ? null : el("p", { class: "warn" }, `The answer says more than its record shows: ${fault}.`),
    formal && !isQuote ? formalOf(formal) : null,
    grounds.length > 0
      ? [el("h3", {}, "Rests on"), some(grounds, (item) => el("li", {}, rest(item, text)), rests, 4)]
      : null,
    derivation.length > 1 ? [el("h3", {}, "Follows"), derivationOf(derivation, known, leaf)] : null,
    says
      ? el("p", { class: "soft" }, "The text says so word for word, which is proven; that it is right is not.")
      : null,
    grounds.length === 0 && because.length > 0 ? some(because, reason, { tag: "ul", class: "soft" }) : null,
  );
}

const rests = { tag: "ul", class: "rests" };

/** A claim as CHECK reads it; a long one opens. */
function formalOf(formal) {
  const code = el("code", { class: "formal" }, formal);
  return formal.length < 240
    ? code
    : el("details", {}, el("summary", { class: "soft" }, "The claim as it is checked"), code);
}

function reason(text) {
  return el("li", {}, text);
}

function lackOf({ claim, verdict, because, needs }) {
  return el(
    "li",
    {},
    el(
      "p",
      { class: "stated" },
      el("span", { class: "verdict verdict-unsupported" }, verdict),
      el("code", {}, short(claim)),
    ),
    because.length > 0 ? some(because, reason, { tag: "ul" }, 4) : null,
    needs.length > 0 ? el("p", { class: "soft" }, `It would take ${needs.slice(0, 3).join(", ")}.`) : null,
  );
}

function short(text) {
  return text.length > 240 ? `${text.slice(0, 240)}…` : text;
}
