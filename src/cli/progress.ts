import type { Event } from "../core/journal.ts";
import { saying, telling } from "../runtime/record/telling.ts";
import type { Call } from "./call.ts";
import { meter, note } from "./print.ts";
import { dim, quote, spread, type Text } from "./text.ts";
import { walking } from "./walk.ts";

/**
 * A watcher that says in plain words what goes on and shows long work where stderr is a terminal, and says what the user should know
 * wherever it leads; undefined with --quiet. With --watch it draws how the run walks its graphs, wherever that leads.
 */
export function progress(values: Call["values"]): ((event: Event) => void) | undefined {
  if (values.watch) {
    const told = walking();
    return (event) => {
      const text = event.type === "line" ? told(event.line) : event.type === "notice" ? event.text : null;
      if (text !== null) note(...spread("", text).map(dim));
    };
  }
  if (values.quiet) return undefined;
  if (!process.stderr.isTTY || values.json) return (event) => event.type === "notice" && note(event.text);
  const tell = telling();
  let bar = false;
  const say = (lines: Text[]) => {
    if (bar) meter("");
    bar = false;
    note(...lines);
  };
  return (event) => {
    if (event.type === "notice") say([dim(event.text)]);
    else if (event.type === "draft") say(quote(event.text, dim));
    else if (event.type === "progress") {
      bar = true;
      meter(dim(gauge(event)));
    } else {
      const said = tell(event);
      if (said !== null) say(spread("· ", said).map(dim));
    }
  };
}

/** "fetching smollm2 ███░░░ 42 %". */
function gauge(event: Extract<Event, { type: "progress" }>): string {
  const [text, { done, total }] = [saying(event) ?? "", event];
  if (done === undefined || !total) return text;
  const part = Math.min(1, done / total);
  const full = Math.round(part * 20);
  return `${text} ${"█".repeat(full)}${"░".repeat(20 - full)} ${Math.floor(part * 100)} %`;
}
