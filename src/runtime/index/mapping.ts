import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Folder } from "../session/folder.ts";
import { type EntityMap, mapAll, mapEntity, mapPair } from "../session/map.ts";
import { mapPage } from "./atlas.ts";
import type { Asked } from "./mapthread.ts";

type Overview = Awaited<ReturnType<typeof mapAll>>;

const program = fileURLToPath(new URL(`./mapthread${extname(import.meta.url)}`, import.meta.url));

/** One is read at a time: something that is named everywhere takes much memory, which goes with its thread. */
let last: Promise<unknown> = Promise.resolve();

/** What is asked of the map, read in a thread: meanwhile this one answers others. Throws ENTITY_UNKNOWN and INDEX_FAILED. */
export async function mapData(
  folder: Folder,
  { entity, to, most = 15 }: { entity?: string | undefined; to?: string | undefined; most?: number },
) {
  const said = await inTurn<Overview | EntityMap>({ folder, entity, to, most, page: false });
  if (said !== undefined) return said;
  if (entity === undefined) return await mapAll({ folder });
  return await (to === undefined ? mapEntity({ folder }, entity, most) : mapPair({ folder }, entity, to));
}

/** The same as `mapPage`, read in a thread. */
export async function mapPageApart(folder: Folder, entity?: string): Promise<string> {
  return (await inTurn<string>({ folder, entity, most: 0, page: true })) ?? (await mapPage(folder, entity));
}

function inTurn<T>(asked: Asked): Promise<T | undefined> {
  const said = last.then(() => apart<T>(asked));
  last = said;
  return said;
}

/** What a thread says; undefined where it ends without a word: then the caller does it again, and meets the error itself. */
function apart<T>(asked: Asked): Promise<T | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(program, { workerData: asked, execArgv: [], stderr: true });
    worker.on("message", (said: T) => resolve(said));
    worker.on("error", () => resolve(undefined));
    worker.on("exit", () => resolve(undefined));
  });
}
