import { ErgoError, problem } from "../../core/error.ts";
import type { Form, Model, Result } from "../../core/model.ts";
import type { Progress } from "../install/progress.ts";
import { type Language, readPrompt, render, wordedIn } from "../prompt/prompt.ts";
import { type Ability, abilities, type Measured, readTrial, type Spoken, type Trial, trialKey } from "./ability.ts";
import { decided, wilson } from "./interval.ts";
import { isRight } from "./score.ts";

export type Probing = {
  /** By default all. */
  wanted?: readonly Ability[];
  signal?: AbortSignal | undefined;
  progress?: Progress | undefined;
};

/**
 * Measures what a model is able to, in each form that it takes, with the prompts that the engines use. An ability that it has
 * in English is measured in other languages too, with the prompt in English and in theirs. An ability is left as soon as it
 * is decided. Fails with the model's own error, or CANCELLED.
 */
export async function probe(model: Model, { wanted = abilities, signal, progress }: Probing = {}) {
  const measured: Measured[] = [];
  for (const ability of wanted) {
    const trial = readTrial(ability);
    const forms = model.forms ?? ["completion"];
    const passed: Form[] = [];
    for (const form of forms) {
      const one = await measure(model, trial, { form, language: "en", wording: "en" }, { signal, progress });
      if (!one.ok) return one;
      measured.push(one.value);
      if (one.value.passed) passed.push(form);
    }
    const worded = wordedIn(trial.prompt);
    for (const form of passed) {
      for (const language of Object.keys(trial.others ?? {}) as Language[]) {
        for (const wording of ["en", language] as const) {
          if (!worded.includes(wording)) continue;
          const one = await measure(model, trial, { form, language, wording }, { signal, progress });
          if (!one.ok) return one;
          measured.push(one.value);
        }
      }
    }
  }
  return { ok: true, value: measured } as const;
}

type Watched = Pick<Probing, "signal" | "progress">;

async function measure(
  model: Model,
  trial: Trial,
  { form, ...spoken }: Spoken & { form: Form },
  { signal, progress }: Watched,
): Promise<Result<Measured>> {
  const { language, wording } = spoken;
  const { prompt } = readPrompt(trial.prompt, wording);
  const { ability, chance, margin } = trial;
  const items = language === "en" ? trial.items : (trial.others?.[language] ?? []);
  const foreign = language === "en" ? {} : { language, wording };
  const which = [ability, form, ...(language === "en" ? [] : [`${language}, prompt ${wording}`])].join(", ");
  const count = { n: 0, right: 0 };
  let passed: boolean | undefined;
  for (const item of items) {
    const { request } = render(prompt, item.values, model.window, form);
    const given = await model.generate(request, signal);
    if (!given.ok) return given;
    if (given.value.finish === "abort") return { ok: false, error: problem(new ErgoError("CANCELLED")) };
    count.n++;
    if (await isRight(given.value, item, trial.scoring)) count.right++;
    progress?.({ text: `measuring ${model.name}: ${which}`, done: count.n, total: items.length });
    passed = decided(count, items.length, chance + margin);
    if (passed !== undefined) break;
  }
  const share = wilson(count.right, count.n);
  const key = trialKey(trial, spoken);
  return { ok: true, value: { ability, form, ...foreign, trial: key, passed: passed === true, ...share } };
}
