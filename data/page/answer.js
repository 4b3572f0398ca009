import { longText } from "./detail.js";
import { duration, el } from "./dom.js";
import { dataOf } from "./record.js";

/** What a stretch of a run begins with; an answer counts until the run goes on. */
const begins = ["run.start", "run.fork", "run.resume"];

/** The question, its answer, and what each claim of it rests on. */
export function answerOf(events) {
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
    claimsOf(answer),
  ];
  return { started, ended, answer, nodes };
}

function goOn(run, ended) {
  const approval = ended?.asked?.[0]?.kind === "approval";
  return `The run waits for ${approval ? "your approval" : "an answer"}: ergo resume ${run} ${approval ? "--approve or --deny" : "--answer TEXT"}`;
}

function claimsOf({ claims = [], evidence = [] }) {
  const known = new Map(evidence.map((item) => [item.id, item]));
  if (claims.length === 0) return evidence.length > 0 ? el("div", { class: "claims" }, evidence.map(evidenceOf)) : null;
  return el(
    "ul",
    { class: "claims", "aria-label": "Claims" },
    claims.map(({ text, verdict, formal, evidence: ids = [] }) =>
      el(
        "li",
        {},
        el("span", { class: `verdict verdict-${verdict}` }, verdict),
        el(
          "div",
          {},
          el("p", {}, String(text)),
          formalOf(formal),
          ids.flatMap((id) => known.get(id) ?? []).map(evidenceOf),
        ),
      ),
    ),
  );
}

/** A claim as it is checked; a long one, mostly a quotation of what stands above it, only when it is asked for. */
function formalOf(formal) {
  if (!formal) return null;
  const code = el("code", { class: "formal" }, formal);
  return formal.length <= 120
    ? code
    : el("details", { class: "evidence" }, el("summary", {}, "as it was checked"), code);
}

function evidenceOf(item) {
  const lines = item.lines ? `:${item.lines[0]}${item.lines[1] > item.lines[0] ? `–${item.lines[1]}` : ""}` : "";
  const place = item.path ? `${item.path}${lines}` : (item.command ?? item.kind);
  const source = item.source ? `source ${item.source.size} bytes, SHA-256 ${item.source.hash}` : undefined;
  return el(
    "details",
    { class: "evidence" },
    el("summary", {}, el("b", {}, item.id), ` ${place}`, item.path ? el("i", {}, ` ${item.kind}`) : null),
    el("blockquote", {}, longText(String(item.text ?? ""))),
    el("p", { class: "hash" }, [item.heading, source, `text SHA-256 ${item.textHash}`].filter(Boolean).join(" · ")),
  );
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
    el(
      "p",
      {},
      "This page shows the record and proves nothing by itself. Check it: ",
      el("code", {}, `ergo verify ${run}`),
    ),
  ];
}
