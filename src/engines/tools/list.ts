import type { Ports } from "../../core/port.ts";
import type { QueryType, Route } from "../../core/route.ts";
import { faultOf } from "../../core/schema.ts";
import { catalogueOf, direct, isCatalogued, namedIn, nearestOf } from "./catalogue.ts";
import { edit, shell } from "./deeds.ts";
import { externalTool } from "./external.ts";
import { calculate, check, files, list, view } from "./files.ts";
import { compareEntities, databaseStats, lookupEntity } from "./graph.ts";
import { kernel } from "./kernel.ts";
import { cite, count, search } from "./texts.ts";
import { type Args, type Desk, nothing, type Seen, type Tool } from "./tool.ts";

/** Every tool of Ergo's own. */
export const tools: readonly Tool[] = [
  ...[cite, search, count, files, check, calculate, list, view, kernel, shell, edit],
  ...[lookupEntity, compareEntities, databaseStats],
];

/** Kinds of questions for which a planner is told of the tools that look at the graph of what the files name. */
const ofGraph: ReadonlySet<string> = new Set<QueryType>(["RELATIONAL", "COMPARATIVE", "EXPLORATORY"]);
const onGraph: ReadonlySet<Tool> = new Set([lookupEntity, compareEntities, databaseStats]);

/** Whether a tool is of use for a question of a kind. Pure. */
export function suitsKind(tool: Tool, { type, flags }: Pick<Route, "type" | "flags">): boolean {
  return !onGraph.has(tool) || ofGraph.has(type) || flags.includes("CORPUS");
}

/** Of tools that three others stand for, those that a planner is told of all the same: the nearest to the question. */
const nearest = 3;

/** What tells which tools there are. */
type Lent = Pick<Ports, "externals">;

/**
 * Every tool that may be chosen for a question: Ergo's own, and those of the user's servers; where these are many, three that find, describe
 * and call them, and the few that are described by words of the question, for plans that are made at once. Pure.
 */
export function toolsFor(question: string, { externals }: Lent): Tool[] {
  const many = catalogueOf(externals);
  const told = many.length > 0 ? nearestOf(question, externals.tools, nearest) : externals.tools.slice(0, direct);
  return [...tools, ...many, ...told.map(externalTool)];
}

/** The tool of a name, however it is capitalised; undefined where there is none. */
export function findTool(name: string, { externals }: Lent): Tool | undefined {
  const own = tools.find((tool) => tool.name === name.toLowerCase());
  if (own || !isExternal(name)) return own;
  const found = namedIn(externals.tools, name);
  return found ? externalTool(found) : catalogueOf(externals).find((tool) => tool.name === name.toLowerCase());
}

/** Whether a name is that of a tool of a server, `SERVER.TOOL`, or of one that stands for many; no other tool of Ergo's is called so. */
export function isExternal(name: string): boolean {
  return name.includes(".") || isCatalogued(name.toLowerCase());
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
