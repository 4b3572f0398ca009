import { descend, type Operators, stack, type Token } from "./expression.ts";
import type { Kind } from "./problem.ts";
import { bare } from "./text.ts";

type Formula = { tokens: Token<boolean>[] };

/** "or" binds loosest, then "and", then "not", as in most languages. */
const operators: Operators<boolean> = {
  infix: {
    or: { binds: 1, apply: (left, right) => left || right },
    and: { binds: 2, apply: (left, right) => left && right },
  },
  prefix: { not: { binds: 3, apply: (value) => !value } },
};

const spellings: Record<string, string> = { "&&": "and", "∧": "and", "||": "or", "∨": "or", "!": "not", "¬": "not" };

/** Formulas of True, False, and, or, not and parentheses. */
export const booleans: Kind<Formula> = {
  name: "boolean formula",
  alone: true,
  read({ text, options }) {
    if (!/true|false/i.test(text)) return null;
    const asked =
      /^(?:question: )?(?:(?:what is|what's|evaluate|compute)(?: the value of)?:? )?(.*?)(?:\s+is|\s*=+)?\s*[?.:]*$/is.exec(
        text.trim(),
      );
    const formula = asked?.[1]?.trim() ?? "";
    const tokens = tokensOf(formula);
    if (!tokens || options.some((option) => !/^(?:true|false)$/i.test(bare(option.text)))) return null;
    if (!tokens.some((token) => token.is === "mark") || descend(tokens, operators) === null) return null;
    return { problem: { tokens }, readings: [{ text: formula, means: "a formula: not before and, and before or" }] };
  },
  solve({ tokens }) {
    const steps: string[] = [];
    const value = descend(tokens, operators, (operator, operands, result) => {
      const [left, right] = operands.map(said);
      steps.push(`${right === undefined ? `${operator} ${left}` : `${left} ${operator} ${right}`} = ${said(result)}`);
    });
    return value === null
      ? { is: "open", because: "the formula has no value" }
      : { is: "solved", value: said(value), steps };
  },
  confirm: ({ tokens }, value) => {
    const found = stack(tokens, operators);
    return found !== null && said(found) === value;
  },
};

function said(value: boolean): string {
  return value ? "True" : "False";
}

function tokensOf(text: string): Token<boolean>[] | null {
  const tokens: Token<boolean>[] = [];
  for (const [word] of text.matchAll(/[a-z]+|&&|\|\||[^\sa-z]/gi)) {
    const name = spellings[word] ?? word.toLowerCase();
    if (name === "true" || name === "false") tokens.push({ is: "value", value: name === "true", text: word });
    else if (["and", "or", "not", "(", ")"].includes(name)) tokens.push({ is: "mark", text: name });
    else return null;
  }
  return tokens.length > 0 ? tokens : null;
}
