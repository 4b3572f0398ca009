import { engines } from "../../engines/registry.ts";
import type { Shape } from "../../flow/define.ts";
import { renderPage } from "../../trace/page.ts";
import { verifyChain } from "../../trace/verify.ts";
import { type Proof, proofOf } from "../record/proven.ts";
import { readRun, traceOf } from "../record/runs.ts";
import type { Folder } from "../session/folder.ts";
import { think } from "./think.ts";

/** A run as one page that needs nothing beside it, with what it proved and the graphs that it passed through. Throws RUN_UNKNOWN and TRACE_READ. */
export async function pageOf(folder: Folder, target: string): Promise<string> {
  const { head } = verifyChain(traceOf(folder, target));
  return renderPage(readRun(folder, target), { head, graphs: await graphs(), proof: proofIn(folder, target) });
}

/** What a run proved; null where its record holds what Ergo does not write, as `verify` says. */
function proofIn(folder: Folder, target: string): Proof | null {
  try {
    return proofOf(folder, target);
  } catch {
    return null;
  }
}

/** The graphs that a run may pass through: that of a question, then those of all engines. */
export async function graphs(): Promise<Shape[]> {
  const loaded = await Promise.all(engines.map(({ load }) => load()));
  return [think, ...loaded.map(({ shape }) => shape)];
}
