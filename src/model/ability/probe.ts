import { ErgoError, problem } from "../../core/error.ts";
import type { Form, Model, Result } from "../../core/model.ts";
import type { Progress } from "../install/progress.ts";
import { readPrompt, render } from "../prompt/prompt.ts";
import { type Ability, abilities, type Measured, readTrial, type Trial, trialKey } from "./ability.ts";
import { decided, wilson } from "./interval.ts";
import { isRight } from "./score.ts";

export type Probing = {
  /** By default all. */
  wanted?: readonly Ability[];
  signal?: AbortSignal | undefined;
  progress?: Progress | undefined;
};

/**
 * Measures what a model is able to, in each form that it takes, with the prompts that the engines use. An ability is
 * left as soon as it is decided. Fails with the model's own error, or CANCELLED.
 */
export async function probe(model: Model, { wanted = abilities, signal, progress }: Probing = {}) {
  const measured: Measured[] = [];
  for (const ability of wanted) {
    const trial = readTrial(ability);
    for (const form of model.forms ?? ["completion"]) {
      const tell = (done: number) =>
        progress?.({ text: `measuring ${model.name}: ${ability}, ${form}`, done, total: trial.items.length });
      const one = await measure(model, trial, form, { signal, tell });
      if (!one.ok) return one;
      measured.push(one.value);
    }
  }
  return { ok: true, value: measured } as const;
}

type Watched = { signal: AbortSignal | undefined; tell: (done: number) => void };

async function measure(model: Model, trial: Trial, form: Form, { signal, tell }: Watched): Promise<Result<Measured>> {
  const { prompt } = readPrompt(trial.prompt);
  const { ability, items, chance, margin } = trial;
  const count = { n: 0, right: 0 };
  let passed: boolean | undefined;
  for (const item of items) {
    const { request } = render(prompt, item.values, model.window, form);
    const given = await model.generate(request, signal);
    if (!given.ok) return given;
    if (given.value.finish === "abort") return { ok: false, error: problem(new ErgoError("CANCELLED")) };
    count.n++;
    if (await isRight(given.value, item, trial.scoring)) count.right++;
    tell(count.n);
    passed = decided(count, items.length, chance + margin);
    if (passed !== undefined) break;
  }
  const share = wilson(count.right, count.n);
  return { ok: true, value: { ability, form, trial: trialKey(trial), passed: passed === true, ...share } };
}
