import type { RequestListener } from "node:http";
import type { Generate, Generated, Message } from "../core/model.ts";
import { type Exchange, embed, find, generate, type Serving, serve, Unserved } from "./exchange.ts";

/** Models behind OpenAI's interface: `/v1/models`, `/v1/chat/completions`, `/v1/completions`, `/v1/embeddings`. */
export function compatibleServer(serving: Serving[]): RequestListener {
  return serve(
    {
      "GET /v1/models": ({ json }) => json({ object: "list", data: serving.map(entry) }),
      "POST /v1/chat/completions": (exchange) => answer(serving, exchange, true),
      "POST /v1/completions": (exchange) => answer(serving, exchange, false),
      "POST /v1/embeddings": async (exchange) => {
        const { body, json } = exchange;
        const vectors = await embed(find(serving, body.model), body.input, exchange);
        const data = vectors.map((vector, index) => ({ object: "embedding", index, embedding: [...vector] }));
        json({ object: "list", model: body.model, data, usage: { prompt_tokens: 0, total_tokens: 0 } });
      },
    },
    ({ message, code, status }) => ({
      error: {
        message,
        code: code === "MODEL_CONTEXT" ? "context_length_exceeded" : code,
        type: status < 500 ? "invalid_request_error" : "server_error",
      },
    }),
  );
}

function entry({ id, model, encoder }: Serving) {
  return { id, object: "model", owned_by: "ergo", max_model_len: model?.window ?? encoder?.window };
}

const type = "text/event-stream";

async function answer(serving: Serving[], exchange: Exchange, chat: boolean): Promise<void> {
  const { body } = exchange;
  const served = find(serving, body.model);
  const head = { id: `ergo-${Date.now()}`, created: Math.floor(Date.now() / 1000), model: body.model };
  const request = requestOf(body, chat);
  if (body.stream !== true) {
    const given = await generate(served, request, exchange, () => undefined);
    const { text } = given;
    const choice = chat ? { message: { role: "assistant", content: text, ...thinkingOf(given) } } : { text };
    const object = chat ? "chat.completion" : "text_completion";
    const choices = [{ index: 0, ...choice, finish_reason: ending(given) }];
    return exchange.json({ ...head, object, choices, usage: usageOf(given) });
  }
  const object = chat ? "chat.completion.chunk" : "text_completion";
  const send = (part: object) => exchange.write(`data: ${JSON.stringify({ ...head, object, ...part })}\n\n`, type);
  const piece = (text: string, finish_reason: string | null = null) =>
    send({ choices: [{ index: 0, ...(chat ? { delta: { content: text } } : { text }), finish_reason }] });
  const given = await generate(served, request, exchange, (text) => piece(text));
  if (chat && given.thinking) send({ choices: [{ index: 0, delta: thinkingOf(given), finish_reason: null }] });
  piece("", ending(given));
  if (body.stream_options?.include_usage) send({ choices: [], usage: usageOf(given) });
  exchange.write("data: [DONE]\n\n", type);
  exchange.end();
}

function thinkingOf({ thinking }: Generated) {
  return thinking ? { reasoning_content: thinking } : {};
}

function ending({ finish }: Generated): string {
  return finish === "length" ? "length" : "stop";
}

function usageOf({ tokensIn, tokensOut }: Generated) {
  return { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut };
}

function requestOf(body: Exchange["body"], chat: boolean): Generate {
  const { temperature = 1, stop = [], seed, response_format: format } = body;
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? 1024;
  const think = body.chat_template_kwargs?.enable_thinking;
  return {
    prompt: chat ? messages(body.messages) : String([body.prompt ?? ""].flat()[0]),
    maxTokens,
    temperature,
    stop: [stop ?? []].flat(),
    ...(typeof seed === "number" ? { seed } : {}),
    ...(typeof think === "boolean" ? { think } : {}),
    ...(format?.type === "json_schema" ? { schema: format.json_schema.schema } : {}),
    ...(format?.type === "json_object" ? { schema: { type: "object" } } : {}),
  };
}

function messages(given: unknown): Message[] {
  if (!Array.isArray(given)) throw new Unserved({ status: 400, message: "messages must be a list", code: "INPUT" });
  return given.map(({ role, content }) => ({ role: role === "developer" ? "system" : role, content: textOf(content) }));
}

/** A content is a text, or a list of parts of which the texts count. */
function textOf(content: unknown): string {
  if (!Array.isArray(content)) return String(content ?? "");
  return content.map((part: { text?: string }) => part.text ?? "").join("");
}
