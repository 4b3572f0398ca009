import type { Problem } from "../../core/error.ts";
import type { Encoder, Reranker } from "../../core/model.ts";
import { type Once, once } from "../../core/once.ts";
import type { Found, Place } from "./encoders.ts";
import type { Watching } from "./models.ts";

/** Loaded by the first that needs one. */
const encoders = () => import("./encoders.ts");

/**
 * One encoder for all who need it: the one that is here. One that is not may still come. That one which the user named on a server is
 * not there, or that one is damaged, is kept in `lacks`, to be said.
 */
export function oneEncoder({ lacks, ...place }: Place & { lacks: Problem[] }): Once<Encoder | null> {
  const open = async () => {
    const found = await (await encoders()).presentEncoder(place);
    if (found.model || !found.problem) return found.model;
    const isMissed = place.config.models.embedder.includes(":") || found.problem.code === "ENCODER_DAMAGED";
    if (isMissed) lacks.push(found.problem);
    return null;
  };
  return once(open, (found) => found !== null || lacks.length > 0 || place.config.models.embedder === "none");
}

/** One cross-encoder for all who need it: the one that is here, or that is fetched. */
export function oneReranker(place: Place) {
  let opened: Promise<Found<Reranker>> | undefined;
  const keep = async (opening: Promise<Found<Reranker>>) => {
    opened = opening;
    const found = await opening;
    // One that is not here may still be fetched.
    if (found.model === null) opened = undefined;
    return found;
  };
  return {
    present: async () => opened ?? keep((await encoders()).presentReranker(place)),
    get: async (watching: Watching) => opened ?? keep((await encoders()).findReranker(place, watching)),
    close: async () => (await opened)?.model?.close(),
  };
}

/** Encoders for a retriever, which closes what it opened: not the session's own. */
export function lent(encoder: () => Promise<Encoder | null>, reranker: () => Promise<Found<Reranker>>) {
  return {
    async encoder() {
      const own = await encoder();
      return own && { ...own, close: async () => {} };
    },
    async reranker(): Promise<Found<Reranker>> {
      const { model, ...rest } = await reranker();
      return model ? { model: { ...model, close: async () => {} } } : ({ model, ...rest } as Found<Reranker>);
    },
  };
}
