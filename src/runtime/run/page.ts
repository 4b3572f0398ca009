import { engines } from "../../engines/registry.ts";
import { renderPage } from "../../trace/page.ts";
import { verifyChain } from "../../trace/verify.ts";
import { readRun, traceOf } from "../record/runs.ts";
import type { Folder } from "../session/folder.ts";
import { think } from "./think.ts";

/** A run as one page that needs nothing beside it, with the graphs that it passed through. Throws RUN_UNKNOWN and TRACE_READ. */
export function pageOf(folder: Folder, target: string): string {
  const { head } = verifyChain(traceOf(folder, target));
  return renderPage(readRun(folder, target), head, graphs());
}

/** The graphs that a run may pass through: that of a question, then those of all engines. */
export function graphs() {
  return [think, ...engines.map(({ shape }) => shape)];
}
