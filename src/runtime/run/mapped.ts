import { ErgoError } from "../../core/error.ts";
import type { MapAsked, MapTold } from "../../core/mapped.ts";
import { type EntityMap, freshenMap, mapAll, mapEntity, mapPair } from "../session/map.ts";
import { sayMap } from "../session/mapsaid.ts";
import type { Session } from "../session/session.ts";

/** Neighbours of an entity that are told. */
const most = 8;

/** What the graph of the folder says. A name that nothing has is no error: what is called nearly so is told. */
export async function mapTold(session: Session, { entity, to }: MapAsked, signal: AbortSignal): Promise<MapTold> {
  try {
    await freshenMap(session, signal);
    if (entity === undefined) return { found: true, text: sayMap(await mapAll(session)), sentences: [] };
    const made = to === undefined ? await mapEntity(session, entity, most) : await mapPair(session, entity, to);
    const found = to === undefined || made.neighbours.length + made.paths.length > 0;
    return { found, text: sayMap(made), sentences: sentencesOf(made) };
  } catch (thrown) {
    if (!(thrown instanceof ErgoError) || thrown.code !== "ENTITY_UNKNOWN") throw thrown;
    return { found: false, text: `${thrown.message}; ${thrown.remedy}`, sentences: [] };
  }
}

function sentencesOf({ neighbours, paths }: EntityMap): string[] {
  const direct = neighbours.flatMap(({ relations }) => relations.flatMap(({ evidence }) => evidence.slice(0, 1)));
  const along = paths.flatMap(({ hops }) => hops.flatMap(({ evidence }) => (evidence ? [evidence] : [])));
  return [...new Set([...direct, ...along].map(({ text }) => text.replace(/\s+/g, " ").trim()))].filter(
    (text) => text !== "",
  );
}
