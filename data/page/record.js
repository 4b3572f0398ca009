/**
 * The lines of a run: a JSON head `[seq, time, path, type]`, a tab, and the data as JSON, read when it is looked at.
 * `at` is for how many milliseconds the run had been active: while it waited to be gone on with, time stood still.
 */
export function readEvents(text) {
  let [before, at] = [undefined, 0];
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const tab = line.indexOf("\t");
      const [seq, time, path, type] = JSON.parse(line.slice(0, tab));
      if (before !== undefined && type !== "run.resume" && type !== "run.fork") at += Math.max(0, time - before);
      before = time;
      return { seq, at, path, type, text: line.slice(tab + 1) };
    });
}

export function dataOf(event) {
  return event ? JSON.parse(event.text) : undefined;
}

/** What happened, in order: an intent and its result are one step, everything else is a step of its own. */
export function stepsOf(events) {
  const open = new Map();
  const nodes = new Set();
  const steps = [];
  for (const event of events) {
    const dot = event.type.lastIndexOf(".");
    const [kind, verb] = [event.type.slice(0, dot), event.type.slice(dot + 1)];
    const key = `${event.path} ${kind}`;
    const begun = kind !== "run" && verb === "end" ? open.get(key) : undefined;
    if (begun !== undefined) {
      begun.end = event;
      open.delete(key);
      continue;
    }
    const lasting = kind !== "run" && verb === "start";
    const step = { kind, lasting, event, end: undefined, depth: depthOf(event.path, nodes), at: steps.length };
    if (kind === "node") nodes.add(event.path);
    if (lasting) open.set(key, step);
    steps.push(step);
  }
  return steps;
}

/** In how many nodes the path lies. */
function depthOf(path, nodes) {
  let depth = 0;
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
    if (nodes.has(path.slice(0, slash))) depth += 1;
  }
  return depth;
}

/** Whether a step came to an error, or never to a result. */
export function stateOf(step) {
  if (step.lasting && step.end === undefined) return "open";
  return step.end?.text.startsWith('{"error":') || (step.kind === "node" && dataOf(step.end)?.error) ? "failed" : "ok";
}

/** A test for steps in which every word of the query stands, in whatever case. */
export function matcher(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  // Data is searched as it is stored: JSON, with "<" escaped.
  const stored = words.map((word) => JSON.stringify(word).slice(1, -1).replaceAll("<", "\\u003c"));
  return (step) => words.every((word, i) => hay(step).includes(word) || hay(step).includes(stored[i]));
}

function hay(step) {
  const { event, end } = step;
  step.hay ??= `${event.path} ${event.type} ${end?.type ?? ""} ${event.text} ${end?.text ?? ""}`.toLowerCase();
  return step.hay;
}

/** A step in a line: what was asked, and what came of it. */
export function summaryOf(step) {
  const data = dataOf(step.event) ?? {};
  const { request, result } = { request: data.request, result: dataOf(step.end)?.result };
  const told = summaries[step.kind]?.(step.lasting ? request : data, result, step);
  return String(told ?? request?.text ?? (step.lasting ? JSON.stringify(request ?? data) : step.event.text)).slice(
    0,
    300,
  );
}

const summaries = {
  run: (data) =>
    [data.answer ?? data.question ?? data.stop, data.asked?.map(({ text }) => text)].flat().filter(Boolean).join(": "),
  route: (data) => (data.level ? `${data.level}, by ${data.engine}: ${data.reasons?.[0] ?? ""}` : undefined),
  claim: (data) => (data.verdict ? `${data.verdict}: ${data.claim}` : undefined),
  retrieval: (request, result) =>
    `${request?.question ?? ""}${result?.passages ? ` → ${result.passages.length} passages` : ""}`,
  clock: (_, result) => (typeof result === "number" ? new Date(result).toISOString() : undefined),
  tool: (request) => (request?.queries ? request.queries.map(queryText).join("; ") : undefined),
  model: (request, result) =>
    `${[request?.role, request?.task].filter(Boolean).join(", ")}${result?.value?.text ? ` → ${result.value.text}` : ""}`,
  node(_request, _result, step) {
    const { graph } = dataOf(step.event);
    const { next, stop, error } = dataOf(step.end) ?? {};
    return `${graph}${next ? ` → ${next}` : ""}${stop ? ` (${stop})` : ""}${error ? `: ${error.message}` : ""}`;
  },
};

function queryText(query) {
  const pattern = query.pattern ? ` for ${query.pattern.kind} ${JSON.stringify(query.pattern.text)}` : "";
  return [query.see, query.path].filter(Boolean).join(" ") + pattern;
}
