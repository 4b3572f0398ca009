import type { Problem } from "../core/error.ts";
import type { Ports } from "../core/port.ts";
import { stepReference } from "../core/prompting.ts";
import type { Context } from "../flow/context.ts";
import { tokenizeSentence } from "../proof/sentence.ts";
import { empty } from "../proof/words.ts";
import { saying, splitting } from "./effects.ts";
import type { Split } from "./tree.ts";

/** How a question is split, by whom, and what that had to do without; null where nobody splits it. */
export type Branched = { split: Split | null; by: string; degraded: Problem[] };

/** How many parts a question has by rules: those that stand side by side, and whether another one stands within it. */
export function seenIn(question: string, ports: Ports): { parts: string[]; isNested: boolean } {
  return { parts: beside(question, ports), isNested: ports.unnest(question) !== null };
}

/** The questions that stand side by side in one; itself where it is but one. */
export function beside(question: string, { divide }: Ports): string[] {
  const divided = divide(question);
  return divided === null || divided.join === "further" || divided.join === "then" ? [question] : divided.parts;
}

/**
 * Splits a question: by rules where they see several in it, else into the smaller questions that the planner names. All are needed. A
 * question that was split to no avail is asked in other words instead (`anew`), any of which will do.
 */
export async function branch(
  question: string,
  { most, anew }: { most: number; anew: boolean },
  ctx: Context,
  ports: Ports,
): Promise<Branched> {
  const split = anew ? null : byRules(question, most, ports);
  if (split) return { split, by: "rules", degraded: [] };
  if (ports.say === null) return { split: null, by: "rules", degraded: [] };
  const chain = anew || ports.split === null ? null : await chainOf(question, most, ctx, ports.split);
  if (chain?.split) return chain;
  const prompt = anew ? "reword" : "decompose";
  const said = await saying(ctx, ports.say, { role: "planner", prompt, values: { question } });
  if (!said.ok) return { split: null, by: prompt, degraded: [said.error] };
  const { text, model, instead } = said.value;
  const parts = questionsIn(text, question).slice(0, most);
  const enough = parts.length >= (anew ? 1 : 2);
  const made: Split = {
    joint: anew ? "or" : "and",
    parts: parts.map((part) => ({ question: part, after: null })),
  };
  return { split: enough ? made : null, by: model, degraded: instead ? [instead] : [] };
}

/** The steps that the planner puts a question in, where it was measured to be able to; each may need the answer to one before it. */
async function chainOf(
  question: string,
  most: number,
  ctx: Context,
  split: NonNullable<Ports["split"]>,
): Promise<Branched | null> {
  const given = await splitting(ctx, split, question);
  const steps = given.ok ? given.value?.steps : null;
  if (!given.ok || !steps || steps.length < 2 || steps.length > most) return null;
  const parts = steps.map((step, at) => {
    const needs = [...step.matchAll(stepReference)].map(([, number]) => (number ? Number(number) - 1 : at - 1));
    return { question: step, needs: [...new Set(needs)] };
  });
  // What needs two answers at once is no chain.
  if (parts.some(({ needs }, at) => needs.length > 1 || (needs[0] ?? -1) >= at)) return null;
  const chained = parts.map((part) => ({ question: part.question, after: part.needs[0] ?? null }));
  return { split: { joint: "and", parts: chained }, by: given.value!.model, degraded: [] };
}

/** A question within a question is asked first; of those side by side, one that refers to the one before comes after it. */
function byRules(question: string, most: number, ports: Ports): Split | null {
  const side = beside(question, ports).slice(0, most);
  if (side.length > 1) {
    const refers = (part: string, before: string) =>
      ports.goOn(part, { question: before, answer: "", quotes: [before] }) !== part;
    const parts = side.map((part, at) => ({
      question: part,
      after: at > 0 && refers(part, side[at - 1]!) ? at - 1 : null,
    }));
    return { joint: "each", parts };
  }
  const nested = ports.unnest(question);
  if (!nested) return null;
  const parts = [
    { question: nested.inner, after: null },
    { question: nested.fill("#"), after: 0 },
  ];
  return { joint: "and", parts };
}

/** The questions in what a model wrote, each once and none the one that it was asked; whatever else it wrote is no question. */
function questionsIn(text: string, question: string): string[] {
  const asked = bare(question);
  const found = (text.match(/[^?\n]+\?/gu) ?? [])
    .map((part) => part.replace(/^[\s\d.)*•:-]+/u, "").trim())
    .filter((part) => part.split(/\s+/).length >= 3 && part.length <= longest && bare(part) !== asked);
  return [...new Map(found.map((part) => [bare(part), part])).values()];
}

/** Characters of a question that a model names. */
const longest = 200;

/** A question without its marks and capitals. */
export function bare(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The share of a text's telling words that another one has too, from 0 to 1; 1 where it has none. Pure. */
export function relevanceOf(text: string, other: string): number {
  const [own, there] = [tellingIn(text), tellingIn(other)];
  if (own.size === 0) return 1;
  return [...own].filter((stem) => there.has(stem)).length / own.size;
}

function tellingIn(text: string): Set<string> {
  return new Set(
    tokenizeSentence(text).flatMap(({ text: word, stem }) => (empty.has(word) ? [] : [stem.toLowerCase()])),
  );
}
