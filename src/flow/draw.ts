import type { Line } from "../core/journal.ts";
import { END, type Shape } from "./define.ts";

/**
 * A graph as a Mermaid state diagram. With the lines of a run, the nodes that it passed are marked and the ways that it
 * took are labelled with how often.
 */
export function draw(graph: Shape, lines: Iterable<Line> = []): string {
  const taken = waysTaken(graph.name, lines);
  const names = Object.keys(graph.nodes);
  const out = ["---", `title: ${JSON.stringify(graph.name)}`, "---", "stateDiagram-v2"];
  for (const name of names) if (reserved.has(name)) out.push(`  state ${JSON.stringify(name)} as ${idOf(name)}`);
  out.push(`  [*] --> ${idOf(graph.start)}`);
  for (const name of names) {
    for (const target of new Set(graph.nodes[name]?.to)) {
      const count = taken.get(`${name} ${target}`);
      out.push(`  ${idOf(name)} --> ${idOf(target)}${count === undefined ? "" : ` : ${count}`}`);
    }
  }
  const passed = names.filter((name) => taken.has(name));
  if (passed.length > 0) out.push("  classDef passed stroke-width:3px", `  class ${passed.map(idOf).join(",")} passed`);
  return `${out.join("\n")}\n`;
}

/** Words that Mermaid does not take as the name of a state. */
const reserved = new Set(["state", "note", "end", "class", "classDef", "style", "direction", "default", "as"]);

function idOf(name: string): string {
  if (name === END) return "[*]";
  return reserved.has(name) ? `_${name}` : name;
}

/** How often each node was passed, and each way ("node target") taken. */
function waysTaken(graph: string, lines: Iterable<Line>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type, data } of lines) {
    if (type !== "node.start" && type !== "node.end") continue;
    const about = data as { graph: string; node: string; next?: string };
    if (about.graph !== graph) continue;
    const key = type === "node.start" ? about.node : `${about.node} ${about.next}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
