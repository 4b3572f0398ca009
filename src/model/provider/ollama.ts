import { ErgoError } from "../../core/error.ts";
import type { Encoder, Form, Generate, Model, Result } from "../../core/model.ts";
import { estimateTokens } from "../prompt/prompt.ts";
import { sampleInTurn } from "../prompt/sample.ts";
import { type Call, failed, notJson, Refused, sendForJson, sendForLines, soon } from "./http.ts";
import { attempt, collect, isTooLong, type Piece } from "./stream.ts";
import { embedding } from "./vector.ts";

/** A model that an Ollama server has. */
export type OllamaModel = {
  /** The server, for instance `http://127.0.0.1:11434`. */
  url: string;
  model: string;
  /** Name to go by; by default `ollama:MODEL`. */
  name?: string;
  /** Refuse a server elsewhere, and a model that this one has computed elsewhere. */
  local: boolean;
  limits?: Call["limits"];
  signal?: AbortSignal | undefined;
};

/** What `/api/show` says, as far as it is used. */
type Shown = {
  capabilities?: string[];
  template?: string;
  remote_host?: string;
  remote_model?: string;
  details?: { family?: string; parameter_size?: string };
  model_info?: Record<string, unknown>;
};

type Served = OllamaModel & { name: string; window: number; thinks: boolean; alwaysThinks: boolean };

/**
 * Opens a model of an Ollama server by its own interface: the window of each request is sized to it, a model that
 * thinks is told not to, and a prompt that was cut by the server is an error. Nothing is loaded before the first
 * request. Failures are values: MODEL_UNREACHABLE, MODEL_REMOTE, MODEL_FAILED.
 */
export function openOllama(options: OllamaModel): Promise<Result<Model>> {
  const name = options.name ?? `ollama:${options.model}`;
  return attempt(name, async () => {
    const shown = await show({ ...options, name });
    const { capabilities } = shown;
    if (capabilities && !capabilities.includes("completion")) throw failed({ model: name }, "it writes no text");
    const thinks = capabilities?.includes("thinking") ?? false;
    const alwaysThinks = thinks && /gpt-?oss|deepseek-?r1/i.test(`${shown.details?.family} ${options.model}`);
    return asModel({ ...options, name, window: windowOf(shown), thinks, alwaysThinks }, formsOf(shown));
  });
}

/** Opens an embedding model of an Ollama server. */
export function openOllamaEncoder(options: OllamaModel): Promise<Result<Encoder>> {
  const name = options.name ?? `ollama:${options.model}`;
  return attempt(name, async () => {
    const shown = await show({ ...options, name });
    const digest = await digestOf({ ...options, name });
    const embed = async (input: string, signal?: AbortSignal) => {
      const ask = (truncate: boolean) => {
        const call = callTo({ ...options, name, signal }, "/api/embed", { model: options.model, input, truncate });
        return sendForJson<{ embeddings?: number[][] }>(call);
      };
      try {
        return { vector: (await ask(false)).embeddings?.[0], cut: false };
      } catch (error) {
        if (!(error instanceof Refused) || (error.status >= 500 && !isTooLong(error))) throw error;
        return { vector: (await ask(true)).embeddings?.[0], cut: true };
      }
    };
    return await embedding(
      { name, window: windowOf(shown), version: `${options.url} ${digest}`, embed },
      options.signal,
    );
  });
}

/** Whether the name alone says that Ollama has the model computed elsewhere. */
export function isCloud(model: string): boolean {
  return /[:-]cloud$/.test(model);
}

async function show(options: Omit<OllamaModel, "name"> & { name: string }): Promise<Shown> {
  const { model, name, local } = options;
  const shown = await sendForJson<Shown>({ ...callTo(options, "/api/show", { model }), ...soon(options) }).catch(
    (error) => {
      if (!(error instanceof Refused) || error.status !== 404 || !error.known) throw error;
      throw new ErgoError("MODEL_ABSENT", { where: `Ollama at ${options.url}`, model: name, id: model });
    },
  );
  if (local && (isCloud(model) || shown.remote_host || shown.remote_model)) {
    throw new ErgoError("MODEL_REMOTE", { model: name, where: shown.remote_host || "Ollama's cloud" });
  }
  return shown;
}

async function digestOf(options: Omit<OllamaModel, "name"> & { name: string }): Promise<string> {
  const { models = [] } = await sendForJson<{ models?: { name: string; digest?: string }[] }>(
    callTo(options, "/api/tags"),
  );
  const wanted = options.model.includes(":") ? options.model : `${options.model}:latest`;
  return models.find(({ name }) => name === wanted)?.digest ?? options.model;
}

type Place = Pick<OllamaModel, "url" | "local" | "limits" | "signal"> & { name: string };

function callTo({ name, url, local, limits, signal }: Place, path: string, body?: object): Call {
  return { model: name, url: `${url.replace(/\/+$/, "")}${path}`, body, local, limits, signal };
}

/** What is taken for the window where the server does not say; and the most, for it costs memory. */
const windows = { usual: 4096, most: 32_768 } as const;

function windowOf({ model_info = {} }: Shown): number {
  const [, length] = Object.entries(model_info).find(([key]) => key.endsWith(".context_length")) ?? [];
  return Math.min(windows.most, typeof length === "number" && length > 0 ? length : windows.usual);
}

/** A model without a template of its own only continues texts; below half a billion parameters it does that better. */
function formsOf({ template, details }: Shown): Form[] {
  if (template !== undefined && /^\s*\{\{\s*\.Prompt\s*\}\}\s*$/.test(template)) return ["completion"];
  const [, number, unit] = /^([\d.]+)\s*([MB])$/i.exec(details?.parameter_size ?? "") ?? [];
  const billions = unit?.toUpperCase() === "M" ? Number(number) / 1000 : Number(number);
  return billions < 0.5 ? ["completion", "chat"] : ["chat", "completion"];
}

function asModel(served: Served, forms: Form[]): Model {
  const state = { window: 0, schemaThinks: false };
  const generate = (request: Generate, signal?: AbortSignal, told?: (text: string) => void) =>
    attempt(served.name, () => answer({ ...served, signal }, request, state, told));
  return {
    name: served.name,
    window: served.window,
    forms,
    schemas: true,
    generate,
    // The server keeps the evaluation of the prompt that it saw last.
    sample: (request, k, signal) => sampleInTurn(generate, request, k, signal),
  };
}

/** Tokens that a model may think where it can't be told not to. */
const thought = 1024;

/**
 * The largest window asked for so far: to ask for another has the server load the model anew. `schemaThinks` once it was
 * found to hold this model to a schema only where it thinks.
 */
type State = { window: number; schemaThinks: boolean };

/**
 * Several versions of Ollama leave the schema out of account where a model is told not to think, and do not say so (its issues
 * 14645 and 15260). Such a text is no JSON; then the model is let to think.
 */
async function answer(served: Served, request: Generate, state: State, told?: (text: string) => void) {
  const { thinks, alwaysThinks } = served;
  const inDoubt = request.schema !== undefined && typeof request.prompt !== "string" && thinks && !alwaysThinks;
  if (!inDoubt || request.think || state.schemaThinks) {
    return await once(served, inDoubt ? { ...request, think: true } : request, state, told);
  }
  const given = await once(served, request, state);
  const follows = given.finish !== "stop" || isJson(given.text);
  if (follows) told?.(given.text);
  else state.schemaThinks = true;
  return follows ? given : await once(served, { ...request, think: true }, state, told);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function once(served: Served, request: Generate, state: State, told?: (text: string) => void) {
  const { name, window, signal } = served;
  const thinking = served.alwaysThinks || (served.thinks && (request.think ?? false));
  const limit = Math.max(1, Math.floor(Math.min(request.maxTokens, window)) || 1) + (thinking ? thought : 0);
  const estimate = tokensOf(request.prompt);
  state.window = Math.max(state.window, windowFor(estimate + limit, window));
  const size = state.window;
  const pieces = stream(served, bodyOf(served, request, { size, limit, thinking }));
  const given = await collect(name, pieces, request, { signal, told });
  // A server that cuts a prompt fills the window with what is left.
  if (estimate + limit > size && given.tokensIn >= size - 1) {
    const detail = `it was cut to ${given.tokensIn} tokens, the window holds ${size}`;
    throw new ErgoError("MODEL_CONTEXT", { model: name, detail });
  }
  return given;
}

/** An upper estimate, with what a template adds to each message. */
function tokensOf(prompt: Generate["prompt"]): number {
  if (typeof prompt === "string") return estimateTokens(prompt) + 1;
  return prompt.reduce((sum, { content }) => sum + estimateTokens(content) + 16, 32);
}

/** The smallest step that holds so many tokens: powers of two from 2048, and the model's own window. */
function windowFor(tokens: number, most: number): number {
  let size = 2048;
  while (size < tokens && size < most) size *= 2;
  return Math.min(size, most);
}

type Sizes = { size: number; limit: number; thinking: boolean };

function bodyOf(served: Served, { prompt, temperature, stop, seed, schema }: Generate, sizes: Sizes): object {
  const { size, limit, thinking } = sizes;
  const chat = typeof prompt !== "string";
  const { thinks, alwaysThinks, model } = served;
  return {
    model,
    stream: true,
    // Servers that know these refuse a prompt that is too long; others cut it.
    truncate: false,
    shift: false,
    ...(chat ? { messages: prompt } : { prompt, raw: true }),
    ...(schema ? { format: schema } : {}),
    ...(thinks && chat ? { think: alwaysThinks ? thinkingOf(model) : thinking } : {}),
    options: {
      num_ctx: size,
      num_predict: limit,
      temperature,
      ...(seed === undefined ? {} : { seed }),
      // What ends an answer must not end its thinking: in chat form stop strings are looked for here.
      ...(chat || stop.length === 0 ? {} : { stop }),
    },
  };
}

/** gpt-oss takes a level; others that can't stop are not told. */
function thinkingOf(model: string): string | boolean {
  return /gpt-?oss/i.test(model) ? "low" : true;
}

type Line = {
  error?: string;
  message?: { content?: string; thinking?: string };
  response?: string;
  thinking?: string;
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
};

async function* stream(served: Served, body: object): AsyncGenerator<Piece> {
  const call = callTo(served, "messages" in body ? "/api/chat" : "/api/generate", body);
  for await (const text of sendForLines(call)) {
    const line = parse(text, call);
    if (line.error !== undefined) throw new Refused(400, line.error);
    yield {
      text: line.message?.content ?? line.response,
      thinking: line.message?.thinking ?? line.thinking,
      ...(line.done ? { finish: line.done_reason === "length" ? ("length" as const) : ("stop" as const) } : {}),
      tokensIn: line.prompt_eval_count,
      tokensOut: line.eval_count,
    };
  }
}

function parse(text: string, call: Call): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw notJson(call, text);
  }
}
