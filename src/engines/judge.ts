import type { Claim } from "../core/claim.ts";
import type { Passage } from "../core/evidence.ts";
import type { Observe } from "../core/observation.ts";
import type { Excerpt } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { createBoard } from "../proof/board.ts";
import { call, equals, every } from "../proof/build.ts";
import { decide } from "../proof/decide.ts";
import { printClaim } from "../proof/print.ts";

/** An excerpt after VERIFY: whether it stands in its source, and the claim that says so where a file can be asked. */
export type Finding = { excerpt: Excerpt; stands: boolean; formal: string | null };

/**
 * Checks that each excerpt stands where it is said to stand: in the file or its fields, as CHECK sees it now, or, for a document
 * inside a corpus file, of a format other than text, or on stdin, in the passage that was recorded.
 */
export async function judge(
  excerpts: Excerpt[],
  passages: Passage[],
  observe: Observe,
  ctx: Context,
): Promise<Finding[]> {
  const board = createBoard();
  const findings: Finding[] = [];
  for (const excerpt of excerpts) {
    const passage = passages[excerpt.passage]!;
    if (excerpt.doc !== undefined || passage.rendered || excerpt.path === "stdin") {
      findings.push({ excerpt, stands: passage.text.includes(excerpt.sentence), formal: null });
      continue;
    }
    const claim = excerpt.fields ? fieldsOf(excerpt.path, excerpt.fields) : quotation(excerpt);
    const judgement = await decide(claim, board, observe, ctx.signal);
    const formal = printClaim(claim);
    ctx.note("claim.checked", { claim: formal, verdict: judgement.verdict });
    findings.push({ excerpt, stands: judgement.verdict === "provable", formal });
  }
  return findings;
}

function quotation({ path, sentence }: Excerpt): Claim {
  return call("quote", path, sentence);
}

/** That a file has fields with these values. */
function fieldsOf(path: string, fields: NonNullable<Excerpt["fields"]>): Claim {
  return every(fields.map(({ name, value }) => equals(call("field", path, name), value)));
}
