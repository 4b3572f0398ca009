/** Characters of an expression at most: a larger one is no longer read by whoever is to check it. */
const longest = 600;

/** What a name stands for, and whether it takes parentheses inside another expression. */
type Value = { text: string; whole: boolean };

/**
 * The one expression that the lines of a calculation come to, "name = expression" each, names replaced by what they stand for: "answer" where
 * a line gives it, else the last. Null where a line is none, uses a name before it has a value, or is too long. Only numbers, + - * / and
 * parentheses are read, so that nothing that a model writes is run. Pure.
 */
export function expressionIn(text: string): string | null {
  const values = new Map<string, Value>();
  let last: Value | null = null;
  for (const line of linesOf(text)) {
    const [, name, operator = "", right = ""] = /^([\p{L}_][\p{L}\p{N}_]*)\s*([-+*/]?)=(?!=)\s*(.+)$/u.exec(line) ?? [];
    if (name === undefined) return null;
    // "a = 3 * 24 = 72" says what it thinks that it comes to.
    const [own = ""] = right.split("=");
    const said = operator === "" ? own : `${name} ${operator} (${own})`;
    const value = filled(said, values);
    if (value === null) return null;
    values.set(name.toLowerCase(), value);
    last = value;
  }
  return (values.get("answer") ?? last)?.text ?? null;
}

/** The lines that say something, without what programmers put around them. */
function linesOf(text: string): string[] {
  return text
    .split(/\n|;/)
    .map((line) =>
      line
        .replace(/\/\/.*$|#.*$/, "")
        .replace(/^\s*(?:[-*]|\d+[.)]|step \d+:)\s+/i, "")
        .replace(/^\s*(?:const|let|var)\s+/, "")
        .trim(),
    )
    .filter((line) => line !== "" && !/^`{3}|^(?:console\.log|print|return)\b/.test(line));
}

function filled(said: string, values: ReadonlyMap<string, Value>): Value | null {
  const tokens = said
    .replace(/(?<=\d)[,_](?=\d{3}(?!\d))/g, "")
    .replaceAll("$", "")
    .match(/\d+(?:\.\d+)?(?:\s*%)?|\.\d+|[\p{L}_][\p{L}\p{N}_]*|\S/gu);
  const alone = values.get(tokens?.length === 1 ? tokens[0]!.toLowerCase() : "");
  if (alone) return alone;
  const parts: string[] = [];
  for (const [at, token] of (tokens ?? []).entries()) {
    const value = values.get(token.toLowerCase());
    if (value) parts.push(value.whole ? value.text : `(${value.text})`);
    else if (/%$/.test(token)) parts.push(`(${token.replace(/\s*%$/, "")} / 100)`);
    else if (/^\d/.test(token) || /^[-+*/()]$/.test(token)) parts.push(token);
    else if (/^\.\d/.test(token)) parts.push(`0${token}`);
    else if (!isUnit(token, tokens?.[at - 1])) return null;
  }
  const text = parts.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
  return text === "" || text.length > longest ? null : { text, whole: parts.length === 1 };
}

/** Whether a word says what a number before it counts: "8 pages". */
function isUnit(token: string, before: string | undefined): boolean {
  return /^\p{L}+$/u.test(token) && /^\.?\d/.test(before ?? "");
}

/** The number that a text ends with, as it counts: "Answer: $1,200.00" is 1200. Null where it says none. Pure. */
export function numberAt(text: string): number | null {
  const said =
    /answer[^\w\n.-]*(?<rest>[^\n]*)$/iu.exec(text.trim())?.groups?.rest ?? text.trim().split("\n").at(-1) ?? "";
  const found = said.replace(/(?<=\d),(?=\d{3}(?!\d))/g, "").match(/-?\d+(?:\.\d+)?/g);
  return found ? Number(found.at(-1)) : null;
}
