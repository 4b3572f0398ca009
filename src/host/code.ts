import type { Event } from "../core/journal.ts";
import type { Schema } from "../core/schema.ts";
import { type CodeReport, kernelNames, measureCode } from "../runtime/index/code.ts";
import { codeSchema, toldReport } from "../runtime/index/report.ts";
import type { Host } from "./host.ts";
import { counted, filled, flag, taking, whole } from "./shapes.ts";

/** What is asked of the code: some kernels by name, what changed since a revision, an outline for a newcomer; at most so many rows of each. */
export type Measuring = { kernels?: string[]; diff?: string; present?: boolean; most?: number };

/** The same as `ergo code --json`, with the first rows of each kernel alone; `of`: how many each has. */
export type Measured = CodeReport & { of: Record<string, number> };

export const measuring: Schema = taking({
  kernels: { type: "array", items: { enum: kernelNames } },
  diff: { ...filled, description: "a revision that the folder is compared with" },
  present: { ...flag, description: "tell a newcomer what the system is and what to read first" },
  most: { ...counted, maximum: 1000, description: "rows of a kernel at most" },
});

/** The schema of what is measured. */
export function measuredShape(): Schema & { properties: Record<string, Schema> } {
  const { properties } = codeSchema() as { properties: Record<string, Schema> };
  const of: Schema = { type: "object", additionalProperties: whole };
  const files: Schema = { type: "object", properties: { all: whole, code: whole }, required: ["all", "code"] };
  return {
    type: "object",
    properties: { ...properties, files, ms: whole, of },
    required: ["kernels", "files", "ms", "of"],
  };
}

/** Measures the code of the host's folder. Throws what `measureCode` does. */
export async function measure(
  { session }: Host,
  { most = 20, ...options }: Measuring,
  watching: { signal: AbortSignal; watch?: (event: Event) => void },
): Promise<{ value: Measured; text: string }> {
  const report = await measureCode(session, { ...options, ...watching });
  const told = toldReport(report, most).flatMap(({ name, means, rows, lines, open }) => [
    `${name}: ${means} (${rows})`,
    ...lines.map(({ text, at }) => `  ${at.path || "."}${at.lines ? `:${at.lines[0]}` : ""} ${text}`),
    ...open.slice(0, 3).map((why) => `  not complete: ${why}`),
  ]);
  const first = Object.entries(report.kernels).map(([name, { rows, ...rest }]) => [
    name,
    { ...rest, rows: rows.slice(0, most) },
  ]);
  const of = Object.fromEntries(Object.entries(report.kernels).map(([name, { rows }]) => [name, rows.length]));
  return { value: { ...report, kernels: Object.fromEntries(first), of }, text: told.join("\n") };
}
