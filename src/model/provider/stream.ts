import { ErgoError, problem, reason } from "../../core/error.ts";
import type { Generate, Generated, Result } from "../../core/model.ts";
import { Refused } from "./http.ts";

/** A piece of a streamed answer; the last one of a whole answer has `finish`. */
export type Piece = {
  text?: string | undefined;
  thinking?: string | undefined;
  finish?: "stop" | "length" | undefined;
  tokensIn?: number | undefined;
  tokensOut?: number | undefined;
};

type Watching = { signal?: AbortSignal | undefined; told?: ((text: string) => void) | undefined };

/**
 * Puts a streamed answer together. Thinking that stands in its text between tags is told apart; stop strings end the
 * text here too, after the thinking, whatever the server made of them. Throws MODEL_FAILED for an answer that ends
 * without having said so.
 */
export async function collect(
  model: string,
  pieces: AsyncIterable<Piece>,
  { stop, prompt }: Generate,
  { signal, told }: Watching,
): Promise<Generated> {
  const chat = typeof prompt !== "string";
  const whole = { raw: "", thinking: "", count: 0, tokensIn: 0 };
  let shown = 0;
  const tell = (text: string) => {
    if (text.length > shown) told?.(text.slice(shown));
    shown = Math.max(shown, text.length);
  };
  const current = (finish: Generated["finish"], tokensOut = whole.count): Generated => {
    const { text, thinking } = partition(whole.raw, { chat, whole: true });
    const thought = [whole.thinking, thinking].map((each) => each.trim()).filter(Boolean);
    const said = cutAt(stop, text) ?? text;
    const kept = thought.length > 0 ? { thinking: thought.join("\n") } : {};
    return { text: said, ...kept, finish, tokensIn: whole.tokensIn, tokensOut };
  };
  try {
    for await (const piece of pieces) {
      whole.raw += piece.text ?? "";
      whole.thinking += piece.thinking ?? "";
      whole.tokensIn = piece.tokensIn ?? whole.tokensIn;
      if (piece.text || piece.thinking) whole.count++;
      const { text } = partition(whole.raw, { chat, whole: piece.finish !== undefined });
      const ended = cutAt(stop, text);
      tell(ended ?? text.slice(0, text.length - overhang(stop, text)));
      if (ended !== undefined) return current("stop", piece.tokensOut);
      if (piece.finish === undefined) continue;
      tell(text);
      return current(piece.finish, piece.tokensOut);
    }
  } catch (error) {
    if (signal?.aborted) return current("abort");
    throw error;
  }
  if (signal?.aborted) return current("abort");
  throw new ErgoError("MODEL_FAILED", { model, detail: "its answer broke off" });
}

/**
 * What stands between thinking tags at the beginning of a text, and the text after it. An unclosed one is all thinking.
 * The blanks before a `chat` answer are none of it; what may become a tag is held back until the answer is `whole`.
 */
export function partition(raw: string, { chat, whole }: { chat: boolean; whole: boolean }) {
  const opened = /^\s*<(think|thinking|thought|reasoning)>/.exec(raw);
  const tag = opened?.[1] ?? "think";
  const from = opened?.[0].length ?? 0;
  // Some templates open the tag in the prompt, so that only its end is written.
  const end = opened || chat ? raw.indexOf(`</${tag}>`) : -1;
  if (end !== -1) return { thinking: raw.slice(from, end), text: raw.slice(end + tag.length + 3).trimStart() };
  if (opened) return { thinking: raw.slice(from), text: "" };
  const begun = raw.trimStart();
  const text = chat ? begun : raw;
  return { thinking: "", text: !whole && begun !== "" && isTagBegin(begun) ? "" : text };
}

function isTagBegin(text: string): boolean {
  return ["<thinking>", "<thought>", "<reasoning>"].some((tag) => tag.startsWith(text));
}

/** A text up to the first of the stop strings; undefined where none stands in it. */
function cutAt(stop: string[], text: string): string | undefined {
  const found = stop.filter((word) => word !== "" && text.includes(word)).map((word) => text.indexOf(word));
  return found.length > 0 ? text.slice(0, Math.min(...found)) : undefined;
}

/** How much of a text's end may be the beginning of a stop string. */
function overhang(stop: string[], text: string): number {
  let most = 0;
  for (const word of stop) {
    for (let length = Math.min(word.length - 1, text.length); length > most; length--) {
      if (word.startsWith(text.slice(-length))) most = length;
    }
  }
  return most;
}

/** Whether a server refused a prompt for its length. */
export function isTooLong({ status, message, kind }: Refused): boolean {
  // Ollama gave this its own status only lately.
  if (status >= 500) return /exceeds the (?:available )?context/i.test(message);
  return (
    /context_length|exceed_context/.test(kind) || /context (?:length|size|window)|too long|num_ctx|n_ctx/i.test(message)
  );
}

/** Does work whose failures become values; a request that is aborted before it says anything is one too. */
export async function attempt<T>(model: string, work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: problem(known(model, error)) };
  }
}

function known(model: string, error: unknown): ErgoError {
  if (error instanceof ErgoError) return error;
  if (!(error instanceof Refused))
    return new ErgoError("MODEL_FAILED", { model, detail: reason(error) }, { cause: error });
  const { status, where, message } = error;
  const detail = `${message} (status ${status})`;
  const parts = { model, where, detail };
  if (isTooLong(error)) return new ErgoError("MODEL_CONTEXT", { model, detail: message }, { cause: error });
  if (status === 401 || (status === 403 && error.known)) return new ErgoError("MODEL_KEY", parts, { cause: error });
  if (status === 429) return new ErgoError("MODEL_BUSY", parts, { cause: error });
  // A page or a plain text where JSON should be: something else answers there, unless it fails itself.
  if (!error.known && status < 500) return new ErgoError("MODEL_ADDRESS", parts, { cause: error });
  return new ErgoError("MODEL_FAILED", { model, detail }, { cause: error });
}
