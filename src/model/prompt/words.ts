import { readdirSync } from "node:fs";
import { ErgoError } from "../../core/error.ts";
import { readPrompt, type Words } from "./prompt.ts";

/** What a user has prompts say otherwise, by their names. */
export type Prompts = Record<string, Words>;

/** A prompt that can be said otherwise, as it stands in its file. */
export type Wordable = { name: string; system: string; input: string };

/** What judges whether a text supports a sentence is as it was measured. */
const fixed = new Set(["judge"]);

/** Characters of a text that a user may give. */
const most = 4000;

/** The prompts that can be said otherwise. */
export function wordable(): Wordable[] {
  const files = readdirSync(new URL("../../../data/prompts/", import.meta.url));
  const names = files.flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? []).filter((name) => name !== "schema");
  return names
    .filter((name) => !fixed.has(name))
    .sort()
    .map((name) => {
      const { system, input } = readPrompt(name).prompt;
      return { name, system, input };
    });
}

/** Refuses words for what is no prompt or stays as it is, and an input that does not take what the prompt's does: USAGE. */
export function requireWords(prompts: Prompts): Prompts {
  const known = Object.keys(prompts).length === 0 ? [] : wordable();
  for (const [name, words] of Object.entries(prompts)) {
    const own = known.find((each) => each.name === name);
    if (own === undefined) {
      const why = fixed.has(name)
        ? "it stays as it was measured"
        : `one of ${known.map((each) => each.name).join(", ")}`;
      throw new ErgoError("USAGE", { detail: `prompt ${name}: ${why}` });
    }
    const [wants, takes] = [variablesIn(own.input), variablesIn(words.input ?? own.input)];
    if (wants !== takes)
      throw new ErgoError("USAGE", { detail: `prompt ${name}: its input takes ${wants}, each once` });
    if (Object.values(words).some((text) => text.trim() === "" || text.length > most)) {
      throw new ErgoError("USAGE", { detail: `prompt ${name}: a text of 1 to ${most} characters` });
    }
  }
  return prompts;
}

function variablesIn(input: string): string {
  return [...input.matchAll(/\{(\w+)\}/g)]
    .map(([variable]) => variable)
    .sort()
    .join(", ");
}
