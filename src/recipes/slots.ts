import type { Json } from "../core/journal.ts";
import type { Recipe, SlotType, Words } from "./data.ts";
import { clean, type Filter, type Named, named } from "./filter.ts";

/** What fills a slot of a recipe. */
export type Slot = Filter | Named | { [key: string]: Json } | string | number;
/** What a reading captured by slot, and what it gave for slots outright. */
export type Found = { captured: Record<string, unknown[]>; is: unknown };

/** The slots that a reading fills; null when it names a place first that the recipe has no use for. */
export function slotsOf(recipe: Recipe, found: Found, front: unknown[]): Record<string, Slot> | null {
  const slots: Record<string, Slot> = {};
  const rest = [...front];
  for (const [name, type] of Object.entries(recipe.slots)) {
    const given = (found.is as Record<string, unknown> | undefined)?.[name];
    const values = [
      ...(given === undefined ? [] : [given]),
      ...(given === undefined ? (found.captured[name] ?? []) : []),
    ];
    if (type === "files" || type === "folders") slots[name] = clean({ and: [...values, ...rest.splice(0)] });
    else if (values.length > 0) slots[name] = slotOf(type, values.at(-1));
  }
  return rest.length === 0 && !(recipe.form === "rank" && isOne(slots.files)) ? slots : null;
}

/** Whether one file alone is meant, so that there is nothing to rank. */
function isOne(files: Slot | undefined): boolean {
  return typeof files === "object" && "file" in files;
}

function slotOf(type: SlotType, value: unknown): Slot {
  if (type === "claim") return clean(value);
  if (type === "file" || type === "path") return besides(value as Named | Beside);
  return value as Slot;
}

/** Of two files, the one that is not the first. */
type Beside = { beside: Named; of: Named[] };

function besides(value: Named | Beside): Slot {
  if (!("beside" in value)) return named(value);
  const { name } = named(value.beside);
  const others = value.of.map(named).filter((one) => one.name !== name);
  return others.length === 1 ? others[0]! : (null as unknown as Slot);
}

/** Equal text for equal meanings: the order of what is joined does not matter, nor how sure it is that a name is one. */
export function meaningOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(meaningOf).sort().join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .filter(([key]) => key !== "sure")
    .map(([key, part]) => `${key}:${meaningOf(part)}`)
    .join()}}`;
}

/** Signs of a misreading: a choice or an exclusion of everything, a part that is not filled, a change at no time, case that
 * does not matter for anything. */
export function isVoid(slots: Record<string, Slot>): boolean {
  const text = JSON.stringify(slots);
  if (text.includes('"changed":true') && !text.includes('"time":')) return true;
  if (text.includes('"anycase":true')) return true;
  return Object.values(slots).some((slot) => isIdle(slot, false));
}

/** Whether a word is left out beside a text that is looked for, so that it may be a folder, or another text. */
export function isOpen(slots: Record<string, Slot>, { folders }: Words): boolean {
  const text = JSON.stringify(slots);
  if (!text.includes('"text":{')) return false;
  return [...text.matchAll(/"thing":("(?:[^"\\]|\\.)*")/g)].some(([, name]) => {
    const thing: string = JSON.parse(name!);
    return !thing.includes("/") && !folders.includes(thing.toLowerCase());
  });
}

/** Whether a part is missing, or a part of a choice or exclusion says nothing by itself. */
function isIdle(part: unknown, inside: boolean): boolean {
  if (Array.isArray(part)) return part.some((one) => isIdle(one, inside));
  if (part === undefined || part === null) return true;
  if (typeof part !== "object") return false;
  if (inside && ("shallow" in part || ("and" in part && (part.and as unknown[]).length === 0))) return true;
  return Object.entries(part).some(([key, value]) => isIdle(value, inside || key === "not" || key === "or"));
}
