import type { Kind } from "./problem.ts";
import { bare, numberOf, readableOf } from "./text.ts";

/** `turn`: quarter turns to the right. `go`: steps into a direction, counted in quarter turns from where one looks. */
type Move = { is: "turn"; by: number } | { is: "go"; steps: number; side: number };
type Walk = { moves: Move[]; fixed: boolean };

const sides: Record<string, number> = {
  forward: 0,
  forwards: 0,
  ahead: 0,
  right: 1,
  backward: 2,
  backwards: 2,
  back: 2,
  left: 3,
};
const asks =
  /^(?:if you follow these instructions|following these instructions), do you (?:return to|end at|get back to|end up at) the starting point$/i;
const go =
  /^(?:then )?(?:take|walk|go|move) (\S+) steps?(?: (?:to the )?(forwards?|ahead|right|backwards?|back|left))?$/i;

/** Whether steps and turns lead back to where they began. */
export const walks: Kind<Walk> = {
  name: "walk",
  read({ text, options }) {
    if (options.some((option) => !/^(?:yes|no)$/i.test(bare(option.text)))) return null;
    const walk: Walk = { moves: [], fixed: false };
    const readings = [];
    let asked = false;
    for (const sentence of readableOf(text)) {
      const plain = bare(sentence);
      if (asks.test(plain) && !asked) {
        asked = true;
        readings.push({ text: sentence, means: "asked: whether the last place is the first" });
      } else if (/^always face forward$/i.test(plain) && walk.moves.length === 0) {
        walk.fixed = true;
        readings.push({ text: sentence, means: "nobody turns" });
      } else {
        const move = moveOf(plain);
        if (!move || (walk.fixed && move.is === "turn")) return null;
        walk.moves.push(move);
        readings.push({
          text: sentence,
          means: move.is === "turn" ? `${move.by} quarter turns to the right` : `${move.steps} steps`,
        });
      }
    }
    return asked && walk.moves.length > 0 ? { problem: walk, readings } : null;
  },
  solve({ moves }) {
    let [x, y, looks] = [0, 0, 0];
    const steps = moves.map((move) => {
      if (move.is === "turn") looks = (looks + move.by) % 4;
      else {
        const way = (looks + move.side) % 4;
        if (way % 2 === 0) y += way === 0 ? move.steps : -move.steps;
        else x += way === 1 ? move.steps : -move.steps;
      }
      return `at ${x} right, ${y} ahead, turned right ${looks} times`;
    });
    return { is: "solved", value: x === 0 && y === 0 ? "Yes" : "No", steps };
  },
  /** As a sum in the plane of complex numbers, where a quarter turn to the right is a product with -i. */
  confirm({ moves }, value) {
    type Complex = readonly [re: number, im: number];
    const turned = ([re, im]: Complex, times: number): Complex =>
      times === 0 ? [re, im] : turned([im, -re], times - 1);
    let heading: Complex = [0, 1];
    let sum: Complex = [0, 0];
    for (const move of moves) {
      if (move.is === "turn") heading = turned(heading, move.by);
      else {
        const [re, im] = turned(heading, move.side);
        sum = [sum[0] + re * move.steps, sum[1] + im * move.steps];
      }
    }
    return (sum[0] === 0 && sum[1] === 0 ? "Yes" : "No") === value;
  },
};

function moveOf(sentence: string): Move | null {
  const turn = /^turn (left|right|around|back)$/i.exec(sentence)?.[1]?.toLowerCase();
  if (turn) return { is: "turn", by: turn === "right" ? 1 : turn === "left" ? 3 : 2 };
  const step = go.exec(sentence);
  const steps = step && numberOf(step[1]!);
  return step && steps !== null ? { is: "go", steps: steps!, side: sides[step[2]?.toLowerCase() ?? "forward"]! } : null;
}
