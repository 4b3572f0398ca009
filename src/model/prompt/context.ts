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
 * Chooses from sources, best first, until `room` tokens are full: what covers the question goes before what repeats; of those that find
 * no room whole, the core, as far as there is room for it. The best stands last, next to the question, the second first and the weakest
 * in the middle, where models overlook it most (Liu et al. 2023, "Lost in the Middle"). The first source is always among them, however
 * long it is.
 */
export function buildContext(sources: readonly Source[], { room, numbered }: Shape): Context {
  const written = (text: string, at: number) => {
    const { title } = sources[at]!;
    const line = title ? `${title}: ${text}` : text;
    return numbered ? `[${at + 1}] ${line}` : line;
  };
  const lines = new Map<number, string>();
  let free = room;
  const take = (at: number, line: string) => {
    lines.set(at, line);
    free -= sizeOf(line);
  };
  const wholes = sources.map(({ text }, at) => written(text, at));
  if (wholes[0] !== undefined) take(0, wholes[0]);
  const choices = sources.map(({ covers = [] }, at) => ({
    worth: at === 0 ? Number.MAX_VALUE : -at,
    covers,
    size: at === 0 ? 0 : sizeOf(wholes[at]!),
  }));
  const limits = { most: sources.length, room: Math.max(0, free), gain: () => gain };
  for (const at of cover(choices, limits)) if (!lines.has(at)) take(at, wholes[at]!);
  for (const [at, { core }] of sources.entries()) {
    const line = core === undefined || lines.has(at) ? undefined : written(core, at);
    if (line !== undefined && sizeOf(line) <= free) take(at, line);
  }
  const ordered = outsideIn([...lines.keys()]);
  return {
    lines: ordered.map((at) => lines.get(at)!),
    shown: ordered.map((at) => at + 1),
    left: sources.flatMap((_, at) => (lines.has(at) ? [] : [at + 1])),
  };
}

function sizeOf(line: string): number {
  return estimateTokens(line) + framing;
}

/** The best last, the second first, the third last but one, and so on. */
function outsideIn(best: number[]): number[] {
  const front: number[] = [];
  const back: number[] = [];
  for (const [place, at] of best.entries()) (place % 2 === 0 ? back : front).push(at);
  return [...front, ...back.toReversed()];
}
