import type { Kind, Outcome, Reading } from "./problem.ts";
import { bare, readableOf } from "./text.ts";

type Asked =
  | { is: "set" | "size"; left: string; operator: Operator | null; right: string }
  | { is: "member"; item: string; of: string }
  | { is: "subset"; left: string; right: string };
type Operator = "union" | "intersection" | "difference" | "symmetric difference";
type Sets = { sets: [name: string, members: string[]][]; asked: Asked };

const given = /^(?:[Ll]et |[Gg]iven |[Ii]f )?([A-Z]) (?:=|is|be)(?: the set)? ?\{([^{}]*)\}$/;
const signs: Record<string, Operator> = {
  "∪": "union",
  "∩": "intersection",
  "\\": "difference",
  "−": "difference",
  "-": "difference",
  "△": "symmetric difference",
  Δ: "symmetric difference",
};
const named =
  /^(how many (?:elements|members) (?:are in|has|does)|what is|find)(?: the)? (union|intersection|difference|symmetric difference) (?:of|between) ([A-Z]) and ([A-Z])(?: have)?$/i;
const signed =
  /^(how many (?:elements|members) (?:are in|has|does)|what is|find) ([A-Z])(?: ?([∪∩\\−△Δ-]) ?([A-Z]))?(?: have)?$/i;

/** Sets that are written out: union, intersection, difference, size, membership, inclusion. */
export const sets: Kind<Sets> = {
  name: "sets",
  alone: true,
  read({ text }) {
    const found: Sets["sets"] = [];
    const readings: Reading[] = [];
    let asked: Asked | null = null;
    for (const sentence of readableOf(lettered(text)).flatMap((one) => one.split(/(?<=\})(?:,? and |, ?)(?=[A-Z] )/))) {
      const set = given.exec(bare(sentence));
      if (asked) return null;
      if (set) {
        const members = [
          ...new Set(
            set[2]!
              .split(",")
              .map((each) => each.trim())
              .filter((each) => each !== ""),
          ),
        ];
        if (found.some(([name]) => name === set[1])) return null;
        found.push([set[1]!, members]);
        readings.push({ text: sentence, means: `${set[1]} has ${members.length} members` });
        continue;
      }
      asked = askedOf(bare(sentence));
      if (!asked) return null;
      readings.push({ text: sentence, means: `asked: ${JSON.stringify(asked)}` });
    }
    const names = asked ? ("of" in asked ? [asked.of] : [asked.left, asked.right]) : [];
    if (!asked || found.length === 0 || names.some((name) => name !== "" && !found.some(([one]) => one === name)))
      return null;
    return { problem: { sets: found, asked }, readings };
  },
  solve({ sets, asked }) {
    const of = (name: string) => new Set(sets.find(([one]) => one === name)?.[1]);
    if (asked.is === "member")
      return solved(of(asked.of).has(asked.item) ? "Yes" : "No", `${asked.of} = ${write(of(asked.of))}`);
    if (asked.is === "subset") {
      const outside = of(asked.left).difference(of(asked.right));
      return solved(
        outside.size === 0 ? "Yes" : "No",
        outside.size === 0 ? "each member is in it" : `not in it: ${[...outside].join(", ")}`,
      );
    }
    const made = combine(of(asked.left), asked.operator, of(asked.right));
    return solved(asked.is === "size" ? String(made.size) : write(made), `it is ${write(made)}`);
  },
  /** Member by member, over all that any set holds. */
  confirm({ sets, asked }, value) {
    const has = (name: string, item: string) => sets.find(([one]) => one === name)?.[1].includes(item) ?? false;
    const all = [...new Set(sets.flatMap(([, members]) => members))];
    if (asked.is === "member") return (has(asked.of, asked.item) ? "Yes" : "No") === value;
    if (asked.is === "subset")
      return (all.every((item) => !has(asked.left, item) || has(asked.right, item)) ? "Yes" : "No") === value;
    const { left, right, operator } = asked;
    const members = all.filter((item) => {
      const [one, other] = [has(left, item), has(right, item)];
      if (operator === null) return one;
      return operator === "union"
        ? one || other
        : operator === "intersection"
          ? one && other
          : operator === "difference"
            ? one && !other
            : one !== other;
    });
    if (asked.is === "size") return String(members.length) === value;
    const written = value
      .slice(1, -1)
      .split(", ")
      .filter((each) => each !== "");
    return written.length === members.length && members.every((item) => written.includes(item));
  },
};

/** "What is the union of {1, 2} and {2, 3}?" with a letter for each set that it writes out itself. */
function lettered(text: string): string {
  const found = /^(.*) (\{[^{}]*\}) and (\{[^{}]*\})(.*)$/s.exec(text.trim());
  if (!found || /[{}]/.test(found[1]!)) return text;
  const [, ask, left, right, rest] = found;
  return `Let A = ${left}. Let B = ${right}. ${ask} A and B${rest}`;
}

function solved(value: string, step: string): Outcome {
  return { is: "solved", value, steps: [step] };
}

function combine(left: Set<string>, operator: Operator | null, right: Set<string>): Set<string> {
  if (operator === "union") return left.union(right);
  if (operator === "intersection") return left.intersection(right);
  if (operator === "difference") return left.difference(right);
  return operator === null ? left : left.symmetricDifference(right);
}

function write(set: Set<string>): string {
  const numeric = [...set].every((item) => /^-?\d+(?:\.\d+)?$/.test(item));
  return `{${[...set].sort(numeric ? (one, other) => Number(one) - Number(other) : undefined).join(", ")}}`;
}

function askedOf(question: string): Asked | null {
  const member = /^is ([^{}\s]+) (?:in|an? (?:element|member) of) ([A-Z])$/i.exec(question);
  if (member) return { is: "member", item: member[1]!, of: member[2]! };
  const subset = /^is ([A-Z]) a subset of ([A-Z])$/i.exec(question);
  if (subset) return { is: "subset", left: subset[1]!, right: subset[2]! };
  const words = named.exec(question);
  if (words) {
    const operator = words[2]!.toLowerCase() as Operator;
    return operator === "difference" && /between/i.test(question)
      ? null
      : { is: kindOf(words[1]!), left: words[3]!, operator, right: words[4]! };
  }
  const formula = signed.exec(question);
  if (!formula || (!formula[3] && kindOf(formula[1]!) === "set")) return null;
  return {
    is: kindOf(formula[1]!),
    left: formula[2]!,
    operator: formula[3] ? signs[formula[3]]! : null,
    right: formula[4] ?? "",
  };
}

function kindOf(words: string): "set" | "size" {
  return /^how many/i.test(words) ? "size" : "set";
}
