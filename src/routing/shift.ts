import { fitted } from "./score.ts";
import { readSignals } from "./signals.ts";

/**
 * What the user said of answers moves the score by which a question is held to take several looks: by how much, in logits, and by how
 * many answers.
 */
export type Calibrated = { shift: number; labels: number };

/** An answer that was judged: the question, whether it took several looks, and whether it was found good. */
export type Judged = { question: string; several: boolean; good: boolean };

/** Labels from which on anything is moved, how far it is moved at most, and how far shifts spread that are expected before any label. */
const bounds = { least: 20, most: 0.6, spread: 0.4 };
const rounds = 12;

/**
 * The shift under which what was judged is likeliest: one look that was bad, or several that were good, speak for more looks; the others against. A
 * logistic regression of the shift alone, drawn towards none (a normal prior), by Newton's method. Null below the least number of labels. Pure.
 */
export function calibrate(judged: readonly Judged[]): Calibrated | null {
  if (judged.length < bounds.least) return null;
  const rows = judged.map(({ question, several, good }) => ({
    at: logit(fitted(question, readSignals(question))),
    takes: several === good ? 1 : 0,
  }));
  let shift = 0;
  for (let round = 0; round < rounds; round += 1) {
    let [slope, bend] = [-shift / bounds.spread ** 2, 1 / bounds.spread ** 2];
    for (const { at, takes } of rows) {
      const likely = 1 / (1 + Math.exp(-(at + shift)));
      slope += takes - likely;
      bend += likely * (1 - likely);
    }
    shift += slope / bend;
  }
  const bounded = Math.max(-bounds.most, Math.min(bounds.most, shift));
  return { shift: Math.round(bounded * 1000) / 1000, labels: judged.length };
}

function logit(share: number): number {
  const inside = Math.max(0.001, Math.min(0.999, share));
  return Math.log(inside / (1 - inside));
}
