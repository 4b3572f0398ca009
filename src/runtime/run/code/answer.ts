import { isCode as isNameOfCode } from "../../../code/ask/named.ts";
import type { CodeQuestion } from "../../../code/ask/question.ts";
import type { Draft } from "../../../core/answer.ts";
import type { Term } from "../../../core/claim.ts";
import { blank } from "../../../engines/state.ts";
import { equals } from "../../../proof/build.ts";
import { decide } from "../../../proof/decide.ts";
import { stringTerm } from "../../../proof/value.ts";
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
export async function answerCode(asked: CodeQuestion, asking: Asking, now: number): Promise<Draft> {
  const look = await lookAt(asked.question, asking);
  if (look === null) return blank("no_plan", "The folder can't be listed.");
  const draft = await told(look, asked, now);
  const name = nameIn(asked);
  const isOpen = draft.stop === "no_plan" && name !== null && isCode(look);
  return isOpen && (await isNowhere(look, name)) ? blank("not_found", `No file here has "${name}".`) : draft;
}

async function told(
  look: Look,
  {
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
  now: number,
): Promise<Draft> {
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
    const found = await answerDeclared(look, declared);
    if (found.stop !== "no_plan" || !relation) return found;
  }
  if (rank) return await ranked(look, rank);
  if (measure) return await answerMeasure(look, measure);
  if (relation) return await answerRelation(look, relation);
  return await constants({ look, parts: new Set(parts), value });
}

/** What a question is about that is written as names of code are; null where it is about something else. */
function nameIn({ relation, declared }: CodeQuestion): string | null {
  const name = relation?.name ?? (declared?.of.is === "where" ? declared.of.name : null);
  return name !== null && isNameOfCode({ text: name, quoted: false }) ? name.replace(/\(\)?$/, "") : null;
}

/** Whether no file has the last part of a name. */
async function isNowhere({ board, asking }: Look, name: string): Promise<boolean> {
  const last = stringTerm(name.replace(/^.*[./:](?=[\w$]+$)/, ""));
  const files: Term = { is: "call", name: "with", args: [last, stringTerm("**")], at: 0 };
  const { verdict } = await decide(equals(files, 0), board, asking.observe, asking.signal);
  return verdict === "provable";
}

function isCode({ universe, sources }: Look): boolean {
  return (
    sources.length > 0 ||
    universe.files.some((path) => /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|pom\.xml)$/.test(path))
  );
}
