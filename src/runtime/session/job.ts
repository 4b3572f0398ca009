import { ErgoError, type Problem, problem } from "../../core/error.ts";
import type { Model, Result, TextRole } from "../../core/model.ts";
import type { Cost, Tried } from "../../core/prompting.ts";
import { detectLanguage } from "../../language/tongue.ts";
import type { Ability, Tier } from "../../model/ability/ability.ts";
import { listModels } from "../../model/install/manifest.ts";
import { detect } from "../../model/provider/detect.ts";
import { isLocal } from "../../model/provider/local.ts";
import { fits } from "../../model/provider/memory.ts";
import { servedBy, usualServers } from "../../model/provider/servers.ts";
import { nameFor } from "../settings/settings.ts";
import { type Able, type Means, mayDo, standingFor } from "./able.ts";
import type { Watching, Worker } from "./models.ts";
import type { Session } from "./session.ts";

/**
 * The name of the model that did a job, and whether it was measured to be able to; `instead` says for which other it stood
 * in, and why, or what it could not make use of.
 */
export type By = { model: string; measured: boolean; instead?: Problem };

/**
 * Which role does what. `measured` where only a model may do it that was measured to be able to, because nothing else
 * checks what comes of it; none is fetched for that. `not` names a model that may not. `about` is the text that it is about,
 * whose language counts. Without an `ability` every model of the role may try, for what it says is checked, and no other one takes its
 * place.
 */
export type Job = { role: TextRole; ability?: Ability; measured?: boolean; not?: string; about: string };

/** What a model is asked to do, in the way in which it was found able to, if it was measured. */
type Work<T> = (model: Model, means: Means) => Promise<Result<T>>;

/**
 * Gives a job to the model of a role. Where that one can't be had, was measured to be unable, or fails, another one does
 * it that is here already and was measured to be able to; with none, the first one's error stands. A model that a program
 * brought is not replaced. The cost is that of every request that was made for it.
 */
export async function giveJob<T extends object>(
  session: Session,
  job: Job,
  watching: Watching & { signal: AbortSignal },
  work: Work<T>,
): Promise<Tried<T & By>> {
  const cost: Cost = { calls: 0, tokensIn: 0, tokensOut: 0 };
  const done = await assign(session, job, watching, async (model, means) => {
    const own = metered(model, cost);
    if (isElsewhere(model)) return await work(own, means);
    const came = performance.now();
    return await session.turn.take(async () => {
      const waited = Math.round(performance.now() - came);
      if (waited > 0) cost.waited = (cost.waited ?? 0) + waited;
      return await work(own, means);
    }, watching);
  });
  return { ...done, cost };
}

async function assign<T extends object>(
  session: Session,
  job: Job,
  watching: Watching & { signal: AbortSignal },
  work: Work<T>,
): Promise<Result<T & By>> {
  const { folder, config, open } = session;
  const { role, ability, measured = false, not } = job;
  const name = nameFor(role, config);
  const chosen = measured && open !== null ? await open(name, watching) : await session.model(role, watching);
  const own = await attempt(chosen, job, folder.home, work);
  if (own.ok || ability === undefined || open === null || name === "none" || watching.signal.aborted) return own;
  const failed = chosen.model?.name ?? name;
  for (const by of await standIns(session, ability, watching.signal)) {
    if (by === failed || by === not) continue;
    const other = await attempt(await open(by, watching), job, folder.home, work);
    if (watching.signal.aborted) return own;
    if (!other.ok) continue;
    const { message: detail, remedy } = own.error;
    const instead = problem(new ErgoError("MODEL_REPLACED", { model: failed, ability, by, detail, remedy }));
    return { ok: true, value: { ...other.value, instead } };
  }
  return own;
}

/** Whether a model computes on another machine, where many may ask at once. */
function isElsewhere({ name }: Model): boolean {
  const served = servedBy(name);
  return served !== undefined && !isLocal(served.url);
}

/** That no model does it is said where the user named one; otherwise nothing came of it. */
export function unlessNamed<T>(done: Tried<T>, isNamed: boolean): Tried<T | null> {
  return done.ok || isNamed ? done : { ok: true, value: null, cost: done.cost };
}

/** A model whose requests are added to `cost`. */
function metered(model: Model, cost: Cost): Model {
  const { sample, score } = model;
  const spend = ({ tokensIn, tokensOut }: Pick<Cost, "tokensIn" | "tokensOut">) => {
    cost.tokensIn += tokensIn;
    cost.tokensOut += tokensOut;
  };
  return {
    ...model,
    ...(sample
      ? {
          async sample(request, k, signal) {
            cost.calls += k;
            const said = await sample(request, k, signal);
            for (const each of said.ok ? said.value : []) spend(each);
            return said;
          },
        }
      : {}),
    ...(score
      ? {
          async score(...given) {
            cost.calls += 1;
            return await score(...given);
          },
        }
      : {}),
    async generate(...given) {
      cost.calls += 1;
      const said = await model.generate(...given);
      if (said.ok) spend(said.value);
      return said;
    },
  };
}

async function attempt<T extends object>(
  chosen: Worker,
  { ability, measured, not, about }: Job,
  home: string,
  work: Work<T>,
): Promise<Result<T & By>> {
  if (chosen.model === null) return { ok: false, error: chosen.problem };
  const { name: model } = chosen.model;
  if (model === not) return { ok: false, error: problem(new ErgoError("MODEL_OWN", { model })) };
  const able: Able =
    ability === undefined
      ? { ok: true, form: undefined, wording: "en" }
      : await mayDo(ability, chosen.model, home, detectLanguage(about));
  if (!able.ok) return able;
  if (ability !== undefined && measured && able.form === undefined) {
    return { ok: false, error: problem(new ErgoError("MODEL_UNTRIED", { model, ability })) };
  }
  const done = await work(chosen.model, able);
  if (!done.ok) return done;
  const instead = chosen.note?.();
  return {
    ok: true,
    value: { ...done.value, model, measured: able.form !== undefined, ...(instead ? { instead } : {}) },
  };
}

/** Models that are here, suit this machine and passed: on the disk, and on servers that the user has agreed to; the strongest first. */
async function standIns(
  { folder: { home }, config }: Session,
  ability: Ability,
  signal: AbortSignal,
): Promise<string[]> {
  const servers = usualServers().filter(({ name }) => config.models.servers.includes(name));
  const [listed, found] = await Promise.all([listModels({ home }), detect(servers, { signal })]);
  const here = [
    ...listed.filter(({ role, present }) => role === "worker" && present),
    ...found.flatMap(({ models }) =>
      models.flatMap(({ name, bytes: size = 0, writes, remote }) => (writes && !remote ? [{ name, size }] : [])),
    ),
  ].filter(({ size }) => fits(size));
  const known = await Promise.all(
    here.map(async (each) => ({ ...each, standing: await standingFor(each.name, home) })),
  );
  const rank = (tier: Tier | undefined) => Number(tier?.slice(1) ?? 0);
  return known
    .filter(({ standing }) => standing?.abilities.includes(ability))
    .toSorted((a, b) => rank(b.standing?.tier) - rank(a.standing?.tier) || b.size - a.size)
    .map(({ name }) => name);
}
