import { engines } from "../../engines/registry.ts";
import type { Shape } from "../../flow/define.ts";
import { renderPage } from "../../trace/page.ts";
import { verifyChain } from "../../trace/verify.ts";
import { readRun, traceOf } from "../record/runs.ts";
import type { Folder } from "../session/folder.ts";
import { think } from "./think.ts";

/** A run as one page that needs nothing beside it, with the graphs that it passed through. Throws RUN_UNKNOWN and TRACE_READ. */
export async function pageOf(folder: Folder, target: string): Promise<string> {
  const { head } = verifyChain(traceOf(folder, target));
  return renderPage(readRun(folder, target), head, await graphs());
}

/** The graphs that a run may pass through: that of a question, then those of all engines. */
export async function graphs(): Promise<Shape[]> {
  const loaded = await Promise.all(engines.map(({ load }) => load()));
  return [think, ...loaded.map(({ shape }) => shape)];
}
