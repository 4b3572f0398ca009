import type { Json, Line } from "../core/journal.ts";

/** A trace for people: a line an event, with milliseconds since the start, indented by how deep in the run it is. */
export function printTrace(lines: Iterable<Line>): string[] {
  let start: number | undefined;
  const out: string[] = [];
  for (const { time, path, type, data } of lines) {
    start ??= time;
    const depth = path === "" ? 0 : path.split("/").length - (type.startsWith("node.") ? 1 : 0);
    const what = [type, path, summaryOf(data)].filter((part) => part !== "").join("  ");
    out.push(`${String(time - start).padStart(7)} ms  ${"  ".repeat(depth)}${what}`);
  }
  return out;
}

const width = 120;

function summaryOf(data: Json): string {
  if (data === null) return "";
  const text = JSON.stringify(data);
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
