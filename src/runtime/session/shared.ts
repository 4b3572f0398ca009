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

/** An opening that others wait for; one that `passes` says nothing to them where it found none: it fetched nothing, or was called off. */
type Opening = { found: Promise<Found<Reranker>>; passes(): boolean };

/** One cross-encoder for all who need it: the one that is here, or that is fetched. */
export function oneReranker(place: Place) {
  let opened: Opening | undefined;
  const keep = (opening: Opening) => {
    opened = opening;
    const drop = () => {
      if (opened === opening) opened = undefined;
    };
    // One that is not here may still be fetched.
    opening.found.then(({ model }) => model ?? drop(), drop);
    return opening.found;
  };
  const present = () => {
    const look = async () => (await encoders()).presentReranker(place);
    return opened?.found ?? keep({ found: look(), passes: () => true });
  };
  const get = async (watching: Watching): Promise<Found<Reranker>> => {
    const fetch = async () => (await encoders()).findReranker(place, watching);
    const isCalledOff = () => watching.signal?.aborted ?? false;
    if (!opened) return keep({ found: fetch(), passes: isCalledOff });
    const { found, passes } = opened;
    const others = await found;
    return others.model !== null || !passes() || isCalledOff() ? others : get(watching);
  };
  return { present, get, close: async () => (await opened?.found)?.model?.close() };
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
