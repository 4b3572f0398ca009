import type { Draft, Stated } from "../core/answer.ts";
import { sha256 } from "../core/digest.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Survey } from "../core/port.ts";
import { evidenceOf, stated } from "./compose.ts";
import { contradictory } from "./contradictory.ts";
import type { Finding } from "./judge.ts";

/**
 * An answer that counts over every document: what was counted, over what, and sentences that show some of it. It rests on an
 * index, which is made of the files and no observation of them, so it is supported and not proven; what could not be read
 * is said.
 */
export function count(survey: Survey, findings: Finding[], globs: string[]): Draft {
  const { found, text, coverage, names, retrieved, complete, file } = survey;
  const { documents, skipped } = retrieved.corpus;
  const unread = skipped.length > 0 ? ` ${skipped.length} files, or parts of them, could not be read.` : "";
  const listing = `${text} ${coverage}${unread}\n${names.join("\n")}`.trim();
  const counted: Evidence = {
    id: "e1",
    kind: "listing",
    ...(file ? { path: file.path, source: file.source } : {}),
    text: listing,
    textHash: sha256(listing),
    complete,
  };
  if (survey.pairs) return contradictory({ ...survey, pairs: survey.pairs }, counted, findings, globs);
  const standing = findings.filter(({ stands }) => stands);
  const evidence = [counted, ...standing.map((one, at) => evidenceOf(one, retrieved.passages, `e${at + 2}`))];
  const claim: Stated = { text, verdict: "supported", evidence: ["e1"] };
  const claims = [claim, ...standing.map((one, at) => stated(one, `e${at + 2}`))];
  const quotes = claims.slice(1).map((one, at) => `${one.text} [${at + 2}]`);
  const answer = [`${text} [1]`, `${coverage}${unread}`, ...quotes].join("\n");
  const universe = { files: documents, skipped: skipped.length, globs };
  return { stop: found ? "success" : "not_found", answer, claims, evidence, universe, confidence: null, degraded: [] };
}
