import type { Recipe } from "./data.ts";
import type { Filter, Named } from "./filter.ts";
import type { Slot } from "./slots.ts";

/** A part of a reading that says something by itself, and whether it is said that it does not hold. */
export type Node = { part: Leaf; negated: boolean };
type Leaf = Exclude<Filter, { and: Filter[] } | { or: Filter[] } | { not: Filter }>;

/** All that a reading says of files and folders, part by part, wherever a recipe has it. Pure. */
export function nodesOf(slots: Record<string, Slot>, types: Recipe["slots"]): Node[] {
  return Object.entries(types).flatMap(([name, type]) => {
    const slot = slots[name];
    if (slot === undefined) return [];
    if (type === "file" || type === "path") return [{ part: { file: slot as Named }, negated: false }];
    if (["files", "folders", "claim", "text"].includes(type)) return nodesIn(slot as Filter, false);
    return type === "symbol" ? [{ part: { defines: slot as Named }, negated: false }] : [];
  });
}

function nodesIn(filter: Filter, negated: boolean): Node[] {
  if ("and" in filter) return filter.and.flatMap((part) => nodesIn(part, negated));
  if ("or" in filter) return filter.or.flatMap((part) => nodesIn(part, negated));
  if ("not" in filter) return nodesIn(filter.not, !negated);
  return [{ part: filter, negated }];
}

/** Whether a reading goes by when files were changed. */
export function isTimed(slots: Record<string, Slot>, { id, slots: types }: Recipe): boolean {
  const { rank, by } = slots as { rank?: { by?: string }; by?: string };
  const isMeasured = rank?.by === "modified" || by === "modified";
  const nodes = nodesOf(slots, types);
  const isDated = nodes.some(({ part }) => "time" in part || ("beyond" in part && part.beyond.by === "modified"));
  return id === "modified" || isMeasured || isDated;
}
