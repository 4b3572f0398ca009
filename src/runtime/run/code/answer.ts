import type { CodeQuestion } from "../../../code/ask/question.ts";
import type { Draft } from "../../../core/answer.ts";
import { blank } from "../../../engines/state.ts";
import type { Asking } from "../conclude.ts";
import { constants } from "./constants.ts";
import { answerDeclared } from "./declared.ts";
import { folders } from "./folders.ts";
import { ranked } from "./functions.ts";
import { answerGraph } from "./graph.ts";
import { answerHistory } from "./history.ts";
import { answerKernel } from "./kernel.ts";
import { type Look, lookAt } from "./look.ts";
import { answerManifest } from "./manifest.ts";
import { answerMeasure } from "./measures.ts";
import { answerRelation } from "./relation.ts";

/**
 * Answers a question about a code base by looking at its files; "no_plan" where what it names is not there, so that others may answer. Each
 * sentence is proven by a claim, or supported by what was seen. Throws what `observe` and the signal throw.
 */
export async function answerCode(
  {
    question,
    parts,
    declared,
    relation,
    rank,
    graph,
    kernel,
    manifest,
    measure,
    folders: compared,
    value,
    history,
  }: CodeQuestion,
  asking: Asking,
  now: number,
): Promise<Draft> {
  const look = await lookAt(question, asking);
  if (look === null) return blank("no_plan", "The folder can't be listed.");
  if (history) return await answerHistory(look, history, now);
  if (compared) return await folders(look, compared);
  if (kernel) return isCode(look) ? await answerKernel(look, kernel) : blank("no_plan", "There is no code here.");
  if (graph) return await answerGraph(look, graph);
  if (manifest) {
    const stated = await answerManifest(look, manifest);
    if (stated.stop !== "no_plan" || !value) return stated;
    return await constants({ look, parts: new Set(parts), value });
  }
  if (declared) {
    const told = await answerDeclared(look, declared);
    if (told.stop !== "no_plan" || !relation) return told;
  }
  if (rank) return await ranked(look, rank);
  if (measure) return await answerMeasure(look, measure);
  if (relation) return await answerRelation(look, relation);
  return await constants({ look, parts: new Set(parts), value });
}

function isCode({ universe, sources }: Look): boolean {
  return (
    sources.length > 0 ||
    universe.files.some((path) => /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|pom\.xml)$/.test(path))
  );
}
