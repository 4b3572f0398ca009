import { ErgoError } from "../../core/error.ts";
import type { Encoder, Form, Generate, Model, Result } from "../../core/model.ts";
import { estimateTokens } from "../prompt/prompt.ts";
import { sampleInTurn } from "../prompt/sample.ts";
import { type Call, failed, Refused, refusalOf, sendForJson, sendForLines } from "./http.ts";
import { attempt, collect, isTooLong, type Piece } from "./stream.ts";
import { embedding } from "./vector.ts";

/** A model that a server with OpenAI's interface has: LM Studio, llama.cpp, vLLM, Jan and others. */
export type CompatibleModel = {
  /** Where the interface begins, for instance `http://127.0.0.1:1234/v1`. */
  url: string;
  /** By default the server's first one. */
  model?: string;
  name?: string;
  /** Refuse a server elsewhere. */
  local: boolean;
  /** Sent as a bearer token. */
  key?: string | undefined;
  limits?: Call["limits"];
  signal?: AbortSignal | undefined;
};

/** An entry of `/models`, as far as servers say these things. */
type Entry = {
  id: string;
  owned_by?: string;
  /** vLLM. */
  max_model_len?: number;
  /** llama.cpp. */
  meta?: { n_ctx?: number; n_ctx_train?: number; n_params?: number } | null;
};

type Served = CompatibleModel & { name: string; model: string; window: number };

/** Which of the fields that not every server takes this one was found to refuse. */
type Refusals = Set<Extra>;
type Extra = "schema" | "template" | "usage" | "limit";

/**
 * Opens a model of a server with OpenAI's interface. It is told not to think where its template can be; a JSON Schema
 * is passed on where it is taken, and without one the text is not held to it, which `schemas` says. Nothing is computed
 * before the first request. Failures are values: MODEL_UNREACHABLE, MODEL_REMOTE, MODEL_FAILED.
 */
export function openCompatible(options: CompatibleModel): Promise<Result<Model>> {
  const asked = options.name ?? `${options.url}${options.model ? `#${options.model}` : ""}`;
  return attempt(asked, async () => {
    const entry = await entryOf({ ...options, name: asked });
    const served = { ...options, name: options.name ?? `${options.url}#${entry.id}`, model: entry.id };
    return asModel({ ...served, window: await windowOf(served, entry) }, entry);
  });
}

/** Opens an embedding model of such a server. */
export function openCompatibleEncoder(options: CompatibleModel): Promise<Result<Encoder>> {
  const asked = options.name ?? `${options.url}${options.model ? `#${options.model}` : ""}`;
  return attempt(asked, async () => {
    const { id } = await entryOf({ ...options, name: asked });
    const name = options.name ?? `${options.url}#${id}`;
    const embed = async (input: string, signal?: AbortSignal) => {
      const call = callTo({ ...options, name, signal }, "/embeddings", { model: id, input });
      const { data } = await sendForJson<{ data?: { embedding: number[] }[] }>(call);
      return { vector: data?.[0]?.embedding, cut: false };
    };
    return await embedding({ name, window: windows.encoder, version: `${options.url} ${id}`, embed }, options.signal);
  });
}

/** Where a server does not say. A text beyond an encoder's window is refused by these servers, not cut. */
const windows = { usual: 4096, most: 32_768, encoder: 512 } as const;

async function entryOf(options: Omit<CompatibleModel, "name"> & { name: string }): Promise<Entry> {
  const { name, model } = options;
  const { data } = await sendForJson<{ data?: Entry[] }>(callTo(options, "/models"));
  if (!Array.isArray(data)) throw failed({ model: name }, "its server does not list its models");
  const found = model === undefined ? data[0] : data.find(({ id }) => id === model);
  if (found) return found;
  const ids = data.map(({ id }) => id).join(", ");
  throw new ErgoError("MODEL_UNKNOWN", { model: name, available: ids || "none on that server" });
}

/** The window that the model was loaded with, where the server says; LM Studio says it beside OpenAI's interface. */
async function windowOf(served: Omit<Served, "window">, { max_model_len, meta }: Entry): Promise<number> {
  const said = max_model_len ?? meta?.n_ctx ?? (await besides(served)) ?? meta?.n_ctx_train ?? windows.usual;
  return Math.min(windows.most, said);
}

async function besides(served: Omit<Served, "window">): Promise<number | undefined> {
  type Own = { id?: string; loaded_context_length?: number; max_context_length?: number };
  type About = Own & { data?: Own[]; default_generation_settings?: { n_ctx?: number } };
  const root = served.url.replace(/\/v1\/?$/, "");
  for (const path of ["/api/v0/models", "/props"]) {
    const call = { ...callTo({ ...served, url: root }, path), limits: { firstMs: 2_000 } };
    const page = await sendForJson<About>(call).catch(() => undefined);
    const about: About | undefined = page?.data?.find(({ id }) => id === served.model) ?? page;
    const said = about?.loaded_context_length ?? about?.default_generation_settings?.n_ctx;
    if (said !== undefined && said > 0) return said;
    // Not loaded yet: it will be with LM Studio's own default.
    if (about?.max_context_length) return Math.min(windows.usual, about.max_context_length);
  }
  return undefined;
}

type Place = Pick<CompatibleModel, "url" | "local" | "limits" | "signal" | "key"> & { name: string };

function callTo({ name, url, local, key, limits, signal }: Place, path: string, body?: object): Call {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return { model: name, url: `${url.replace(/\/+$/, "")}${path}`, body, headers, local, limits, signal };
}

/** Servers that give the log probabilities of a prompt's tokens. */
const scorers = ["vllm", "sglang"];

function asModel(served: Served, { owned_by, meta }: Entry): Model {
  const refusals: Refusals = new Set();
  const small = meta?.n_params !== undefined && meta.n_params < 500_000_000;
  const forms: Form[] = small ? ["completion", "chat"] : ["chat", "completion"];
  const generate: Model["generate"] = (request, signal, told) =>
    attempt(served.name, () => answer({ ...served, signal }, request, refusals, told));
  const score: Model["score"] = (prompt, texts, signal) =>
    attempt(served.name, () => scores({ ...served, signal }, prompt, texts));
  return {
    name: served.name,
    window: served.window,
    forms,
    get schemas() {
      return !refusals.has("schema");
    },
    generate,
    sample: (request, k, signal) => sampleInTurn(generate, request, k, signal),
    ...(scorers.includes(owned_by ?? "") ? { score } : {}),
  };
}

async function answer(served: Served, request: Generate, refusals: Refusals, told?: (text: string) => void) {
  const { name, signal, window } = served;
  const limit = limitOf(request, window);
  for (;;) {
    const extras = extrasOf(request, refusals);
    try {
      const pieces = stream(served, bodyOf(served, request, extras, limit));
      return await collect(name, pieces, request, { signal, told });
    } catch (error) {
      const refused = extras[0];
      if (!(error instanceof Refused) || refused === undefined || !isAboutFields(error)) throw error;
      refusals.add(extras.find((extra) => error.message.includes(fields[extra])) ?? refused);
    }
  }
}

/** Tokens that a model may think where it is let to. */
const thought = 1024;

function limitOf({ maxTokens, think }: Generate, window: number): number {
  return Math.max(1, Math.floor(Math.min(maxTokens, window)) || 1) + (think ? thought : 0);
}

/** How refusals name each field. */
const fields: Record<Extra, string> = {
  template: "chat_template_kwargs",
  usage: "stream_options",
  schema: "response_format",
  limit: "max_completion_tokens",
};

function extrasOf({ prompt, schema }: Generate, refusals: Refusals): Extra[] {
  const wanted: Extra[] = [
    ...(typeof prompt === "string" ? [] : ["template" as const]),
    "usage",
    ...(schema ? ["schema" as const] : []),
    ...(typeof prompt === "string" ? [] : ["limit" as const]),
  ];
  return wanted.filter((extra) => !refusals.has(extra));
}

/** Whether a refusal may be for a field that the server does not know, rather than for the prompt. */
function isAboutFields(refused: Refused): boolean {
  return (refused.status === 400 || refused.status === 422) && !isTooLong(refused);
}

function bodyOf({ model }: Served, request: Generate, extras: Extra[], limit: number): object {
  const { prompt, temperature, stop, seed, schema, think = false } = request;
  const chat = typeof prompt !== "string";
  return {
    model,
    stream: true,
    // The older name is the one that every local server knows; some elsewhere refuse it and name the newer.
    ...(chat && !extras.includes("limit") ? { max_completion_tokens: limit } : { max_tokens: limit }),
    temperature,
    ...(chat ? { messages: prompt } : { prompt }),
    ...(seed === undefined ? {} : { seed }),
    // What ends an answer must not end its thinking: in chat form stop strings are looked for here.
    ...(chat || stop.length === 0 ? {} : { stop }),
    ...(extras.includes("usage") ? { stream_options: { include_usage: true } } : {}),
    ...(extras.includes("template") ? { chat_template_kwargs: { enable_thinking: think } } : {}),
    ...(extras.includes("schema")
      ? { response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } } }
      : {}),
  };
}

type Chunk = {
  error?: { message?: string } | string;
  choices?: {
    text?: string;
    delta?: { content?: string | null; reasoning_content?: string | null; reasoning?: string | null };
    finish_reason?: string | null;
  }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
};

/** Server-sent events; how the answer ended and what it cost come apart, so its end is given last. */
async function* stream(served: Served, body: object): AsyncGenerator<Piece> {
  const path = "messages" in body ? "/chat/completions" : "/completions";
  let finish: Piece["finish"];
  let usage: Chunk["usage"];
  for await (const line of sendForLines(callTo(served, path, body))) {
    if (!line.startsWith("data:")) {
      // Errors of llama.cpp have a field of their own; others send bare JSON.
      const error = /^(?:error:\s*)?(\{.*)$/.exec(line)?.[1];
      if (error !== undefined) throw refusalOf(parse(error, served.name), 400);
      continue;
    }
    const data = line.slice(5).trim();
    if (data === "[DONE]") break;
    const { error, choices = [], usage: spent } = parse(data, served.name);
    if (error !== undefined) throw refusalOf({ error }, 400);
    usage = spent ?? usage;
    const [choice] = choices;
    if (choice?.finish_reason) finish = choice.finish_reason === "length" ? "length" : "stop";
    const text = choice?.delta?.content ?? choice?.text;
    const thinking = choice?.delta?.reasoning_content ?? choice?.delta?.reasoning;
    if (text || thinking) yield { text: text ?? undefined, thinking: thinking ?? undefined };
  }
  if (finish) yield { finish, tokensIn: usage?.prompt_tokens ?? estimateOf(body), tokensOut: usage?.completion_tokens };
}

function estimateOf(body: object): number {
  return estimateTokens(JSON.stringify("messages" in body ? body.messages : (body as { prompt?: string }).prompt));
}

function parse(text: string, model: string): Chunk {
  try {
    return JSON.parse(text) as Chunk;
  } catch {
    throw failed({ model }, `it sent what is no JSON: ${text.slice(0, 80)}`);
  }
}

type Echoed = {
  choices?: { logprobs?: { tokens?: string[]; token_logprobs?: (number | null)[] } }[];
  usage?: { prompt_tokens?: number };
};

/**
 * The log probabilities of each text's tokens after the prompt, by having both echoed. Which tokens these are is told from
 * their end: offsets count what a template puts first, or are not given.
 */
async function scores(served: Served, prompt: string, texts: string[]): Promise<number[]> {
  const sums: number[] = [];
  for (const text of texts) {
    const body = { model: served.model, prompt: prompt + text, max_tokens: 1, temperature: 0, echo: true, logprobs: 1 };
    const { choices, usage } = await sendForJson<Echoed>(callTo(served, "/completions", body));
    const { token_logprobs: logs = [], tokens = [] } = choices?.[0]?.logprobs ?? {};
    let sum = 0;
    let said = "";
    for (let at = (usage?.prompt_tokens ?? tokens.length - 1) - 1; at >= 0 && said.length < text.length; at--) {
      sum += logs[at] ?? Number.NaN;
      said = (tokens[at] ?? "") + said;
    }
    const whole = said.endsWith(text) && `${prompt}${text}`.endsWith(said);
    if (!whole || Number.isNaN(sum)) throw failed({ model: served.name }, "its log probabilities are not of that text");
    sums.push(sum);
  }
  return sums;
}
