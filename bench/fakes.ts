/** Models that are no models: one that knows every answer, one that guesses, one that misleads. */
import type { Generate } from "../src/core/model.ts";
import { abilities, readTrial } from "../src/model/ability/ability.ts";
import { readPrompt, render, wordedIn } from "../src/model/prompt/prompt.ts";

/** A question about documents, where its answer stands, and words of it, with "|" between those that will do. */
export type Question = [question: string, place: string, key: string];

/** Knows every answer. */
export function perfect(questions: Question[]): (request: Generate) => string {
  const known = new Map<string, string>();
  for (const ability of abilities) {
    const trial = readTrial(ability);
    const items = [...trial.items, ...Object.values(trial.others ?? {}).flat()];
    for (const { prompt } of wordedIn(trial.prompt).map((wording) => readPrompt(trial.prompt, wording))) {
      for (const { values: filled, answer } of items) {
        const said = answer;
        for (const form of ["chat", "completion"] as const)
          known.set(whole(render(prompt, filled, 4096, form).request), said);
      }
    }
  }
  return (request) => known.get(whole(request)) ?? keyOf(request, questions) ?? "It is not said.";
}

function keyOf(request: Generate, questions: Question[]): string | undefined {
  const question = /Question: (.*)/.exec(lastPart(request))?.[1];
  return questions.find(([asked]) => asked === question)?.[2].split("|")[0];
}

/** Picks a few words that stand in the prompt, or an option, at random. */
export function guessing(): (request: Generate) => string {
  const random = generator(5);
  return (request) => {
    const text = lastPart(request);
    const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
    const options = [...text.matchAll(/Option: (\w+)/g)].map(([, option]) => option!);
    if (/Statement:/.test(text)) return pick(["yes", "no"]);
    const words = text.replace(/\w+: /g, "").split(/\s+/);
    const from = Math.floor(random() * words.length);
    const span = words.slice(from, from + 1 + Math.floor(random() * 3)).join(" ");
    if (request.schema) return JSON.stringify({ tool: pick(options), argument: span });
    if (text.startsWith("Question:")) return `${pick(text.split("?"))}? Then: ${span} #?`;
    if (/Goal:/.test(text)) return [pick(options), pick(options)].join(", ");
    return options.length > 0 ? pick(options) : span;
  };
}

/** Turns what is said into its opposite, with other numbers, and sounds sure. */
export function misleading(request: Generate): string {
  const text = lastPart(request);
  const context = /(?:Context|Excerpt): (?:[^:\n]*: )?(.*)/.exec(text)?.[1] ?? "";
  if (/Option:/.test(text)) return /Option: (\w+)/.exec(text)![1]!;
  if (/Statement:/.test(text)) return "yes";
  // Shares out the words of a question so that they can be looked up, whatever they ask.
  if (text.startsWith("Question:")) {
    const words = text
      .replace(/^Question: /, "")
      .replace(/\?\s*$/, "")
      .split(/\s+/);
    const half = Math.ceil(words.length / 2);
    return `What is ${words.slice(half).join(" ")}? Then: ${words.slice(0, half).join(" ")} #?`;
  }
  return context
    .replace(/\b(is|are|was|were|can|will|has)\b/, "$1 not")
    .replace(/\d/g, (digit) => String((Number(digit) + 3) % 10));
}

function whole({ prompt }: Generate): string {
  return JSON.stringify(prompt);
}

function lastPart({ prompt }: Generate): string {
  return typeof prompt === "string"
    ? prompt
        .split("\n\n")
        .at(-1)!
        .replace(/\n[^\n]*$/, "")
    : prompt.at(-1)!.content;
}

export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
