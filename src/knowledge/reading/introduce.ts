import type { Outline, Passage } from "../../core/evidence.ts";
import type { Reading } from "../../core/port.ts";
import type { Judged } from "./candidate.ts";
import { cutExcerpts } from "./excerpt.ts";

/** How likely what a text says of itself tells what it is about. */
const sure = 0.85;
/** Words from which on a line is a sentence, and the share of letters that one has. */
const least = { words: 5, letters: 0.6 };
/** Stretches that are shown: of a text without headings, which tell the rest, one more. */
const most = { headed: 2, bare: 3 };

/**
 * What a folder or text is about, in its own words: the sentences that its abstract or introduction begins with, then those that
 * the next passage does. `all` are the sentences of the passages in order.
 */
export function introduce(outline: Outline, all: readonly Judged[], passages: readonly Passage[]): Reading {
  const spoken = all.filter(({ span, text }) => span.kind !== "code" && span.kind !== "row" && isSaid(text));
  // A note or a quotation set off is no opening, nor is what speaks for somebody else.
  const isOwn = ({ raw, text }: Judged) => !/^\s*>/.test(raw) && !/^["“«[(]/.test(text);
  const prose = spoken.filter(({ span }) => span.kind !== "item");
  const told = prose.length > 0 ? spoken : all.filter(({ text }) => text !== "");
  const opening = passages.flatMap((_, at) => {
    const own = told.filter(({ passage }) => passage === at);
    const whole = own.filter(({ text }) => /[.!…]$/.test(text));
    return whole.find(isOwn) ?? whole[0] ?? own[0] ?? [];
  });
  const shown = cutExcerpts(
    opening.map((one) => ({ ...one, score: 1 })),
    onwards(all, opening),
    passages,
    outline.parts.length > 0 ? most.headed : most.bare,
  );
  const reason = `it opens ${outline.path}`;
  return { excerpts: shown, short: null, sure: shown.length > 0 ? sure : 0, missing: [], reason, joint: true };
}

/** Each opening sentence with what follows it in its passage: what stands before it is no sentence. */
function onwards(all: readonly Judged[], opening: readonly Judged[]): Judged[] {
  const goesOn = (first: Judged) => (one: Judged) =>
    first.passage === one.passage && one.at >= first.at && (one === first || !/^(?:code|row)$/.test(one.span.kind));
  return opening.flatMap((first) => all.filter(goesOn(first)));
}

function isSaid(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return text.split(" ").length >= least.words && letters >= least.letters * text.length;
}
