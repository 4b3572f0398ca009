import type { Answer } from "../core/answer.ts";
import type { Event } from "../core/journal.ts";
import { carryOut, prepare } from "../runtime/run/ask.ts";
import { goesFurther, isBrief } from "../runtime/run/brief.ts";
import { openSession } from "../runtime/session/session.ts";
import { report } from "./again.ts";
import { nameIn, options } from "./ask.ts";
import type { Brief } from "./brief.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { progress } from "./progress.ts";

/**
 * Answers a question where it is brief as it was understood, null where it is not. A run that goes on after its first engine pauses, and
 * goes on in a process that is supervised. `now` is in milliseconds since 1970.
 */
export async function answerAlone(call: Call, question: string, now: number): Promise<Brief | null> {
  const { values } = call;
  const session = await openSession(options(values, values.dir as string | undefined));
  try {
    const start = await prepare(session, { question }, now);
    if (!isBrief(start.intent)) return null;
    const run = nameIn(values);
    const work = (watching: Watching) =>
      carryOut(session, start, { ...watching, ...(run === undefined ? {} : { run }) });
    const { answer, isOpen } = await begun(work, progress(values));
    if (isOpen) return { command: ["resume", answer.run, ...kept(values)], stdin: "" };
    return { code: report(answer, session, call) };
  } finally {
    await session.close();
  }
}

type Watching = { signal: AbortSignal; watch: (event: Event) => void };

/** A run as far as its first engine came; `isOpen` where it goes on after that. */
async function begun(work: (watching: Watching) => Promise<Answer>, tell?: (event: Event) => void) {
  const further = new AbortController();
  const watch = (event: Event) => {
    if (goesFurther(event)) further.abort();
    tell?.(event);
  };
  const answer = await interruptible(
    (signal) => work({ signal: AbortSignal.any([signal, further.signal]), watch }),
    "alone",
  );
  return { answer, isOpen: further.signal.aborted };
}

/** The options that `ergo resume` takes too; the others are recorded. */
function kept(values: Call["values"]): string[] {
  const flags = ["json", "quiet", "yes"].flatMap((name) => (values[name] ? [`--${name}`] : []));
  return [...flags, ...(values.dir === undefined ? [] : ["--dir", String(values.dir)])];
}
