import { type Day, later, printDay, type Shift, weekdayOf } from "./calendar.ts";
import { calendar, markDays, markShifts, type Order, shiftOf, weekdayName } from "./dated.ts";
import { explain, withFeasts } from "./feast.ts";
import { numberOf, ordinalOf } from "./text.ts";
import { completed, relationIn, type Told, yearTold } from "./year.ts";

/** `day` is `shift` after today. */
export type Anchor = { day: Day; shift: Shift };

/** What happened on a day: only births have birthdays, and only marriages wedding anniversaries. */
type Event = { day: Day; is: "birth" | "wedding" | "other" };

/**
 * What was read so far: what is told of today, the event told of last, something that comes again and again, what people believe today to
 * be, feasts that the text itself explains, and the year that it says it is.
 */
export type Draft = {
  anchors: Anchor[];
  event: Event | null;
  series: { first: Day; every: Shift } | null;
  beliefs: Map<string, Anchor>;
  feasts: Map<string, string>;
  order: Order;
  year: Told | null;
};

/** A sentence with its days and times from today marked, and how much later or earlier it says that its second day is. */
type Marked = { text: string; days: Day[]; shifts: Shift[]; relation: Shift | null };

const today: Shift = { number: 0, unit: "day" };

/** A draft of which nothing is read yet. A year that only something going on is called by counts where options bear the answer out. */
export function draftOf(sentences: readonly string[], hasOptions: boolean): Draft {
  const year = yearTold(sentences, hasOptions);
  return { anchors: [], event: null, series: null, beliefs: new Map(), feasts: new Map(), order: "month first", year };
}

/** Reads a sentence into the draft; what it says where that is no anchor, null where it is not read. */
export function readSentence(sentence: string, draft: Draft): string | null {
  if (/^in (?:the uk|britain|europe)\b.*\bday before the month\b/i.test(sentence)) {
    draft.order = "day first";
    return "days are written day first";
  }
  if (/^(?:today|yesterday|tomorrow|it) (?:could not|can't|cannot|couldn't) be .+ because .+$/i.test(sentence))
    return "says what it is not";
  const explained = explain(sentence, draft.feasts);
  if (explained) return explained;
  const [, first, second] = /^(.+), and ((?:today|yesterday|tomorrow) (?:is|was|will be) .+)$/i.exec(sentence) ?? [];
  const both = second === undefined ? [] : [readSentence(first!, draft), readSentence(second, draft)];
  if (both.length > 0) return both.includes(null) ? null : both.join("; ");
  const { text, relation } = relationIn(withFeasts(sentence.toLowerCase(), draft.feasts));
  const whole = completed(text, relation, draft.year, draft.order);
  const days = whole === null ? null : markDays(whole, draft.order);
  if (!days) return null;
  const shifts = markShifts(days.text);
  if (draft.year?.sentence === sentence && !/[@#]/.test(shifts.text)) return `it is ${draft.year.year}`;
  return readMarked({ ...shifts, days: days.days, relation }, draft);
}

function readMarked(marked: Marked, draft: Draft): string | null {
  if (marked.relation !== null && !isRelated(marked)) return null;
  for (const { pattern, read } of forms) {
    const found = pattern.exec(marked.text);
    const said = found && read(found.groups ?? {}, marked, draft);
    if (said) return said;
  }
  return null;
}

/** Whether two days are as far from each other as the sentence says; one that tells so of fewer is not read. */
function isRelated({ days, relation }: Marked): boolean {
  const [one, other] = days;
  const found = one && other && relation && later(one, relation);
  return Boolean(found && printDay(found) === printDay(other));
}

type Form = { pattern: RegExp; read(groups: Record<string, string>, marked: Marked, draft: Draft): string | null };

/** Anchors a day so and so long after today. */
function anchor(draft: Draft, day: Day | null | undefined, shift: Shift | null | undefined): string | null {
  if (!day || !shift) return null;
  draft.anchors.push({ day, shift });
  return "tells a day";
}

/** Words without a day, of which none places anything in time, and counts of things. */
const plain =
  "(?:(?:(?!(?<!\\w)(?:after|before|since|until|till|later|earlier|ago)(?!\\w))[^@#\\d]|(?<!\\w)\\d{1,3} ?[ap]\\.?m\\.?(?!\\w)|(?<!\\w)\\d{1,3} (?!(?:hour|day|week|fortnight|month|quarter|year|decade)s?(?!\\w))[a-z]{3,})+)";
const person = "(?:her|his|their|its|my|our|the)";

/** How sentences tell days. "@0" is a day, "#0" a time from today. */
const forms: Form[] = [
  {
    pattern: /^(?:(?<of>today|yesterday|tomorrow)'s|the current) date (?:is|was|will be) @0$/,
    read: ({ of = "today" }, { days }, draft) => anchor(draft, days[0], markShifts(of).shifts[0]),
  },
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
      `^${plain} (?:thinks|thought|believes|believed) (?:that )?#0 (?:is|was) @0, but #1 is (?:in fact|actually|really) @1$`,
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
    pattern: new RegExp(`^#0 is @0, and it is ${plain} in (?:the year )?(?<year>\\d{4})(?: ${plain})?$`),
    read: ({ year }, { days, shifts }, draft) =>
      Number(year) === days[0]?.year ? anchor(draft, days[0], shifts[0]) : null,
  },
  {
    pattern: /^(?:the year )?(?<year>\d{4}) (?:is coming|comes|starts|begins|will (?:come|start|begin)) #0$/,
    read: ({ year }, { shifts }, draft) => anchor(draft, { year: Number(year), month: 1, day: 1 }, shifts[0]),
  },
  {
    pattern: /^@0 (?:is coming|comes|starts|begins|will (?:come|be here)) #0$/,
    read: (_, { days, shifts }, draft) => anchor(draft, days[0], shifts[0]),
  },
  {
    pattern: /^it (?:is|has been) (?<amount>[\w-]+) (?<unit>day|week|month|year)s? since @0$/,
    read: ({ amount, unit }, { days }, draft) => {
      const since = shiftOf(amount!, unit!, 1);
      return since && anchor(draft, later(days[0]!, since), today);
    },
  },
  {
    pattern: /^there (?:are|is) (?<amount>[\w-]+) (?<unit>day|week|month|year)s? (?:left )?(?:until|till|to) @0$/,
    read: ({ amount, unit }, { days }, draft) => anchor(draft, days[0], shiftOf(amount!, unit!, 1)),
  },
  {
    pattern: /^@0 (?:is|was) (?:on )?(?:an? )?(?<weekday>\w+)$/,
    read: ({ weekday }, { days }) =>
      weekdayName(weekday!) === weekdayOf(days[0]!) ? "tells a weekday, as the calendar does" : null,
  },
  {
    pattern: new RegExp(
      `^${plain} (?:on )?(?<nth>(?:the )?\\S+) (?:day )?of (?:each|every) month,? (?:starting|beginning|since)(?: from| in| with)? (?:the )?(?<month>[a-z]+)\\.?(?: of| in|,)? (?<year>\\d{4})$`,
    ),
    read: monthly,
  },
  {
    pattern: new RegExp(
      `^${plain} (?:every|each|once an?|once every) (?:(?<amount>\\w+) )?(?<unit>day|week|month|year)s?,? (?:starting|beginning|since)(?: from| on| with)? @0$`,
    ),
    read: ({ amount, unit }, { days }, draft) => repeated(draft, days[0], shiftOf(amount ?? "one", unit!, 1)),
  },
  {
    pattern: new RegExp(`^(?:it|this|that|#0) is ${person} (?<which>[\\w-]+) ${plain.replace("+", "*?")}(?:#0)?$`),
    read: ({ which }, { shifts, text }, draft) =>
      shifts.length === 1 || text.startsWith("this") ? countedIn(draft, which!, shifts[0] ?? today) : null,
  },
  {
    pattern: new RegExp(
      `^${plain} (?<how>(?:was|were) born|(?:got |were |was )?married|(?:was|were) founded|quited?|left|started|got ${person}) ?${plain.replace("+", "*")}on @0$`,
    ),
    read: event,
  },
  { pattern: new RegExp(`^${plain} (?<how>(?:was|were) born|married|(?:was|were) founded) (?:on )?@0$`), read: event },
  {
    pattern: new RegExp(`^(?:on|in) @0,? ${plain}$`),
    read: event,
  },
  {
    pattern: new RegExp(`^(?!.* (?:is|are|will|would|can|may|must|should) )${plain} on @0$`),
    read: event,
  },
  {
    pattern: /^(?<amount>[\w-]+) (?<unit>day|week|month|year)s? (?:have|has) passed since then$/,
    read: ({ amount, unit }, _, draft) => sinceEvent(draft, shiftOf(amount!, unit!, 1), today),
  },
  {
    pattern: /^since then,? (?<amount>[\w-]+) (?<unit>day|week|month|year)s? (?:have|has) (?:passed|gone by)$/,
    read: ({ amount, unit }, _, draft) => sinceEvent(draft, shiftOf(amount!, unit!, 1), today),
  },
  {
    pattern: /^(?:that|this|it) (?:was|happened) (?:exactly )?#0$/,
    read: (_, { shifts }, draft) => anchor(draft, draft.event?.day, shifts[0]),
  },
  {
    pattern: new RegExp(
      `^#0 (?:is|marks) (?:${person} |the )(?<which>[\\w-]+?)(?:th|st|nd|rd)?(?:[- ]years?)?(?:[- ]old)? (?<what>(?:wedding |work )?(?:birthday|anniversary))$`,
    ),
    read: anniversaryOn,
  },
  {
    pattern: new RegExp(
      `^it is ${person} (?<which>[\\w-]+?)(?:th|st|nd|rd)?(?:[- ]years?)?(?:[- ]old)? (?<what>(?:wedding |work )?(?:birthday|anniversary)) #0$`,
    ),
    read: anniversaryOn,
  },
  {
    pattern: /^[a-z]+ (?:turns|turned|is turning|will turn) (?<which>[\w-]+)(?: years old)? #0$/,
    read: ({ which }, marked, draft) => anniversaryOn({ which: which!, what: "birthday" }, marked, draft),
  },
  {
    pattern: new RegExp(`^${plain} (?:will be|is|was|begins|starts|ends|comes) #0$`),
    read: () => "tells of something that is not asked for",
  },
];

function believe({ one, other }: Record<string, string>, { days, shifts }: Marked, draft: Draft): string {
  draft.beliefs.set(one!, { day: days[0]!, shift: shifts[0]! }).set(other!, { day: days[1]!, shift: shifts[1]! });
  return "tells what two people believe";
}

function delayed({ how, amount, unit }: Record<string, string>, { days, shifts }: Marked, draft: Draft): string | null {
  const shift = shiftOf(amount!, unit!, /forward/.test(how!) ? -1 : 1);
  return shift && anchor(draft, later(days[0]!, shift), shifts[0]);
}

function event({ how = "" }: Record<string, string>, { days }: Marked, draft: Draft): string | null {
  if (draft.event) return null;
  draft.event = { day: days[0]!, is: /born/.test(how) ? "birth" : /married/.test(how) ? "wedding" : "other" };
  return `the day of it is ${printDay(days[0]!)}`;
}

function monthly({ nth, month, year }: Record<string, string>, _: Marked, draft: Draft): string | null {
  const first = markDays(`the ${nth!.replace(/^the /, "")} day of ${month} ${year}`, draft.order);
  return repeated(draft, first?.text === "@0" ? first.days[0] : undefined, { number: 1, unit: "month" });
}

/** Something comes again and again from a day on. */
function repeated(draft: Draft, first: Day | undefined, every: Shift | null): string | null {
  if (draft.series || !first || !every) return null;
  draft.series = { first, every };
  return `the first is on ${printDay(first)}`;
}

/** The how manieth time of a series is so long from today. */
function countedIn({ series, ...draft }: Draft, which: string, shift: Shift): string | null {
  const place = ordinalOf(which);
  if (!series || place === null) return null;
  const { number, unit } = series.every;
  return anchor({ ...draft, series }, later(series.first, { number: number * (place - 1), unit }), shift);
}

function anniversaryOn({ which, what }: Record<string, string>, { shifts }: Marked, draft: Draft): string | null {
  const is = draft.event?.is;
  if (what === "birthday" ? is !== "birth" : what!.startsWith("wedding") && is !== "wedding") return null;
  return sinceEvent(draft, anniversary(which!), shifts[0]);
}

/** `which` of today's shift is so long after the event. */
function sinceEvent(draft: Draft, since: Shift | null, shift: Shift | undefined): string | null {
  const day = draft.event && since && later(draft.event.day, since);
  return anchor(draft, day, shift);
}

function anniversary(which: string): Shift | null {
  const years = calendar().anniversaries[which] ?? numberOf(which.replace(/-years?.*$/, ""));
  return years ? { number: years, unit: "year" } : null;
}
