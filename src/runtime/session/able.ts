import { ErgoError, type Problem, problem } from "../../core/error.ts";
import type { Form, Model } from "../../core/model.ts";
import type { Ability, Measured, Standing } from "../../model/ability/ability.ts";
import { chooseModel } from "../../model/ability/choose.ts";
import { probe } from "../../model/ability/probe.ts";
import { type Identity, keepMeasured, knownStanding } from "../../model/ability/probed.ts";
import { partsOf, readManifest } from "../../model/install/manifest.ts";
import { printIn } from "../../model/install/named.ts";
import { readParts } from "../../model/install/platform.ts";
import type { Language } from "../../model/prompt/prompt.ts";
import { servedBy } from "../../model/provider/servers.ts";
import type { Config } from "../settings/settings.ts";
import type { Watching } from "./models.ts";

/** That a model may be used for a step, in the way in which it was found able to; or why it may not. */
export type Able = ({ ok: true } & Means) | { ok: false; error: Problem };

/** The form in which a model is spoken to, undefined for one that was not measured, and the language of the prompt. */
export type Means = { form: Form | undefined; wording: Language };

/**
 * Whether a model may be given a job about something in a language. One that was measured and did not pass may not, in any
 * language or in that one. One that was not measured may: what it says is checked like any other's.
 */
export async function mayDo(
  ability: Ability,
  model: Pick<Model, "name">,
  home: string,
  language: Language = "en",
): Promise<Able> {
  const standing = await standingFor(model.name, home);
  if (standing === undefined || standing.untried?.includes(ability)) {
    return { ok: true, form: undefined, wording: "en" };
  }
  const form = standing.forms[ability];
  // In a language that nothing was measured in, it is as in English.
  const way = standing.ways?.[ability]?.[language];
  if (form === undefined || way === null) {
    const what = form === undefined ? ability : `${ability} (in ${spoken[language]})`;
    return { ok: false, error: problem(new ErgoError("MODEL_UNABLE", { model: model.name, ability: what })) };
  }
  return { ok: true, ...(way ?? { form, wording: "en" }) };
}

const spoken: Record<Language, string> = { en: "English", fr: "French", es: "Spanish", de: "German" };

/** What is known of the model of that name; undefined for one that was not measured. */
export async function standingFor(name: string, home: string): Promise<Standing | undefined> {
  const identity = await identityOf(name, home);
  return identity && (await knownStanding(identity, home));
}

/**
 * Measures what a model is able to and keeps the results. Throws MODEL_UNKNOWN, MODEL_UNMEASURED and HOME_WRITE.
 */
export async function probeModel(
  name: string,
  { home, config, watch, signal }: Watching & { home: string; config: Config },
): Promise<Measured[]> {
  const progress = (step: { text: string; done?: number; total?: number }) =>
    watch?.({ type: "progress", path: "model", ...step });
  const choice = await chooseModel({ home, name, local: config.local_only, progress, signal });
  if (choice.model === null) {
    signal?.throwIfAborted();
    throw unmeasured(name, choice.problem);
  }
  const { model } = choice;
  try {
    // Models of the manifest are opened late, so that theirs are not known yet; all of them have templates.
    const forms = model.forms ?? (["completion", "chat"] as const);
    const measured = await probe({ ...model, forms }, { progress, signal });
    signal?.throwIfAborted();
    if (!measured.ok) throw unmeasured(name, measured.error);
    const identity = await identityOf(model.name, home);
    if (identity) await keepMeasured(model.name, identity, measured.value, home);
    return measured.value;
  } finally {
    await model.close?.();
  }
}

/** Undefined for a model that a program brought, and for one of a hub that was never pulled. */
export async function identityOf(name: string, home: string): Promise<Identity | undefined> {
  const print = printIn(name);
  const weights = readManifest(home).find((each) => each.name === name || (print && each.fingerprint === print));
  if (print !== undefined && !weights) {
    const { name: runtime, version } = await readParts("llama");
    return { weights: `file ${print}`, runtime: `${runtime} ${version}` };
  }
  if (weights) {
    const sha256 = weights.sha256 ?? partsOf(weights, home)[0]?.sha256;
    const { name: runtime, version } = await readParts(weights.runtime);
    return sha256 === undefined ? undefined : { weights: sha256, runtime: `${runtime} ${version}` };
  }
  if (!/^https?:\/\/|:./i.test(name)) return undefined;
  const served = servedBy(name);
  return served && { weights: `${served.url}#${served.model ?? ""}`, runtime: served.protocol };
}

function unmeasured(model: string, { message: detail, remedy }: Problem): ErgoError {
  return new ErgoError("MODEL_UNMEASURED", { model, detail, remedy });
}
