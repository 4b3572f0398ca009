import type { Draft, Stated } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import { toneOf } from "../core/port.ts";
import { isHeldUp } from "../proof/attribute.ts";
import { evidenceOf, quoted, scopeOf, stated } from "./compose.ts";
import type { Review } from "./review.ts";
import { joined, keyOf, type Piece, type Solution } from "./solve.ts";
import { blank } from "./state.ts";
import type { Joint, Part } from "./tree.ts";

/**
 * What the answers to a question's parts make of it. Any of them will do: the one that is likeliest right. All are needed: the last of a
 * chain answers, and rests on those before it; parts that stand side by side answer one beside the other. What is rejected
 * answers nothing. Null where none answers. Pure.
 */
export function collapse(question: string, joint: Joint, parts: readonly Part[]): Solution | null {
  const good = parts.flatMap(({ solution, review, id, after }) =>
    solution?.held && solution.tone !== "nearest" && review?.verdict !== "reject" ? [{ solution, id, after }] : [],
  );
  if (good.length === 0) return null;
  if (joint === "or") {
    const [best] = good.toSorted((a, b) => b.solution.sure - a.solution.sure);
    return { ...best!.solution, question };
  }
  const needed = new Set(
    parts.flatMap(({ after, question: asked }) => (after !== null && asked.includes("#") ? [after] : [])),
  );
  const ends = good.filter(({ id }) => !needed.has(id));
  if (ends.length === 0) return null;
  const pieces = ends.flatMap(({ solution, id }) => chained(id, parts, solution.pieces));
  const sure = good.reduce((product, { solution }) => product * solution.sure, 1);
  const grounds = good.map(({ solution }) => solution.grounds).reduce(joined, []);
  const share = good.length / parts.length;
  const shown = pieces.flatMap((piece) => piece.grounds.map(({ finding }) => finding.excerpt));
  const tone =
    share < 1
      ? "probable"
      : toneOf({ excerpts: shown, sure: Math.min(...good.map(({ solution }) => solution.sure)), missing: [] });
  const [first] = good;
  const samples = good.flatMap(({ solution }) => solution.samples);
  return {
    ...first!.solution,
    ...{ question, pieces, grounds, sure, share, tone, samples },
    text: pieces.map((piece) => piece.text).join("; "),
    entropy: null,
  };
}

/** Pieces with what the parts rest on that came before theirs. */
function chained(id: number, parts: readonly Part[], pieces: Piece[]): Piece[] {
  const part = parts.find((each) => each.id === id)!;
  const before = parts.find((each) => each.id === part.after);
  if (!before?.solution || !part.question.includes("#")) return pieces;
  const grounds = chained(before.id, parts, before.solution.pieces).flatMap((piece) => piece.grounds);
  return pieces.map((piece) => ({ ...piece, grounds: joined(piece.grounds, grounds) }));
}

/**
 * The answer that the whole question ends with: each piece in front of the text's own words, with their places. Only what excerpts
 * hold is a claim.
 */
export function answerOf(
  solution: Solution,
  review: Review | null,
  { question, globs, degraded }: { question: string; globs: string[]; degraded: Problem[] },
): Draft {
  const { pieces, corpus, sure, by, samples, reason } = solution;
  const universe = corpus ? scopeOf({ corpus, passages: [] }, globs) : { files: 0, skipped: 0, globs };
  if (pieces.length === 0) {
    const why = reason === "" ? "" : `: ${reason}`;
    return {
      ...blank("not_found", `Not found in the ${universe.files} text files searched${why}.`),
      universe,
      degraded,
    };
  }
  const grounds = pieces.map((piece) => piece.grounds).reduce(joined, []);
  const tone = review?.verdict === "reject" ? "nearest" : solution.tone;
  const evidence = grounds.map(({ finding, passage }, at) =>
    evidenceOf({ ...finding, excerpt: { ...finding.excerpt, passage: 0 } }, [passage], `e${at + 1}`),
  );
  const keys = grounds.map(keyOf);
  const on = (piece: Piece) => [...new Set(piece.grounds.map((ground) => keys.indexOf(keyOf(ground))))];
  const leading = pieces.flatMap((piece): Stated[] => {
    const rests = on(piece).map((at) => evidence[at]!);
    const isClaim = tone === "said" && isHeldUp(piece.text, question, rests).ok;
    return isClaim ? [{ text: piece.text, verdict: "supported", evidence: rests.map(({ id }) => id) }] : [];
  });
  const claims = [...leading, ...grounds.map(({ finding }, at) => stated(finding, `e${at + 1}`))];
  // One phrase stands before the sentence that holds it; several, or a sentence, stand above.
  const brief = tone !== "nearest" && pieces.length === 1 && isPhrase(pieces[0]!) ? pieces[0]!.text : null;
  const front = tone === "nearest" || brief !== null ? [] : frontOf(pieces, on);
  const first = tone === "nearest" ? `Not found in the ${universe.files} text files searched. The nearest is:` : "";
  const doubt = tone === "probable" ? "Probably: " : "";
  const words = [
    first,
    ...front,
    ...quoted(
      grounds.map(({ finding }) => finding),
      null,
    ),
  ].filter((line) => line !== "");
  const basis =
    by || samples.length > 0 ? "how far several answers of the model agree" : "how like excerpts did before";
  const many = pieces.length > 1 || solution.share < 1 ? `${basis}, over all parts` : basis;
  return {
    stop: { said: "success", probable: "unproven", nearest: "not_found" }[tone] as Draft["stop"],
    answer: `${doubt}${words.join("\n")}`,
    ...{ claims, evidence, universe, degraded },
    confidence: tone === "nearest" ? null : { value: Math.round(sure * 100) / 100, basis: many },
  };
}

function isPhrase({ text, grounds }: Piece): boolean {
  return text.split(" ").length <= longest && (grounds[0]?.finding.excerpt.plain.includes(text) ?? false);
}

/** Words of a phrase that stands before a sentence at most. */
const longest = 6;

/** What stands in front: the words alone where one piece answers, else each behind its question. */
function frontOf(pieces: Piece[], on: (piece: Piece) => number[]): string[] {
  const marks = (piece: Piece) =>
    on(piece)
      .map((at) => `[${at + 1}]`)
      .join("");
  const [only] = pieces;
  if (pieces.length > 1) return [...pieces.map((piece) => `${piece.question} ${piece.text} ${marks(piece)}`), ""];
  return only!.text === only!.grounds[0]?.finding.excerpt.plain ? [] : [`${only!.text} ${marks(only!)}`];
}
