import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from "@ai-sdk/provider";
import type { Json } from "../../core/journal.ts";
import type { Generate, Generated, Message, Model } from "../../core/model.ts";
import { estimateTokens } from "../prompt/prompt.ts";
import { failed } from "./http.ts";
import { readJson } from "./repair.ts";
import { attempt, collect, type Piece } from "./stream.ts";

/**
 * A model of Ergo as one of the AI SDK (specification v4), for `generateText`, `streamText` and `Output.object`. A model
 * that can be held to a JSON Schema is; another's JSON is repaired. Tools and files are refused with a warning, as the
 * SDK expects. A failure is thrown as an Error that says what to do about it.
 */
export function toLanguageModel(model: Model): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "ergo",
    modelId: model.name,
    supportedUrls: {},
    async doGenerate(options) {
      const { request, warnings } = requestOf(model, options);
      const given = await ask(model, request, options);
      const text = wantsJson(options) ? await repaired(given.text) : given.text;
      return {
        content: [...reasoningOf(given), { type: "text", text }],
        finishReason: endingOf(given),
        usage: usageOf(given),
        warnings,
      };
    },
    async doStream(options) {
      const { request, warnings } = requestOf(model, options);
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        async start(controller) {
          try {
            controller.enqueue({ type: "stream-start", warnings });
            controller.enqueue({ type: "text-start", id: "text" });
            const given = await ask(model, request, options, (delta) =>
              controller.enqueue({ type: "text-delta", id: "text", delta }),
            );
            controller.enqueue({ type: "text-end", id: "text" });
            controller.enqueue({ type: "finish", finishReason: endingOf(given), usage: usageOf(given) });
          } catch (error) {
            controller.enqueue({ type: "error", error });
          }
          controller.close();
        },
      });
      return { stream };
    },
  };
}

/**
 * A model of the AI SDK as one of Ergo. It answers messages; a plain text is given to it as the user's. `window` is how
 * many tokens it takes, which the SDK does not tell. Whether it runs on this machine is not known here.
 */
export function fromLanguageModel(language: LanguageModelV4, { window = 8192 }: { window?: number } = {}): Model {
  const name = `${language.provider}:${language.modelId}`;
  return {
    name,
    window,
    forms: ["chat"],
    schemas: true,
    generate: (request, signal, told) =>
      attempt(name, async () => {
        const pieces = piecesOf(language, name, request, signal);
        return await collect(name, pieces, { ...request, prompt: messagesOf(request) }, { signal, told });
      }),
  };
}

async function ask(
  model: Model,
  request: Generate,
  { abortSignal }: LanguageModelV4CallOptions,
  told?: (text: string) => void,
): Promise<Generated> {
  let shown = 0;
  const tell = (text: string) => {
    shown += text.length;
    told?.(text);
  };
  const given = await model.generate(request, abortSignal, tell);
  if (!given.ok) throw new Error(`${given.error.message}; try: ${given.error.remedy}`);
  abortSignal?.throwIfAborted();
  // A model that does not stream says all at its end.
  if (given.value.text.length > shown) told?.(given.value.text.slice(shown));
  return given.value;
}

/** Tokens of an answer whose length is not limited by the caller. */
const usualLength = 1024;

function requestOf(model: Model, options: LanguageModelV4CallOptions) {
  const { prompt, maxOutputTokens, temperature = 0, stopSequences = [], seed, responseFormat: format } = options;
  const schema = format?.type === "json" ? (format.schema as { [key: string]: Json } | undefined) : undefined;
  const told = wantsJson(options) && !(schema && model.schemas) ? [instruction(schema)] : [];
  const messages = [...told, ...prompt.map(messageOf)];
  const chat = (model.forms ?? ["completion"]).includes("chat");
  const request: Generate = {
    prompt: chat ? messages : transcript(messages),
    maxTokens: maxOutputTokens ?? Math.min(usualLength, Math.floor(model.window / 2)),
    temperature,
    stop: chat ? stopSequences : [...stopSequences, "\nUser:"],
    ...(seed === undefined ? {} : { seed }),
    ...(options.reasoning && options.reasoning !== "none" ? { think: options.reasoning !== "provider-default" } : {}),
    ...(schema && model.schemas ? { schema } : {}),
  };
  return { request, warnings: warningsFor(options) };
}

function wantsJson({ responseFormat }: LanguageModelV4CallOptions): boolean {
  return responseFormat?.type === "json";
}

function instruction(schema: object | undefined): Message {
  const follow = schema ? ` It follows this JSON Schema: ${JSON.stringify(schema)}` : "";
  return { role: "system", content: `Answer with one JSON value and nothing else.${follow}` };
}

/** What was asked for and is not done. */
function warningsFor(options: LanguageModelV4CallOptions): SharedV4Warning[] {
  const wanted = ["topP", "topK", "presencePenalty", "frequencyPenalty"] as const;
  const features: string[] = wanted.filter((each) => options[each] !== undefined);
  if (options.tools?.length) features.push("tools");
  const hasFile = ({ content }: LanguageModelV4Message) =>
    typeof content !== "string" && (content as { type: string }[]).some(({ type }) => type === "file");
  if (options.prompt.some(hasFile)) features.push("files");
  return features.map((feature) => ({ type: "unsupported", feature }));
}

/** The texts of a message; what a tool gave is told by the user. */
function messageOf({ role, content }: LanguageModelV4Message): Message {
  if (typeof content === "string") return { role: "system", content };
  const texts = content.map((part) => {
    if (part.type === "text") return part.text;
    return part.type === "tool-result" ? `${part.toolName}: ${JSON.stringify(part.output)}` : "";
  });
  return { role: role === "assistant" ? "assistant" : "user", content: texts.filter(Boolean).join("\n") };
}

/** Messages as a text that ends where the answer begins, for a model that only continues texts. */
function transcript(messages: Message[]): string {
  const names = { system: "", user: "User: ", assistant: "Assistant: " };
  return `${messages.map(({ role, content }) => `${names[role]}${content}`).join("\n\n")}\n\nAssistant:`;
}

async function repaired(text: string): Promise<string> {
  const read = await readJson(text, (value) => value);
  return read.ok ? JSON.stringify(read.value.value) : text;
}

function reasoningOf({ thinking }: Generated): LanguageModelV4Content[] {
  return thinking ? [{ type: "reasoning", text: thinking }] : [];
}

function endingOf({ finish }: Generated) {
  return { unified: finish === "length" ? ("length" as const) : ("stop" as const), raw: finish };
}

function usageOf({ tokensIn, tokensOut }: Generated): LanguageModelV4Usage {
  return {
    inputTokens: { total: tokensIn, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: tokensOut, text: undefined, reasoning: undefined },
  };
}

function messagesOf({ prompt }: Generate): Message[] {
  return typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
}

async function* piecesOf(
  language: LanguageModelV4,
  name: string,
  request: Generate,
  signal: AbortSignal | undefined,
): AsyncGenerator<Piece> {
  const { maxTokens, temperature, seed, schema, think } = request;
  const messages = messagesOf(request);
  const { stream } = await language.doStream({
    prompt: messages.map(promptPart),
    ...(Number.isFinite(maxTokens) ? { maxOutputTokens: maxTokens } : {}),
    temperature,
    ...(seed === undefined ? {} : { seed }),
    ...(schema ? { responseFormat: { type: "json", schema } } : {}),
    ...(think === undefined ? {} : { reasoning: think ? "medium" : "none" }),
    ...(signal ? { abortSignal: signal } : {}),
  });
  for await (const part of stream) {
    if (part.type === "text-delta") yield { text: part.delta };
    if (part.type === "reasoning-delta") yield { thinking: part.delta };
    if (part.type === "error")
      throw part.error instanceof Error ? part.error : failed({ model: name }, String(part.error));
    if (part.type !== "finish") continue;
    const { inputTokens, outputTokens } = part.usage;
    const asked = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    yield {
      finish: part.finishReason.unified === "length" ? "length" : "stop",
      tokensIn: inputTokens.total ?? asked,
      tokensOut: outputTokens.total,
    };
  }
}

function promptPart({ role, content }: Message): LanguageModelV4Message {
  if (role === "system") return { role, content };
  return { role, content: [{ type: "text", text: content }] };
}
