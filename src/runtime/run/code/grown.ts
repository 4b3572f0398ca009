import type { FoldersQuestion } from "../../../code/ask/folders.ts";
import type { Draft } from "../../../core/answer.ts";
import type { Claim } from "../../../core/claim.ts";
import { escapeGlob } from "../../../core/wildcard.ts";
import { blank } from "../../../engines/state.ts";
import { call, equals, every } from "../../../proof/build.ts";
import { knownMembers, knownNumber } from "../known.ts";
import { numbered } from "./look.ts";
import { below, concludedOf, type Two } from "./two.ts";

/** Files that are measured one by one. */
const mostMeasured = 400;

/** Which of the files that both folders have are more or less of a measure in the later one. */
export async function grownFiles(two: Two, { by, isMore }: NonNullable<FoldersQuestion["grown"]>): Promise<Draft> {
  const { look, first, second } = two;
  const has = new Set(look.universe.files);
  const shared = below(two, "files").filter((path) => has.has(`${first}/${path}`) && has.has(`${second}/${path}`));
  const meant = shared.filter((path) => two.wanted?.(path) !== false);
  if (meant.length > mostMeasured) return blank("no_plan", "Both folders share too many files to measure each.");
  const claims: Claim[] = [];
  const [found, unknown]: [string[], string[]] = [[], []];
  for (const path of meant) {
    const terms = [call(by, `${first}/${path}`), call(by, `${second}/${path}`)] as const;
    const [before, after] = [await knownNumber(terms[0], look), await knownNumber(terms[1], look)];
    if (before === null || after === null) {
      unknown.push(path);
      continue;
    }
    claims.push(equals(terms[0], before), equals(terms[1], after));
    if (isMore ? after > before : after < before) found.push(`${path}: ${before} → ${after} ${by}`);
  }
  if (claims.length === 0) return blank("no_plan", "No file of both folders can be measured.");
  // So many are in both: all of the one but those that the other lacks.
  const lacking = call("added", second, first);
  const gone = await knownMembers(lacking, look);
  if (gone !== null && unknown.length === 0) {
    const all = look.universe.files.filter((path) => path.startsWith(`${first}/`)).length;
    claims.push(equals(call("files", `${escapeGlob(first)}/**`), all), equals(lacking, gone.length));
  }
  const word = { lines: isMore ? "longer" : "shorter", bytes: isMore ? "larger" : "smaller" }[by];
  const of = two.scope === "" ? "" : ` among ${two.scope}`;
  const text = `${found.length === 0 ? "None" : found.length} of ${numbered(meant.length - unknown.length, "file")}${of} that both have ${found.length < 2 ? "is" : "are"} ${word} in ${second} than in ${first}.`;
  const open = unknown.length > 0 ? [`Open: ${unknown.join(", ")}.`] : [];
  return await concludedOf(two, [{ text, claim: every(claims) }], [...found, ...open]);
}
