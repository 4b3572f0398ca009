import { arithmetic } from "./arithmetic.ts";
import { booleans } from "./boolean.ts";
import { brackets } from "./bracket.ts";
import { counting } from "./count.ts";
import { dates } from "./date.ts";
import { days } from "./days.ts";
import { exchanges } from "./exchange.ts";
import { theories } from "./inference.ts";
import { liars } from "./liar.ts";
import { statements } from "./monadic.ts";
import { orders } from "./order.ts";
import type { Kind, Option, Puzzle, Solution, Solver } from "./problem.ts";
import { sets } from "./set.ts";
import { sorting } from "./sort.ts";
import { bare, numberOf, puzzleOf, sentencesOf, thing } from "./text.ts";
import { walks } from "./walk.ts";

/** A kind with what looks for the answer among the options. */
function solver<P>(kind: Kind<P>): Solver {
  const solve = (puzzle: Puzzle): Solution | null => {
    const read = kind.read(puzzle);
    if (read === null) return null;
    const { problem, readings } = read;
    const about = { kind: kind.name, readings };
    const outcome = kind.solve(problem);
    if (outcome.is === "open") return { ...about, value: null, said: "", steps: [], because: outcome.because };
    const { value, steps } = outcome;
    if (!kind.confirm(problem, value)) {
      return { ...about, value: null, said: "", steps, because: `solving it another way did not confirm ${value}` };
    }
    const found = puzzle.options.length === 0 ? null : optionOf(puzzle, value);
    if (puzzle.options.length > 0 && !found) {
      return {
        ...about,
        value: null,
        said: "",
        steps,
        because: `it gives ${value}, which is not exactly one of the options`,
      };
    }
    const chosen = found
      ? { value: found.mark || found.text, said: [found.mark, found.text].join(" ").trim() }
      : { value, said: outcome.said ?? value };
    return { ...about, ...chosen, steps, because: null };
  };
  return { alone: kind.alone ?? false, solve };
}

/** The one option that writes a value; null where none does, or several do. */
function optionOf({ options }: Puzzle, value: string): Option | null {
  const same = options.filter(({ text }) => isSame(text, value));
  return same.length === 1 ? same[0]! : null;
}

function isSame(option: string, value: string): boolean {
  const [one, other] = [thing(option), thing(value)];
  return one === other || (numberOf(bare(option)) !== null && numberOf(bare(option)) === numberOf(value));
}

/** Every kind of closed problem. One more is its file and its row. */
const solvers: readonly Solver[] = [
  solver(booleans),
  solver(liars),
  solver(orders),
  solver(dates),
  solver(days),
  solver(exchanges),
  solver(counting),
  solver(brackets),
  solver(sorting),
  solver(walks),
  solver(sets),
  solver(arithmetic),
  solver(theories),
  solver(statements),
];

/**
 * Reads a closed problem and solves it; null where no kind reads the whole text. A kind that reads it decides: where it leaves it open,
 * `value` is null and `because` says why. Pure.
 */
export function solve(text: string): Solution | null {
  const puzzle = puzzleOf(text);
  if (puzzle === null) return null;
  const isAlone = puzzle.options.length === 0 && sentencesOf(puzzle.text).length < 2;
  for (const each of solvers) {
    const found = isAlone && !each.alone ? null : each.solve(puzzle);
    if (found) return found;
  }
  return null;
}
