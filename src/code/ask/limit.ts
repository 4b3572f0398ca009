import { isName, type Part } from "../../language/part.ts";

/** A condition on what was measured: a column, how it compares, and with what. */
export type Limit = { by: string; operator: ">" | ">=" | "<" | "<="; value: number };

/**
 * "More than 6 parameters", "a complexity over 10", "more complex than 10"; null where a number is of nothing that is measured. The parts that are
 * read become idle, and are taken.
 */
export function limitsIn(parts: Part[], taken: Set<number>): Limit[] | null {
  const limits: Limit[] = [];
  for (const [at, part] of parts.entries()) {
    const isMore = (part.sort === "more" || part.sort === "less") && parts[at + 2]?.sort === "than";
    if (part.sort !== "limit" && !isMore) continue;
    const place = at + (isMore ? 3 : 1);
    const value = numberIn(parts[place]);
    if (value === null) continue;
    const beside = isMore
      ? [at + 1]
      : [place + 1, ...[1, 2, 3].map((back) => at - back).filter((back) => plainBetween(parts, back, at))];
    const found = beside.find((each) => parts[each]?.sort === "by" && !taken.has(each));
    // "Longer than" says what is measured.
    const [sign = "", implied] = wordOf(part).split(" ").reverse();
    const by = found === undefined ? implied : wordOf(parts[found]!);
    if (by === undefined) return null;
    const operator = isMore ? (part.sort === "more" ? ">" : "<") : (sign as Limit["operator"]);
    limits.push({ by, operator, value });
    for (const each of [at, place, ...(isMore ? [at + 1, at + 2] : []), ...(found === undefined ? [] : [found])])
      taken.add(each);
  }
  for (const each of taken) parts[each] = { sort: "idle", is: "idle", text: "" };
  return limits;
}

function plainBetween(parts: Part[], from: number, to: number): boolean {
  return parts.slice(from + 1, to).every(({ sort }) => sort === "idle" || sort === "within");
}

/** A number in figures, or of the first in words. */
export function numberIn(part: Part | undefined): number | null {
  if (!part || (isName(part) && part.quoted)) return null;
  const text = part.sort === "number" && "is" in part ? part.is : part.text;
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
}

function wordOf(part: Part): string {
  return "is" in part ? part.is : part.text;
}
