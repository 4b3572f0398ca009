import { isNone } from "../../answers/accept.ts";
import type { Means, RecipeAnswer } from "../../answers/asking.ts";
import type { Draft } from "../../core/answer.ts";
import { blank } from "../../engines/state.ts";
import type { AmountQuestion } from "../../language/asked.ts";
import { it } from "../../language/halves.ts";
import type { Exact } from "./exact.ts";

/** How the folder is looked at. */
type Asking = Means & { signal: AbortSignal };

/**
 * What the first of several ways of answering a question finds where what it names is there; else what the first says that has something to
 * offer, or the last; null for no way.
 */
export async function answerExactly(exact: readonly Exact[], asking: Asking): Promise<Draft | null> {
  let declined: Draft | null = null;
  for (const one of exact) {
    const draft = await answerBy(one, asking);
    if (draft.stop !== "no_plan") return draft;
    if (!declined?.alternatives) declined = draft;
  }
  return declined;
}

async function answerBy(exact: Exact, asking: Asking): Promise<Draft> {
  const look = { observe: asking.observe, signal: asking.signal, only: asking.only ?? "**" };
  switch (exact.is) {
    case "closed":
      return (await import("./solved.ts")).answerClosed(exact.closed);
    case "facts":
      return await (await import("./facts.ts")).answerFacts(exact.facts, look);
    case "fields":
      return await (await import("./fields/answer.ts")).answerFields(exact.fields, look);
    case "code":
      return await (await import("./code/answer.ts")).answerCode(exact.code, look, asking.now);
    case "amount":
      return await ofAmount(exact.amount, asking);
    case "both":
      return await ofBoth(exact.both, asking);
    case "found":
      return await ofFound(exact, asking);
    case "half": {
      const draft = await answerExactly(exact.half, asking);
      const { withLeft } = await import("./told.ts");
      return draft?.stop === "success"
        ? withLeft(draft, exact.left)
        : blank("no_plan", "What it asks first is not there.");
    }
  }
}

async function ofBoth([one, other]: [Exact[], Exact[]], asking: Asking): Promise<Draft> {
  const { joined } = await import("./conclude.ts");
  const first = await answerExactly(one, asking);
  return joined(first!, (await answerExactly(other, asking))!);
}

/** A file that a claim names as one that has most or least. */
const ofExtreme = /"((?:[^"\\]|\\.)+)" in (?:largest|smallest)\(/g;

/** Files that have most together are asked about each, where they are no more. */
const mostTied = 5;

/** What was found first, and what is asked of it then. */
async function ofFound({ first, about }: Extract<Exact, { is: "found" }>, asking: Asking): Promise<Draft> {
  const draft = (await answerExactly(first, asking))!;
  const paths = draft.claims.flatMap(({ formal = "" }) => [...formal.matchAll(ofExtreme)].map(([, path]) => path!));
  if (draft.stop !== "success") return draft;
  if (paths.length === 0 || paths.length > mostTied) return blank("no_plan", "No one file was found.");
  const [{ exactIn }, { joined }] = await Promise.all([import("./exact.ts"), import("./conclude.ts")]);
  let all = draft;
  for (const path of paths) {
    const question = about.replace(it, () => JSON.parse(`"${path}"`));
    const found = await answerExactly(exactIn(question, { now: asking.now }), asking);
    if (found === null || found.stop === "no_plan") return blank("no_plan", "What is asked of it is not there.");
    all = joined(all, found);
  }
  return all;
}

/** Where two things are asked of the same lines, both are answered. */
async function ofAmount(amount: AmountQuestion, means: Means): Promise<Draft> {
  const { answerAmount } = await import("./amount.ts");
  const { also, ...first } = amount.asks === "lines" ? amount : { ...amount, also: undefined };
  const answer = drafted(await answerAmount(first, means));
  // That no file is called so, or holds a word, says nothing where it may be of something else.
  const isLoose =
    ("files" in first && first.files.titles.some((title) => title.isLoose)) ||
    ("texts" in first && first.texts.some((text) => text.isLoose));
  if (isLoose && answer.claims.some(({ formal = "" }) => isNone(formal)))
    return blank("no_plan", "It may be of something else.");
  if (answer.stop === "no_plan" || first.asks !== "lines" || also === undefined) return answer;
  const { joined } = await import("./conclude.ts");
  return joined(answer, drafted(await answerAmount({ ...first, how: also }, means)));
}

/** What a recipe found, as an engine gives it; one that was declined leaves the question to others. */
function drafted({ judgements: _, undecided: __, declined, ...draft }: RecipeAnswer): Draft {
  return declined ? { ...draft, stop: "no_plan" } : draft;
}
