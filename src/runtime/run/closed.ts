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
