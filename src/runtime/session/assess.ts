import { ErgoError, type Problem, problem } from "../../core/error.ts";
import type { Passage } from "../../core/evidence.ts";
import type { Excerpt } from "../../core/port.ts";
import type { Assessed, Said, Statement, Tried } from "../../core/prompting.ts";
import type { Watching } from "./models.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";

/**
 * Has the verifier judge whether excerpts support a sentence; another model than its writer, and one that was measured to be
 * able to.
 */
export async function assessBy(
  session: Session,
  { text, writer }: Statement,
  excerpts: Excerpt[],
  passages: Passage[],
  watching: Watching & { signal: AbortSignal },
): Promise<Tried<Assessed>> {
  const context = excerpts.map(({ passage, plain }) => {
    const { title } = passages[passage]!;
    return title ? `${title}: ${plain}` : plain;
  });
  const values = { context, statement: text };
  const asked = { role: "verifier", ability: "judge", prompt: "judge", not: writer, values } as const;
  const done = await say(session, asked, watching, faultIn);
  if (!done.ok) return done;
  const { text: verdict, ended: _, samples: __, left: ___, ...by } = done.value;
  return { ...done, value: { ...by, supported: /^\W*yes\b/i.test(verdict) } };
}

function faultIn({ text, left }: Pick<Said, "text" | "left">, model: string): Problem | null {
  // One that did not see all of it can't say that it is not there.
  if (left.length > 0) {
    const detail = "it holds not all of what the sentence rests on";
    return problem(new ErgoError("MODEL_CONTEXT", { model, detail }));
  }
  if (/^\W*(?:yes|no)\b/i.test(text)) return null;
  return problem(new ErgoError("MODEL_FAILED", { model, detail: "it said neither yes nor no" }));
}
