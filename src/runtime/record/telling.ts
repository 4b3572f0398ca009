import type { Event, Json } from "../../core/journal.ts";

/**
 * Says what goes on in a run to a person who waits: a line for what it does next, null for events that tell nothing new. Each who
 * watches has one of its own: what tells nothing but its kind is said once an engine, and that a model is asked once one is at work.
 */
export function telling(): (event: Event) => string | null {
  let [last, awaited]: [string, string | null] = ["", null];
  let once = new Set<string>();
  const tell = (said: string | null): string | null => {
    if (said === null || said === last || once.has(said)) return null;
    if (plain.has(said)) once.add(said);
    last = said;
    return said;
  };
  return (event) => {
    const kind = event.type === "line" ? event.line.type : event.type;
    if (kind === "model.start") {
      awaited = saying(event);
      return null;
    }
    if (kind === "engine.raised") once = new Set();
    if (kind === "model.end") awaited = null;
    const atWork = kind === "model.delta" || kind === "progress";
    const asked = atWork ? awaited : null;
    if (atWork) awaited = null;
    return tell(asked) ?? tell(saying(event));
  };
}

/** What one event says by itself. */
export function saying(event: Event): string | null {
  if (event.type === "notice") return event.text;
  if (event.type === "progress") return event.path === "queue" ? `the model is busy: it ${event.text}` : event.text;
  if (event.type !== "line") return null;
  const { type, data } = event.line;
  return sayings[type]?.((data ?? {}) as Data) ?? null;
}

type Data = { [key: string]: Json | undefined };

const requestIn = (data: Data) => (data.request ?? {}) as Data;

/** What each kind of line of a record says; most say nothing to who waits. */
const sayings: Record<string, (data: Data) => string | null> = {
  "route.decided"({ engine, reasons }) {
    const [reason = ""] = (reasons ?? []) as string[];
    return `answers by the engine ${engine}${reason === "" ? "" : `: ${reason}`}`;
  },
  "engine.raised": ({ to }) => `tries the engine ${to} as well`,
  "tool.start": (data) => looks[String(requestIn(data).tool)] ?? null,
  "retrieval.start": (data) => `searches the texts: ${requestIn(data).question ?? ""}`,
  "weighing.start": () => weighs,
  "model.start": (data) => `asks a model, the ${requestIn(data).role ?? "worker"}`,
  "command.start": (data) => `runs ${requestIn(data).line ?? "a command"}`,
  "claim.checked": ({ verdict }) => `checks a claim: ${verdict}`,
};

const weighs = "weighs what was found";

const looks: Record<string, string> = {
  observe: "looks at the files",
  plan: "plans a change",
  edit: "changes a file",
};

/** What says nothing but what kind of thing is done. */
const plain = new Set([...Object.values(looks), weighs]);
