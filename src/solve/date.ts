import { type Day, later, printDay, type Shift, weekdayOf } from "./calendar.ts";
import { calendar, markDays, markShifts, type Order, shiftOf } from "./dated.ts";
import type { Kind, Reading } from "./problem.ts";
import { bare, numberOf, readableOf } from "./text.ts";

/** Days that are told by their distance from today, and what is asked. */
type Dates = { anchors: Anchor[]; asked: Asked };
/** `day` is `shift` after today. */
type Anchor = { day: Day; shift: Shift };
type Asked = { is: "date"; shift: Shift; format: string } | { is: "weekday"; shift: Shift };

/** What was read so far: what is told of today, the day of the event told of last, and what people believe today to be. */
type Draft = { anchors: Anchor[]; event: Day | null; beliefs: Map<string, Anchor>; order: Order };
/** A sentence with its days and times from today marked. */
type Marked = { text: string; days: Day[]; shifts: Shift[] };

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
    const draft: Draft = { anchors: [], event: null, beliefs: new Map(), order: "month first" };
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

/** Reads a sentence into the draft; what it says where that is no anchor, null where it is not read. */
function readSentence(sentence: string, draft: Draft): string | null {
  if (/^in (?:the uk|britain|europe)\b.*\bday before the month\b/i.test(sentence)) {
    draft.order = "day first";
    return "days are written day first";
  }
  if (/^(?:today|yesterday|tomorrow|it) (?:could not|can't|cannot|couldn't) be .+ because .+$/i.test(sentence))
    return "says what it is not";
  const days = markDays(sentence, draft.order);
  if (!days) return null;
  const shifts = markShifts(
    days.text.replace(/, because the mmddyyyy format of the date is the same backwards as forwards$/, ""),
  );
  const marked = { ...shifts, days: days.days };
  for (const { pattern, read } of forms) {
    const found = pattern.exec(marked.text);
    const said = found && read(found.groups ?? {}, marked, draft);
    if (said) return said;
  }
  return null;
}

type Form = { pattern: RegExp; read(groups: Record<string, string>, marked: Marked, draft: Draft): string | null };

/** Anchors a day so and so long after today. */
function anchor(draft: Draft, day: Day | null | undefined, shift: Shift | null | undefined): string | null {
  if (!day || !shift) return null;
  draft.anchors.push({ day, shift });
  return "tells a day";
}

const plain = "(?:[^@#\\d]+)";
const person = "(?:her|his|their|its|my|our|the)";

/** How sentences tell days. "@0" is a day, "#0" a time from today. */
const forms: Form[] = [
  {
    pattern: /^(?:(?:so|therefore|thus|and),? )?#0 (?:is|was|will be) @0(?: to (?:them|us|me))?$/,
    read: (_, { days, shifts }, draft) => anchor(draft, days[0], shifts[0]),
  },
  { pattern: /^@0 (?:is|was|will be) #0$/, read: (_, { days, shifts }, draft) => anchor(draft, days[0], shifts[0]) },
  {
    pattern: /^(?:it|this|that) (?:is|was|will be) @0(?: #0)?$/,
    read: (_, { days, shifts, text }, draft) =>
      shifts.length > 0 || / is @0$/.test(text) ? anchor(draft, days[0], shifts[0] ?? today) : null,
  },
  { pattern: /^it (?:is|was|will be) #0 @0$/, read: (_, { days, shifts }, draft) => anchor(draft, days[0], shifts[0]) },
  {
    pattern: new RegExp(`^#0,? \\(?@0\\)?, ${plain}`),
    read: (_, { days, shifts, text }, draft) =>
      /[@#]/.test(text.slice(6)) && text.split(/[@#]/).length > 3 ? null : anchor(draft, days[0], shifts[0]),
  },
  {
    pattern: new RegExp(`^${plain}#0,? \\(?@0\\)?$`),
    read: (_, { days, shifts }, draft) => anchor(draft, days[0], shifts[0]),
  },
  { pattern: new RegExp(`^${plain} is celebrating @0$`), read: (_, { days }, draft) => anchor(draft, days[0], today) },
  {
    pattern: /^(?:the )?(?:current )?(?:local )?time is [\d:]+ ?(?:[ap]\.?m\.?)? (?:of|on) @0$/,
    read: (_, { days }, draft) => anchor(draft, days[0], today),
  },
  {
    pattern: new RegExp(`^${plain} is @0, which is #0$`),
    read: (_, { days, shifts }, draft) => anchor(draft, days[0], shifts[0]),
  },
  {
    pattern: new RegExp(`^@0 is like #0 to ${plain}, but (?:that|it) is actually #1$`),
    read: (_, { days, shifts }, draft) => anchor(draft, days[0], shifts[1]),
  },
  {
    pattern: new RegExp(
      `^${plain} (?:thinks|thought|believes|believed) (?:that )?#0 (?:is|was) @0, but #1 is (?:in fact|actually|really) @1(?:, which is (?:1|one) day (?:later|earlier))?$`,
    ),
    read: (_, { days, shifts }, draft) => anchor(draft, days[1], shifts[1]),
  },
  {
    pattern:
      /^(?<one>\w+) (?:thinks|believes) (?:that )?#0 is @0, but (?<other>\w+) (?:thinks|believes) (?:that )?#1 is @1$/,
    read: believe,
  },
  {
    pattern: /^(?<who>\w+) is (?:correct|right)$/,
    read: ({ who }, _, draft) => {
      const belief = draft.beliefs.get(who!);
      return belief ? anchor(draft, belief.day, belief.shift) : null;
    },
  },
  {
    pattern: new RegExp(
      `^${plain} (?:was|were) (?:originally )?scheduled (?:to be |for )?(?:on )?@0, but (?:was|were|got|has been) (?<how>delayed|postponed|moved back|brought forward|moved forward) by (?<amount>[\\w-]+) (?<unit>day|week|month|year)s? to #0$`,
    ),
    read: delayed,
  },
  {
    pattern: new RegExp(
      `^${plain} (?:(?:was|were) born|married|got married|(?:was|were) founded|quited?|left|started|got ${person}) ?${plain.replace("+", "*")}on @0$`,
    ),
    read: event,
  },
  { pattern: new RegExp(`^${plain} (?:(?:was|were) born|married|(?:was|were) founded) (?:on )?@0$`), read: event },
  {
    pattern: /^(?<amount>[\w-]+) (?<unit>day|week|month|year)s? (?:have|has) passed since then$/,
    read: ({ amount, unit }, _, draft) => sinceEvent(draft, shiftOf(amount!, unit!, 1), today),
  },
  {
    pattern: new RegExp(
      `^#0 is ${person} (?<which>[\\w-]+?)(?:th|st|nd|rd)?(?:[- ]years?)?(?:[- ]old)? (?:wedding |work )?(?:birthday|anniversary)$`,
    ),
    read: ({ which }, { shifts }, draft) => sinceEvent(draft, anniversary(which!), shifts[0]),
  },
  {
    pattern: new RegExp(
      `^it is ${person} (?<which>[\\w-]+?)(?:th|st|nd|rd)?(?:[- ]years?)?(?:[- ]old)? (?:wedding |work )?(?:birthday|anniversary) #0$`,
    ),
    read: ({ which }, { shifts }, draft) => sinceEvent(draft, anniversary(which!), shifts[0]),
  },
  { pattern: new RegExp(`^${plain} (?:will be|is|was) #0$`), read: () => "tells of something that is not asked for" },
];

function believe({ one, other }: Record<string, string>, { days, shifts }: Marked, draft: Draft): string {
  draft.beliefs.set(one!, { day: days[0]!, shift: shifts[0]! }).set(other!, { day: days[1]!, shift: shifts[1]! });
  return "tells what two people believe";
}

function delayed({ how, amount, unit }: Record<string, string>, { days, shifts }: Marked, draft: Draft): string | null {
  const shift = shiftOf(amount!, unit!, /forward/.test(how!) ? -1 : 1);
  return shift && anchor(draft, later(days[0]!, shift), shifts[0]);
}

function event(_: Record<string, string>, { days }: Marked, draft: Draft): string | null {
  if (draft.event) return null;
  draft.event = days[0]!;
  return `the day of it is ${printDay(days[0]!)}`;
}

/** `which` of today's shift is so long after the event. */
function sinceEvent(draft: Draft, since: Shift | null, shift: Shift | undefined): string | null {
  const day = draft.event && since && later(draft.event, since);
  return anchor(draft, day, shift);
}

function anniversary(which: string): Shift | null {
  const years = calendar().anniversaries[which] ?? numberOf(which.replace(/-years?.*$/, ""));
  return years ? { number: years, unit: "year" } : null;
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
