import type { RequestListener } from "node:http";
import type { Generate, Generated } from "../core/model.ts";
import { type Exchange, embed, find, generate, type Serving, serve, Unserved } from "./exchange.ts";

/**
 * Models behind Ollama's interface: `/api/tags`, `show`, `generate`, `chat`, `embed`, `version`. A prompt that does not
 * fit into the window asked for is refused, never cut.
 */
export function ollamaServer(serving: Serving[]): RequestListener {
  return serve(
    {
      "GET /api/version": ({ json }) => json({ version: "0.12.0" }),
      "GET /api/tags": ({ json }) => json({ models: serving.map(tag) }),
      "POST /api/show": ({ body, json }) => json(show(find(serving, body.model ?? body.name))),
      "POST /api/generate": (exchange) => answer(serving, exchange, "generate"),
      "POST /api/chat": (exchange) => answer(serving, exchange, "chat"),
      "POST /api/embed": async (exchange) => {
        const { body, json } = exchange;
        const vectors = await embed(find(serving, body.model), body.input, exchange);
        json({ model: body.model, embeddings: vectors.map((vector) => [...vector]) });
      },
    },
    ({ message }) => ({ error: message }),
  );
}

function tag({ id, bytes = 0 }: Serving) {
  return { name: id, model: id, size: bytes, digest: id, details: details() };
}

function details() {
  return { format: "gguf", family: "ergo", parameter_size: "", quantization_level: "" };
}

function show({ model, encoder }: Serving) {
  const window = model?.window ?? encoder?.window ?? 0;
  const chat = model?.forms?.includes("chat");
  return {
    details: details(),
    template: chat ? "{{ .Messages }}" : "{{ .Prompt }}",
    capabilities: [...(model ? ["completion"] : []), ...(encoder ? ["embedding"] : [])],
    model_info: { "general.architecture": "ergo", "ergo.context_length": window },
  };
}

const type = "application/x-ndjson";

async function answer(serving: Serving[], exchange: Exchange, path: "generate" | "chat"): Promise<void> {
  const { body } = exchange;
  const served = find(serving, body.model);
  const request = requestOf(body, path);
  requireRoom(served, request, body.options?.num_ctx);
  const line = (text: string, rest: object = { done: false }) => {
    const said = path === "chat" ? { message: { role: "assistant", content: text } } : { response: text };
    return { model: body.model, created_at: new Date().toISOString(), ...said, ...rest };
  };
  const streams = body.stream !== false;
  const given = await generate(served, request, exchange, (text) => {
    if (streams) exchange.write(`${JSON.stringify(line(text))}\n`, type);
  });
  if (!streams) return exchange.json(line(given.text, ending(given)));
  exchange.write(`${JSON.stringify(line("", ending(given)))}\n`, type);
  exchange.end();
}

function ending({ finish, tokensIn, tokensOut }: Generated) {
  return {
    done: true,
    done_reason: finish === "length" ? "length" : "stop",
    prompt_eval_count: tokensIn,
    eval_count: tokensOut,
  };
}

function requestOf(body: Exchange["body"], path: "generate" | "chat"): Generate {
  const { num_predict = 128, temperature = 0.8, stop = [], seed } = body.options ?? {};
  const prompt = path === "chat" ? messages(body.messages) : promptOf(body);
  return {
    prompt,
    maxTokens: num_predict < 0 ? Number.POSITIVE_INFINITY : num_predict,
    temperature,
    stop: [stop].flat(),
    ...(seed === undefined ? {} : { seed }),
    ...(typeof body.think === "boolean" ? { think: body.think } : {}),
    ...(typeof body.format === "object" && body.format !== null ? { schema: body.format } : {}),
  };
}

/** A raw prompt is continued as it stands; any other is a message of the user. */
function promptOf(body: Exchange["body"]): Generate["prompt"] {
  const text = String(body.prompt ?? "");
  if (body.raw) return text;
  const system = body.system ? [{ role: "system" as const, content: String(body.system) }] : [];
  return [...system, { role: "user", content: text }];
}

function messages(given: unknown): Generate["prompt"] {
  if (!Array.isArray(given)) throw new Unserved({ status: 400, message: "messages must be a list", code: "INPUT" });
  return given.map(({ role, content }) => ({ role, content: String(content ?? "") }));
}

function requireRoom({ model }: Serving, { prompt }: Generate, window: unknown) {
  if (typeof window !== "number" || !model?.countTokens) return;
  const texts = typeof prompt === "string" ? [prompt] : prompt.map(({ content }) => content);
  const tokens = texts.reduce((sum, text) => sum + model.countTokens!(text), 0);
  if (tokens <= window) return;
  const message = `the prompt is too long: ${tokens} tokens exceed the context length of ${window}`;
  throw new Unserved({ status: 400, message, code: "MODEL_CONTEXT" });
}
