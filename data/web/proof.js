import { el } from "../page/dom.js";
import { notesOf } from "./answer.js";
import { get } from "./api.js";
import { boardOf } from "./board.js";
import { contractionOf } from "./contraction.js";
import { derivationOf } from "./derivation.js";
import { button, counted, empty, fillWith, placeOf, say, some } from "./parts.js";
import { openSource } from "./source.js";
import { marked } from "./span.js";

/** What a run proved, what that rests on, what it did not prove, and how anyone checks it. */
export function proofPart(place, { run }) {
  fillWith(place, async () => {
    const paths = [`/api/runs/${run}`, `/api/runs/${run}/proof`, `/api/runs/${run}/view`];
    const [{ answer }, proof, links] = await Promise.all(paths.map(get));
    const { unproven, games, contractions } = proof;
    const claims = stated(proof.claims.map((claim) => borneOut(claim, proof.problems)));
    return [
      proof.problems.length > 0 ? broken(proof.problems) : null,
      tally(claims, unproven),
      isOpen(answer, unproven),
      section("Claims", claims.length === 0 ? nothing() : some(claims, claimOf, { tag: "div", class: "proofs" })),
      ...games.map((game) => section("The board", boardOf(game))),
      ...contractions.map((tree) => section("The tree of questions", contractionOf(tree))),
      lacking(answer, unproven),
      section("Check it yourself", verifying(run, proof.head, links)),
    ].filter(Boolean);
  });
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

/** What was not proven, and what could not be seen. */
function lacking(answer, unproven) {
  const skipped = answer?.universe.skipped ?? 0;
  const notes = [
    ...(skipped > 0 ? [`${counted(skipped, "file")} could not be seen: nothing is claimed of them.`] : []),
    ...(answer ? notesOf(answer) : []),
  ];
  if (unproven.length + notes.length === 0) return null;
  return section(
    "Not proven, and why",
    some(unproven, lackOf, { tag: "ul", class: "lacks" }, 8),
    notes.length > 0
      ? el(
          "ul",
          { class: "notes" },
          notes.map((note) => el("li", {}, note)),
        )
      : "",
  );
}

function section(title, ...nodes) {
  return el("section", {}, el("h2", {}, title), ...nodes);
}

function nothing() {
  return empty("This run states nothing", "There is no claim in its answer, so that there is nothing to prove.");
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

function claimOf({ text, verdict, formal, because, evidence, derivation, seen, fault }) {
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
    grounds.length > 0 ? [el("h3", {}, "Rests on"), some(grounds, (item) => restOf(item, text), rests, 4)] : null,
    derivation.length > 1 ? [el("h3", {}, "Follows"), derivationOf(derivation, known)] : null,
    says
      ? el("p", { class: "soft" }, "The text says so word for word, which is proven; that it is right is not.")
      : null,
    grounds.length === 0 && because.length > 0 ? some(because, reason, { tag: "ul", class: "soft" }) : null,
  );
}

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

const rests = { tag: "ul", class: "rests" };

function restOf(item, words) {
  return el(
    "li",
    {},
    button(placeOf(item), () => openSource(item, words), { class: "chip" }),
    el("q", {}, ...marked(item.text.replace(/\s+/g, " "), words, 420)),
  );
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
    el(
      "p",
      {},
      "No model has a say in this: the chain of the record is hashed again, each claim is judged again over what was seen, and the files are looked at again.",
    ),
    el("div", { class: "copying" }, el("code", {}, line), button("Copy", copy)),
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
