import type { Draft } from "../../core/answer.ts";
import { blank } from "../../engines/state.ts";
import { createBoard } from "../../proof/board.ts";
import { check } from "../../proof/check.ts";
import { stringTerm } from "../../proof/value.ts";
import { holdsMark } from "../../secrets/redact.ts";
import { solve } from "../../solve/kinds.ts";

/** A closed problem, every sentence of which was read: its text, and the answer that it has; `because` says why it has none. */
export type Closed = { text: string; kind: string; value: string | null; said: string; because: string | null };

/**
 * The closed problem that a question puts: by itself, or about the text that was piped beside it. Null where a sentence is
 * not read, where a secret was redacted from it, or where another engine is insisted on. Pure.
 */
export function closedIn(
  question: string,
  about: { beside?: string | undefined; wanted: string | null },
): Closed | null {
  if (about.wanted !== null && about.wanted !== "direct") return null;
  const text = about.beside === undefined ? question : `${about.beside.trim()}\n${question}`;
  const solution = holdsMark(text) ? null : solve(text);
  if (!solution) return null;
  const { kind, value, said, because } = solution;
  return { text, kind, value, said, because };
}

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
