import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import type { Generated, Model, Result } from "../src/core/model.ts";
import { formsBySize, openEmbedded } from "../src/model/embedded/embedded.ts";
import { fingerprint, readGguf } from "../src/model/install/gguf.ts";
import { installRuntime } from "../src/model/install/runtime.ts";
import { sampleInTurn } from "../src/model/prompt/sample.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";

/**
 * A model that keeps what it said in `$ERGO_HOME/cache`, so that a bench that was ended goes on where it was. `key` names its
 * weights. It is opened by the first request that was not made before.
 */
export function kept(model: Pick<Model, "name" | "window" | "forms">, key: string, open: () => Promise<Model>): Model {
  const folder = join(ergoHome(), "cache");
  const file = join(folder, `bench-said-${key.slice(0, 12)}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as [string, unknown]));
  let opened: Promise<Model> | undefined;
  /** What was said to the same request before, or what is said now. */
  async function once<T>(asked: unknown, ask: (model: Model) => Promise<Result<T>>): Promise<Result<T>> {
    const hash = createHash("sha256").update(JSON.stringify(asked)).digest("hex");
    if (known.has(hash)) return { ok: true, value: known.get(hash) as T };
    opened ??= open();
    const made = await ask(await opened);
    if (!made.ok || isCut(made.value)) return made;
    known.set(hash, made.value);
    mkdirSync(folder, { recursive: true });
    appendFileSync(file, `${JSON.stringify([hash, made.value])}\n`);
    return made;
  }
  return {
    ...model,
    schemas: true,
    generate: (request, signal) => once(request, (its) => its.generate(request, signal)),
    sample: (request, k, signal) =>
      once({ request, k }, (its) => its.sample?.(request, k, signal) ?? sampleInTurn(its.generate, request, k, signal)),
    score: (prompt, texts, signal) => once({ prompt, texts }, (its) => its.score!(prompt, texts, signal)),
    close: async () => (await opened)?.close?.(),
  };
}

/** Whether something that was said was interrupted. */
function isCut(said: unknown): boolean {
  return [said].flat().some((each) => (each as Generated | undefined)?.finish === "abort");
}

/** A GGUF file as a model that keeps what it said, and reads prompts at `pace` tokens a second whatever else the machine does. */
export async function keptFile(file: string, pace: number): Promise<Model> {
  const name = basename(file, ".gguf");
  const { bytes } = await readGguf(file);
  const model = kept({ name, window: 4096, forms: formsBySize(bytes) }, await fingerprint(file), async () => {
    const runtime = await installRuntime("llama", { home: ergoHome() });
    const opened = await openEmbedded({ file, runtime, name, threads: availableParallelism(), window: 4096 });
    if (!opened.ok) throw new Error(opened.error.message);
    return opened.value;
  });
  return { ...model, pace: () => pace };
}
