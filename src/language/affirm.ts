/** The question that a statement about files answers, and the number that it tells; null where it only says that one is there. */
export type Affirmed = { question: string; told: number | null };

const numbers = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
const number = `(\\d+|${numbers.join("|")})`;
const whole = "(?:the|this) (?:folder|project|repository|repo|directory)";

/** Statements that say how many there are, or that one is there. */
const forms: [RegExp, string][] = [
  [new RegExp(`^there (?:is|are) (?:exactly )?${number} (.+?)s?$`, "i"), "How many $2s are there?"],
  [new RegExp(`^${whole} (?:has|holds|contains) (?:exactly )?${number} (.*files?)$`, "i"), "How many $2 are there?"],
  [
    /^(?:the file )?[`"]?([\w./-]+\.\w+)[`"]? (?:has|is) (?:exactly )?(\d+) lines(?: long)?$/i,
    "How many lines does $1 have?",
  ],
  [/^(?:the |a )?file (?:called |named )?[`"]?([\w./-]+)[`"]? exists$/i, "Does $1 exist?"],
  [
    new RegExp(
      `^(?:${whole} (?:has|holds|contains)|there (?:is|exists)) a file (?:called |named )?[\`"]?([\\w./-]+)[\`"]?$`,
      "i",
    ),
    "Does $1 exist?",
  ],
];

/**
 * What a statement about files says, as a question and its answer: "There are 12 Markdown files." as 12 for "How many Markdown files are there?".
 * Null for any other statement. Pure.
 */
export function affirmed(statement: string): Affirmed | null {
  const text = statement.trim().replace(/[.!]$/, "");
  const found = forms.find(([form]) => form.test(text));
  if (!found) return null;
  const [form, question] = found;
  const told = form
    .exec(text)!
    .slice(1)
    .find((part) => /^\d+$/.test(part) || numbers.includes(part.toLowerCase()));
  return { question: text.replace(form, question), told: told === undefined ? null : worth(told) };
}

function worth(said: string): number {
  const at = numbers.indexOf(said.toLowerCase());
  return at < 0 ? Number(said) : at;
}
