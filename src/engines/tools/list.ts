import type { Ports } from "../../core/port.ts";
import { faultOf } from "../../core/schema.ts";
import { edit, shell } from "./deeds.ts";
import { externalTool } from "./external.ts";
import { calculate, check, files, list, view } from "./files.ts";
import { cite, count, search } from "./texts.ts";
import { type Args, type Desk, nothing, type Seen, type Tool } from "./tool.ts";

/** Every tool of Ergo's own. */
export const tools: readonly Tool[] = [cite, search, count, files, check, calculate, list, view, shell, edit];

/** Tools of the user's servers that a planner is offered: those of many that a question has most words in common with. */
const offered = 8;

/** What tells which tools there are. */
type Lent = Pick<Ports, "externals">;

/** Every tool that may be chosen for a question: Ergo's own, and the nearest of the user's servers. Pure. */
export function toolsFor(question: string, { externals }: Lent): Tool[] {
  const asked = wordsOf(question);
  const shared = ({ name, does }: { name: string; does: string }) =>
    [...wordsOf(`${name} ${does}`)].filter((word) => asked.has(word)).length;
  const nearest = externals.tools.toSorted((a, b) => shared(b) - shared(a)).slice(0, offered);
  return [...tools, ...nearest.map(externalTool)];
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}

/** The tool of a name, however it is capitalised; undefined where there is none. */
export function findTool(name: string, { externals }: Lent): Tool | undefined {
  const own = tools.find((tool) => tool.name === name.toLowerCase());
  if (own || !isExternal(name)) return own;
  const found =
    externals.tools.find((each) => each.name === name) ??
    externals.tools.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return found && externalTool(found);
}

/** Whether a name is that of a tool of a server, `SERVER.TOOL`; no tool of Ergo's own is called so. */
export function isExternal(name: string): boolean {
  return name.includes(".");
}

/** Why a tool can't be used so; null where it can. Pure. */
export function misuse(name: string, args: Args, lent: Lent): string | null {
  const tool = findTool(name, lent);
  if (!tool) return `there is no tool ${name}`;
  const fault = faultOf(tool.takes, args);
  return fault ? `${name}: ${[...fault.path, fault.message].join(": ")}` : null;
}

/** Uses a tool. What can't be used so gives nothing; what the profile forbids throws. */
export async function use(name: string, args: Args, desk: Desk): Promise<Seen> {
  const fault = misuse(name, args, desk.ports);
  return fault === null ? await findTool(name, desk.ports)!.use(args, desk) : nothing(fault);
}
