import { type Day, numberOfDay, printDay, weekdayOf } from "./calendar.ts";
import { markDays, type Order } from "./dated.ts";
import type { Kind, Outcome } from "./problem.ts";
import { bare } from "./text.ts";

/** What is asked of days that are written out, in one way only: "03/04/2024" is a day of March or of April. */
type Asked =
  | { is: "weekday"; day: Day }
  | { is: "between"; from: Day; to: Day }
  | { is: "weeks"; from: Day; to: Day }
  | { is: "shifted"; day: Day };

/** Questions with their days marked, and what they ask; a day that is told from another is one of its own. */
const forms: [RegExp, Asked["is"]][] = [
  [
    /^(?:on )?(?:what|which) (?:day of the week|weekday) (?:is|was|will be|does|did) @0(?: (?:fall|fell) on)?$/,
    "weekday",
  ],
  [/^(?:what|which) (?:day of the week|weekday) (?:is|was|will) (?:it|there) (?:be )?on @0$/, "weekday"],
  [
    /^how many (days|weeks)(?: (?:are|were|is|lie|pass|passed))?(?: (?:there|it))? (?:between|from) @0 (?:and|to|until|till) @1$/,
    "between",
  ],
  [/^(?:the )?(?:number of )?days (?:between|from) @0 (?:and|to|until|till) @1$/, "between"],
  [/^(?:what|which) (?:day|date) (?:is|was|will be|would be) @0$/, "shifted"],
  [/^(?:on )?(?:what|which) day (?:does|did) @0 fall(?: on)?$/, "weekday"],
];
/** A day is told from another one. */
const told = /\b(?:after|before)\b/i;
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
    if (asked.is === "shifted") return solved(printDay(asked.day));
    const apart = Math.abs(numberOfDay(asked.to) - numberOfDay(asked.from));
    if (asked.is === "between") return solved(String(apart));
    return apart % 7 === 0 ? solved(String(apart / 7)) : { is: "open", because: "these are no whole weeks" };
  },
  /** By the calendar of the language's library. */
  confirm(asked, value) {
    if (asked.is === "weekday")
      return new Date(timeOf(asked.day)).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" }) === value;
    if (asked.is === "shifted") return new Date(timeOf(asked.day)).toISOString().slice(0, 10) === value;
    return Math.abs(timeOf(asked.to) - timeOf(asked.from)) / ms / (asked.is === "weeks" ? 7 : 1) === Number(value);
  },
};

function solved(value: string): Outcome {
  return { is: "solved", value, steps: [value] };
}

function askedOf(question: string): Asked | null {
  const orders: Order[] = ["month first", "day first"];
  const read = orders.map((order) => readBy(question, order)).filter((each) => each !== null);
  return read.every((each) => JSON.stringify(each) === JSON.stringify(read[0])) ? (read[0] ?? null) : null;
}

/** What is asked where days are read in an order. */
function readBy(question: string, order: Order): Asked | null {
  const marked = markDays(question, order);
  if (marked === null) return null;
  const { text, days } = marked;
  for (const [form, is] of forms) {
    const found = form.exec(text);
    if (!found) continue;
    const [from, to] = days as [Day, Day];
    // A day that is written out is asked for by its weekday.
    if (is === "weekday" || is === "shifted") return { is: told.test(question) ? is : "weekday", day: from };
    return { is: found[1] === "weeks" ? "weeks" : "between", from, to };
  }
  return null;
}

function meaning(asked: Asked): string {
  if (asked.is === "weekday") return `asked: the weekday of ${printDay(asked.day)}`;
  if (asked.is === "shifted") return `asked: which day ${printDay(asked.day)} is`;
  return `asked: the ${asked.is === "weeks" ? "weeks" : "days"} from ${printDay(asked.from)} to ${printDay(asked.to)}, the last counted`;
}

function timeOf({ year, month, day }: Day): number {
  const made = new Date(0);
  return made.setUTCFullYear(year, month - 1, day);
}
