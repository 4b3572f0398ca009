import type { Line } from "../core/journal.ts";
import { saying } from "../runtime/record/telling.ts";

/** What of a run's record is an effect worth telling: its type, without ".start" and ".end". */
const effects = new Set(["model", "tool", "retrieval", "weighing", "command", "question", "cache"]);

/**
 * Tells how a run walks its graphs, line by line as it is recorded: each node inside what called it, what it did, how long that took
 * and where it went. Null for lines that tell nothing of it.
 */
export function walking(): (line: Line) => string | null {
  const since = new Map<string, { time: number; said: string | null }>();
  const looked = new Set<string>();
  return (line) => {
    const { type, path, time, data } = line;
    const [name = "", moment] = type.split(".");
    if (name !== "node" && !effects.has(name)) return null;
    if (moment === "start") since.set(path, { time, said: saying({ type: "line", line }) });
    const begun = since.get(path);
    const took = `${((time - (begun?.time ?? time)) / 1000).toFixed(1)} s`;
    const indent = "│ ".repeat(depthOf(path));
    if (name === "node") {
      const { graph, node, next, error } = data as {
        graph: string;
        node: string;
        next?: string;
        error?: { code: string };
      };
      if (moment === "start") return `${indent}┌ ${graph} ${node}`;
      return `${indent}└ ${took}${error ? ` ${error.code}` : ` → ${next}`}`;
    }
    if (moment !== "end" || (name === "model" && isUnasked(data))) return null;
    // A node that looks several times is told to look.
    const said = `${path.slice(0, path.lastIndexOf("/"))} ${begun?.said}`;
    if (name === "tool" && looked.has(said)) return null;
    looked.add(said);
    return `${indent}${begun?.said ?? name} ${took}`;
  };
}

/** How many nodes a path lies within: every other part of it is a graph, and an effect stands below its node. */
function depthOf(path: string): number {
  const nodes = path.split("/").filter((part) => /^[A-Z]/.test(part)).length;
  return /^[A-Z]/.test(path.split("/").at(-1)!) ? nodes - 1 : nodes;
}

/** Whether no model is there for a role, so that none was asked. */
function isUnasked(data: Line["data"]): boolean {
  const { result } = (data ?? {}) as { result?: { ok?: boolean; value?: unknown; cost?: { calls?: number } } };
  return result?.ok === true && result.value === null && result.cost?.calls === 0;
}
