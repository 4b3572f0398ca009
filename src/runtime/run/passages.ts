import { sha256 } from "../../core/digest.ts";
import type { Evidence, Passage } from "../../core/evidence.ts";
import { formatOf } from "../../knowledge/text/block.ts";
import { findSentences, plain } from "../../knowledge/text/sentence.ts";
import { type Entailment, entailment } from "../../proof/entail.ts";
import { foldSpace } from "../../proof/sentence.ts";

/** A passage as its sentences, with how each reads without marks. */
export type Read = { passage: Passage; spans: { from: number; to: number; said: string }[] };
/** What a passage makes of a sentence. */
export type Judged = Read & { made: Entailment };

export function readPassage(passage: Passage): Read {
  const spans = findSentences(passage.text, formatOf(passage.path)).map(({ from, to }) => ({
    from,
    to,
    said: foldSpace(plain(passage.text.slice(from, to))),
  }));
  return { passage, spans };
}

export function judgedBy(sentence: string, passages: readonly Passage[]): Judged[] {
  return passages.map((passage) => judgedAs(sentence, readPassage(passage)));
}

/** What the sentences of a passage that were read make of one. */
export function judgedAs(sentence: string, read: Read): Judged {
  const { title, heading, path } = read.passage;
  const text = read.spans.map(({ said }) => said).join("\n\n");
  return { ...read, made: entailment(sentence, text, `${title} ${heading} ${path}`) };
}

/** The stretch of a passage that says what was found, with its place. */
export function evidenceOf({ passage, spans, made }: Judged): Evidence {
  const { path, doc, page, heading, source, lines } = passage;
  // A window is a sentence or two; what is no great part of it only happens to stand in it.
  const isPart = (said: string) => made.text.includes(said) && said.length * 3 >= made.text.length;
  const saying = spans.filter(({ said }) => isPart(said) || said.includes(made.text));
  const [from, to] = [saying[0]?.from ?? 0, saying.at(-1)?.to ?? passage.text.length];
  const text = passage.text.slice(from, to);
  const first = lines[0] + breaksIn(passage.text.slice(0, from)) - (passage.lead ?? 0);
  return {
    id: "",
    kind: "passage",
    path,
    ...(doc === undefined ? {} : { doc }),
    ...(lines[0] === 0 ? {} : { lines: [first, first + breaksIn(text)] }),
    ...(page === undefined ? {} : { page }),
    ...(heading ? { heading } : {}),
    text,
    textHash: sha256(text),
    source,
    complete: false,
  };
}

export function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}
