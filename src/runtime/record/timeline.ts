import { sha256 } from "../../core/digest.ts";
import type { Json, Line } from "../../core/journal.ts";

/**
 * A step of a run: a node, an effect, or something that was noted. `seq` is the line that it begins with, `ms` null where it
 * did not last or has not ended. `digest` is the same for steps of different runs that came to the same, whenever and however
 * fast that was; null where no two are meant to. `facts` are the figures and short words that it came to, by their names.
 */
export type Step = {
  seq: number;
  path: string;
  kind: string;
  says: string;
  ms: number | null;
  state: "ok" | "failed" | "open";
  digest: string | null;
  facts: { [name: string]: string | number | boolean | null };
};

/** Characters of what a step says, and how many facts of it are told. */
const most = 240;
const mostFacts = 16;

/** The steps of a run in the order in which they began. Pure. */
export function timelineOf(lines: readonly Line[]): Step[] {
  const ends = new Map(lines.filter(({ type }) => type.endsWith(".end")).map((line) => [keyOf(line), line]));
  return lines.flatMap((line) => {
    const [kind, verb] = line.type.split(".") as [string, string];
    if (kind === "run" || verb === "end") return [];
    return [verb === "start" ? lasting(line, kind, ends.get(keyOf(line))) : noted(line, kind, verb)];
  });
}

/** What begins and ends at one path is one step. */
function keyOf({ type, path }: Line): string {
  return `${type.split(".", 1)[0]} ${path}`;
}

function lasting({ seq, path, time, data }: Line, kind: string, end: Line | undefined): Step {
  const outcome = (end?.data ?? null) as Data | null;
  const state = end === undefined ? "open" : outcome?.error === undefined ? "ok" : "failed";
  const request = ((data ?? {}) as Data).request ?? null;
  const says = outcome?.error ? messageOf(outcome.error) : (sayings[kind] ?? plainly)(request as Data, outcome, data);
  return {
    ...{ seq, path, kind, state, says: cut(says) },
    ms: end === undefined ? null : end.time - time,
    digest: kind === "clock" || kind === "random" ? null : digestOf([kind, data, outcome]),
    facts: factsIn(request, outcome, outcome?.result ?? null, (outcome?.result as Data | null)?.value ?? null),
  };
}

function noted({ seq, path, data, type }: Line, kind: string, verb: string): Step {
  const { claim, verdict, text, question, choice, reasons } = (data ?? {}) as Record<string, Json>;
  const parts = [verdict, choice, claim ?? text ?? question ?? (Array.isArray(reasons) ? reasons[0] : undefined)];
  const says = parts.filter((part) => typeof part === "string" && part !== "").join(": ");
  return {
    seq,
    path,
    kind,
    state: "ok",
    says: cut(says === "" ? verb : says),
    ms: null,
    digest: digestOf([type, data]),
    facts: factsIn(data),
  };
}

type Data = { [key: string]: Json | undefined };

const sayings: Record<string, (request: Data, outcome: Data | null, data: Json) => string> = {
  node: (_, outcome, data) => `${(data as Data).graph}${outcome?.next ? ` → ${outcome.next}` : ""}`,
  model(request, outcome) {
    const value = ((outcome?.result as Data | undefined)?.value ?? {}) as Data;
    return `${[request?.role, request?.task].filter(Boolean).join(", ")}${value.text === undefined ? "" : `: ${value.text}`}`;
  },
  tool: (request) =>
    `${request?.tool ?? ""}${Array.isArray(request?.queries) ? `, ${counted(request.queries.length, "look", "looks")}` : ""}`,
  retrieval(request, outcome) {
    const passages = (outcome?.result as Data | undefined)?.passages;
    return `${request?.question ?? ""}${Array.isArray(passages) ? ` → ${counted(passages.length, "passage", "passages")}` : ""}`;
  },
};

/** The simple values of objects, a later one's in place of an earlier one's. */
function factsIn(...values: Json[]): Step["facts"] {
  const entries = values.flatMap((value) => Object.entries(isData(value) ? value : {}));
  const simple = entries.filter(
    ([name, each]) =>
      !passing.has(name) && (typeof each === "string" ? each.length <= 80 : !isData(each) && !Array.isArray(each)),
  );
  return Object.fromEntries(simple.slice(0, mostFacts)) as Step["facts"];
}

function isData(value: Json | undefined): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function plainly(request: Data | null): string {
  const { question, line, text } = request ?? {};
  return String(question ?? line ?? text ?? "");
}

function messageOf(error: Json): string {
  return String((error as Data | null)?.message ?? "it failed");
}

/** What took how long, and when a file was read, is not what a step came to. */
function digestOf(value: unknown): string {
  return sha256(JSON.stringify(value, (key, each) => (passing.has(key) ? undefined : each)));
}

const passing = new Set(["ms", "usage", "loadMs", "time"]);

function cut(text: string): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
