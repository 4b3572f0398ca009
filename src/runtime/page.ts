import type { Ports } from "../core/port.ts";
import { direct } from "../engines/direct.ts";
import { loop } from "../engines/loop.ts";
import { renderPage } from "../trace/page.ts";
import type { Folder } from "./folder.ts";
import { readRun } from "./runs.ts";
import { think } from "./think.ts";

/** A run as one page that needs nothing beside it, with the graphs that it passed through. Throws RUN_UNKNOWN and TRACE_READ. */
export function pageOf(folder: Folder, target: string): string {
  // A graph's shape does not depend on its ports.
  const ports = {} as Ports;
  return renderPage(readRun(folder, target), [think(ports, "direct"), direct(ports), loop(ports)]);
}
