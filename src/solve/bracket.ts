import type { Kind } from "./problem.ts";

type Opened = { sequence: string[] };

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const openers = new Map(Object.entries(pairs).map(([open, close]) => [close, open]));

/** What asks for it: words without brackets before the sequence, few of them. */
const request = /^(?:complete|close|finish)\b[^()[\]{}<>]{0,200}$/i;
const about = /\b(?:sequence|brackets?|parenthes[ei]s)\b/i;

/** Which brackets close a sequence of them. */
export const brackets: Kind<Opened> = {
  name: "brackets",
  alone: true,
  read({ text, options }) {
    const from = text.search(/[()[\]{}<>]/);
    const head = from < 0 ? "" : text.slice(0, from).trim();
    const sequence = request.test(head) && about.test(head) ? [...text.slice(from).replace(/\s+/g, "")] : [];
    if (!sequence.every((mark) => mark in pairs || openers.has(mark))) return null;
    if (sequence.length === 0 || options.length > 0) return null;
    return {
      problem: { sequence },
      readings: [{ text: sequence.join(" "), means: "brackets; asked: the fewest that close them" }],
    };
  },
  solve({ sequence }) {
    const open: string[] = [];
    const steps: string[] = [];
    for (const [at, mark] of sequence.entries()) {
      if (mark in pairs) open.push(mark);
      else if (open.at(-1) === openers.get(mark)) open.pop();
      else return { is: "open", because: `bracket ${at + 1}, ${mark}, closes none that is open` };
      steps.push(`${at + 1} ${mark}: open ${open.join(" ") || "none"}`);
    }
    if (open.length === 0) return { is: "open", because: "nothing is left open" };
    return {
      is: "solved",
      value: open
        .reverse()
        .map((mark) => pairs[mark])
        .join(" "),
      steps,
    };
  },
  /** Taking out pairs that stand side by side leaves nothing, and each bracket of the answer is one of those left over before. */
  confirm({ sequence }, value) {
    const closing = value.split(" ");
    const left = reduced(sequence.join(""));
    return reduced(sequence.join("") + closing.join("")) === "" && left.length === closing.length;
  },
};

function reduced(text: string): string {
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/\(\)|\[\]|\{\}|<>/g, "");
  }
  return text;
}
