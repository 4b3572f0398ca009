import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listModels } from "../../model/install/manifest.ts";
import { fits } from "../../model/provider/memory.ts";
import { makeFolder } from "../../system/folder.ts";
import { standingFor } from "./able.ts";

/** A model that could answer from excerpts, by its name, with the bytes of its weights. */
export type Reader = { name: string; size: number };

/**
 * Which weights of Ergo's own answer from excerpts where the user named no model: `here` is the one to take, the strongest that
 * passed, else the largest that was never measured, for somebody fetched it; `offers` passed and could be fetched, the strongest
 * first. What does not fit into memory is neither.
 */
export async function readersFor(home: string): Promise<{ here: Reader | undefined; offers: Reader[] }> {
  const listed = (await listModels({ home })).filter(({ role, size }) => role === "worker" && fits(size));
  const known = await Promise.all(
    listed.map(async (each) => {
      const standing = await standingFor(each.name, home);
      const untried = standing === undefined || standing.untried?.includes("read");
      const passed = standing?.abilities.includes("read") ?? false;
      return { ...each, passed, untried: untried ?? false };
    }),
  );
  const ranked = known.toSorted((a, b) => Number(b.passed) - Number(a.passed) || b.size - a.size);
  const here = ranked.find(({ present, passed, untried }) => present && (passed || untried));
  return { here, offers: ranked.filter(({ present, passed }) => passed && !present) };
}

/** How those that could be fetched are offered, in one sentence; "" with none. */
export function offerOf([best, ...others]: Reader[]): string {
  if (!best) return "";
  const besides = others.map(({ name, size }) => ` or ${name} (${amount(size)})`).join("");
  return `\`ergo models pull ${best.name}\` (${amount(best.size)})${besides} fetches a model that answers from what is found`;
}

function amount(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Whether an offer is yet to be made: once for a home, so that it isn't said with every answer. */
export function isFirstOffer(home: string): boolean {
  try {
    makeFolder(home, 0o777);
    writeFileSync(join(home, "offered"), "", { flag: "wx" });
    return true;
  } catch {
    // It was made, or nothing can be written down here: then it would be said every time.
    return false;
  }
}
