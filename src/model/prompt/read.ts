import { ErgoError, problem } from "../../core/error.ts";
import type { Form, Generated, Model, Result } from "../../core/model.ts";
import { buildContext, type Source } from "./context.ts";
import { formOf, type Language, readPrompt, render, roomIn, type Values } from "./prompt.ts";
import { sampleInTurn } from "./sample.ts";
import type { Prompts } from "./words.ts";

/**
 * How an answer is wanted: in the shortest phrase that answers, or in sentences that explain. Each is a prompt of data/prompts.
 */
export type Wanted = "read" | "explain";

/**
 * `samples` are further answers to the same prompt. `prompt` is the SHA-256 of the prompt file, `shown` the numbers of the
 * sources in the prompt, in its order, `left` the sources, or ends of them, that found no room in it. `text` is "" where the model was
 * interrupted.
 */
export type Read = {
  text: string;
  samples: string[];
  prompt: string;
  form: Form;
  shown: number[];
  left: string[];
};

/**
 * `samples` is how many further answers are asked for, at which temperature; the model's likeliest answer is always the first. `budget`
 * is how many tokens its prompt may take at most, where there is no time for as many as the prompt's own. `prompts` say otherwise what theirs do.
 */
export type Reading = {
  signal?: AbortSignal;
  form?: Form;
  wording?: Language;
  samples?: number;
  budget?: number;
  prompts?: Prompts;
};

/** The temperature of further answers: that at which agreement was measured to tell right from wrong (docs/answers.md). */
const heat = 0.8;

/**
 * Shows a model what `sources`, best first, say, with what is `known` by answers to other questions, and has it answer the question. Whether they support the answer is not decided
 * here: it may be wrong. Fails with MODEL_SILENT where nothing it gave could be an answer.
 */
export async function readSources(
  model: Model,
  wanted: Wanted,
  { question, sources, known = [] }: { question: string; sources: Source[]; known?: string[] },
  { signal, form = formOf(model), wording, samples = 0, budget = Infinity, prompts = {} }: Reading = {},
): Promise<Result<Read>> {
  const isHelped = wanted === "read" && known.length > 0;
  const name = isHelped ? "solve" : wanted;
  const { prompt: whole, hash } = readPrompt(name, wording, prompts[name]);
  const told: Values = isHelped ? { known } : {};
  const prompt = { ...whole, budget: Math.min(whole.budget, budget) };
  const room = roomIn(prompt, { excerpts: [], ...told, question }, model.window, form);
  const { lines, shown, left } = buildContext(sources, { room, numbered: form === "chat" });
  // A list is written with its first line nearest to the answer.
  const { request, left: cut } = render(
    prompt,
    { excerpts: lines.toReversed(), ...told, question },
    model.window,
    form,
  );
  const missing = [...left.map((number) => sources[number - 1]!.text), ...cut];
  const answered = await model.generate(request, signal);
  if (!answered.ok) return answered;
  const text = clean(answered.value);
  if (text === "" && answered.value.finish !== "abort") {
    const detail = silence(answered.value);
    return { ok: false, error: problem(new ErgoError("MODEL_SILENT", { model: model.name, detail })) };
  }
  const more = await sampled(model, { ...request, temperature: heat, seed: 1 }, samples, signal);
  return { ok: true, value: { text, samples: more, prompt: hash, form, shown, left: missing } };
}

/** Further answers; none where the model can give none, or has no time left for them. */
async function sampled(
  model: Model,
  request: Parameters<Model["generate"]>[0],
  k: number,
  signal?: AbortSignal,
): Promise<string[]> {
  if (k === 0 || signal?.aborted) return [];
  const given = await (model.sample?.(request, k, signal) ?? sampleInTurn(model.generate, request, k, signal));
  return given.ok ? given.value.filter(({ finish }) => finish !== "abort").map(clean) : [];
}

function silence({ text, thinking, finish }: Generated): string {
  if (isCall(text)) return "it wrote a call of a tool, and there are none";
  if (text.trim() !== "") return finish === "length" ? "what it said has no end" : "what it said is none";
  if (thinking) return "it only thought, which took all the room that its answer had";
  return "it said nothing";
}

/** Whether a text holds a call of a tool, in one of the forms in which models write them. */
function isCall(text: string): boolean {
  return /<\/?(?:tool_call|function_call|function=)|\[TOOL_CALLS\]|\{\s*"(?:name|tool|function|type)"\s*:/.test(text);
}

/** The label of a line of the prompt, with which an answer may begin that copies it. */
const label = /^excerpt:\s*/i;

/** One line without numbers of sources, the label of an excerpt and quotes around it; a text that was cut off ends with its last whole sentence. */
export function clean({ text, finish }: Pick<Generated, "text" | "finish">): string {
  if (isCall(text)) return "";
  const line = text
    .replace(/\s*\[\d{1,2}\](?!\()/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(label, "");
  const whole = finish === "stop" ? line : (/^.*[.!?](?=\s|$)/.exec(line)?.[0] ?? "");
  const bare = /^(["'“`])(.*)["'”`]$/.exec(whole)?.[2] ?? whole;
  return /[\p{L}\p{N}]/u.test(bare) ? bare : "";
}
