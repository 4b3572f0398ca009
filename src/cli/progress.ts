import type { Event, Json } from "../core/journal.ts";
import type { Call } from "./call.ts";
import { meter, note } from "./print.ts";
import { dim, quote } from "./text.ts";
import { walking } from "./walk.ts";

/**
 * A watcher that says a line a node and shows long work where stderr is a terminal, and says what the user should know
 * wherever it leads; undefined with --quiet. With --watch it draws how the run walks its graphs, wherever that leads.
 */
export function progress(values: Call["values"]): ((event: Event) => void) | undefined {
  if (values.watch) {
    const told = walking();
    return (event) => {
      const text = event.type === "line" ? told(event.line) : event.type === "notice" ? event.text : null;
      if (text !== null) note(dim(text));
    };
  }
  if (values.quiet) return undefined;
  if (!process.stderr.isTTY || values.json) return (event) => event.type === "notice" && note(event.text);
  let bar = false;
  const say = (text: string) => {
    if (bar) meter("");
    bar = false;
    note(dim(text));
  };
  return (event) => {
    if (event.type === "notice") say(event.text);
    else if (event.type === "draft") {
      if (bar) meter("");
      bar = false;
      note(...quote(event.text, dim));
    } else if (event.type === "progress") {
      bar = true;
      meter(dim(gauge(event)));
    } else if (event.type === "line") {
      const line = describe(event.line.type, event.line.path, event.line.data);
      if (line !== null) say(line);
    }
  };
}

function describe(type: string, path: string, data: Json): string | null {
  switch (type) {
    case "route.decided": {
      const { level, engine, reasons } = data as { level: string; engine: string; reasons: string[] };
      return `${level} → ${engine}: ${reasons[0] ?? ""}`;
    }
    case "node.start":
      return `· ${path}`;
    default:
      return null;
  }
}

/** "fetching smollm2 ███░░░ 42 %". */
function gauge({ text, done, total }: { text: string; done?: number; total?: number }): string {
  if (done === undefined || !total) return text;
  const part = Math.min(1, done / total);
  const full = Math.round(part * 20);
  return `${text} ${"█".repeat(full)}${"░".repeat(20 - full)} ${Math.floor(part * 100)} %`;
}
