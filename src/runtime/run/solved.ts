import type { Draft } from "../../core/answer.ts";
import { blank } from "../../engines/state.ts";
import { createBoard } from "../../proof/board.ts";
import { check } from "../../proof/check.ts";
import { stringTerm } from "../../proof/value.ts";
import type { Closed } from "./closed.ts";

/** The answer, claimed as what follows from the text: CHECK reads and solves it again. */
export function answerClosed({ text, value, said, because }: Closed): Draft {
  if (value === null) return blank("unproven", `Every sentence of it is read, but the answer is open: ${because}.`);
  const args = [stringTerm(text), stringTerm(value)];
  const judged = check({ is: "call", name: "follows", args, at: 0 }, createBoard());
  const proven = judged.verdict === "provable";
  const evidence = judged.evidence.map(({ id }) => id);
  const claim = {
    text: `The text gives ${said}.`,
    verdict: proven ? "proven" : "unsupported",
    evidence,
    formal: judged.claim,
  } as const;
  return { ...blank(proven ? "success" : "unproven", said), claims: [claim], evidence: judged.evidence };
}
