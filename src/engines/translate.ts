import type { Problem } from "../core/error.ts";
import type { Retrieved } from "../core/evidence.ts";
import type { Ports } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { retrieving, saying } from "./effects.ts";

/** The language that questions are translated into, for which models are probed (data/probe/translate.json). */
const into = "en";

/** What must stand in a translation as it stands in the question: numbers, and words shaped like code. */
const fixed = /\p{N}+|[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/gu;

/** That no model is here for it, which is no failure of one. */
const absent = new Set(["MODEL_NONE", "MODEL_UNTRIED", "MODEL_UNABLE"]);

/**
 * What is found for a question in another language than the texts: by its translation, where a model is here that was measured to be able
 * to translate, and what it made keeps the question's numbers. Else what was found stays, for names and numbers carry over.
 */
export async function inTheirLanguage(
  found: Retrieved,
  { question, k }: { question: string; k: number },
  ctx: Context,
  ports: Ports,
): Promise<{ found: Retrieved; degraded: Problem[] }> {
  const { foreign } = found;
  if (foreign?.written !== into || ports.say === null) return { found, degraded: [] };
  const prompting = { role: "worker", ability: "translate", prompt: "translate", values: { question } } as const;
  const said = await saying(ctx, ports.say, prompting);
  if (!said.ok) return { found, degraded: absent.has(said.error.code) ? [] : [said.error] };
  const { text, ended, instead } = said.value;
  const degraded = instead ? [instead] : [];
  const isWhole = ended && text !== "" && (question.match(fixed) ?? []).every((word) => text.includes(word));
  if (!isWhole) return { found, degraded };
  const again = await retrieving(ctx, ports, text, k);
  return { found: { ...again, foreign: { ...foreign, question: text } }, degraded };
}

/** The question as the texts are read for it. */
export function askedOf(question: string, { foreign, respelled }: Retrieved): string {
  return respelled?.question ?? foreign?.question ?? question;
}

/** How a question was read that could not be read as it stands, a line each. */
export function readAs({ foreign, respelled }: Retrieved): string[] {
  const words = (respelled?.words ?? []).map(({ word, as }) => `"${word}" as "${as}"`).join(", ");
  return [
    ...(foreign ? [inWords(foreign)] : []),
    ...(words === "" ? [] : [`(read ${words}: no text holds it as it is written)`]),
  ];
}

function inWords({ asked, written, question }: NonNullable<Retrieved["foreign"]>): string {
  const names = new Intl.DisplayNames("en", { type: "language" });
  if (question !== undefined) return `(asked in ${names.of(written)}: ${question})`;
  return `(the texts are in ${names.of(written)}, the question in ${names.of(asked)}: names and numbers alone carry over)`;
}
