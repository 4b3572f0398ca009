import type { Line } from "../../core/journal.ts";
import { z } from "../settings/zod.ts";

/** What can stand in a trace, type by type: one union, from which the documentation is made. */

const text = z.string();
const whole = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const problem = z.looseObject({ code: text, message: text, remedy: text });
const cut = z.strictObject({
  stop: text,
  problem: problem.extend({ parts: z.record(text, z.union([text, z.number()])) }),
});
const asked = z.strictObject({
  type: z.enum(["question", "approval", "doubt"]),
  path: text,
  text,
  choices: z.array(text).optional(),
});
const origin = z.strictObject({ run: text, seq: whole, hash });
const node = { graph: text, node: text };
const begun = { run: text, session: text, parent: text.nullable(), question: text };
const ended = { stop: text, ms: z.number().optional(), cut: cut.optional(), head: hash, seal: hash };
/** A payload that was pruned: its SHA-256 and its size in bytes. */
const pruned = z.looseObject({ blob: hash, size: whole });

function line<T extends string>(type: T, data: z.ZodType, description: string) {
  const shape = {
    v: z.literal(1),
    seq: whole,
    time: whole,
    path: text,
    type: z.literal(type),
    data: data.or(pruned),
    prev: hash,
  };
  return z.strictObject(shape).describe(description);
}

function intent<T extends string>(noun: T, kind: z.ZodType, request: z.ZodType, what: string) {
  const data = z.strictObject({ effect: kind, request });
  return line(`${noun}.start`, data, `${what} begins: what is asked for`);
}

function outcome<T extends string>(noun: T, what: string) {
  const data = z.union([
    z.strictObject({ result: z.json() }),
    z.strictObject({ error: problem.extend({ parts: z.record(text, z.union([text, z.number()])) }) }),
  ]);
  return line(`${noun}.end`, data, `${what} has ended: its result or error`);
}

const effects = z.enum(["read", "write", "command"]);
const human = z.literal("human");
const question = z.strictObject({ text, choices: z.array(text).optional() });

const lines = [
  line("run.start", z.looseObject(begun), "the first line of a run: all that it depends on besides the folder"),
  line(
    "run.fork",
    z.looseObject({ ...begun, at: origin }),
    "the first own line of a fork: the run, line and hash that it goes on from",
  ),
  line(
    "run.resume",
    z.looseObject({ torn: whole }),
    "a process goes on with the run; `torn` bytes of an unfinished line were cut off",
  ),
  line(
    "run.answer",
    z.looseObject({ answer: text, status: text, stop: text }),
    "the answer, when the run ends or pauses",
  ),
  line(
    "run.pause",
    z.looseObject({ ...ended, asked: z.array(asked) }),
    "the run waits or was cancelled; sealed, and can be gone on with",
  ),
  line("run.end", z.looseObject(ended), "the last line; sealed"),
  line("node.start", z.strictObject(node), "a node begins"),
  line(
    "node.end",
    z.strictObject({ ...node, next: text, stop: text.optional(), error: problem.optional() }),
    "a node has ended: where the graph goes",
  ),
  line(
    "route.decided",
    z.looseObject({ level: text, engine: text, reasons: z.array(text) }),
    "how the question is answered, and why",
  ),
  line("claim.checked", z.looseObject({}), "what CHECK made of a claim"),
  intent("clock", effects, z.null(), "a look at the clock"),
  outcome("clock", "a look at the clock"),
  intent("random", effects, z.null(), "a random number"),
  outcome("random", "a random number"),
  intent("tool", effects, z.json(), "a look at the folder, or an edit,"),
  outcome("tool", "a look at the folder, or an edit,"),
  line(
    "command.judged",
    z.looseObject({ line: text, verdict: text, effects: z.array(text), reasons: z.array(text) }),
    "what a shell line may do, and whether the profile allows it",
  ),
  intent(
    "command",
    effects,
    z.strictObject({ line: text, writes: z.boolean(), bare: z.boolean() }),
    "a command in the sandbox",
  ),
  outcome("command", "a command in the sandbox"),
  intent("retrieval", effects, z.json(), "a search in the folder's texts"),
  outcome("retrieval", "a search in the folder's texts"),
  intent("cache", effects, z.json(), "a look for an earlier answer"),
  outcome("cache", "a look for an earlier answer"),
  intent("model", effects, z.json(), "a request to a model"),
  outcome("model", "a request to a model"),
  intent("question", human, question, "a question to the user"),
  outcome("question", "a question to the user"),
  intent("approval", human, question, "a request for approval"),
  outcome("approval", "a request for approval"),
  intent("doubt", human, question, "the question what became of an interrupted command"),
  outcome("doubt", "the question what became of an interrupted command"),
] as const;

const schema = z.discriminatedUnion("type", lines);

/** A line of a trace as Ergo writes it; a program's own effects and notes have types of their own. */
export type TraceEvent = z.infer<typeof schema>;

/** Every type of line with a sentence on it, in the order in which they are documented. */
export function eventTypes(): { type: string; means: string }[] {
  return lines.map((each) => ({ type: each.shape.type.value, means: each.description ?? "" }));
}

/** What is wrong with a line; undefined where nothing is. A type that Ergo does not write itself is any noun.verb. */
export function faultIn(line: Line): string | undefined {
  const known = eventTypes().some(({ type }) => type === line.type);
  const own = z.strictObject({ ...lines[0].shape, type: text.regex(/^[\w-]+(\.[\w-]+)?$/), data: z.json() });
  const checked = (known ? schema : own).safeParse(line);
  return checked.success ? undefined : `${line.type} at ${line.path}: ${z.prettifyError(checked.error)}`;
}
