import { arrangements, everyArrangement, type Fact, holds, most, tell } from "./arrange.ts";
import { type Axis, type Said, saidOf } from "./axis.ts";
import type { Kind, Option, Outcome, Reading } from "./problem.ts";
import { bare, membersOf, numberOf, readableOf, thing } from "./text.ts";

type Order = { things: string[]; facts: Fact[]; asked: Asked };
/** Which option follows, who stands at a place, or whether a statement holds. */
type Asked =
  | { is: "option"; options: { text: string; fact: Fact }[] }
  | { is: "who"; place: number; told: string }
  | { is: "whether"; fact: Fact };

/** What is known while a text is read. `listed`: it says which things there are, and no others are; `whole`: all that
 * it names are known, so that places can be counted. */
type Draft = {
  things: string[];
  listed: boolean;
  whole: boolean;
  axis: Axis | null;
  facts: Fact[];
  negated: boolean;
  readings: Reading[];
};

const verb =
  /^(.+?) (is|are|was|were|finished|finishes|finish|came|comes|stands|stood|sits|sat|ranks|ranked|placed)( not|n't)? (.+)$/;
const frame =
  /^(?:the following (?:paragraphs?|sentences?|statements?)(?: each)? describes? a set of \S+ \S+ arranged in a fixed order|the statements are (?:all )?(?:logically )?consistent(?: within each paragraph)?|no two (?:of them )?[^,]+ the same [^,]+)$/i;
const listing = /^[^:]*?\b(\S+) [\w ]+?: (.+)$/;
const seated =
  /^(?:([A-Za-z]+|\d+) [\w ]+?[,:–—-]+ ?)?([^–—:]+?)(?: ?[,–—-]+)? (?:are|were|is|sit|stand|sat|stood) (?:sitting |standing |seated |lined up |parked |arranged |placed |waiting )?(?:side by side|in (?:a|one) (?:row|line|queue|single row)|on (?:a|one) (?:bench|shelf|row))$/i;
const asksWho =
  /^(?:who|which(?: (?!is\b|are\b|was\b|were\b|finished\b|of\b)[a-z]+)?|what) (?:is|are|was|were|finished|came|stands|sits|ranks|ranked|placed) (.+)$/i;
const asksWhether = /^(?:is|are|was|were|did|does) (.+)$/i;
const asksOption =
  /^(?:which (?:one )?of the (?:following|statements|options)(?: statements)? (?:is|must be|has to be) (?:true|correct)|what (?:must be|is) true)$/i;

/** Things in a row, by age, price, place of finishing and such: all arrangements that the text allows agree on the answer. */
export const orders: Kind<Order> = {
  name: "order",
  read({ text, options }) {
    const draft: Draft = {
      things: [],
      listed: false,
      whole: false,
      axis: null,
      facts: [],
      negated: false,
      readings: [],
    };
    const sentences = readableOf(text);
    const question = sentences.at(-1)?.endsWith("?") ? sentences.pop()! : null;
    if (!sentences.every((sentence) => readSentence(sentence, draft))) return null;
    const { things, facts, readings } = draft;
    draft.whole = true;
    const named = things.length;
    if (things.length < 2 || things.length > most || facts.length === 0) return null;
    const asked =
      question === null || asksOption.test(bare(question)) ? ofOptions(options, draft) : askedOf(question, draft);
    // Where two may be equal, "not older" does not mean "younger".
    if (!asked || (draft.negated && !draft.listed && !draft.axis?.distinct)) return null;
    if (things.length !== named) return null;
    readings.push({ text: question ?? "the options", means: toldAsked(asked, things) });
    readings.unshift({
      text: things.join(", "),
      means: `${things.length} things, each at a place of its own, ${draft.axis?.name ?? "in a row"}`,
    });
    return { problem: { things, facts, asked }, readings };
  },
  solve({ things, facts, asked }): Outcome {
    const found = arrangements(things.length, facts);
    if (found.length === 0) return { is: "open", because: "no arrangement fits all sentences" };
    const always = (fact: Fact) => found.every((places) => holds(fact, places));
    const never = (fact: Fact) => !found.some((places) => holds(fact, places));
    const steps = [
      ...facts.map((fact) => tell(fact, things)),
      `${found.length} of ${factorial(things.length)} arrangements fit, such as ${inOrder(found[0]!, things)}`,
    ];
    const solved = (value: string, because: string): Outcome => ({ is: "solved", value, steps: [...steps, because] });
    if (asked.is === "whether") {
      if (always(asked.fact)) return solved("Yes", `in each, ${tell(asked.fact, things)}`);
      return never(asked.fact) ? solved("No", `in none, ${tell(asked.fact, things)}`) : open(found.length);
    }
    if (asked.is === "who") {
      const who = new Set(found.map((places) => places.indexOf(asked.place)));
      const [only] = who;
      return who.size === 1
        ? solved(things[only!]!, `in each, ${things[only!]} is at place ${asked.place}`)
        : open(found.length);
    }
    const following = asked.options.filter(({ fact }) => always(fact));
    const [one] = following;
    return following.length === 1
      ? solved(one!.text, `of the options only this holds in each: ${tell(one!.fact, things)}`)
      : open(found.length);
  },
  /** Looks at every arrangement there is, with no search. */
  confirm({ things, facts, asked }, value) {
    const claimed = claimedBy(asked, value, things);
    const others =
      asked.is === "option" ? asked.options.filter(({ text }) => text !== value).map(({ fact }) => fact) : [];
    const failing = new Set<Fact>();
    let fitting = 0;
    if (!claimed) return false;
    for (const places of everyArrangement(things.length)) {
      if (!facts.every((fact) => holds(fact, places))) continue;
      fitting++;
      if (!holds(claimed, places)) return false;
      for (const fact of others) if (!holds(fact, places)) failing.add(fact);
    }
    return fitting > 0 && failing.size === others.length;
  },
};

function open(fitting: number): Outcome {
  return { is: "open", because: `${fitting} arrangements fit, and they do not agree on the answer` };
}

function claimedBy(asked: Asked, value: string, things: string[]): Fact | null {
  if (asked.is === "option") return asked.options.find(({ text }) => text === value)?.fact ?? null;
  if (asked.is === "who") return { is: "at", one: things.indexOf(value), place: asked.place };
  return value === "Yes" ? asked.fact : { is: "not", fact: asked.fact };
}

function readSentence(sentence: string, draft: Draft): boolean {
  const plain = bare(sentence);
  if (frame.test(plain)) {
    draft.readings.push({ text: sentence, means: "says that there is one order" });
    return true;
  }
  return readList(sentence, plain, draft) || readFact(sentence, plain, draft);
}

/** "…, there are five birds: an owl, …": the things, as many as the sentence says. */
function readList(sentence: string, plain: string, draft: Draft): boolean {
  if (draft.listed || draft.facts.length > 0) return false;
  const found = listing.exec(plain) ?? seated.exec(plain);
  const things = found && membersOf(found[2]!)?.map(called);
  if (!things || things.length < 2 || new Set(things.map(thing)).size !== things.length) return false;
  const number = found[1] === undefined ? null : numberOf(numberWord(plain) ?? "");
  if (number !== null && number !== things.length) return false;
  if (things.some((each) => /\b(?:is|are|was|were)\b/.test(each))) return false;
  draft.things.push(...things);
  draft.listed = true;
  draft.whole = true;
  draft.readings.push({ text: sentence, means: `the things are ${things.join(", ")}` });
  return true;
}

function numberWord(plain: string): string | undefined {
  return plain
    .split(/[:,–—]/)
    .slice(0, 2)
    .join(" ")
    .split(" ")
    .find((word) => (numberOf(word) ?? 0) > 1);
}

function readFact(sentence: string, plain: string, draft: Draft): boolean {
  const fact = factOf(plain, draft);
  if (!fact) return false;
  draft.facts.push(fact);
  if (fact.is === "not") draft.negated = true;
  draft.readings.push({ text: sentence, means: tell(fact, draft.things) });
  return true;
}

function factOf(plain: string, draft: Draft): Fact | null {
  const [, subject, , not, phrase] = verb.exec(plain) ?? [];
  if (subject === undefined) return null;
  const fact = factFrom(subject, saidOf(phrase!), draft);
  return fact && not ? { is: "not", fact } : fact;
}

/** The fact that a phrase states of a thing; null where it is ordered by something else, or speaks of what is not there. */
function factFrom(subject: string, said: Said | null, draft: Draft): Fact | null {
  if (!said) return null;
  const place = (name: string) => placeOf(name, draft);
  if ("axis" in said) {
    draft.axis ??= said.axis;
    if (draft.axis !== said.axis) return null;
  }
  const one = place(subject);
  if (one === null) return null;
  if (said.is === "at") {
    if (!draft.whole) return null;
    const size = draft.things.length;
    if (said.place > size) return null;
    return { is: "at", one, place: said.end === "low" ? said.place : size + 1 - said.place };
  }
  if (said.is === "between") {
    const [left, right] = [place(said.one), place(said.other)];
    return left === null || right === null ? null : { is: "between", one, left, right };
  }
  const other = place(said.other);
  if (other === null || other === one) return null;
  if (said.is === "beside") return { is: "beside", one, other };
  const [first, second] = said.end === "low" ? [one, other] : [other, one];
  return { is: "before", one: first, other: second, near: said.near };
}

/** A thing as it is called, without its article. */
function called(name: string): string {
  return bare(name).replace(/^(?:the|an?)\s+/i, "");
}

/** The number of a thing; one that is new is added where the text has not listed them. */
function placeOf(name: string, draft: Draft): number | null {
  const at = draft.things.findIndex((one) => thing(one) === thing(name));
  if (at >= 0) return at;
  if (draft.listed || !/^[\p{L}'-]+(?: [\p{L}'-]+){0,3}$/u.test(name)) return null;
  if (/\b(?:is|are|was|were|than|and|or|not|who|which|i|he|she|they|it|one)\b/i.test(name)) return null;
  return draft.things.push(called(name)) - 1;
}

function ofOptions(options: Option[], draft: Draft): Asked | null {
  const read = options.map(({ text }) => ({ text, fact: factOf(bare(text), draft) }));
  if (read.length === 0 || read.some(({ fact }) => fact === null)) return null;
  return { is: "option", options: read as { text: string; fact: Fact }[] };
}

function askedOf(question: string, draft: Draft): Asked | null {
  const plain = bare(question);
  const phrase = asksWho.exec(plain)?.[1];
  if (phrase !== undefined) {
    const said = saidOf(phrase);
    if (said?.is !== "at" || (draft.axis && said.axis !== draft.axis) || said.place > draft.things.length) return null;
    return { is: "who", place: said.end === "low" ? said.place : draft.things.length + 1 - said.place, told: phrase };
  }
  const rest = asksWhether.exec(plain)?.[1];
  if (rest === undefined) return null;
  for (const name of draft.things) {
    const at = new RegExp(
      `^(?:the )?${name.replace(/[^\p{L}\d ]/gu, "\\$&")} (?:finish |come |stand |sit |rank )?(not )?(.+)$`,
      "iu",
    ).exec(rest);
    const fact = at && factFrom(name, saidOf(at[2]!), draft);
    if (fact) return { is: "whether", fact: at[1] ? { is: "not", fact } : fact };
  }
  return null;
}

function toldAsked(asked: Asked, things: string[]): string {
  if (asked.is === "who") return `asked: what is at place ${asked.place} (${asked.told})`;
  if (asked.is === "whether") return `asked: whether ${tell(asked.fact, things)}`;
  return `asked: which follows of ${asked.options.map(({ fact }) => tell(fact, things)).join("; ")}`;
}

function inOrder(places: readonly number[], things: string[]): string {
  return places.map((_, at) => things[places.indexOf(at + 1)]).join(", ");
}

function factorial(size: number): number {
  return size < 2 ? 1 : size * factorial(size - 1);
}
