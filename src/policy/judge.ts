import { type CommandEffect, commandEffects, type Judge, type Judgement } from "../core/command.ts";
import { judgeCommand } from "./command.ts";
import { judgeLine } from "./line.ts";
import { lists } from "./naming.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import type { Parse } from "./tree.ts";
import { filled, literal } from "./word.ts";

/** So many commands of one line are judged, those of loops counted each time. */
const most = 500;
/** Longer lines are not judged; characters. */
const longest = 20_000;

/**
 * Judges commands by their text alone; `root` is the absolute path of the folder, `grammar` gives the parser of shell
 * lines. Nothing is run and nothing is looked at, so links are not followed: the sandbox is what holds.
 */
export function createJudge({ root, grammar }: { root: string; grammar: () => Promise<Parse> }): Judge {
  return async (command) => {
    const parse = await grammar();
    return summary(judged(command, opening(root, parse)));
  };
}

function opening(root: string, parse: Parse): Scene {
  return {
    parse,
    root,
    base: root,
    values: new Map(),
    fixed: new Set(),
    functions: new Set(),
    stdin: null,
    written: new Set(),
    depth: 0,
    budget: { left: most, names: most },
    line: judgeLine,
    command: judgeCommand,
    lists,
  };
}

/** A judge that fails on a command does not know it. */
function judged(command: string | string[], scene: Scene): Finding[] {
  const text = typeof command === "string" ? command : command.join(" ");
  if (text.length > longest) return [finding("unknown", text.slice(0, 40), "is too long to be judged")];
  try {
    if (typeof command === "string") return judgeLine(command, scene);
    if (text.includes("\0")) return [finding("unknown", command[0] ?? "", "holds characters that are not known")];
    return judgeCommand(command.map(literal), scene);
  } catch (thrown) {
    return [finding("unknown", filled(text).slice(0, 40), `can't be judged: ${String(thrown)}`)];
  }
}

/** The effects in their order, with up to three reasons for each. A command without any effect only reads. */
function summary(found: Finding[]): Judgement {
  const effects = commandEffects.filter((effect) => found.some((each) => each.effect === effect));
  const reasons = effects.flatMap((effect) => reasonsFor(effect, found));
  const outside = found.filter(({ effect }) => effect === "outside");
  const reaches = outside.flatMap(({ reach }) => reach ?? []);
  return {
    effects: effects.length === 0 ? ["read"] : effects,
    reasons: effects.length === 0 ? ["read: it does nothing but print"] : reasons,
    reaches,
    apart: outside.some(({ reach }) => reach === undefined),
    losses: found.flatMap(({ loss }) => loss ?? []),
  };
}

function reasonsFor(effect: CommandEffect, found: Finding[]): string[] {
  const sentences = found
    .filter((each) => each.effect === effect)
    .map(({ word, why }) => `${effect}: "${word}" ${why}`);
  return [...new Set(sentences)].slice(0, 3);
}
