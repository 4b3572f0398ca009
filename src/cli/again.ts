import { readFileSync } from "node:fs";
import { type Answer, exitOf } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import type { Event } from "../core/journal.ts";
import { faultOf } from "../core/schema.ts";
import { prompts as shape } from "../host/shapes.ts";
import { optionsFor } from "../runtime/run/resume.ts";
import { openFolder } from "../runtime/session/folder.ts";
import { openSession, type Session, type SessionOptions } from "../runtime/session/session.ts";
import type { Call } from "./call.ts";
import { note, print, printJson } from "./print.ts";
import { progress } from "./progress.ts";
import { showAnswer } from "./show.ts";

/** The one run that a command names. */
export function target({ words: [name, ...more] }: Call, usage: string): string {
  if (name === undefined || more.length > 0) throw new ErgoError("USAGE", { detail: `one run: ${usage}` });
  return name;
}

/** Opens the folder of a recorded run as it was when the run began, but for models that are named. */
export async function openRun({ values }: Call, run: string) {
  const [dir, yes] = [values.dir as string | undefined, Boolean(values.yes)];
  const { models = [], prompts, ...as } = optionsFor(openFolder(dir, yes), run);
  const others = (values.model as string[] | undefined) ?? [];
  const words = { ...prompts, ...readPrompts(values.prompts as string | undefined) };
  const session = await openSession({ dir, yes, ...as, models: [...models, ...others], prompts: words });
  const shown = progress(values);
  const watch = (event: Event) => {
    shown?.(event);
    if (event.type === "line" && event.line.type === "run.resume") tellCut(event.line.data as { torn: number });
  };
  return { session, watch };
}

/** What prompts are to say otherwise, as a file holds it. Throws USAGE. */
function readPrompts(file: string | undefined): NonNullable<SessionOptions["prompts"]> {
  if (file === undefined) return {};
  try {
    const prompts: unknown = JSON.parse(readFileSync(file, "utf8"));
    const fault = faultOf(shape, prompts);
    if (fault) throw new Error([...fault.path, fault.message].join(": "));
    return prompts as NonNullable<SessionOptions["prompts"]>;
  } catch (thrown) {
    throw new ErgoError("USAGE", { detail: `--prompts ${file}: ${(thrown as Error).message}` }, { cause: thrown });
  }
}

/** Prints an answer; gives the exit code that it stands for. */
export function report(answer: Answer, session: Session, { values }: Call): number {
  if (values.json) printJson(answer);
  else print(...showAnswer(answer, session.folder.root));
  return exitOf(answer.stop);
}

function tellCut({ torn }: { torn: number }): void {
  if (torn > 0) note(`note: the last line of the record was unfinished; its ${torn} bytes were cut off`);
}
