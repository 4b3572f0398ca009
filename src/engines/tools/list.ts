import { faultOf } from "../../core/schema.ts";
import { edit, shell } from "./deeds.ts";
import { calculate, check, files, list, view } from "./files.ts";
import { cite, count, search } from "./texts.ts";
import { type Args, type Desk, nothing, type Seen, type Tool } from "./tool.ts";

/** Every tool that engines have. */
export const tools: readonly Tool[] = [cite, search, count, files, check, calculate, list, view, shell, edit];

/** The tool of a name; undefined where there is none. */
export function findTool(name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}

/** Why a tool can't be used so; null where it can. Pure. */
export function misuse(name: string, args: Args): string | null {
  const tool = findTool(name);
  if (!tool) return `there is no tool ${name}`;
  const fault = faultOf(tool.takes, args);
  return fault ? `${name}: ${[...fault.path, fault.message].join(": ")}` : null;
}

/** Uses a tool. What can't be used so gives nothing; what the profile forbids throws. */
export async function use(name: string, args: Args, desk: Desk): Promise<Seen> {
  const fault = misuse(name, args);
  return fault === null ? await findTool(name)!.use(args, desk) : nothing(fault);
}
