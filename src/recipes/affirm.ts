/**
 * The question that a statement about files answers: "There are 12 Markdown files." as "Are there exactly 12 Markdown files?".
 * Null for any other statement. Pure.
 */
export function questionOf(statement: string): string | null {
  const text = statement.trim().replace(/[.!]$/, "");
  for (const [form, question] of forms) if (form.test(text)) return text.replace(form, question);
  return null;
}

const number = "(\\d+|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";

/** Statements that say how many, or that one is there; the questions are those that recipes read. */
const forms: [RegExp, string][] = [
  [new RegExp(`^there (?:is|are) (?:exactly )?${number} (.+)$`, "i"), "Are there exactly $1 $2?"],
  [
    new RegExp(
      `^(?:the|this) (?:folder|project|repository|repo|directory) (?:has|holds|contains) (?:exactly )?${number} (.*files?)$`,
      "i",
    ),
    "Are there exactly $1 $2?",
  ],
  [
    /^(?:the file )?[`"]?([\w./-]+\.\w+)[`"]? (?:has|is) (?:exactly )?(\d+) lines(?: long)?$/i,
    "Does $1 have exactly $2 lines?",
  ],
  [/^(?:the |a )?file (?:called |named )?[`"]?([\w./-]+)[`"]? exists$/i, "Is there a file named $1?"],
  [
    /^(?:the|this) (?:folder|project|repository|repo|directory) (?:has|holds|contains) a file (?:called |named )?[`"]?([\w./-]+)[`"]?$/i,
    "Is there a file named $1?",
  ],
  [/^there (?:is|exists) a file (?:called |named )?[`"]?([\w./-]+)[`"]?$/i, "Is there a file named $1?"],
];
