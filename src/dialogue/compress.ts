import type { Turn } from "./turn.ts";

/**
 * The turns of a conversation in no more than `budget` tokens, as `count` counts them, oldest first: the newest with its
 * whole answer where there is room, older ones as the question, the first line of the answer and the files it rests on.
 * The oldest are left out first; the newest is always kept, cut off if need be. Nothing is worded anew.
 */
export function compress(turns: readonly Turn[], budget: number, count: (text: string) => number): string {
  const kept: string[] = [];
  const fits = (texts: string[]) => count(texts.join("\n")) <= budget;
  for (const turn of [...turns].reverse()) {
    const forms = kept.length === 0 ? [full(turn), brief(turn), asked(turn)] : [brief(turn), asked(turn)];
    const form = forms.find((each) => fits([each, ...kept]));
    if (form === undefined) break;
    kept.unshift(form);
  }
  const newest = turns.at(-1);
  if (kept.length === 0 && newest !== undefined) return cut(asked(newest), (text) => fits([text]));
  // That something is left out is said, even where another turn must go for it.
  while (kept.length > 1 && kept.length < turns.length && !fits([note(turns, kept), ...kept])) kept.shift();
  const isShort = kept.length < turns.length && fits([note(turns, kept), ...kept]);
  return (isShort ? [note(turns, kept), ...kept] : kept).join("\n");
}

function note(turns: readonly Turn[], kept: string[]): string {
  const left = turns.length - kept.length;
  return `(${left} earlier ${left === 1 ? "turn" : "turns"} left out)`;
}

function full(turn: Turn): string {
  return turn.answer === "" ? brief(turn) : `${asked(turn)}\nA: ${turn.answer.trim()}${rests(turn)}`;
}

function brief(turn: Turn): string {
  const [line = ""] = turn.answer.trim().split("\n");
  return line === "" ? `${asked(turn)}${rests(turn)}` : `${asked(turn)}\nA: ${line}${rests(turn)}`;
}

function asked({ question }: Turn): string {
  return `Q: ${question.replace(/\s+/g, " ").trim()}`;
}

/** Files that a turn in short names. */
const few = 3;

function rests({ paths }: Turn): string {
  return paths.length === 0 ? "" : ` (${paths.slice(0, few).join(", ")})`;
}

/** The longest beginning that fits. */
function cut(text: string, fits: (text: string) => boolean): string {
  const points = [...text];
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(points.slice(0, middle).join(""))) low = middle;
    else high = middle - 1;
  }
  return points.slice(0, low).join("");
}
