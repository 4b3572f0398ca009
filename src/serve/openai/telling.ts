import type { Event } from "../../core/journal.ts";

/** What an event says to a person who waits, in a line; null for most. */
export function tellingOf(event: Event): string | null {
  if (event.type === "notice" || event.type === "progress") return event.text;
  if (event.type !== "line") return null;
  const { type, path, data } = event.line;
  if (type === "node.start") return path.split("/").at(-1)!;
  if (type !== "route.decided") return null;
  const { level, engine, reasons } = data as { level: string; engine: string; reasons: string[] };
  return `${level}, engine ${engine}: ${reasons[0] ?? ""}`;
}
