import type { Encoder, Form, Generate, Model, Result } from "../../core/model.ts";
import { estimateTokens } from "../prompt/prompt.ts";
import { sampleInTurn } from "../prompt/sample.ts";
import { type Call, failed, notJson, Refused, refusalOf, sendForJson, sendForLines } from "./http.ts";
import { type CompatibleModel, callTo, type Entry, entryOf, nameOf, windowOf, windows } from "./listing.ts";
import { attempt, collect, isTooLong, type Piece } from "./stream.ts";
import { embedding, isEncoder } from "./vector.ts";

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
    const entry = await entryOf({ ...options, name: asked }, (id) => !isEncoder(id));
    const served = { ...options, name: nameOf(options, entry), model: entry.id };
    return asModel({ ...served, window: await windowOf(served, entry) }, entry);
  });
}

/** Opens an embedding model of such a server. */
export function openCompatibleEncoder(options: CompatibleModel): Promise<Result<Encoder>> {
  const asked = options.name ?? `${options.url}${options.model ? `#${options.model}` : ""}`;
  return attempt(asked, async () => {
    const entry = await entryOf({ ...options, name: asked }, isEncoder);
    const { id } = entry;
    const name = nameOf(options, entry);
    const embed = async (input: string, signal?: AbortSignal) => {
      const call = callTo({ ...options, name, signal }, "/embeddings", { model: id, input });
      const { data } = await sendForJson<{ data?: { embedding: number[] }[] }>(call);
      return { vector: data?.[0]?.embedding, cut: false };
    };
    return await embedding({ name, window: windows.encoder, version: `${options.url} ${id}`, embed }, options.signal);
  });
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

type Said = { content?: string | null; reasoning_content?: string | null; reasoning?: string | null };
type Chunk = {
  error?: { message?: string } | string;
  choices?: { text?: string; delta?: Said; message?: Said; finish_reason?: string | null }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
};

/**
 * Server-sent events; how the answer ended and what it cost come apart, so its end is given last. A server that does not stream
 * sends one JSON object.
 */
async function* stream(served: Served, body: object): AsyncGenerator<Piece> {
  const call = callTo(served, "messages" in body ? "/chat/completions" : "/completions", body);
  const other: string[] = [];
  let finish: Piece["finish"];
  let usage: Chunk["usage"];
  for await (const line of sendForLines(call)) {
    if (!line.startsWith("data:")) {
      // Errors of llama.cpp have a field of their own.
      const error = /^error:\s*(\{.*)$/.exec(line)?.[1];
      if (error !== undefined) throw refusalOf(parse(error, call), 400);
      other.push(line);
      continue;
    }
    const data = line.slice(5).trim();
    if (data === "[DONE]") break;
    const chunk = parse(data, call);
    usage = chunk.usage ?? usage;
    const { piece, ended } = pieceOf(chunk);
    finish = ended ?? finish;
    if (piece) yield piece;
  }
  const rest = other.join("\n").trim();
  if (finish === undefined && /^[{<]/.test(rest)) {
    const whole = parse(rest, call);
    const { piece, ended = "stop" } = pieceOf(whole);
    [finish, usage] = [ended, whole.usage];
    if (piece) yield piece;
  }
  if (finish) yield { finish, tokensIn: usage?.prompt_tokens ?? estimateOf(body), tokensOut: usage?.completion_tokens };
}

/** What a chunk adds to the answer, and how it ends it if it does. Throws what it says went wrong. */
function pieceOf({ error, choices }: Chunk): { piece?: Piece; ended?: Piece["finish"] } {
  if (error !== undefined) throw refusalOf({ error }, 400);
  const [choice] = choices ?? [];
  const said = choice?.delta ?? choice?.message;
  const text = said?.content ?? choice?.text;
  const thinking = said?.reasoning_content ?? said?.reasoning;
  const ended = choice?.finish_reason === "length" ? "length" : choice?.finish_reason ? "stop" : undefined;
  return {
    ...(text || thinking ? { piece: { text: text ?? undefined, thinking: thinking ?? undefined } } : {}),
    ...(ended ? { ended } : {}),
  };
}

function estimateOf(body: object): number {
  return estimateTokens(JSON.stringify("messages" in body ? body.messages : (body as { prompt?: string }).prompt));
}

function parse(text: string, call: Call): Chunk {
  try {
    return JSON.parse(text) as Chunk;
  } catch {
    throw notJson(call, text);
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
