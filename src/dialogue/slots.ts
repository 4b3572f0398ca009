import type { Json } from "../core/journal.ts";
import type { Reading } from "./turn.ts";

/** A part of what a question asks. Parts of one `sort` may stand for each other: "in src" for "in docs". */
export type Part = { sort: string; text: string };

/** What changed from one reading to another of the same recipe; null where they are of different ones. */
function change(from: Reading, to: Reading): { removed: Part[]; added: Part[] } | null {
  if (from.id !== to.id) return null;
  const [before, after] = [partsOf(from.slots), partsOf(to.slots)];
  const without = (parts: Part[], others: Part[]) =>
    parts.filter(({ text }) => !others.some((other) => other.text === text));
  return { removed: without(before, after), added: without(after, before) };
}

/**
 * The one part that makes another question of the same kind: it stands in the place of one of the same sort, or beside
 * the others where none of its sort is there. Null where more or less than that changed.
 */
export function exchanged(from: Reading, to: Reading): Part | null {
  const changed = change(from, to);
  const [part, ...more] = changed?.added ?? [];
  if (!changed || !part || more.length > 0) return null;
  const [gone, ...others] = changed.removed;
  if (gone) return others.length === 0 && gone.sort === part.sort ? part : null;
  return partsOf(from.slots).some(({ sort }) => sort === part.sort) ? null : part;
}

/** What the slots name: every text in them, each once. */
export function namesOf(slots: Json): string[] {
  if (typeof slots === "string") return [slots];
  if (slots === null || typeof slots !== "object") return [];
  return [...new Set(Object.values(slots).flatMap((part) => (part === undefined ? [] : namesOf(part))))];
}

/** Whether two readings ask the same, whatever the order of their parts. */
export function isSame(one: Reading, other: Reading): boolean {
  const changed = change(one, other);
  return changed !== null && changed.removed.length === 0 && changed.added.length === 0;
}

/** A reading whose files are also among others. */
export function within(reading: Reading, files: Json): Reading {
  const own = reading.slots.files;
  const all = [...conjuncts(files), ...(own === undefined ? [] : conjuncts(own))];
  return { ...reading, slots: { ...reading.slots, files: all.length === 1 ? all[0]! : { and: all } } };
}

/** Whether a `files` slot chooses all files. */
export function isEvery(files: Json): boolean {
  return conjuncts(files).length === 0;
}

function partsOf(slots: Reading["slots"]): Part[] {
  return Object.entries(slots).flatMap(([slot, value]) =>
    conjuncts(value).map((part) => ({ sort: sortOf(slot, part), text: `${slot} ${meaning(part)}` })),
  );
}

function conjuncts(value: Json): Json[] {
  const parts = isObject(value) && Array.isArray(value.and) ? value.and : [value];
  return parts.flatMap((part) => (isObject(part) && Array.isArray(part.and) ? conjuncts(part) : [part]));
}

const sorts: Record<string, string> = {
  in: "place",
  file: "place",
  path: "place",
  name: "sort",
  kind: "sort",
  called: "sort",
  state: "sort",
};

function sortOf(slot: string, part: Json): string {
  if (!isObject(part)) return slot;
  const [key = slot] = Object.keys(part);
  const inner = part[key];
  if ((key === "or" || key === "not") && inner !== undefined) {
    const sort = sortOf(slot, Array.isArray(inner) ? (inner[0] ?? null) : inner);
    return key === "not" ? `not ${sort}` : sort;
  }
  if (key === "name" && slot !== "files") return /^(?:file|one|other)$/.test(slot) ? "place" : slot;
  return sorts[key] ?? key;
}

/** Equal text for equal meanings: the order of what is joined does not matter. */
function meaning(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(meaning).sort().join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}:${meaning(part)}`)
    .join()}}`;
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
