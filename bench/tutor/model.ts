import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Model } from "../../src/core/model.ts";
import { openEmbedded } from "../../src/model/embedded/embedded.ts";
import { installRuntime } from "../../src/model/install/runtime.ts";
import { readPrompt, render } from "../../src/model/prompt/prompt.ts";
import { parseClaim } from "../../src/proof/grammar.ts";
import { renderClaim } from "../../src/proof/render.ts";
import { ergoHome } from "../../src/runtime/session/folder.ts";
import { likeliest } from "../../src/runtime/session/say.ts";
import { menuOf } from "../../src/tutor/move.ts";
import { question } from "../../src/tutor/player.ts";
import type { Player } from "./play.ts";

/** How a game ends, as a model says it that does not play it. */
const ends = { yes: "holds", no: "fails", stop: "open" } as const;

/** A player that is a model, as the engine lets it play: it takes the likeliest move of the menu. `guess` says how a game ends without playing it. */
export type Reader = {
  name: string;
  player: Player;
  guess(goal: string): Promise<"holds" | "fails" | "open">;
  close(): Promise<void>;
};

/**
 * Opens weights, a GGUF file. What was scored is kept in `$ERGO_HOME/cache`, so that a bench that was ended goes on where it was; `only` what
 * was kept is given, and anything else throws UNSCORED.
 */
export function openReader(file: string, only = false): Reader {
  const name = basename(file, ".gguf");
  const { score, close } = keptScores(file, only);
  const { prompt } = readPrompt("choose");
  const choose = async (values: { options: string[]; request: string }, among: string[]) => {
    const { request } = render(prompt, values, window, "completion");
    const chosen = await likeliest(score, request.prompt as string, among);
    if (!chosen.ok) throw new Error(chosen.error.message);
    return chosen.value;
  };
  return {
    name,
    player: async (game, _draw, { aids, past }) =>
      await choose(
        question(game, renderClaim(parseClaim(game.goal)), aids, past),
        menuOf(game).map(({ id }) => id),
      ),
    async guess(goal) {
      const options = ["yes: the goal holds", "no: the goal does not hold", "stop: nothing here decides it"];
      const request = `Find out whether this holds: ${renderClaim(parseClaim(goal))}.`;
      return ends[(await choose({ options, request }, Object.keys(ends))) as keyof typeof ends];
    },
    close,
  };
}

export const unscored = "UNSCORED";

const window = 4096;

function keptScores(file: string, only: boolean): { score: NonNullable<Model["score"]>; close(): Promise<void> } {
  const folder = join(ergoHome(), "cache");
  const store = join(folder, `bench-scored-${basename(file)}.jsonl`);
  const lines = existsSync(store) ? readFileSync(store, "utf8").split("\n").filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as [string, number[]]));
  let opened: Promise<Model> | undefined;
  return {
    async score(prompt, texts) {
      const key = createHash("sha256")
        .update(JSON.stringify([prompt, texts]))
        .digest("hex");
      const scores = known.get(key);
      if (scores) return { ok: true, value: scores };
      if (only) throw new Error(unscored);
      opened ??= open(file);
      const made = await (await opened).score!(prompt, texts);
      if (!made.ok) return made;
      known.set(key, made.value);
      mkdirSync(folder, { recursive: true });
      appendFileSync(store, `${JSON.stringify([key, made.value])}\n`);
      return made;
    },
    close: async () => await (await opened)?.close?.(),
  };
}

async function open(file: string): Promise<Model> {
  const runtime = await installRuntime("llama", { home: ergoHome() });
  const made = await openEmbedded({ file, runtime, threads: 1, window });
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}
