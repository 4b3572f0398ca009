import type { Ports } from "../../core/port.ts";
import { stepReference } from "../../core/prompting.ts";
import { calledIn } from "../tools/catalogue.ts";
import { findTool, isExternal, misuse, use } from "../tools/list.ts";
import { type Args, type Desk, nothing, type Seen, type Tool } from "../tools/tool.ts";

/** A use of a tool that was planned: who planned it, and the observation that would show that it worked, in words or as a claim. */
export type Step = { tool: string; args: Args; shows: string; by: "rules" | "model" };

/**
 * A step that was done, references to earlier ones filled in; `planned` is how it was written before. `dead` where it led nowhere.
 */
export type Note = Step & { planned: string; seen: Seen; dead: boolean };

/** What a step is about: its first argument. */
export function subject({ args }: Pick<Step, "args">): string {
  return String(Object.values(args)[0] ?? "");
}

/** A step in a line, as it is shown to a planner and written by one. */
function written({ tool, args, shows }: Pick<Step, "tool" | "args"> & { shows?: string }): string {
  const values = Object.values(args).map((value) => (Array.isArray(value) ? value.join(", ") : String(value)));
  return `${tool}: ${values.join(" | ")}${shows ? ` => ${shows}` : ""}`;
}

/**
 * The steps that a text has in its lines, each "tool: argument => what shows success", or a question, for which rules choose the tool; lines that
 * hold none are left out. One that calls a tool by its name is a step of that tool.
 */
export function stepsIn(text: string, ports: Pick<Ports, "externals">): (Step | { asks: string })[] {
  return text.split(/\n+/).flatMap((line): (Step | { asks: string })[] => {
    const match = /^\s*(?:[-*]|\d+[.)])?\s*`?(?<tool>[a-z][\w.-]*)`?\s*:\s*(?<rest>.+?)\s*$/iu.exec(line)?.groups;
    const [said = "", shows = ""] = (match?.rest ?? "").split(/\s*=>\s*/);
    const called = calledIn(match?.tool ?? "", said);
    const inner = called ? findTool(called.name, ports) : undefined;
    const tool = inner ?? findTool(match?.tool ?? "", ports);
    if (!tool) {
      const asks = line.replace(/^\s*(?:[-*]|\d+[.)])\s*/u, "").trim();
      return /^\p{L}.*\?$/u.test(asks) ? [{ asks }] : [];
    }
    return [{ tool: tool.name, args: argsIn(inner ? called!.said : said, tool), shows, by: "model" }];
  });
}

/** What a line gives a tool: a value for each argument in turn; for a tool of a server also as JSON, and as its schema has them. */
function argsIn(said: string, { name, takes }: Tool): Args {
  const names = Object.keys(takes.properties);
  const external = isExternal(name);
  const object = external && said.startsWith("{") ? parsed(said) : null;
  if (object !== null) return object as Args;
  const values = name === "look" || external ? said.split(/\s*\|\s*/) : [said];
  return Object.fromEntries(
    values.slice(0, names.length).flatMap((value, at) => {
      const key = names[at]!;
      const { type = "string" } = takes.properties[key]!;
      const given = external && type !== "string" ? parsed(value) : null;
      return external && value === "" ? [] : [[key, given ?? bare(value)]];
    }),
  );
}

function parsed(text: string): Args[string] | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function bare(text: string): string {
  return /^(["'`“])(.*)["'`”]$/u.exec(text.trim())?.[2] ?? text.trim();
}

/** Tools whose argument is put in words, which may name only what is known. */
const worded: ReadonlySet<string> = new Set(["cite", "search", "count", "files"]);

/**
 * Why a step that a model wrote is not done; null where it may be: a tool that there is, used as it can be, not done before, and
 * naming nothing that is not `known`: of the question, or of what was observed. Pure.
 */
export function refused(step: Step, known: string, notes: readonly Note[], ports: Ports): string | null {
  const fault = misuse(step.tool, step.args, ports);
  if (fault !== null) return fault;
  const tool = findTool(step.tool, ports)!;
  if (!isExternal(step.tool) && tool.does.includes(subject(step))) return "it repeats what the tool does";
  const numbers = [...subject(step).matchAll(stepReference)].map(([, number]) => Number(number));
  if (numbers.some((number) => !(number >= 1 && number <= notes.length)))
    return "it goes back to a step that there is not";
  if (filled(step, notes) === null) return "it goes back to a step that gave nothing";
  if (notes.some(({ planned }) => planned === unsigned(step)) || changesAgain(step, notes, ports))
    return "it was done before";
  if (!worded.has(step.tool)) return null;
  const [strange] = ports.lacking(subject(step).replace(stepReference, " "), known);
  return strange === undefined ? null : `nothing named "${strange}" before`;
}

/**
 * Whether a step would change the folder by the same words of the question as one of others: what is asked for once is done once, also
 * where another stretch of its sentence is named. Pure.
 */
export function changesAgain(
  step: Pick<Step, "tool" | "args">,
  others: readonly Pick<Step, "tool" | "args">[],
  ports: Ports,
): boolean {
  const changes = ({ tool }: Pick<Step, "tool">) => findTool(tool, ports)?.effect !== "read";
  if (!changes(step)) return false;
  const asked = spaced(subject(step));
  return others.some((other) => {
    // What others than Ergo change is told by their own arguments, not by words of the question.
    if (isExternal(step.tool) || isExternal(other.tool)) return unsigned(other) === unsigned(step);
    const done = spaced(subject(other));
    return changes(other) && (done.includes(asked) || asked.includes(done));
  });
}

/** The words of a request between single spaces, without the marks that end them. */
function spaced(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[.,;:!?]+(?=\s|$)/gu, "")
    .trim()
    .replace(/\s+/gu, " ")} `;
}

/** The arguments with what earlier steps gave in the place of their numbers; null where one gave nothing. */
function filled({ args }: Step, notes: readonly Note[]): Args | null {
  let whole = true;
  const put = (value: string) =>
    value.replace(stepReference, (reference, number: string) => {
      const given = notes[Number(number) - 1]?.seen.value ?? null;
      if (given === null) whole = false;
      return given ?? reference;
    });
  const entries = Object.entries(args).map(([key, value]) => [key, typeof value === "string" ? put(value) : value]);
  return whole ? Object.fromEntries(entries) : null;
}

/** Does a step, and notes what came of it. */
export async function take(step: Step, notes: readonly Note[], desk: Desk, pass: number): Promise<Note> {
  const args = filled(step, notes);
  const seen = args === null ? nothing("a step that it goes back to gave nothing") : await use(step.tool, args, desk);
  const note: Note = { ...step, args: args ?? step.args, planned: unsigned(step), seen, dead: false };
  const { tool, by, shows } = step;
  const { found, text, value } = seen;
  desk.ctx.note("step.done", { pass, tool, args: note.args, by, shows, found, text, value });
  return note;
}

/** A step in a line, without what would show that it worked. */
export function unsigned({ tool, args }: Pick<Step, "tool" | "args">): string {
  return written({ tool, args });
}
