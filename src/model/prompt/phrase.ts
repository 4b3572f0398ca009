import { ErgoError, problem } from "../../core/error.ts";
import type { Form, Generated, Model, Result } from "../../core/model.ts";
import { buildContext, type Source } from "./context.ts";
import { formOf, type Language, readPrompt, render, roomIn } from "./prompt.ts";

/**
 * `text` is "" where the model was interrupted. `prompt` is the SHA-256 of the prompt file, `shown`
 * the numbers of the sources in the prompt, in its order, `left` the sources, or ends of them, that found no room in it.
 */
export type Phrased = Pick<Generated, "text" | "tokensIn" | "tokensOut"> & {
  prompt: string;
  form: Form;
  shown: number[];
  left: string[];
};

/**
 * Lets a model say in one short sentence what `sources`, best first, answer to `question`. Whether that sentence is
 * supported by them is not decided here: it may be wrong. Fails with MODEL_SILENT where nothing it gave could be a sentence. `form` and `wording` are those in which the model was
 * found able to.
 */
export async function phrase(
  model: Model,
  question: string,
  sources: Source[],
  { signal, form = formOf(model), wording }: { signal?: AbortSignal; form?: Form; wording?: Language } = {},
): Promise<Result<Phrased>> {
  const { prompt, hash } = readPrompt("phrase", wording);
  const room = roomIn(prompt, { context: [], question }, model.window, form);
  const { lines, shown, left } = buildContext(sources, { room, numbered: form === "chat" });
  // A list is written with its first line nearest to the answer.
  const { request, left: cut } = render(prompt, { context: lines.toReversed(), question }, model.window, form);
  const missing = [...left.map((number) => sources[number - 1]!.text), ...cut];
  const answered = await model.generate(request, signal);
  if (!answered.ok) return answered;
  const { tokensIn, tokensOut } = answered.value;
  const text = clean(answered.value);
  if (text === "" && answered.value.finish !== "abort") {
    const detail = silence(answered.value);
    return { ok: false, error: problem(new ErgoError("MODEL_SILENT", { model: model.name, detail })) };
  }
  return {
    ok: true,
    value: { text, tokensIn, tokensOut, prompt: hash, form, shown, left: missing },
  };
}

function silence({ text, thinking, finish }: Generated): string {
  if (isCall(text)) return "it wrote a call of a tool, and there are none";
  if (text.trim() !== "") return finish === "length" ? "what it said has no end" : "what it said is none";
  if (thinking) return "it only thought, which took all the room that its answer had";
  return "it said nothing";
}

/** Whether a text is a call of a tool, in one of the forms in which models write them. */
function isCall(text: string): boolean {
  return /^\s*(?:```\w*\s*)?(?:<\/?(?:tool_call|function_call|tool|function=)|\[TOOL_CALLS\]|\[?\s*\{\s*"(?:name|tool|function|type)"\s*:)/.test(
    text,
  );
}

/** One line without numbers of sources and without quotes around it; a text that was cut off ends with its last whole sentence. */
export function clean({ text, finish }: Pick<Generated, "text" | "finish">): string {
  if (isCall(text)) return "";
  const line = text
    .replace(/\s*\[\d{1,2}\](?!\()/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const whole = finish === "stop" ? line : (/^.*[.!?](?=\s|$)/.exec(line)?.[0] ?? "");
  const bare = /^(["'“`])(.*)["'”`]$/.exec(whole)?.[2] ?? whole;
  return /[\p{L}\p{N}]/u.test(bare) ? bare : "";
}
