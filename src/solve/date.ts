import { type Anchor, draftOf, readSentence } from "./anchor.ts";
import { type Day, later, printDay, type Shift, weekdayOf } from "./calendar.ts";
import { calendar, markShifts } from "./dated.ts";
import type { Kind, Reading } from "./problem.ts";
import { bare, readableOf } from "./text.ts";

/** Days that are told by their distance from today, and what is asked. */
type Dates = { anchors: Anchor[]; asked: Asked };
type Asked = { is: "date"; shift: Shift; format: string } | { is: "weekday"; shift: Shift };

const today: Shift = { number: 0, unit: "day" };

/** The days of the calendar that a text tells from today, and one that it asks for. */
export const dates: Kind<Dates> = {
  name: "dates",
  read({ text, options }) {
    const sentences = readableOf(text);
    const question = sentences.pop() ?? "";
    const asked = askedOf(
      bare(question),
      options.map((option) => option.text),
    );
    if (!asked || sentences.length === 0) return null;
    const draft = draftOf(sentences, options.length > 0);
    const readings: Reading[] = [];
    for (const sentence of sentences) {
      const before = draft.anchors.length;
      const means = readSentence(bare(sentence).replace(/[’]/g, "'"), draft);
      if (means === null) return null;
      const told = draft.anchors.slice(before).map(({ day, shift }) => `${sayShift(shift)} is ${printDay(day)}`);
      readings.push({ text: sentence, means: told.length > 0 ? told.join("; ") : means });
    }
    if (draft.anchors.length === 0) return null;
    readings.push({
      text: question,
      means: `asked: ${asked.is === "weekday" ? "the weekday of" : "the date of"} ${sayShift(asked.shift)}`,
    });
    return { problem: { anchors: draft.anchors, asked }, readings };
  },
  solve({ anchors, asked }) {
    const steps: string[] = [];
    let now: Day | null = null;
    for (const { day, shift } of anchors) {
      const found = later(day, { ...shift, number: -shift.number });
      const back = found && later(found, shift);
      if (!found || !back || printDay(back) !== printDay(day))
        return { is: "open", because: `no day is clearly so far from ${printDay(day)}` };
      if (now && printDay(now) !== printDay(found))
        return { is: "open", because: `today would be ${printDay(now)} and ${printDay(found)}` };
      now = found;
      steps.push(`${sayShift(shift)} is ${printDay(day)}, so today is ${printDay(found)}`);
    }
    const day = later(now!, asked.shift);
    if (day === null)
      return { is: "open", because: `no day is clearly ${sayShift(asked.shift)}, counted from ${printDay(now!)}` };
    const value = asked.is === "weekday" ? nameOf(day) : write(day, asked.format);
    return { is: "solved", value, steps: [...steps, `${sayShift(asked.shift)} is ${printDay(day)}: ${value}`] };
  },
  /** By the calendar of the language's own library, from the day asked for back to each day that is told. */
  confirm({ anchors, asked }, value) {
    return anchors.every(({ day, shift }) => {
      const now = moved(new Date(Date.UTC(day.year, day.month - 1, day.day)), { ...shift, number: -shift.number });
      const found = moved(now, asked.shift);
      const made = { year: found.getUTCFullYear(), month: found.getUTCMonth() + 1, day: found.getUTCDate() };
      if (asked.is === "date") return write(made, asked.format) === value;
      return found.toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" }) === value;
    });
  },
};

function moved(from: Date, { number, unit }: Shift): Date {
  const to = new Date(from);
  if (unit === "day") to.setTime(from.getTime() + number * 86_400_000);
  else if (unit === "month") to.setUTCMonth(from.getUTCMonth() + number);
  else to.setUTCFullYear(from.getUTCFullYear() + number);
  return to;
}

function askedOf(question: string, options: string[]): Asked | null {
  const [, format] =
    /(?: in (?:the format )?|, )\(?((?:mm|dd|yyyy)[/.-](?:mm|dd|yyyy|)[/.-](?:mm|dd|yyyy))\)?(?: format)?$/i.exec(
      question,
    ) ?? [];
  const marked = markShifts(
    (format ? question.slice(0, question.toLowerCase().lastIndexOf(format.toLowerCase())) : question)
      .toLowerCase()
      .replace(/[ ,(]*(?:in(?: the format)?)?[ (]*$/, ""),
  );
  const shift = marked.shifts[0] ?? today;
  if (marked.shifts.length > 1) return null;
  if (
    /^what (?:is|was|will be|would be) (?:the|today's) date(?: #0)?$/.test(marked.text) ||
    /^what (?:date|day) (?:is|was|will) it(?: be)?(?: #0)?$/.test(marked.text) ||
    /^what(?: is)? the date #0$/.test(marked.text)
  ) {
    const slashed = options.length > 0 && options.every((option) => /^\d{2}\/\d{2}\/\d{4}$/.test(option));
    if (slashed && format === undefined) return null;
    return { is: "date", shift, format: format?.toUpperCase() ?? "YYYY-MM-DD" };
  }
  if (/^(?:what|which) (?:day of the week|weekday) (?:is|was|will) (?:it|#0)(?: be)?(?: #0)?$/.test(marked.text))
    return { is: "weekday", shift };
  return null;
}

function sayShift({ number, unit }: Shift): string {
  if (number === 0) return "today";
  if (unit === "day" && Math.abs(number) === 1) return number > 0 ? "tomorrow" : "yesterday";
  return `the day ${Math.abs(number)} ${unit}s ${number > 0 ? "after" : "before"} today`;
}

function nameOf(day: Day): string {
  const name = calendar().weekdays[weekdayOf(day)]![0]!;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function write(day: Day, format: string): string {
  const [year, month, date] = printDay(day).split("-") as [string, string, string];
  return format.replace("YYYY", year).replace("MM", month).replace("DD", date);
}
