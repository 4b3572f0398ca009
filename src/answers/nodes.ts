import type { Recipe, Slot } from "./data.ts";
import type { Filter, Named } from "./filter.ts";

/** A part of a reading that says something by itself. */
type Leaf = Exclude<Filter, { and: Filter[] } | { or: Filter[] } | { not: Filter }>;

/** All that a reading says of files and folders, part by part, wherever a recipe has it. Pure. */
export function nodesOf(slots: Record<string, Slot>, types: Recipe["slots"]): Leaf[] {
  return Object.entries(types).flatMap(([name, type]) => {
    const slot = slots[name];
    if (slot === undefined) return [];
    if (type === "file" || type === "path") return [{ file: slot as Named }];
    return ["files", "folders", "claim", "text"].includes(type) ? nodesIn(slot as Filter) : [];
  });
}

function nodesIn(filter: Filter): Leaf[] {
  if ("and" in filter) return filter.and.flatMap(nodesIn);
  if ("or" in filter) return filter.or.flatMap(nodesIn);
  return "not" in filter ? nodesIn(filter.not) : [filter];
}

/** Whether a reading goes by when files were changed. */
export function isTimed(slots: Record<string, Slot>, { id, slots: types }: Recipe): boolean {
  const { rank, by } = slots as { rank?: { by?: string }; by?: string };
  const isMeasured = rank?.by === "modified" || by === "modified";
  return id === "modified" || isMeasured || nodesOf(slots, types).some((part) => "time" in part);
}
