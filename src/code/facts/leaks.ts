import { kindsIn, redactText } from "../../secrets/redact.ts";

/** A line, from 1, that holds what has the shape of a secret, and of which kinds; the secret itself is never told. */
export type Leak = { line: number; kinds: string[] };

export function leaksIn(text: string): Leak[] {
  const redacted = redactText(text);
  if (redacted === text) return [];
  const before = text.split("\n");
  return redacted
    .split("\n")
    .flatMap((line, at) => (line === before[at] ? [] : [{ line: at + 1, kinds: kindsIn(line) }]));
}
