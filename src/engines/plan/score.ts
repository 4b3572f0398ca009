import { toneOf } from "../../core/port.ts";
import type { Desk } from "../tools/tool.ts";
import { saidOf, told } from "./model.ts";
import { isShown, placed } from "./sign.ts";
import { type Note, subject } from "./step.ts";

/** What steps are worth for a question, from 0 to 1, what is wrong with them, and what to do instead. */
export type Score = { completeness: number; correctness: number; issues: string[]; suggestions: string[] };

/** Below this a step is done again, and a plan made anew. */
export const enough = 0.7;

/** Whether scores are high enough. */
export function isEnough({ completeness, correctness }: Score): boolean {
  return completeness >= enough && correctness >= enough;
}

/** What a step is worth for the question that it was given. */
export async function scoreStep(note: Note, desk: Desk): Promise<Score> {
  const { ok, because } = await isShown(note, desk);
  const score = scored([note], subject(note), desk);
  const issues = [...(ok ? [] : [because]), ...score.issues];
  const correctness = ok ? score.correctness : Math.min(score.correctness, 0.5);
  return { ...score, correctness, issues };
}

/**
 * What all steps are worth for a question: how many of the names and numbers in it were come by, and how likely what was read answers,
 * 1 where it is proven. A model's judgement can only lower that.
 */
export async function evaluate(notes: readonly Note[], desk: Desk): Promise<Score> {
  const own = scored(notes, desk.task.question, desk);
  const steps = notes.slice(-6).map(told).toReversed();
  const said = await saidOf("evaluate", { steps, question: desk.task.question }, desk);
  const judged = said && scoreIn(said.text);
  if (!judged) return own;
  return {
    completeness: Math.min(own.completeness, judged.completeness),
    correctness: Math.min(own.correctness, judged.correctness),
    issues: [...own.issues, ...judged.issues],
    suggestions: [...own.suggestions, ...judged.suggestions],
  };
}

function scored(notes: readonly Note[], question: string, { ports }: Desk): Score {
  const given = notes.filter(({ dead, seen }) => !dead && seen.found);
  const asked = ports.lacking(question, "").length;
  const lacks = ports.lacking(question, given.map(placed).join("\n"));
  const completeness = given.length === 0 ? 0 : asked === 0 ? 1 : 1 - lacks.length / asked;
  return {
    completeness: Math.round(completeness * 100) / 100,
    correctness: Math.round(Math.max(0, ...given.map(worth)) * 100) / 100,
    issues: given.length === 0 ? ["nothing was found"] : lacks.map((word) => `nothing read names "${word}"`),
    suggestions: lacks.length > 0 ? [`search for ${lacks.join(", ")}`] : [],
  };
}

function worth({ tool, seen: { rests } }: Note): number {
  // A search answers nothing; that it found places is all that it is for.
  if (tool === "search") return enough;
  if (rests.on === "claims") return rests.draft.stop === "success" ? 1 : 0.5;
  if (rests.on === "nothing") return 0;
  // Nothing here can check what another program said.
  if (rests.on !== "texts") return 0.5;
  const { reading } = rests.delved;
  return toneOf(reading) === "said" ? Math.max(enough, reading.sure) : Math.min(reading.sure, enough - 0.1);
}

/** The scores in a model's words; null where they are none. */
function scoreIn(text: string): Score | null {
  const number = (name: string) => {
    const found = new RegExp(`${name}\\D{0,4}(1(?:\\.0+)?|0?\\.\\d+|0)(?![\\d.])`, "iu").exec(text)?.[1];
    return found === undefined ? null : Number(found);
  };
  const [completeness, correctness] = [number("completeness"), number("correctness")];
  if (completeness === null || correctness === null) return null;
  const part = (name: string) => {
    const said = new RegExp(`${name}:\\s*([^;\\n]+)`, "iu").exec(text)?.[1]?.trim() ?? "";
    return said === "" || /^none\b/iu.test(said) ? [] : [said];
  };
  return { completeness, correctness, issues: part("issues"), suggestions: part("suggestions") };
}
