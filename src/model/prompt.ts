import { readFileSync } from "node:fs";
import { sha256 } from "../core/digest.ts";
import type { Generate } from "../core/model.ts";

/**
 * A prompt as a file of data/prompts. `input` is what the model is given, with `{name}` for each variable, `output`
 * what leads to its answer; `examples` fill both. A small model continues the examples (few-shot completion).
 */
export type Prompt = {
  name: string;
  variables: Record<string, Variable>;
  input: string;
  output: string;
  examples: Example[];
  maxTokens: number;
  temperature: number;
  stop: string[];
  /** Most tokens that the whole prompt may take, however wide the model's window is: long prompts are slow. */
  budget: number;
};

/**
 * `line` is one line of text. `lines` are several, most important first: the last ones are left out when room is short,
 * and they are written in reverse, because a small model leans on what stands nearest to its answer.
 */
type Variable = "line" | "lines";
export type Values = Record<string, string | string[]>;
type Example = { values: Values; answer: string };

/** A prompt with its identity: SHA-256 over its content, so that a trace tells which wording was used. */
export type Loaded = { prompt: Prompt; hash: string };

/** `left` are the lines, or ends of lines, that found no room. */
export type Rendered = { request: Generate & { prompt: string }; left: string[] };

/** The prompt file of that name. */
export function readPrompt(name: string): Loaded {
  const prompt = JSON.parse(readFileSync(new URL(`../../data/prompts/${name}.json`, import.meta.url), "utf8"));
  return { prompt, hash: sha256(JSON.stringify(prompt)) };
}

/**
 * Fills a prompt so that it and its answer fit into `window` tokens. Line breaks inside values become spaces, so no
 * value can pose as another part of the prompt. Throws when a value is missing or of the wrong type.
 */
export function render(prompt: Prompt, values: Values, window: number): Rendered {
  const filled = check(prompt, values);
  const { maxTokens, temperature, stop } = prompt;
  const room = Math.min(prompt.budget, window - maxTokens);
  const left: string[] = [];
  let text = compose(prompt, filled);
  while (estimateTokens(text) > room) {
    const removed = shorten(prompt, filled, estimateTokens(text) - room);
    if (removed === undefined) break;
    left.unshift(removed);
    text = compose(prompt, filled);
  }
  return { request: { prompt: text, maxTokens, temperature, stop }, left };
}

/**
 * An upper estimate of a text's tokens that needs no tokenizer, so that a prompt is the same whether or not a model
 * is loaded: 3 ASCII characters a token (English takes 4 and more), and one token for every byte of other characters.
 */
export function estimateTokens(text: string): number {
  const other = text.replace(/[\0-\x7f]/g, "");
  return Math.ceil((text.length - other.length) / 3) + Buffer.byteLength(other);
}

function compose(prompt: Prompt, values: Values): string {
  const shots = prompt.examples.map((example) => `${part(prompt, check(prompt, example.values))} ${example.answer}`);
  return [...shots, part(prompt, values)].join("\n\n");
}

function part({ input, output }: Prompt, values: Values): string {
  const text = input.replace(/\{(\w+)\}/g, (_, name: string) => [values[name] ?? []].flat().toReversed().join("\n"));
  return `${text}\n${output}`;
}

function check({ name, variables }: Prompt, values: Values): Values {
  const checked: Values = {};
  for (const [variable, type] of Object.entries(variables)) {
    const value = values[variable];
    const fits = type === "lines" ? Array.isArray(value) : typeof value === "string";
    if (!fits) throw new TypeError(`prompt ${name}: ${variable} must be ${type === "lines" ? "an array" : "a string"}`);
    checked[variable] = Array.isArray(value) ? value.map(oneLine) : oneLine(value as string);
  }
  return checked;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Takes the last line of the longest list away; of an only line, as much of its end as is needed. */
function shorten({ variables }: Prompt, values: Values, excess: number): string | undefined {
  const lists = Object.keys(variables).map((name) => values[name]);
  const list = lists.filter(Array.isArray).toSorted((a, b) => b.length - a.length)[0];
  const last = list?.pop();
  if (!list || last === undefined) return undefined;
  if (list.length > 0) return last;
  const kept = cutEnd(last, estimateTokens(last) - excess);
  if (kept) list.push(kept);
  return last.slice(kept.length).trim();
}

/** The longest beginning of whole words that takes no more than `tokens`. */
function cutEnd(line: string, tokens: number): string {
  const words = line.split(" ");
  while (words.length > 0 && estimateTokens(words.join(" ")) > tokens) words.pop();
  return words.join(" ");
}
