import type { Passage } from "../../core/evidence.ts";
import type { Reading } from "../../core/port.ts";
import { releaseAsked, releaseIn } from "../text/release.ts";
import type { Judged } from "./candidate.ts";
import { toExcerpt } from "./excerpt.ts";

/** How likely a heading with a version and a date says when that version came out. */
const sure = 0.8;

/** When a version came out, where a heading says so: it stands before the first sentence below it. Null otherwise. */
export function released(question: string, judged: readonly Judged[], passages: readonly Passage[]): Reading | null {
  const version = releaseAsked(question);
  if (version === null) return null;
  for (const [at, passage] of passages.entries()) {
    const label = releaseIn(passage.heading, version);
    const first = judged.filter((one) => one.passage === at && one.text !== "").toSorted((a, b) => a.at - b.at)[0];
    if (label === null || !first) continue;
    const excerpts = [{ ...toExcerpt(first, passage), label }];
    return { excerpts, short: null, sure, missing: [], reason: "a heading gives its date" };
  }
  return null;
}
