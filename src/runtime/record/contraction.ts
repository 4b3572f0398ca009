import type { Line } from "../../core/journal.ts";
import { referenceIn } from "../../trace/line.ts";

/** A tree of questions as it contracted: its parts in the order in which they came, and how far each round moved the answer. */
export type Contraction = { path: string; parts: Part[]; rounds: Round[] };

/**
 * A question of the tree. `answers` are all that it was given, the last one stands: `entropy` from 0 to 1 over sampled answers,
 * null where none were sampled; `sure` from 0 to 1. `left` says why it was left out.
 */
type Part = {
  part: number;
  parent: number | null;
  question: string;
  relevance: number;
  left: string | null;
  joint: string | null;
  by: string | null;
  answers: Solved[];
  reviews: Review[];
};

type Solved = {
  text: string;
  held: boolean;
  sure: number | null;
  entropy: number | null;
  structure: number | null;
  doubt: string | null;
};
type Review = { score: number; verdict: string; remark: string; by: string };
type Round = { round: number; distance: number; factor: number | null; entropy: number | null; follows: string };

// biome-ignore lint/suspicious/noExplicitAny: what was recorded is shown, not computed with.
type Told = any;

/** A tree while it is read: parts by their numbers. */
type Growing = Omit<Contraction, "parts"> & { parts: Map<number, Part> };

/** The trees of a run, each under the path of the graph that grew it. What was pruned of the record is left out. */
export function contractionsIn(lines: readonly Line[]): Contraction[] {
  const trees = new Map<string, Growing>();
  for (const { type, path, data } of lines) {
    const at = /^(?:.*\/)?contract\.\d+(?=\/)/.exec(path)?.[0];
    const note = at === undefined ? undefined : notes[type];
    if (note === undefined || referenceIn(data)) continue;
    const tree = trees.get(at!) ?? { path: at!, parts: new Map(), rounds: [] };
    trees.set(at!, tree);
    note(tree, data);
  }
  return [...trees.values()]
    .filter(({ parts }) => parts.size > 0)
    .map((tree) => ({ ...tree, parts: [...tree.parts.values()] }));
}

const notes: Record<string, (tree: Growing, data: Told) => void> = {
  "part.opened"(tree, { part, question, relevance = 1, because = null }) {
    Object.assign(partOf(tree, part), { question, relevance, left: because });
  },
  "part.solved"(tree, { part, question, text, held, sure, entropy, structure, doubt }) {
    const known = partOf(tree, part);
    known.question = question;
    known.answers.push({ text, held, sure, entropy, structure, doubt });
  },
  "part.split"(tree, { part, by, joint, into }) {
    if (into.length === 0) return;
    for (const each of tree.parts.values()) if (each.parent === part) each.left ??= "the question was split anew";
    Object.assign(partOf(tree, part), { by, joint });
    const first = tree.parts.size;
    // A part's number is its place: those that a split gives come behind all others, in their order.
    for (const [at, question] of into.entries()) Object.assign(partOf(tree, first + at), { question, parent: part });
  },
  "part.collapsed"(tree, { part, text }) {
    const { answers } = partOf(tree, part);
    answers.push({ ...(answers.at(-1) ?? unsolved), text });
  },
  "review.given"(tree, { part, score, verdict, remark = "", by }) {
    partOf(tree, part).reviews.push({ score, verdict, remark, by });
  },
  "round.measured"(tree, { round, distance, factor, entropy, follows }) {
    tree.rounds.push({ round, distance, factor, entropy, follows });
  },
};

const unsolved = { held: true, sure: null, entropy: null, structure: null, doubt: null };

function partOf({ parts }: Growing, part: number): Part {
  const known = parts.get(part) ?? {
    ...{ part, parent: null, question: "", relevance: 1, left: null },
    ...{ joint: null, by: null, answers: [], reviews: [] },
  };
  parts.set(part, known);
  return known;
}
