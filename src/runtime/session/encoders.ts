import { type Problem, problem } from "../../core/error.ts";
import type { Encoder, Reranker, Result } from "../../core/model.ts";
import {
  type EncoderRole,
  noneError,
  type OpenEncoder,
  openEncoder,
  openReranker,
} from "../../model/encoder/encoder.ts";
import { openServedEncoder, servedBy } from "../../model/provider/servers.ts";
import type { Config } from "../settings/settings.ts";
import { fetchModel, type Watching } from "./models.ts";
import { spend } from "./spent.ts";

/** What serves a role, or why nothing does; `problem` is null where the configuration switches it off. */
export type Found<T> = { model: T } | { model: null; problem: Problem | null };

export type Place = { config: Config; home: string };

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
    if (!opened.ok) return unavailable("embedder", opened.error);
    return { model: metered(opened.value, "embedder") };
  } catch (thrown) {
    return unavailable("embedder", problem(thrown));
  }
}

/** The reranker of the configuration, fetched like the encoder; both come in one package. */
export function findReranker(place: Place, watching: Watching): Promise<Found<Reranker>> {
  return find("reranker", openReranker, place, watching);
}

/** What is served, its calls and their time counted for the work that they are part of. */
function metered<T extends Encoder | Reranker>(served: T, role: EncoderRole): T {
  const timed = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
    return async (...given: A) => {
      const began = performance.now();
      try {
        return await work(...given);
      } finally {
        spend(role, performance.now() - began);
      }
    };
  };
  return "embed" in served
    ? { ...served, embed: timed(served.embed) }
    : { ...served, score: timed((served as Reranker).score) };
}

/** The encoder of the configuration if it is there: nothing is fetched for a search. */
export function presentEncoder(place: Place): Promise<Found<Encoder>> {
  return findEncoder(unfetched(place), { signal: new AbortController().signal });
}

/** The reranker, likewise. */
export function presentReranker(place: Place): Promise<Found<Reranker>> {
  return findReranker(unfetched(place), { signal: new AbortController().signal });
}

function unfetched({ config, ...place }: Place): Place {
  return { ...place, config: { ...config, models: { ...config.models, pull: "never" } } };
}

async function find<T extends Encoder | Reranker>(
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
    if (first.ok) return { model: metered(first.value, role) };
    if (pull === "never") return { model: null, problem: first.error };
    await fetchModel(home, name, watching);
    const second = await open(options);
    return second.ok ? { model: metered(second.value, role) } : { model: null, problem: second.error };
  } catch (thrown) {
    return unavailable(role, problem(thrown));
  }
}

function unavailable(role: EncoderRole, { message: detail, remedy }: Problem): { model: null; problem: Problem } {
  return { model: null, problem: problem(noneError(role, { detail, remedy })) };
}
