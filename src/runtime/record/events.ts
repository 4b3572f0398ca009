import type { Line } from "../../core/journal.ts";
import { faultOf, type Schema } from "../../core/schema.ts";

/** What can stand in a trace, type by type, from which the documentation is made. */

const text: Schema = { type: "string" };
const flag: Schema = { type: "boolean" };
const number: Schema = { type: "number" };
const whole: Schema = { type: "integer", minimum: 0 };
const hash: Schema = { type: "string", pattern: "^[0-9a-f]{64}$" };
const nothing: Schema = { type: "null" };
const maybe: Schema = { anyOf: [{ type: "string" }, { type: "null" }] };
const anything: Schema = {};
const problem = loose({ code: text, message: text, remedy: text });
const thrown = loose({ code: text, message: text, remedy: text, parts: record({ anyOf: [text, number] }) });
const cut = strict({ stop: text, problem: thrown });
const asked = strict({
  type: oneOf("question", "approval", "doubt"),
  path: text,
  text,
  choices: optional(list(text)),
});
const origin = strict({ run: text, seq: whole, hash });
const node = { graph: text, node: text };
const begun = { run: text, folder: optional(hash), session: text, parent: { anyOf: [text, nothing] }, question: text };
const ended = { stop: text, ms: optional(number), cut: optional(cut), head: hash, seal: hash };
/** A payload that was pruned: its SHA-256 and its size in bytes. */
const pruned = loose({ blob: hash, size: whole });
const effects = oneOf("read", "write", "command");
const human = oneOf("human");
const question = strict({ text, choices: optional(list(text)) });

/** From 0 to 1. */
const share: Schema = { type: "number", minimum: 0, maximum: 1 };
/** A step of a plan. */
const step = { tool: text, args: anything, shows: text, by: oneOf("rules", "model") };

type Keys = Record<string, Schema | { optional: Schema }>;

function optional(schema: Schema): { optional: Schema } {
  return { optional: schema };
}

/** An object of these keys and any others. */
function loose(keys: Keys): Schema {
  const properties = Object.entries(keys).map(([key, each]) => [key, "optional" in each ? each.optional : each]);
  const required = Object.keys(keys).filter((key) => !("optional" in keys[key]!));
  return { type: "object", properties: Object.fromEntries(properties), required };
}

/** An object of these keys alone. */
function strict(keys: Keys): Schema {
  return { ...loose(keys), additionalProperties: false };
}

function record(values: Schema): Schema {
  return { type: "object", additionalProperties: values };
}

function list(items: Schema): Schema {
  return { type: "array", items };
}

function oneOf(...options: string[]): Schema {
  return { enum: options };
}

function lineOf(type: Schema, data: Schema): Schema {
  return strict({ v: { enum: [1] }, seq: whole, time: whole, path: text, type, data, prev: hash });
}

function line<T extends string>(type: T, data: Schema, means: string) {
  return { type, means, schema: lineOf(oneOf(type), { anyOf: [data, pruned] }) };
}

function intent<T extends string>(noun: T, kind: Schema, request: Schema, what: string) {
  return line(`${noun}.start` as const, strict({ effect: kind, request }), `${what} begins: what is asked for`);
}

function outcome<T extends string>(noun: T, what: string) {
  const data = { anyOf: [strict({ result: anything }), strict({ error: thrown })] };
  return line(`${noun}.end` as const, data, `${what} has ended: its result or error`);
}

const lines = [
  line("run.start", loose(begun), "the first line of a run: all that it depends on besides the folder"),
  line(
    "run.fork",
    loose({ ...begun, at: origin }),
    "the first own line of a fork: the run, line and hash that it goes on from",
  ),
  line(
    "run.resume",
    loose({ torn: whole }),
    "a process goes on with the run; `torn` bytes of an unfinished line were cut off",
  ),
  line("run.answer", loose({ answer: text, status: text, stop: text }), "the answer, when the run ends or pauses"),
  line(
    "run.pause",
    loose({ ...ended, asked: list(asked) }),
    "the run waits or was cancelled; sealed, and can be gone on with",
  ),
  line("run.end", loose(ended), "the last line; sealed"),
  line("node.start", strict(node), "a node begins"),
  line(
    "node.end",
    strict({ ...node, next: text, stop: optional(text), error: optional(problem) }),
    "a node has ended: where the graph goes",
  ),
  line(
    "route.decided",
    loose({ level: text, engine: text, reasons: list(text) }),
    "how the question is answered, and why",
  ),
  line(
    "engine.raised",
    strict({ from: text, to: text, because: text }),
    "an engine found no sure answer, and the next one is tried",
  ),
  line(
    "completion.checked",
    loose({ question: text, asked: flag }),
    "what a model completed a question to, and whether it is asked so",
  ),
  line("claim.checked", loose({}), "what CHECK made of a claim"),
  line(
    "plan.made",
    strict({ pass: whole, plan: list(strict(step)), reason: maybe, refused: list(text), finish: flag }),
    "a plan: its steps, why it was made anew, and what a model wrote of which nothing is done",
  ),
  line(
    "step.done",
    strict({ ...step, pass: whole, found: flag, text, value: maybe }),
    "a step of a plan was done: what it gave",
  ),
  line("step.undone", strict({ step: text, because: text }), "a step that led nowhere is taken back"),
  line(
    "reflection.made",
    strict({
      pass: whole,
      step: { anyOf: [whole, nothing] },
      completeness: share,
      correctness: share,
      issues: list(text),
      suggestions: list(text),
      retry: flag,
    }),
    "what was thought of a step, or of all of them (`step` null), and whether it is done again",
  ),
  line("part.opened", loose({ question: text }), "a question of a tree is to be answered, or why it is left out"),
  line(
    "part.solved",
    loose({ question: text, text, held: flag }),
    "the answer to it, with its signals and why it is doubted",
  ),
  line("part.split", loose({ by: text, into: list(text) }), "the questions that it is split into, and by whom"),
  line("part.collapsed", loose({ of: list(number), text }), "what the answers to its parts come to"),
  line("part.given", loose({ question: text, engine: text }), "a part of a question is given to an engine"),
  line("review.given", loose({ score: number, verdict: text, by: text }), "what a review made of an answer"),
  line(
    "answer.weighed",
    loose({ text, samples: list(text), sure: number }),
    "what a model answered, and how likely it is right",
  ),
  line("answer.revised", loose({ won: flag, text }), "whether a revision takes an answer's place"),
  line("answers.merged", loose({ claims: list(anything) }), "the claims of several engines, with who makes them"),
  line(
    "round.measured",
    loose({ round: whole, distance: number, follows: text }),
    "how far an answer moved in a round, by which factor it contracts, and what follows",
  ),
  line(
    "turn.played",
    strict({ choice: text, did: optional(text), refused: maybe, seen: whole, needs: whole, failure: maybe }),
    "a turn of a game about a claim: the move, why it was refused, what it brought",
  ),
  line(
    "graph.grown",
    strict({
      nodes: list(loose({ id: text, is: text, text })),
      edges: list(loose({ from: text, to: text, is: text })),
    }),
    "what a turn added to the graph that carries the proof",
  ),
  intent("clock", effects, nothing, "a look at the clock"),
  outcome("clock", "a look at the clock"),
  intent("random", effects, nothing, "a random number"),
  outcome("random", "a random number"),
  intent("tool", effects, anything, "a look at the folder, or an edit,"),
  outcome("tool", "a look at the folder, or an edit,"),
  line(
    "command.judged",
    loose({ line: text, verdict: text, effects: list(text), reasons: list(text) }),
    "what a shell line may do, and whether the profile allows it",
  ),
  intent("command", effects, strict({ line: text, writes: flag, bare: flag }), "a command in the sandbox"),
  outcome("command", "a command in the sandbox"),
  intent("retrieval", effects, anything, "a search in the folder's texts"),
  outcome("retrieval", "a search in the folder's texts"),
  intent("weighing", effects, anything, "sentences given to an encoder to be weighed"),
  outcome("weighing", "sentences given to an encoder to be weighed"),
  intent("cache", effects, anything, "a look for an earlier answer"),
  outcome("cache", "a look for an earlier answer"),
  intent("model", effects, anything, "a request to a model"),
  outcome("model", "a request to a model"),
  intent("question", human, question, "a question to the user"),
  outcome("question", "a question to the user"),
  intent("approval", human, question, "a request for approval"),
  outcome("approval", "a request for approval"),
  intent("doubt", human, question, "the question what became of an interrupted command"),
  outcome("doubt", "the question what became of an interrupted command"),
] as const;

/** A line of a trace as Ergo writes it; a program's own effects and notes have types of their own. */
export type TraceEvent = Omit<Line, "type"> & { type: (typeof lines)[number]["type"] };

/** Every type of line with a sentence on it, in the order in which they are documented. */
export function eventTypes(): { type: string; means: string }[] {
  return lines.map(({ type, means }) => ({ type, means }));
}

/** What is wrong with a line; undefined where nothing is. A type that Ergo does not write itself is any noun.verb. */
export function faultIn(line: Line): string | undefined {
  const known = lines.find(({ type }) => type === line.type)?.schema;
  const fault = faultOf(known ?? own, line);
  return fault && `${line.type} at ${line.path}: ${[...fault.path, fault.message].join(": ")}`;
}

const own = lineOf({ type: "string", pattern: String.raw`^[\w-]+(\.[\w-]+)?$` }, anything);
