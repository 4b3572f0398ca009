import type { Problem } from "../../core/error.ts";
import { type Prompting, stepReference } from "../../core/prompting.ts";
import { recollecting, saying } from "../effects.ts";
import { isCatalogued } from "../tools/catalogue.ts";
import { findTool, isExternal, suitsKind, toolsFor } from "../tools/list.ts";
import { brief, type Desk } from "../tools/tool.ts";
import { citing, stepFor } from "./agenda.ts";
import { changesAgain, type Note, refused, type Step, stepsIn, unsigned } from "./step.ts";

/** What a model planned; nothing, where none is to be had, or where what it said is no plan. `finish` where it says that all is done. */
export type Planned = { steps: Step[]; finish: boolean; asked: boolean; problem: Problem | null; refused: string[] };

/** Steps that are begun side by side at most, and in a plan. */
const abreast = 4;
const longest = 7;
/** Characters of what a planner is shown of tools that it looked for. */
const described = 900;
/** Lessons of earlier questions that a planner is told: of the nearest of them, and of tools that were of little help. */
const mostRemembered = 4;

const none: Planned = { steps: [], finish: false, asked: false, problem: null, refused: [] };

/** Asks the planner for the next steps. */
export async function thinkBy(notes: readonly Note[], lessons: readonly string[], desk: Desk): Promise<Planned> {
  const tools = isOfTexts(desk) ? [] : menu(desk);
  const asked = { lessons: [...lessons], question: desk.task.question };
  const steps = notes.map((note, at) => `${at + 1} ${told(note)}`).toReversed();
  // Before anything was looked up, nothing can be finished.
  const prompting: Prompting =
    notes.length === 0
      ? { role: "planner", prompt: "ahead", values: { tools, ...asked } }
      : { role: "planner", prompt: "think", values: { tools, steps, ...asked } };
  const planned = await planBy(prompting, notes, desk);
  return { ...planned, steps: planned.steps.slice(0, abreast) };
}

/** Asks the planner for a plan of all steps. */
export async function outlineBy(lessons: readonly string[], desk: Desk): Promise<Planned> {
  const values = { tools: menu(desk), lessons: [...lessons], question: desk.task.question };
  const planned = await planBy({ role: "planner", prompt: "outline", values }, [], desk);
  return { ...planned, steps: planned.steps.slice(0, longest) };
}

/** A sentence that a model says to a prompt about what was done; null where none is to be had. */
export async function saidOf(
  prompt: "reflect" | "evaluate",
  values: Prompting["values"],
  { ctx, ports }: Desk,
): Promise<{ text: string; problem: Problem | null } | null> {
  if (ports.say === null) return null;
  const said = await saying(ctx, ports.say, { role: prompt === "reflect" ? "planner" : "verifier", prompt, values });
  if (!said.ok) return { text: "", problem: said.error };
  return { text: said.value.text, problem: said.value.instead ?? null };
}

/** A step with what it gave, in a line. */
export function told(note: Note): string {
  const { found, text } = note.seen;
  return brief(
    `${unsigned(note)} gave ${found ? "" : "nothing: "}${text}`,
    isCatalogued(note.tool) ? described : undefined,
  );
}

async function planBy(asked: Prompting, notes: readonly Note[], desk: Desk): Promise<Planned> {
  const { ctx, ports, task } = desk;
  if (ports.say === null) return none;
  const remembered = notes.length === 0 ? (await recollecting(ctx, ports, task.question)).slice(0, mostRemembered) : [];
  const lessons = [...remembered, ...[asked.values.lessons ?? []].flat()];
  const known = [task.question, ...notes.map(({ seen }) => seen.text), ...lessons].join("\n");
  const said = await saying(ctx, ports.say, { ...asked, values: { ...asked.values, lessons } });
  if (!said.ok) return { ...none, asked: true, problem: said.error };
  const { text, instead = null } = said.value;
  const steps: Step[] = [];
  const faults: string[] = [];
  for (const line of stepsIn(text, ports)) {
    const step = "asks" in line ? await asking(line.asks, desk) : line;
    // A plan may go back to its own earlier steps, of which nothing is known yet.
    const fault = refused(step, known, notes.length === 0 ? foreseen(steps) : notes, ports);
    const twice = steps.some((other) => unsigned(other) === unsigned(step)) || changesAgain(step, steps, ports);
    if (fault === null && !twice) steps.push(step);
    else faults.push(`${unsigned(step)}: ${fault ?? "it stands there twice"}`);
  }
  const finish = steps.length === 0 && /^\W*finish\b/iu.test(text);
  return { steps, finish, asked: true, problem: instead, refused: faults };
}

/** The step that answers a question of a model's plan: what rules choose for it, what texts say where it hangs on an earlier step. */
async function asking(question: string, desk: Desk): Promise<Step> {
  const { ports } = desk;
  const isOpen = question.search(stepReference) < 0 && ports.lacking(question, desk.task.question).length === 0;
  const step = isOpen ? await stepFor({ question, except: [] }, desk) : citing(question);
  // What a model words is looked at, and nothing is done for it.
  return { ...(findTool(step.tool, ports)?.effect === "read" ? step : citing(question)), by: "model" };
}

/** Whether all that a question takes is to read texts: then no tool has to be chosen. */
function isOfTexts({ task, ports }: Desk): boolean {
  return task.route.about === "content" && task.proposal === null && ports.externals.tools.length === 0;
}

/** Steps of a plan as if they had been done, each giving its own number. */
function foreseen(steps: readonly Step[]): Note[] {
  const seen = { found: true, text: "", value: "1", rests: { on: "nothing" } } as const;
  return steps.map((step) => ({ ...step, planned: unsigned(step), seen, dead: false }));
}

/** The tools that a model may choose of; those of Ergo's own that do something are for what the user asks to be done. */
function menu({ task, ports }: Desk): string[] {
  const acts = task.proposal !== null;
  return toolsFor(task.question, ports)
    .filter((tool) => suitsKind(tool, task.route))
    .filter(({ name, effect }) => effect === "read" || acts || isExternal(name))
    .map(({ name, does }) => `${name}: ${does}`);
}
