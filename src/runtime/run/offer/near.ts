import { loosened } from "../../../code/ask/loose.ts";
import { isSource } from "../../../core/declaration.ts";
import type { Means } from "../../../core/port.ts";
import { aloneIn, narrows } from "../../../language/clause.ts";
import { detectLanguage } from "../../../language/tongue.ts";
import { type Look, lookAt, worded } from "../code/look.ts";
import type { Asking } from "../conclude.ts";
import { mentionedIn } from "./mention.ts";
import { isOfTexts, shorter, type Usual, usualAsks, wordingOf } from "./usual.ts";
import type { Named, Of } from "./vocabulary.ts";

/**
 * A wording is near from that sum on: the cosine of the question and it, and how much of its words speaks for it. From the
 * higher one on it is nearer than what texts say. Without an encoder the words alone tell.
 */
const enough = { some: 0.8, surely: 1, words: 0.5 };

/** So many wordings, the best by their words, are compared by meaning: an encoder reads each. */
const compared = 16;

/**
 * The questions about files, or about a code base where one is, that another one may be a wording of, the nearest first: what it asks in the plain words
 * of a model, then those whose usual wordings have its words, and, where an encoder is here, its meaning. Throws what `observe` and the signal throw.
 */
export async function nearestAsks(
  question: string,
  asking: Asking,
  { alike, plainly, least }: Omit<Parameters<NonNullable<Means["near"]>>[0], "observe">,
): Promise<string[]> {
  const look = await lookAt(question, asking);
  if (look === null || (least === "surely" && isOfTexts(question))) return [];
  const isOfCode = look.universe.files.some(isSource);
  const kinds: Of[] = isOfCode ? ["code", "files"] : ["files"];
  // Of documents texts are asked, for which a model has better to do.
  if (least === "plain") {
    const put = !isOfCode || isOfTexts(question) ? null : await plainly();
    return put === null ? [] : [put];
  }
  const floor = enough[least];
  // What texts answer is not asked again by some of its words.
  const isOpen = least === "some" && !isOfTexts(question);
  const put = isOpen && isOfCode ? await plainly() : null;
  const said = put === null ? [question] : [put, question];
  const near = await Promise.all(
    said.map(async (each) => await weighed(each === question ? look : { ...look, ...worded(each, look.universe) })),
  );
  const ranked = near
    .flat()
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ ask }) => ask);
  return [...new Set([...(put === null ? [] : [put]), ...ranked])].filter((each) => each !== question);

  /** What is near to a question, by how much nearer than the least that is offered. */
  async function weighed(look: Look): Promise<{ ask: string; worth: number }[]> {
    const tongue = detectLanguage(look.question);
    // "Tests not included": a folder that may be left out is not offered as the place.
    const isNarrowed = narrows(look.question);
    const mentioned = await mentionedIn(look, tongue, least === "surely");
    const named = mentioned.filter(({ is }) => is !== "dir" || !isNarrowed);
    const fewer =
      isOpen && isOfCode
        ? plainer(look.question, named).map((each) => shorter(look.question, each, named, tongue))
        : [];
    const usual = kinds.flatMap((of) => usualAsks(look.question, named, of, tongue).slice(0, compared));
    const maybe = [...fewer, ...usual];
    if (maybe.length === 0) return [];
    const wordings = kinds.map((of) => wordingOf(look.question, named, of, tongue));
    const { cosines } = await alike([...wordings, ...maybe.map(({ gist }) => gist)]);
    if (!cosines && least === "surely") return [];
    const worth = ({ share, of }: Usual, at: number) =>
      cosines ? cosines[kinds.indexOf(of)]![at + kinds.length]! + share / 2 - floor : share - enough.words;
    return maybe.map((each, at) => ({ ask: each.ask, worth: worth(each, at) })).filter((each) => each.worth >= 0);
  }
}

/** A question without what is told around it, and without words that nothing here knows. */
function plainer(question: string, named: readonly Named[]): string[] {
  const asked = aloneIn(question)?.asked ?? question;
  const isNamed = (word: string) => named.some(({ said }) => said === word);
  return [asked, ...loosened(asked, detectLanguage(asked), isNamed)];
}
