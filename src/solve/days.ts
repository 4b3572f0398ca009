import { type Day, isDay, later, numberOfDay, printDay, weekdayOf } from "./calendar.ts";
import type { Kind, Outcome } from "./problem.ts";
import { bare } from "./text.ts";

/** What is asked of days that are written as ISO 8601 has them, which reads in one way only. */
type Asked =
  | { is: "weekday"; day: Day }
  | { is: "between"; from: Day; to: Day }
  | { is: "shifted"; day: Day; by: number };

const day = "(\\d{4}-\\d{2}-\\d{2})";
const weekday = new RegExp(`^(?:what|which) (?:day of the week|weekday) (?:is|was|will be) ${day}$`, "i");
const between = new RegExp(`^how many days (?:are )?(?:there )?(?:between|from) ${day} (?:and|to|until) ${day}$`, "i");
const shifted = new RegExp(`^(?:what|which) (?:day|date) is (\\d{1,5}) days? (after|before) ${day}$`, "i");
const names = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const ms = 86_400_000;

/** The weekday of a day, how many days lie from one to another, and the day so many days on. */
export const days: Kind<Asked> = {
  name: "days",
  alone: true,
  read({ text, options }) {
    const asked = options.length === 0 ? askedOf(bare(text.trim().replace(/\s+/g, " "))) : null;
    return asked && { problem: asked, readings: [{ text, means: meaning(asked) }] };
  },
  solve(asked) {
    if (asked.is === "weekday") return solved(names[weekdayOf(asked.day)]!);
    if (asked.is === "between") return solved(String(Math.abs(numberOfDay(asked.to) - numberOfDay(asked.from))));
    const found = later(asked.day, { number: asked.by, unit: "day" });
    return found ? solved(printDay(found)) : { is: "open", because: "the calendar ends before that day" };
  },
  /** By the calendar of the language's library. */
  confirm(asked, value) {
    if (asked.is === "weekday")
      return new Date(timeOf(asked.day)).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" }) === value;
    if (asked.is === "between") return Math.abs(timeOf(asked.to) - timeOf(asked.from)) / ms === Number(value);
    return new Date(timeOf(asked.day) + asked.by * ms).toISOString().slice(0, 10) === value;
  },
};

function solved(value: string): Outcome {
  return { is: "solved", value, steps: [value] };
}

function askedOf(question: string): Asked | null {
  const [, single] = weekday.exec(question) ?? [];
  const one = single === undefined ? null : dayOf(single);
  if (one) return { is: "weekday", day: one };
  const [, first, last] = between.exec(question) ?? [];
  const [from, to] = [first, last].map((each) => (each === undefined ? null : dayOf(each)));
  if (from && to) return { is: "between", from, to };
  const [, count, side, start] = shifted.exec(question) ?? [];
  const begin = start === undefined ? null : dayOf(start);
  return begin && { is: "shifted", day: begin, by: Number(count) * (side!.toLowerCase() === "after" ? 1 : -1) };
}

function meaning(asked: Asked): string {
  if (asked.is === "weekday") return `asked: the weekday of ${printDay(asked.day)}`;
  if (asked.is === "between")
    return `asked: the days from ${printDay(asked.from)} to ${printDay(asked.to)}, the last counted`;
  return `asked: ${printDay(asked.day)} and ${asked.by} days`;
}

function dayOf(text: string): Day | null {
  const [year, month, date] = text.split("-").map(Number) as [number, number, number];
  const found = { year, month, day: date };
  return isDay(found) ? found : null;
}

function timeOf({ year, month, day }: Day): number {
  const made = new Date(0);
  return made.setUTCFullYear(year, month - 1, day);
}
