import { type Asked, all, isPolar, type Parts } from "./asked.ts";
import { filesIn } from "./files.ts";
import { measureIn } from "./measure.ts";
import { has, isName, isOnly, isPath, namesIn, type Part, type Placed, saidBefore } from "./part.ts";

/**
 * What is asked of files that are named one by one, or of how many there are: a line of one, whether two are the same, whether one has most of all,
 * and whether there are more files than a number. Undefined where it is none of these. Pure.
 */
export function singleIn(parts: Parts): Asked | undefined {
  return lineOf(parts) ?? (isPolar(parts) ? (sameOf(parts) ?? firstOf(parts) ?? boundsOf(parts)) : undefined);
}

function paths(parts: Parts): Placed[] {
  return namesIn(parts).filter((name) => isPath(name) && !/[*?{]/.test(name.text));
}

/** A whole number in digits or in a word. */
function numberOf(part: Part | undefined): number | null {
  if (part === undefined) return null;
  if (!isName(part)) return part.sort === "number" ? Number(part.is) : null;
  return /^\d{1,7}$/.test(part.text) ? Number(part.text) : null;
}

/** "What is on line 12 of a.md?" */
function lineOf(parts: Parts): Asked | undefined {
  const at = parts.findIndex((part) => part.sort === "measure" && !isName(part) && part.is === "lines");
  const line = at < 0 ? null : numberOf(parts[at + 1]);
  const rest = parts.filter((_, place) => place !== at + 1);
  const [file, ...more] = namesIn(rest);
  const isRead = line !== null && file !== undefined && isPath(file) && more.length === 0;
  if (!isRead || !isOnly(rest, "idle", "list", "within", "measure", "name", "file", "verb", "where")) return undefined;
  return { asks: "line", file: file.text, line };
}

/** "Are a.md and b.md identical?" */
function sameOf(parts: Parts): Asked | undefined {
  const [one, other, ...more] = paths(parts);
  if (!has(parts, "twins") || !one || !other || more.length > 0 || one.text === other.text) return undefined;
  const sorts = ["idle", "polar", "name", "twins", "and", "file", "contain", "within", "than"];
  return isOnly(parts, ...sorts) && namesIn(parts).length === 2
    ? { asks: "same", one: one.text, other: other.text }
    : undefined;
}

/** "Is a.md the longest Markdown file?" */
function firstOf(parts: Parts): Asked | undefined {
  const extremes = all(parts, "most", "least");
  const by = measureIn(parts, extremes);
  const [file] = paths(parts);
  const at = parts.findIndex(({ sort }) => sort === "most" || sort === "least");
  const others = ["than", "or", "contain", "mention", "number", "nth", "rank", "count", "list", "but"];
  const isOpen = parts.some(({ sort }) => others.includes(sort)) || !has(parts, "file", "kind");
  if (extremes.length !== 1 || by === null || !file || file.at > at || isOpen) return undefined;
  const files = filesIn(parts.filter((part, place) => place !== file.at && part.sort !== "measure"));
  return files && files.own === null
    ? { asks: "first", file: file.text, by, most: extremes[0]!.sort === "most", files }
    : undefined;
}

/** "Are there more than 10 files in docs?" */
function boundsOf(parts: Parts): Asked | undefined {
  const at = parts.findIndex((part, place) => {
    const number = numberOf(part);
    const next = parts[place + 1];
    return number !== null && next !== undefined && ["file", "kind"].includes(next.sort);
  });
  const before = saidBefore(parts, at);
  if (at < 0 || before === undefined || isName(before)) return undefined;
  const [bound] = before.sort === "than" ? all(parts.slice(0, at), "more", "fewer") : [before];
  const operators: Record<string, ">" | "<"> = { more: ">", fewer: "<" };
  const operator = bound && (bound.sort === "limit" ? bound.is : bound.is === "" ? operators[bound.sort] : undefined);
  const rest = parts.filter(
    (part, place) => place !== at && part !== before && !["more", "fewer", "than", "contain"].includes(part.sort),
  );
  const files = operator === undefined ? null : filesIn(rest);
  const sorts = ["idle", "polar", "file", "kind", "stem", "within", "name", "folder", "root", "direct", "top", "deep"];
  if (files === null || files.own !== null || !isOnly(rest, ...sorts)) return undefined;
  return { asks: "bounds", operator: operator as ">" | ">=" | "<" | "<=", value: numberOf(parts[at])!, files };
}
