import type { Event, Json } from "../../core/journal.ts";

/**
 * Says what goes on in a run to a person who waits: a line for what it does next, null for events that tell nothing new. Each who
 * watches has one of its own, since what is said twice in a row is said once.
 */
export function telling(): (event: Event) => string | null {
  let last = "";
  return (event) => {
    const said = saying(event);
    if (said === null || said === last) return null;
    last = said;
    return said;
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
  "weighing.start": () => "weighs what was found",
  "model.start": (data) => `asks a model, the ${requestIn(data).role ?? "worker"}`,
  "command.start": (data) => `runs ${requestIn(data).line ?? "a command"}`,
  "claim.checked": ({ verdict }) => `checks a claim: ${verdict}`,
};

const looks: Record<string, string> = {
  observe: "looks at the files",
  plan: "plans a change",
  edit: "changes a file",
};
