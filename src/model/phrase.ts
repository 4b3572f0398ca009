import type { Form, Generated, Model, Result } from "../core/model.ts";
import { formOf, readPrompt, render } from "./prompt.ts";

/** A sentence found in a document, and the title of that document or of the part that it stands in. */
export type Sentence = { title: string; text: string };

/**
 * `text` is "" where the model gave nothing that could be a sentence. `prompt` is the SHA-256 of the prompt file,
 * `left` the sentences, or ends of them, that found no room in the prompt.
 */
export type Phrased = Pick<Generated, "text" | "tokensIn" | "tokensOut"> & {
  prompt: string;
  form: Form;
  left: string[];
};

/**
 * Lets a model say in one short sentence what `sentences`, best first, answer to `question`. Whether that sentence is
 * supported by them is not decided here: it may be wrong. `form` is the one in which the model was found able to.
 */
export async function phrase(
  model: Model,
  question: string,
  sentences: Sentence[],
  { signal, form = formOf(model) }: { signal?: AbortSignal; form?: Form } = {},
): Promise<Result<Phrased>> {
  const { prompt, hash } = readPrompt("phrase");
  const context = sentences.map(({ title, text }) => (title ? `${title}: ${text}` : text));
  const { request, left } = render(prompt, { context, question }, model.window, form);
  const answered = await model.generate(request, signal);
  if (!answered.ok) return answered;
  const { tokensIn, tokensOut } = answered.value;
  return { ok: true, value: { text: clean(answered.value), tokensIn, tokensOut, prompt: hash, form, left } };
}

/** One line without quotes around it; a text that was cut off ends with its last whole sentence. */
export function clean({ text, finish }: Pick<Generated, "text" | "finish">): string {
  const line = text.replace(/\s+/g, " ").trim();
  const whole = finish === "stop" ? line : (/^.*[.!?](?=\s|$)/.exec(line)?.[0] ?? "");
  const bare = /^(["'“`])(.*)["'”`]$/.exec(whole)?.[2] ?? whole;
  return /[\p{L}\p{N}]/u.test(bare) ? bare : "";
}
