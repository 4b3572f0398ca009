/** A thread that reads the map of a folder once and says what it found. */
import { parentPort, workerData } from "node:worker_threads";
import type { Folder } from "../session/folder.ts";
import { mapAll, mapEntity, mapPair } from "../session/map.ts";
import { mapPage } from "./atlas.ts";

/**
 * What is looked at in the map of a folder: all of it, one `entity` with its `most` telling neighbours, or its ways `to` another; as data
 * or as a page.
 */
export type Asked = {
  folder: Folder;
  entity?: string | undefined;
  to?: string | undefined;
  most: number;
  page: boolean;
};

const { folder, entity, to, most, page } = workerData as Asked;
if (page) parentPort?.postMessage(await mapPage(folder, entity));
else if (entity === undefined) parentPort?.postMessage(await mapAll({ folder }));
else if (to === undefined) parentPort?.postMessage(await mapEntity({ folder }, entity, most));
else parentPort?.postMessage(await mapPair({ folder }, entity, to));
