import { ErgoError, type Problem, problem, reason } from "../../core/error.ts";
import type { Generate, Message, Model, Result } from "../../core/model.ts";
import { partition } from "./stream.ts";

/** A value out of a model's text, with what all attempts cost, and whether the text had to be repaired. */
export type Structured<T> = { value: T; repaired: boolean; calls: number; tokensIn: number; tokensOut: number };

/** Gives the value in its type, or throws an error whose message tells the model what is wrong. */
export type Accept<T> = (value: unknown) => T;

/**
 * Asks a model for JSON: as it stands, else repaired, else asked for again with the error, once. A model that can be
 * held to the request's schema is. What is still unusable is MODEL_FORMAT, and a failure of the model stays itself.
 */
export async function generateJson<T>(
  model: Model,
  request: Generate,
  accept: Accept<T>,
  signal?: AbortSignal,
): Promise<Result<Structured<T>>> {
  const cost = { calls: 0, tokensIn: 0, tokensOut: 0 };
  let asked = request;
  let detail = "";
  for (let attempt = 0; attempt < 2; attempt++) {
    const given = await model.generate(asked, signal);
    if (!given.ok) return given;
    const { text, finish, tokensIn, tokensOut } = given.value;
    cost.calls++;
    cost.tokensIn += tokensIn;
    cost.tokensOut += tokensOut;
    if (finish === "abort") return { ok: false, error: problem(new ErgoError("CANCELLED")) };
    const read = await readJson(text, accept);
    if (read.ok) return { ok: true, value: { ...read.value, ...cost } };
    detail = finish === "length" ? `it was cut off; ${read.error.message}` : read.error.message;
    asked = { ...request, prompt: again(request.prompt, text, detail) };
  }
  return { ok: false, error: problem(new ErgoError("MODEL_FORMAT", { model: model.name, detail })) };
}

/**
 * The JSON value in a text: without thinking, without a fence around it, without what is said before and after it; as it
 * stands, else repaired by `jsonrepair`. The error's message says what is wrong with it.
 */
export async function readJson<T>(text: string, accept: Accept<T>): Promise<Result<{ value: T; repaired: boolean }>> {
  const bare = unwrapped(partition(text, { chat: true, whole: true }).text);
  if (bare === "") return { ok: false, error: wrong("there is no JSON in it") };
  try {
    return { ok: true, value: { value: accept(JSON.parse(bare)), repaired: false } };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { ok: false, error: wrong(reason(error)) };
  }
  try {
    const { jsonrepair } = await import("jsonrepair");
    return { ok: true, value: { value: accept(JSON.parse(jsonrepair(bare))), repaired: true } };
  } catch (error) {
    return { ok: false, error: wrong(reason(error)) };
  }
}

/** A call of a tool that a model wrote as text. */
export type TextCall = { name: string; arguments: Record<string, unknown> };

/**
 * The calls of the tools `known` that stand in a text, in the forms in which models write them: between tags, fenced,
 * after a mark, as bare JSON, or like a function's. Calls of other names are left out: they may be quotations.
 */
export async function callsIn(text: string, known: string[]): Promise<TextCall[]> {
  const said = partition(text, { chat: true, whole: true }).text;
  const calls: TextCall[] = [];
  for (const candidate of candidates(said, known)) {
    const read = await readJson(candidate, (value) => [value].flat().flatMap((each) => callOf(each, known)));
    if (read.ok) calls.push(...read.value.value);
    if (calls.length > 0 && candidate === said) break;
  }
  return calls;
}

function* candidates(text: string, known: string[]): Generator<string> {
  const tagged = [...text.matchAll(/<(tool_call|function_call|tool)>([\s\S]*?)(?:<\/\1>|$)/g)].map(
    ([, , inner]) => inner!,
  );
  if (tagged.length > 0) return yield* tagged;
  const named = [...text.matchAll(/<function=([\w.-]+)>([\s\S]*?)(?:<\/function>|$)/g)];
  if (named.length > 0) return yield* named.map(([, name, inner]) => JSON.stringify({ name, arguments: inner }));
  const marked = /\[TOOL_CALLS\]\s*([\s\S]+)/.exec(text);
  if (marked) return yield marked[1]!;
  const called = known.map((name) =>
    new RegExp(`^\\s*(?:functions\\.)?(${literal(name)})\\s*\\(\\s*(\\{[\\s\\S]*\\})\\s*\\)\\s*$`).exec(text),
  );
  for (const found of called) {
    if (found) return yield JSON.stringify({ name: found[1], arguments: found[2] });
  }
  yield text;
}

function literal(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function callOf(value: unknown, known: string[]): TextCall[] {
  if (typeof value !== "object" || value === null) return [];
  const { name, tool, function: inner, arguments: given, parameters, args } = value as Record<string, unknown>;
  if (typeof inner === "object" && inner !== null) return callOf(inner, known);
  const called = [name, tool, inner].find((each) => typeof each === "string" && known.includes(each));
  const raw = given ?? parameters ?? args ?? {};
  const object = typeof raw === "string" ? parsed(raw) : raw;
  if (typeof called !== "string" || typeof object !== "object" || object === null || Array.isArray(object)) return [];
  return [{ name: called, arguments: object as Record<string, unknown> }];
}

function parsed(text: string): unknown {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** From the first bracket on, to the last one that closes; an array or object that was cut off goes to its end. */
function unwrapped(text: string): string {
  const fenced = /```(?:json[c5]?|tool_code)?\s*\n([\s\S]*?)(?:\n\s*```|$)/.exec(text)?.[1] ?? text;
  const from = fenced.search(/[[{]/);
  if (from === -1) return /^\s*(?:"|-?\d|true\b|false\b|null\b)/.test(fenced) ? fenced.trim() : "";
  return fenced.slice(from, endOf(fenced, from)).trim();
}

/** Where the value that begins at `from` ends; the end of the text where it does not. */
function endOf(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (quoted && sign === "\\") at++;
    else if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === "{" || sign === "[") depth++;
    else if ((sign === "}" || sign === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}

function again(prompt: Generate["prompt"], text: string, detail: string): string | Message[] {
  const ask = `That can't be used: ${detail}. Give the JSON alone, corrected.`;
  if (typeof prompt === "string") return `${prompt}${text}\n\n${ask}\n\n`;
  return [...prompt, { role: "assistant", content: text }, { role: "user", content: ask }];
}

function wrong(detail: string): Problem {
  return { code: "MODEL_FORMAT", message: detail, remedy: "" };
}
