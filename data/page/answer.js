import { duration, el } from "./dom.js";
import { linesOf } from "./excerpt.js";
import { placeOf } from "./pieces.js";
import { dataOf } from "./record.js";
import { checking, claimsOf, lacking, section } from "./sheet.js";
import { marked } from "./span.js";

/** What a stretch of a run begins with; an answer counts until the run goes on. */
const begins = ["run.start", "run.fork", "run.resume"];

/** The question, its answer, what each claim of it rests on and follows from, what was not proven, and how anyone checks it. */
export function answerOf(events, { proof, head }) {
  const begun = events.findLastIndex(({ type }) => begins.includes(type));
  const last = (types, from) => dataOf(events.slice(from).findLast(({ type }) => types.includes(type)));
  const started = { ...last(begins.slice(0, 1), 0), ...last(begins.slice(0, 2), 0) };
  const [answer, ended] = [last(["run.answer"], begun), last(["run.end", "run.pause"], begun)];
  const question = el("h1", {}, String(answer?.question ?? started.question ?? "A recorded run"));
  if (answer === undefined) {
    const text = ended ? `The run ended: ${ended.stop}.` : "This run has not ended: no answer is recorded yet.";
    return { started, ended, answer, nodes: [question, el("p", { class: "answer" }, text)] };
  }
  const notes = [...(answer.degraded ?? []), ...(answer.error ? [answer.error] : [])];
  const nodes = [
    question,
    el("div", { class: "answer" }, String(answer.answer ?? "")),
    answer.status === "waiting" ? el("p", { class: "warn" }, goOn(started.run, ended)) : null,
    ...notes.map(({ message, remedy }) => el("p", { class: "warn" }, [message, remedy].filter(Boolean).join(": "))),
    ...(proof ? proofOf(events, answer, { proof, head, run: started.run }) : [el("p", { class: "warn" }, unread)]),
  ];
  return { started, ended, answer, nodes };
}

/** Characters of what was seen without a place, at the end of a derivation. */
const leafText = 120;

const unread = "What it proved can't be read from its record.";

function proofOf(events, answer, { proof, head, run }) {
  const passages = passagesIn(events);
  const draw = {
    rest: (item, words) => restOf(item, words, passages),
    leaf: (item) =>
      el(
        "span",
        { class: "chip" },
        item.path ? placeOf(item) : `${item.kind}: ${String(item.text).slice(0, leafText)}`,
      ),
  };
  return [
    ...claimsOf(proof, answer, draw),
    lacking(proof, answer, []),
    section(
      "Check it yourself",
      el("p", {}, "This page shows the record and proves nothing by itself."),
      ...checking(`ergo verify ${run} --head ${head}`),
      el(
        "p",
        {},
        "On another machine: ",
        el("code", {}, `ergo export ${run} FILE`),
        " writes a bundle, which ",
        el("code", {}, "ergo verify FILE"),
        " checks there.",
      ),
    ),
  ];
}

function goOn(run, ended) {
  const approval = ended?.asked?.[0]?.kind === "approval";
  return `The run waits for ${approval ? "your approval" : "an answer"}: ergo resume ${run} ${approval ? "--approve or --deny" : "--answer TEXT"}`;
}

/** A piece of evidence: its place, and what stands there, the words of a claim marked in it. */
function restOf(item, words, passages) {
  const open = el("summary", {}, placeOf(item), item.path ? el("i", {}, ` ${item.kind}`) : null);
  const source = item.source ? `source ${item.source.size} bytes, SHA-256 ${item.source.hash}` : undefined;
  const hash = item.textHash ? `text SHA-256 ${item.textHash}` : undefined;
  return el(
    "details",
    { class: "evidence", open: "" },
    open,
    excerptOf(item, words, passages),
    el("p", { class: "hash" }, [item.heading, source, hash].filter(Boolean).join(" · ")),
  );
}

/** Lines of the passage that holds what is cited, as far as the record has it; other evidence as it was shown. */
function excerptOf(item, words, passages) {
  const text = String(item.text ?? "");
  const [first = 0, last = first] = item.lines ?? [];
  if (item.kind !== "passage" || first < 1 || item.doc !== undefined)
    return el("blockquote", {}, ...marked(text, words, longest));
  const around = passages.find((each) => each.path === item.path && each.text.includes(text) && !each.lead);
  const from = around?.lines[0] > 0 && around.lines[0] <= first ? around.lines[0] : first;
  const lines = (from === first ? text : around.text).split("\n").slice(0, most);
  return linesOf(lines, { from, first, last, words });
}

/** Characters, and lines, of what is shown of a piece of evidence. */
const [longest, most] = [2000, 60];

/** The passages that were found in a run, the longest first. */
function passagesIn(events) {
  return events
    .filter(({ type }) => type === "retrieval.end")
    .flatMap((event) => dataOf(event)?.result?.passages ?? [])
    .filter(({ text, lines }) => typeof text === "string" && Array.isArray(lines))
    .toSorted((one, other) => other.text.length - one.text.length);
}

/** What stands in the top line: how the run ended, by which engine, how long it took. */
export function factsOf({ answer, started, ended }, events, ms) {
  const status = answer?.status ?? (ended ? "ended" : "not ended");
  const models = Object.values(answer?.models ?? {});
  const facts = [answer?.engine ?? started.engine, duration(ms), `${events.length} events`, ...models];
  const { files = 0 } = answer?.universe ?? {};
  if (files > 0) facts.push(files === 1 ? "1 file" : `${files} files`);
  return [
    el("span", { class: `status status-${status}` }, status.replace("_", " ")),
    ...facts.filter(Boolean).map((fact) => el("span", {}, String(fact))),
  ];
}

/** How to check the page's run. */
export function footOf({ started, ended }, head) {
  const run = String(started.run ?? "");
  return [
    el(
      "p",
      {},
      `Run ${run}`,
      ended && head ? ` · head ${head}` : "",
      started.version ? ` · Ergo ${started.version}` : "",
    ),
  ];
}
