import { type Parts, type Ports, shortEnough, type Texts, type Understood } from "../../core/port.ts";
import { understanding } from "../effects.ts";
import { isExternal } from "../tools/list.ts";
import type { Desk } from "../tools/tool.ts";
import { type Note, type Step, subject } from "./step.ts";

/** A question that is followed to its answer, with the steps that it took on the way. `end` is null where it is not answered yet. */
export type Thread = { question: string; end: Note | null; uses: Note[] };

/** What is to be asked next: a question, answers to it that led nowhere, and other words to search by. */
export type Ask = { question: string; except: string[]; about?: string };

/** How far a question has come: what is to be asked next, and what is known of its parts. Nothing is left where `asks` is empty. */
export type Agenda = {
  asks: Ask[];
  parts: Parts | null;
  threads: Thread[];
  further: Thread | null;
  whole: Note | null;
};

/** How many phrases of a question are answered before the question itself, and how many answers to one are tried. */
const deepest = 3;
const tries = 2;

/**
 * What rules plan for a question, from what was done: its parts side by side, in each the question inside it first, the answer put into
 * the next; the question as it stands beside them; and once more by the names that nothing read so far holds. Pure.
 */
export function agendaOf(question: string, notes: readonly Note[], ports: Ports): Agenda {
  const parts = partsIn(question, ports);
  const threads: Thread[] = [];
  const asks: Ask[] = [];
  const follow = (asked: string): Thread => {
    const { thread, ask } = followed(asked, notes, ports);
    if (ask) asks.push(ask);
    return thread;
  };
  for (const part of parts?.join === "then" ? parts.parts.slice(0, 1) : (parts?.parts ?? [question]))
    threads.push(follow(part));
  const whole = lastOf(question, notes);
  // What is planned in steps may lead nowhere: then the question as it stands is what was read.
  if (!whole && !asks.some((ask) => ask.question === question)) asks.push({ question, except: [] });
  const values = threads.map(({ end }) => (end?.seen.found ? end.seen.value : null));
  const put = (asked: string) => asked.replace(/#(\d)/g, (_, number: string) => values[Number(number) - 1]!);
  if (parts?.join === "then")
    threads.push(values[0] == null ? { question: parts.parts[1], end: null, uses: [] } : follow(put(parts.further)));
  const further =
    parts?.join === "further" && values.every((value) => value !== null) ? follow(put(parts.further)) : null;
  return { asks, parts, threads, further, whole };
}

/** Whether the answers to the parts of a question are the answer to it, side by side. */
export function areBeside(parts: Parts | null): boolean {
  return parts?.join === "each" || parts?.join === "then";
}

/** The parts that a question is planned in: each must stand by itself. */
export function partsIn(question: string, { divide }: Pick<Texts, "divide">): Parts | null {
  const parts = divide(question);
  return parts?.join === "row" ? null : parts;
}

/** A question with the one inside it asked first, and so on; and what is to be asked next. */
function followed(question: string, notes: readonly Note[], ports: Ports): { thread: Thread; ask: Ask | null } {
  const uses: Note[] = [];
  let asked = question;
  for (let depth = 0; depth < deepest; depth += 1) {
    const nested = ports.unnest(asked);
    if (!nested) break;
    const tried = notes.filter((note) => subject(note) === nested.inner && !isExternal(note.tool));
    const live = tried.findLast(({ dead }) => !dead);
    const except = tried.flatMap(({ dead, seen }) => (dead && seen.value !== null ? [seen.value] : []));
    if (!live && tried.length < tries) {
      return { thread: { question, end: null, uses }, ask: { question: nested.inner, except } };
    }
    if (!live || !leads(live)) {
      uses.length = 0;
      asked = question;
      break;
    }
    uses.push(live);
    asked = nested.fill(live.seen.value!);
  }
  const end = lastOf(asked, notes) ?? null;
  return { thread: { question, end, uses }, ask: end ? null : { question: asked, except: [] } };
}

/** Whether what a step gave can be put into a further question. */
export function leads({ seen }: Note): boolean {
  if (seen.value === null || seen.value.includes("[redacted")) return false;
  const { rests } = seen;
  return rests.on !== "texts" || (rests.delved.reading.short?.share ?? 0) >= shortEnough.tried;
}

/** What was last asked so and did not lead nowhere; where other words were searched by, if it was asked in no other way. */
function lastOf(question: string, notes: readonly Note[]): Note | null {
  const asked = notes.filter(
    (note) => !note.dead && subject(note) === question && note.tool !== "search" && !isExternal(note.tool),
  );
  return asked.findLast(({ args }) => args.about === undefined) ?? asked.at(-1) ?? null;
}

/** The step that answers a question: the tool that understands it, what texts say where none does. Recorded. */
export async function stepFor(ask: Ask, { ctx, ports, task }: Desk): Promise<Step> {
  return await stepOf(ask, task.question, (question) => understanding(ctx, ports, question));
}

/** The same, by what `understand` makes of a question of the whole one. */
export async function stepOf(
  ask: Ask,
  whole: string,
  understand: (question: string) => Promise<Understood>,
): Promise<Step> {
  const { question, except, about } = ask;
  const step = (tool: string, key = "question"): Step => {
    return { tool, args: { [key]: question }, shows: signOf(question), by: "rules" };
  };
  if (except.length > 0 || about !== undefined) {
    const args = { question, ...(about === undefined ? {} : { about }), ...(except.length > 0 ? { except } : {}) };
    return { ...step("cite"), args };
  }
  const own = whole.includes(question.trim());
  const { exact, census, proposal } = await understand(question);
  // What is exactly known without doing anything is looked at.
  if (exact !== null) return step("files");
  if (proposal && own) return step(proposal.does === "command" ? "shell" : "edit", "request");
  return step(census ? "count" : "cite");
}

/** The observation that shows that a question is answered, in words: a date for "when", a number for "how many". */
export function signOf(question: string): string {
  if (
    /^(?:when|since when|in (?:which|what) (?:year|month|century)|(?:on )?(?:which|what) (?:day|date))\b/iu.test(
      question,
    )
  )
    return "a date";
  if (/^how (?:many|much|old|long|far|often|tall|high|large|big)\b/iu.test(question)) return "a number";
  if (/^(?:who|whom|whose)\b/iu.test(question)) return "a name";
  return "an answer";
}

/** The step that reads a question off the texts. */
export function citing(question: string): Step {
  return { tool: "cite", args: { question }, shows: signOf(question), by: "rules" };
}
