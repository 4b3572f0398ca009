import { readFileSync } from "node:fs";
import { lazy } from "../../core/lazy.ts";
import type { Census } from "../../core/port.ts";
import { parseWords } from "../../core/words.ts";

/** Characters of the longest question that is read. */
const longest = 200;

const forms = lazy((): RegExp[] => {
  const file = new URL("../../../data/knowledge/contradicting.json", import.meta.url);
  const { parts, forms } = parseWords<{ parts: Record<string, string>; forms: string[] }>(readFileSync(file, "utf8"));
  return forms.map(
    (form) =>
      new RegExp(
        form.replace(/\{(\p{Ll}+)\}/gu, (_, name: string) => parts[name]!),
        "iu",
      ),
  );
});

/** Whether words may ask for it: most questions are of something else, and read no data for it. */
const mayAsk = /contrad|disagre|conflict|differ|agree|clash|consisten|discrepan|widersp|unstimmig/iu;

/**
 * Reads a question whether documents say what can't be so at once ("Do the documents contradict each other about fees?"): of all of them, of
 * what they say of a topic, or of two files. Null for any other. Pure.
 */
export function findContradicting(question: string): Census | null {
  if (question.length > longest || !mayAsk.test(question)) return null;
  const text = question
    .normalize("NFC")
    .replace(/^[\s¿¡]+(?:please )?|[\s?!.]+$/gu, "")
    .replace(/\s+/gu, " ");
  for (const form of forms()) {
    const found = form.exec(text)?.groups ?? form.exec(text);
    if (!found) continue;
    const { about, a, b } = found as { about?: string; a?: string; b?: string };
    const bare = (name: string) => name.replace(/^["“'`]|["”'`]$/gu, "");
    return {
      kind: "contradict",
      of: "documents",
      ...(about === undefined ? {} : { about }),
      ...(a === undefined || b === undefined ? {} : { files: [bare(a), bare(b)] }),
      conditions: [],
    };
  }
  return null;
}
