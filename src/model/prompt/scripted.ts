import { setTimeout as wait } from "node:timers/promises";
import { ErgoError, problem } from "../../core/error.ts";
import type { Generate, Generated, Model, Result } from "../../core/model.ts";

/** What a scripted model does: says a text, says it for ever, or fails; after `delay` milliseconds, if given. */
export type Reply = string | { text: string; delay?: number } | { endless: string } | { fail: string; delay?: number };

/** `calls` are the requests so far, in order. */
export type Scripted = Model & { calls: Generate[] };

/**
 * A model that follows a script: replies in their order, or as a function of the request. It keeps the promises of a
 * real one: stop strings end the text, `maxTokens` and the signal cut it short. A token is a word with the space
 * before it. When no reply is left, it fails.
 */
export function scripted(
  replies: Reply[] | ((request: Generate) => Reply),
  { name = "scripted", window = 2048 }: { name?: string; window?: number } = {},
): Scripted {
  const calls: Generate[] = [];
  const next = (request: Generate): Reply => {
    if (typeof replies === "function") return replies(request);
    return replies[calls.length - 1] ?? { fail: `the script has only ${replies.length} replies` };
  };
  return {
    name,
    window,
    forms: ["completion", "chat"],
    schemas: true,
    calls,
    countTokens: (text) => tokens(text).length,
    async generate(request, signal, told) {
      calls.push(request);
      const reply = asObject(next(request));
      const tokensIn = tokens(textOf(request.prompt)).length;
      if (tokensIn >= window) return tooLong(name, tokensIn, window);
      if ("delay" in reply && reply.delay) await wait(reply.delay, undefined, { signal }).catch(() => undefined);
      if (signal?.aborted) return { ok: true, value: { text: "", finish: "abort", tokensIn, tokensOut: 0 } };
      if ("fail" in reply) return failed(name, reply.fail);
      const said =
        "endless" in reply ? await forever(reply.endless, request, signal, told) : speak(reply.text, request);
      if ("text" in reply) for (const token of tokens(said.text)) told?.(token);
      return { ok: true, value: { ...said, tokensIn } };
    },
  };
}

type Said = Omit<Generated, "tokensIn">;

function speak(text: string, { maxTokens, stop }: Generate): Said {
  const ends = stop.map((word) => text.indexOf(word)).filter((at) => at !== -1);
  const whole = tokens(ends.length > 0 ? text.slice(0, Math.min(...ends)) : text);
  const said = whole.slice(0, maxTokens);
  return { text: said.join(""), finish: said.length < whole.length ? "length" : "stop", tokensOut: said.length };
}

/** Says `word` until the limit or the signal; stop strings are looked for as in any text. */
async function forever(
  word: string,
  request: Generate,
  signal?: AbortSignal,
  told?: (text: string) => void,
): Promise<Said> {
  let text = "";
  for (let i = 0; i < request.maxTokens; i++) {
    if (i % 16 === 0) await wait(1);
    if (signal?.aborted) return { text, finish: "abort", tokensOut: i };
    text += word;
    told?.(word);
    if (request.stop.some((end) => text.includes(end))) return speak(text, request);
  }
  return { text, finish: "length", tokensOut: request.maxTokens };
}

function asObject(reply: Reply): Exclude<Reply, string> {
  return typeof reply === "string" ? { text: reply } : reply;
}

function textOf(prompt: Generate["prompt"]): string {
  return typeof prompt === "string" ? prompt : prompt.map(({ role, content }) => `${role}: ${content}`).join("\n");
}

function tokens(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

function tooLong(model: string, tokens: number, window: number): Result<never> {
  const detail = `it has ${tokens} tokens, the window holds ${window}`;
  return { ok: false, error: problem(new ErgoError("MODEL_CONTEXT", { model, detail })) };
}

function failed(model: string, detail: string): Result<never> {
  return { ok: false, error: problem(new ErgoError("MODEL_FAILED", { model, detail })) };
}
