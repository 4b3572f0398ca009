import type { Call, Claim, Literal } from "../core/claim.ts";
import type { Matches, Observation, Pattern } from "../core/observation.ts";
import { dayOf } from "./day.ts";
import type { Sight } from "./ground.ts";
import { blinded, unseen, valueless } from "./lack.ts";
import { name, quoted, verb } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, ground, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import { parseTime } from "./time.ts";
import type { Moment, Unknown, Value } from "./value.ts";

/** Predicates about the text of one file. */
export const searchPredicates: Record<string, Predicate> = {
  contains: {
    forms: [form("boolean", "file", "search")],
    example: 'contains("README.md", "Ergo")',
    means: "the text stands in the file as it is written",
    evaluate: (call, scene) => isFound(call, patternOf("literal", call.args[1], scene), scene),
    statement: (call) => verb(call, `contains ${quoted(call.args[1])}`, `does not contain ${quoted(call.args[1])}`),
  },
  word: {
    forms: [form("boolean", "file", "word")],
    example: 'word("README.md", "ergo")',
    means: "the whole word stands in the file, in upper or lower case",
    evaluate: (call, scene) => isFound(call, patternOf("word", call.args[1], scene), scene),
    statement: (call) =>
      verb(call, `has the word ${quoted(call.args[1])}`, `does not have the word ${quoted(call.args[1])}`),
  },
  quote: {
    forms: [form("boolean", "file", "quote")],
    example: 'quote("README.md", "carry their proof")',
    means: "the words stand in the file, whatever the white space between them",
    evaluate: (call, scene) => isFound(call, patternOf("quote", call.args[1], scene), scene),
    statement: (call) =>
      verb(call, `says ${quoted(call.args[1])} word for word`, `does not say ${quoted(call.args[1])} word for word`),
  },
  date: {
    forms: [form("time", "file", "number")],
    example: 'date("notes.md", 12) < "2024-01-01"',
    means: "the date on that line",
    evaluate: date,
    noun: (call) => `the date on line ${name(call.args[1])} of ${name(call.args[0])}`,
  },
  matches: {
    forms: [form("boolean", "file", "regex")],
    example: 'matches("README.md", /v[0-9]+/i)',
    means: "the pattern (RE2) matches somewhere in the file",
    evaluate: (call, scene) => isFound(call, patternOf("literal", call.args[1], scene), scene),
    statement: (call) => verb(call, `matches ${quoted(call.args[1])}`, `does not match ${quoted(call.args[1])}`),
  },
  line: {
    forms: [form("text", "file", "line number")],
    example: 'line("README.md", 1) = "# Ergo"',
    means: "the text of that line, without its break; from the end where the number is negative",
    evaluate: line,
    noun: (call) => `${sayLine(call.args[1])} of ${name(call.args[0])}`,
  },
};

/** The text of a line; a line that is not there has none. */
function line(call: Call, scene: Scene): Value {
  return ofLine(call, scene, (text) => ({ is: "text", text }));
}

/** The day that is written on a line. */
function date(call: Call, scene: Scene): Value {
  return ofLine(call, scene, (text, where) => {
    const written = dayOf(text);
    if ("fault" in written) return `${where} ${written.fault}`;
    return { is: "time", ...parseTime(written.day)!, day: true };
  });
}

type Bare = { is: "text"; text: string } | Omit<Moment, "lacks" | "ground">;

/** What a line gives, or why it gives nothing. */
function ofLine(call: Call, scene: Scene, read: (text: string, where: string) => Bare | string): Value {
  const [path, number] = [pathOf(call.args[0], scene), (call.args[1] as Literal & { is: "number" }).text];
  const found = search(path, { kind: "line", text: number }, scene);
  if ("is" in found) return found;
  const { matches, sight } = found;
  const text = matches.first[0]?.text;
  const value = text === undefined ? `${path} has no line ${number}` : read(text, `line ${number} of ${path}`);
  if (typeof value === "string") return { ...valueless(value), ground: sight };
  const gives = () => statement(ground(call, scene), made) as Claim;
  const made: Value = { ...value, lacks: [], ground: { rule: "observe", from: [sight], others: [], gives } };
  return made;
}

/** What to look for: a pattern as it stands, or text; null when a variable holds nothing that can be looked for. */
export function patternOf(
  kind: "literal" | "word" | "quote",
  argument: Claim | undefined,
  scene: Scene,
): Pattern | null {
  if (argument?.is === "regex") return { kind: "regex", text: argument.source, flags: argument.flags };
  const text = textOf(argument, scene);
  return text.trim() === "" && argument?.is === "name" ? null : { kind, text };
}

/** The matches of a pattern in a file, with what shows them. */
export function search(path: string, pattern: Pattern, scene: Scene): { matches: Matches; sight: Sight } | Unknown {
  const observation = scene.board.search(path, pattern);
  if (!observation) return unseen({ see: "search", path, pattern });
  return observation.seen.ok ? { matches: observation.seen, sight: sightOf(observation) } : blinded(observation);
}

function isFound(call: Call, pattern: Pattern | null, scene: Scene): Value {
  if (!pattern) return valueless("there is nothing to look for in blank text");
  const found = search(pathOf(call.args[0], scene), pattern, scene);
  if ("is" in found) return found;
  const { matches, sight } = found;
  return decided(matches.found, infer("observe", [sight], call, matches.found, scene));
}

function sightOf(observation: Observation<"search">): Sight {
  const first = observation.seen.ok ? observation.seen.first[0] : undefined;
  return first ? { seen: observation, show: first } : { seen: observation };
}

function sayLine(number: Claim | undefined): string {
  if (number?.is !== "number") return "the line";
  if (!number.text.startsWith("-")) return `line ${number.text}`;
  return number.text === "-1" ? "the last line" : `line ${number.text.slice(1)} from the end`;
}
