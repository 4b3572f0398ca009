import { isName, type Part } from "./part.ts";

/** When files were changed, as it is said: "since" "Monday", "within" "3 days". Which time that is, the day on which it is asked tells. */
export type When = { is: "since" | "after" | "before" | "within" | "on"; said: string };

/** `tells`: whether it is said with it that files were changed then, as "newer than" does. */
type Found = { when: When; length: number; tells: boolean };

const ages: Record<string, When["is"]> = { newer: "after", older: "before" };

/** The time that begins at a part: a word for since, before or within, and what stands for a date or a length of time. Null where none does. Pure. */
export function timeAt(parts: readonly Part[], at: number): Found | null {
  const first = parts[at]!;
  if (isName(first)) return null;
  if (first.sort === "since" && first.is === "on")
    return { when: { is: "on", said: first.text }, length: 1, tells: false };
  if (first.sort === "since") return first.is === "within" ? back(parts, at) : dated(parts, at, first.is);
  if (first.sort === "more" || first.sort === "fewer") return aged(parts, at);
  return first.sort === "within" ? back(parts, at) : null;
}

const digits = /^\d+$/;
/** What joins the words of a date. */
const joints = /^(?:of|de|del|d|the|der|dem|den|le|la|el|du|on)$/i;

/** "Since 5 March 2024", "depuis lundi" */
function dated(parts: readonly Part[], at: number, by: string): Found | null {
  let end = at + 1;
  let last = at;
  while (end < parts.length && end - at < 8) {
    const part = parts[end]!;
    const isWord = isDay(part) || ["number", "last", "since"].includes(part.sort);
    if (!isWord && !joints.test(part.text)) break;
    if (isWord) last = end;
    end += 1;
  }
  const said = saidIn(parts.slice(at + 1, last + 1));
  const is = ages[by] ?? (by as When["is"]);
  return last > at ? { when: { is, said }, length: last + 1 - at, tells: by in ages } : null;
}

/** A word of a date: a number with signs, or a word of letters. */
function isDay(part: Part): boolean {
  return isName(part) && !part.quoted && /^(?:\d[\d./:TZ-]*|\d*\p{L}+)$/u.test(part.text);
}

/** "In the last 3 days", "dans les 3 derniers jours" */
function back(parts: readonly Part[], at: number): Found | null {
  let end = at + 1;
  let count = "";
  let isLast = false;
  for (; end < parts.length; end++) {
    const part = parts[end]!;
    if (part.sort === "last") isLast = true;
    else if (count === "" && (part.sort === "number" || (isName(part) && digits.test(part.text)))) count = part.text;
    else if (part.sort !== "idle") break;
  }
  const unit = parts[end];
  const isOpen = unit === undefined || !isName(unit) || unit.quoted || !/^\p{L}+$/u.test(unit.text);
  if (isOpen || (!isLast && count === "")) return null;
  return { when: { is: "within", said: `${count} ${unit.text}`.trim() }, length: end + 1 - at, tells: false };
}

/** "Less than 3 days ago", "more than a week old": the word for ago is one of `since`. */
function aged(parts: readonly Part[], at: number): Found | null {
  const found = back(parts, at);
  const end = found && parts[at + found.length];
  if (!found || !end || end.sort !== "ago") return null;
  return {
    when: { is: parts[at]!.sort === "fewer" ? "within" : "before", said: found.when.said },
    length: found.length + 1,
    tells: true,
  };
}

function saidIn(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(" ");
}
