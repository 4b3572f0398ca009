import type { Generate, Model } from "../../src/core/model.ts";
import { generator } from "../fakes.ts";

/** How a simulated reader is wrong: with another span of the same type, a changed number, or a fluent invention. */
export type Fault = (typeof faults)[number];
export const faults = ["span", "number", "invention"] as const;

/**
 * A reader that finds the answer in the excerpts of its prompt with probability `p`, and otherwise says something wrong and plausible.
 * `steady` where further answers to a prompt are the first one again, so that they all agree; else each is drawn by itself.
 */
export type Reader = { p: number; fault: Fault; steady: boolean; seed: number };

/** What answers a question: where it stands in a text, or undefined. */
export type Key = (text: string) => { from: number; to: number } | undefined;

type Draw = () => number;

/** The reader as a model. `keyOf` says what answers the question of a prompt. */
export function simulated({ p, fault, steady, seed }: Reader, keyOf: (question: string) => Key): Model {
  const answer = ({ prompt, maxTokens }: Generate, at: number) => {
    const { excerpts, question } = shownIn(prompt);
    const draw = generator(hashOf(`${seed} ${question} ${steady ? 0 : at}`));
    for (let i = 0; i < 5; i++) draw();
    const isBrief = maxTokens < 64;
    const key = keyOf(question);
    const held = draw() < p ? found(excerpts, key, isBrief) : undefined;
    return held ?? wrong(fault, { excerpts, question, key, isBrief }, draw);
  };
  const said = (request: Generate, at: number) => {
    const text = answer(request, at);
    return { text, finish: "stop" as const, tokensIn: 0, tokensOut: text.split(" ").length };
  };
  return {
    name: "simulated",
    window: 4096,
    forms: ["chat"],
    schemas: true,
    generate: async (request) => ({ ok: true, value: said(request, 0) }),
    sample: async (request, k) => ({ ok: true, value: Array.from({ length: k }, (_, i) => said(request, i + 1)) }),
  };
}

function shownIn(prompt: Generate["prompt"]): { excerpts: string[]; question: string } {
  const text = typeof prompt === "string" ? prompt.split("\n\n").at(-1)! : prompt.at(-1)!.content;
  const lines = [...text.matchAll(/^Excerpt: (?:\[\d+\] )?(.*)$/gm)].map(([, line]) => line!);
  // The title of the document stands in front.
  const excerpts = lines.map((line) => line.replace(/^[^:]{1,120}: /, ""));
  return { excerpts, question: /^Question: (.*)$/m.exec(text)?.[1] ?? "" };
}

/** The words that answer, whole; or the sentence that they stand in. */
export function found(excerpts: readonly string[], key: Key, isBrief: boolean): string | undefined {
  for (const text of excerpts) {
    const at = key(text);
    if (!at) continue;
    const sentence = sentencesIn(text).find(({ from, to }) => at.from >= from && at.from < to);
    const whole = sentence ? text.slice(sentence.from, sentence.to).trim() : text;
    if (!isBrief || at.to - at.from > 80 || at.to === at.from) return whole;
    const from = text.slice(0, at.from).search(/[^\s("'`]*$/);
    return text.slice(from, at.to) + /^[\p{L}\p{N}]*/u.exec(text.slice(at.to))![0];
  }
  return undefined;
}

function sentencesIn(text: string): { from: number; to: number }[] {
  const ends = [...text.matchAll(/[.!?:]\s+(?=[\p{Lu}`"])/gu)].map(({ index, 0: end }) => index + end.length);
  return [0, ...ends].map((from, i) => ({ from, to: ends[i] ?? text.length }));
}

type Shown = { excerpts: string[]; question: string; key: Key; isBrief: boolean };

function wrong(fault: Fault, shown: Shown, draw: Draw): string {
  const { question, key, isBrief } = shown;
  const isRight = (text: string) => key(text) !== undefined;
  const made = fault === "span" ? otherSpan(shown, draw) : fault === "number" ? changedNumber(shown, draw) : undefined;
  if (made !== undefined && !isRight(made)) return made;
  const list = isBrief ? (wantsNumber(question) ? inventedNumbers : inventedThings) : inventedSentences;
  return pick(
    list.filter((text) => !isRight(text)),
    draw,
  )!;
}

/** Words of the same type as the answer from elsewhere in the excerpts; a sentence that does not answer. */
function otherSpan({ excerpts, question, key, isBrief }: Shown, draw: Draw): string | undefined {
  const sentences = excerpts.flatMap((text) => sentencesIn(text).map(({ from, to }) => text.slice(from, to).trim()));
  const others = sentences.filter((text) => text.length > 20 && key(text) === undefined);
  if (!isBrief) return pick(others, draw);
  const answer = found(excerpts, key, true);
  const isNumber = answer === undefined ? wantsNumber(question) : /\d/.test(answer);
  const shape = isNumber
    ? /(?<![\p{L}\p{N}])\d[\d.,]*(?: ?(?:%|[\p{L}]{1,10}))?/gu
    : /(?<=[\p{Ll},;] )(?:\p{Lu}[\p{L}\p{N}-]+(?: (?:of )?\p{Lu}[\p{L}\p{N}-]+)*|\p{Ll}{4,}(?: \p{Ll}{4,}){0,2})/gu;
  return pick(
    others.flatMap((text) => text.match(shape) ?? []),
    draw,
  );
}

/** The answer, or a sentence of the excerpts, with other numbers. */
function changedNumber({ excerpts, key, isBrief }: Shown, draw: Draw): string | undefined {
  const answer = found(excerpts, key, isBrief);
  const numbered = excerpts.flatMap((text) => text.match(/[^.!?]*\d[^.!?]*/g) ?? []).map((text) => text.trim());
  const phrases = numbered.flatMap((text) => text.match(/(?:\p{L}+ )?\d[\d.,]*(?: \p{L}+)?/gu) ?? []);
  const base = answer !== undefined && /\d/.test(answer) ? answer : pick(isBrief ? phrases : numbered, draw);
  const by = 1 + Math.floor(draw() * 8);
  return base?.replace(/\d+/, (number) => String(Number(number) + by));
}

function wantsNumber(question: string): boolean {
  return /\b(?:how (?:many|much|long|often|old|big|large|far)|when|which year|what year|number|size|version|wie ?viele?|combien|cuánt)/i.test(
    question,
  );
}

const inventedNumbers = ["about 37", "450 milliseconds", "since 1987", "12 of them", "version 7.3", "every 90 seconds"];
const inventedThings = [
  "the Halden protocol",
  "Marit Solberg",
  "the settings of the project",
  "a table of weights",
  "the office in Lindau",
  "an index of recent changes",
];
const inventedSentences = [
  "It was introduced by Marit Solberg after a long discussion on the mailing list.",
  "This is done because the older design lost messages when two writers met.",
  "You run the assistant once and confirm each step with a key.",
  "Every project has to declare it in its settings before it can be used.",
  "It keeps a table of weights and chooses the heaviest one each time.",
];

function pick<T>(list: readonly T[], draw: Draw): T | undefined {
  return list[Math.floor(draw() * list.length)];
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 16_777_619) >>> 0;
  return hash;
}
