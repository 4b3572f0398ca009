import type { Problem } from "../../core/error.ts";
import type { Universe } from "../../core/observation.ts";
import { observing, recollecting } from "../effects.ts";
import { use } from "../tools/list.ts";
import { brief, type Desk } from "../tools/tool.ts";
import { saidOf, told } from "./model.ts";
import { placed } from "./sign.ts";
import { type Note, unsigned } from "./step.ts";

/** What was learnt of an attempt that failed: in words, the steps that are not to be planned again, and what to search for instead. */
export type Lesson = { text: string; error: string; avoid: string[]; about: string | null };

/** Places of the folder that a diagnosis is shown, and lessons of earlier questions. */
const places = 12;
const mostRemembered = 3;

/**
 * Finds out why steps did not do what they were to, by looking alone: which names of the question nothing read so far holds, where
 * they stand, which files there are; and what comes to mind of earlier questions like this one. A model says it in a sentence where one can; what it names counts as far as the folder or an
 * observation names it too.
 */
export async function diagnose(
  failed: { step: Note | null; because: string },
  notes: readonly Note[],
  earlier: readonly Lesson[],
  desk: Desk,
): Promise<{ lesson: Lesson; problem: Problem | null }> {
  const { ctx, ports, task } = desk;
  const [seen] = await observing(ctx, ports)([{ see: "universe" }]);
  const files = seen?.seen.ok ? (seen.seen as Universe).files : [];
  const read = notes
    .filter(({ seen: { found } }) => found)
    .map(placed)
    .join("\n");
  const lacks = ports.lacking(task.question, read);
  const sought = lacks.join(" ");
  const isNew = sought !== "" && !earlier.some(({ about }) => about === sought);
  const elsewhere = isNew ? await use("search", { about: sought }, desk) : null;
  const avoid = failed.step ? [unsigned(failed.step)] : [];
  const lessons = (await recollecting(ctx, ports, task.question)).slice(0, mostRemembered);
  const steps = notes.slice(-4).map(told).toReversed();
  const shownPlaces = [...(elsewhere?.found ? [elsewhere.text] : []), ...files.slice(0, places)];
  const said = await saidOf("reflect", { steps, places: shownPlaces, lessons, question: task.question }, desk);
  const known = [
    task.question,
    ...notes.map(placed),
    ...notes.map(({ seen: { text } }) => text),
    ...shownPlaces,
    ...lessons,
  ].join("\n");
  if (said && said.text !== "") {
    const text = brief(said.text);
    return { lesson: { text, error: failed.because, avoid, about: named(text, known, desk) }, problem: said.problem };
  }
  const where = elsewhere?.found ? `; ${elsewhere.text} is about that` : "; no text is about that";
  const found =
    lacks.length > 0
      ? `nothing read names ${lacks.map((word) => `"${word}"`).join(", ")}${isNew ? where : ""}`
      : failed.because;
  const text = [found, ...lessons.slice(0, 1).map((lesson) => `earlier: ${lesson}`)].join("; ");
  const before = isNew ? sought : titlesIn(lessons, files);
  const about = before === "" || earlier.some((lesson) => lesson.about === before) ? null : before;
  return {
    lesson: { text, error: failed.because, avoid, about },
    problem: said?.problem ?? null,
  };
}

/** The names of the files that like questions were answered from, in words, as far as they are there. */
function titlesIn(lessons: readonly string[], files: readonly string[]): string {
  const named = files.filter((file) => lessons.some((lesson) => lesson.includes(file)));
  const words = named.slice(0, places).flatMap((file) => file.replace(/\.[^./]+$/, "").split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words)].filter((word) => word !== "").join(" ");
}

/** The names and numbers of a diagnosis that are known, to search by; null where it has none. */
function named(text: string, known: string, { ports }: Desk): string | null {
  const strange = new Set(ports.lacking(text, known));
  const names = ports.lacking(text, "").filter((word) => !strange.has(word));
  return names.length > 0 ? names.join(" ") : null;
}
