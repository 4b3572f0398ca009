import type { Stop } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import type { Asked, Json, Question } from "../core/journal.ts";
import { admit, cut, type Execution, type Strand } from "./execution.ts";
import { append, known, look } from "./record.ts";

/**
 * The recorded answer to a question. Without one the strand is cut here: the run waits, and is executed again once the
 * answer is the result of `type` at `path`.
 */
export async function ask(
  execution: Execution,
  strand: Strand,
  type: Asked["type"],
  path: string,
  { kind, text, choices }: Question,
): Promise<Json> {
  const request = { text, choices };
  const begun = known(execution, `${type}.start`, path, { effect: "human", request });
  const answered = begun ? look(execution, `${type}.end`, path) : undefined;
  if (answered !== undefined) return (answered as { result: Json }).result;
  if (!begun) {
    admit(execution, strand, 0, `${type}.start at ${path}`);
    append(execution, `${type}.start`, path, { effect: "human", request }, true);
  }
  execution.asked.push({ type, path, text, choices });
  if (execution.replay) admit(execution, strand, 0, `${type}.end at ${path}`);
  throw cut(strand, stopOf(kind), new ErgoError("WAITING", { text }));
}

function stopOf(kind: Question["kind"]): Stop {
  return kind === "approval" ? "approval" : "clarify";
}
