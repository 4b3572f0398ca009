import type { Model, Result } from "../../core/model.ts";
import type { Folder } from "../session/folder.ts";
import { openPresent, type Watching } from "../session/models.ts";
import { loadConfig } from "../settings/config.ts";
import { nameFor } from "../settings/settings.ts";

/** Seconds until a model is ready, and tokens that it reads and writes a second. */
export type Speed = { model: string; ready: number; reads: number; writes: number };

/** About two hundred tokens, as much as a short question with its excerpts. */
const text = "The old harbour was painted in 1911, and three cranes stand on its northern quay. ".repeat(11);
const wanted = 24;

/**
 * How fast the worker of the configuration is on this machine now, by one short run; fails with why there is none. Nothing
 * is fetched for it.
 */
export async function measureSpeed(folder: Folder, watching: Watching = {}): Promise<Result<Speed>> {
  const { config } = await loadConfig(folder.home, folder.root);
  const worker = await openPresent(nameFor("worker", config), config, folder.home, watching);
  if (worker.model === null) return { ok: false, error: worker.problem };
  try {
    return await timed(worker.model, watching.signal);
  } finally {
    await worker.model.close?.();
  }
}

async function timed(model: Model, signal: AbortSignal | undefined): Promise<Result<Speed>> {
  const run = async (prompt: string, maxTokens: number) => {
    const began = performance.now();
    const said = await model.generate({ prompt, maxTokens, temperature: 0, stop: [] }, signal);
    return { said, seconds: (performance.now() - began) / 1000 };
  };
  const first = await run("The", 1);
  if (!first.said.ok) return first.said;
  const read = await run(text, 1);
  if (!read.said.ok) return read.said;
  // The prompt is kept: what it takes longer is the writing.
  const both = await run(text, wanted);
  if (!both.said.ok) return both.said;
  const written = both.said.value.tokensOut;
  return {
    ok: true,
    value: {
      model: model.name,
      ready: first.seconds,
      reads: read.said.value.tokensIn / read.seconds,
      writes: written / both.seconds,
    },
  };
}
