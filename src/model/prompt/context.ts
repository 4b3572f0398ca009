import { cover } from "../../core/cover.ts";
import { estimateTokens } from "./prompt.ts";

/** A text that a model may be shown, with the parts of the question that it holds; where it finds no room, its `core` may. */
export type Source = { title: string; text: string; core?: string; covers?: string[] };

/** `numbered` for models that may be asked to name their sources; small ones only repeat the marks. */
export type Shape = { room: number; numbered: boolean };

/**
 * What a model is shown. A source's number is its place in what was given, from 1, and stays with it. `lines` are in the
 * order of the prompt, `shown` their numbers; `left` are those that found no room.
 */
export type Context = { lines: string[]; shown: number[]; left: number[] };

/** What a part of the question counts that no source before holds, against a whole place in the ranking. */
const gain = 1;
/** Tokens that a line takes besides its own: its label and its end. */
const framing = 5;

/**
 * Chooses from sources, best first, until `room` tokens are full: what covers the question goes before what repeats. The best
 * stands last, next to the question, the second first and the weakest in the middle, where models overlook it most
 * (Liu et al. 2023, "Lost in the Middle"). The first source is always among them, however long it is.
 */
export function buildContext(sources: readonly Source[], { room, numbered }: Shape): Context {
  const lineOf = ({ title }: Source, text: string, at: number) => {
    const line = title ? `${title}: ${text}` : text;
    return numbered ? `[${at + 1}] ${line}` : line;
  };
  const lines = sources.map((source, at) => lineOf(source, source.text, at));
  const choices = sources.map(({ covers = [] }, at) => ({
    worth: at === 0 ? Number.MAX_VALUE : -at,
    covers,
    size: at === 0 ? 0 : estimateTokens(lines[at]!) + framing,
  }));
  const first = lines[0] === undefined ? 0 : estimateTokens(lines[0]) + framing;
  const whole = cover(choices, { most: sources.length, room: Math.max(0, room - first), gain: () => gain });
  let free = room - whole.reduce((sum, at) => sum + (at === 0 ? first : choices[at]!.size), 0);
  const cores = sources.flatMap((source, at) => {
    if (source.core === undefined || whole.includes(at)) return [];
    const line = lineOf(source, source.core, at);
    if (estimateTokens(line) + framing > free) return [];
    free -= estimateTokens(line) + framing;
    lines[at] = line;
    return [at];
  });
  const taken = [...whole, ...cores];
  const ordered = outsideIn(taken);
  return {
    lines: ordered.map((at) => lines[at]!),
    shown: ordered.map((at) => at + 1),
    left: sources.flatMap((_, at) => (taken.includes(at) ? [] : [at + 1])),
  };
}

/** The best last, the second first, the third last but one, and so on. */
function outsideIn(best: number[]): number[] {
  const front: number[] = [];
  const back: number[] = [];
  for (const [place, at] of best.entries()) (place % 2 === 0 ? back : front).push(at);
  return [...front, ...back.toReversed()];
}
