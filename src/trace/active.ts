import type { Json, Line } from "../core/journal.ts";

/** Counts for how long a run was active, from its lines in their order. */
export type Active = { tell(line: Line, data: Json): void; ms(): number };

/**
 * A pause says how long the run was active until then; where a crash left none, it is the time from the line that began
 * the stretch to the last one written. What lies between two stretches is waiting.
 */
export function activeTime(): Active {
  let before = 0;
  let began = 0;
  let last = 0;
  let paused = false;
  const ms = () => before + (paused ? 0 : Math.max(0, last - began));
  return {
    ms,
    tell({ type, time }, data) {
      if (type === "run.start" || type === "run.resume" || type === "run.fork") {
        before = ms();
        began = time;
        paused = false;
      } else if (type === "run.pause") {
        const said = (data as { ms?: Json } | null)?.ms;
        before = typeof said === "number" ? said : before + Math.max(0, time - began);
        paused = true;
      }
      last = time;
    },
  };
}
