import type { Kind, Reading } from "./problem.ts";
import { bare, readableOf, thing } from "./text.ts";

/** Who has what at first, who then exchanges with whom, in order, and whose thing is asked for. */
type Exchanges = { held: [who: string, what: string][]; swaps: [one: string, other: string][]; asked: Asked };
type Asked = { is: "what"; who: string } | { is: "who"; what: string };

const name = "([A-Z][\\p{L}'-]*)";
const trades = "(?:swaps?|trades?|switch(?:es)?|exchanges?)";
/** Each clause of the beginning gives somebody one thing. */
const holds = new RegExp(
  `^${name} (?:is |was )?(?:has|had|gets|got|holds|held|holding|buys|bought|owns|owned|takes|took|plays|played|playing|dancing with|sitting in|sits in|wears|wearing|is at|receives|received) (.+)$`,
  "u",
);
const swap = new RegExp(
  `^(?:(?:first|firstly|then|next|after that|afterwards|later|finally|lastly),? )?${name} and ${name} ${trades}(?: (?:their |the )?[a-z][\\w -]*)?$`,
  "iu",
);
const swapWith = new RegExp(
  `^(?:(?:first|then|next|after that|finally),? )?${name} ${trades}(?: [a-z]+)? with ${name}$`,
  "iu",
);
/** Says that exchanges follow; names nobody. */
const announced = new RegExp(
  `^(?:(?:as|throughout|during|while|over|in) [^,]+, )?(?:they|the [a-z]+|pairs of [a-z]+|people|some of them)(?: (?:start|begin|often|occasionally|sometimes|repeatedly|then|each|to))* ${trades.replace("(?:", "(?:trading|swapping|switching|exchanging|")}(?: [a-z]+)*$`,
  "i",
);
/** Presents people by name, as what they are or do together. */
const presented = /^([A-Z][\p{L}'-]*(?:(?:, | and |, and )[A-Z][\p{L}'-]*)+) (?:are|were) [^:]*$/u;
const beginning =
  /^(?:at the (?:start|beginning|outset)(?: of [^,:]+)?|initially|to begin with|in the beginning),? (?:they (?:are |were )?(?:each|all) [^:,]+|each (?:of them )?[^:,]+|everyone [^:,]+): (.+)$/i;
const asks = new RegExp(
  `^(?:(?:at the end(?: of [^,]+)?|in the end|after all(?: of)? (?:this|that)|now),? )?(?:${name} (?:is|has|had|holds|plays|gets|owns|wears)(?: (?:the|a|an|playing|holding|dancing with|with|in|at|sitting in|wearing))*|what (?:does|is|did) ${name} (?:have|has|hold|holding|own|play|playing|get|wear|wearing)|who (?:does|is) ${name} (?:dance|dancing) with)$`,
  "iu",
);
const asksWho =
  /^(?:(?:at the end(?: of [^,]+)?|in the end|now),? )?(?:who|which (?:person|player|dancer)) (?:has|holds|plays|owns|gets|is (?:holding|playing|dancing with|with)) (.+)$/i;

/** Things that people exchange, two at a time. */
export const exchanges: Kind<Exchanges> = {
  name: "exchanges",
  read({ text }) {
    const readings: Reading[] = [];
    const held: Exchanges["held"] = [];
    const swaps: Exchanges["swaps"] = [];
    let asked: Asked | null = null;
    for (const sentence of readableOf(text)) {
      const plain = bare(sentence);
      if (asked) return null;
      const means = held.length === 0 ? begins(plain, held) : goesOn(plain, swaps);
      asked = held.length === 0 || means !== null ? null : askedOf(plain);
      if (means === null && asked === null) return null;
      readings.push({
        text: sentence,
        means: means ?? `asked: ${asked!.is === "what" ? `what ${asked!.who} has` : `who has ${asked!.what}`}`,
      });
    }
    if (!asked || swaps.length === 0 || !isWhole(held, swaps, asked)) return null;
    return { problem: { held, swaps, asked }, readings };
  },
  solve({ held, swaps, asked }) {
    const has = new Map(held);
    const steps = swaps.map(([one, other]) => {
      const [first, second] = [has.get(one)!, has.get(other)!];
      has.set(one, second).set(other, first);
      return `${one} and ${other}: ${one} has ${second}, ${other} has ${first}`;
    });
    const who =
      asked.is === "what" ? asked.who : [...has.keys()].find((each) => thing(has.get(each)!) === thing(asked.what))!;
    return { is: "solved", value: asked.is === "what" ? has.get(who)! : who, steps };
  },
  /** Follows one thing backwards, from who has it in the end to who had it first. */
  confirm({ held, swaps, asked }, value) {
    let who = asked.is === "what" ? asked.who : value;
    for (const [one, other] of swaps.toReversed()) who = who === one ? other : who === other ? one : who;
    const first = held.find(([each]) => each === who)?.[1];
    return first !== undefined && thing(first) === thing(asked.is === "what" ? value : asked.what);
  },
};

/** Reads who has what at first into `held`, or that people are presented; what it says, or null. */
function begins(sentence: string, held: Exchanges["held"]): string | null {
  const start = beginning.exec(sentence);
  const clauses = start?.[1] ?? (holds.test(sentence) ? sentence : null);
  if (clauses === null) return presented.test(sentence) && !holds.test(sentence) ? "presents them" : null;
  const read = clauses.split(/,? and (?=[A-Z])|, (?=[A-Z])/u).map((clause) => holds.exec(clause));
  if (read.some((clause) => clause === null)) return null;
  for (const clause of read) held.push([clause![1]!, bare(clause![2]!).replace(/^(?:an?|the) /, "")]);
  return `at first ${held.map(([who, what]) => `${who} has ${what}`).join("; ")}`;
}

function goesOn(sentence: string, swaps: Exchanges["swaps"]): string | null {
  const pair = swap.exec(sentence) ?? swapWith.exec(sentence);
  if (pair) {
    swaps.push([pair[1]!, pair[2]!]);
    return `${pair[1]} and ${pair[2]} exchange what they have`;
  }
  return announced.test(sentence) ? "says that exchanges follow" : null;
}

function askedOf(sentence: string): Asked | null {
  const what = asks.exec(sentence);
  const who = what && (what[1] ?? what[2] ?? what[3]);
  if (who) return { is: "what", who };
  const found = asksWho.exec(sentence);
  return found ? { is: "who", what: found[1]! } : null;
}

/** Everybody has one thing, no two the same, nobody exchanges who has none or with themselves, and what is asked for is there. */
function isWhole(held: Exchanges["held"], swaps: Exchanges["swaps"], asked: Asked): boolean {
  const people = new Set(held.map(([who]) => who));
  const things = new Set(held.map(([, what]) => thing(what)));
  if (people.size !== held.length || things.size !== held.length) return false;
  if (!swaps.every(([one, other]) => one !== other && people.has(one) && people.has(other))) return false;
  return asked.is === "what" ? people.has(asked.who) : things.has(thing(asked.what));
}
