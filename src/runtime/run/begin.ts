import type { Budget } from "../../core/budget.ts";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, type Problem } from "../../core/error.ts";
import type { Line } from "../../core/journal.ts";
import type { Role } from "../../core/model.ts";
import type { Ports } from "../../core/port.ts";
import type { EngineName } from "../../core/route.ts";
import { faultOf, type Schema } from "../../core/schema.ts";
import { direct } from "../../engines/direct.ts";
import { loop } from "../../engines/loop.ts";
import type { FieldQuestion } from "../../fields/catalog.ts";
import type { Shape } from "../../flow/define.ts";
import { redactText } from "../../secrets/redact.ts";
import type { Session, SessionOptions } from "../session/session.ts";
import type { Config } from "../settings/settings.ts";
import { version } from "../settings/version.ts";
import { type Completing, follow } from "./follow.ts";
import type { Likened } from "./liken.ts";
import { type Decision, decideRoute } from "./route.ts";
import { type Clarify, think } from "./think.ts";

/**
 * A question, and the text that was piped beside it. `said` is what the user typed where rules completed the question by
 * what had been said before; `after` are the runs before it, where they left it open and a model may complete it.
 */
export type Asked = { question: string; stdin?: string; said?: string; after?: string[] };

/**
 * What the first line says of a run: everything that it depends on besides the folder. `now` (milliseconds since 1970)
 * is what "yesterday" counts from; `program` is the SHA-256 of the shapes of the graphs.
 */
export type Beginning = Asked & {
  likened?: Likened;
  fields?: FieldQuestion;
  session: string;
  parent: string | null;
  now: number;
  engine: EngineName;
  version: string;
  program: string;
  settings: Settings;
  degraded: Problem[];
};

/** What the session was opened with, as far as it matters to an answer. */
type Settings = Pick<Config, "profile" | "limits"> & {
  budget: Budget;
  /** The name of each role's model. */
  models: Record<Role, string>;
  only: string | null;
  engine: EngineName | null;
  trust: string | null;
  /** Whether an earlier answer may be given again. */
  cache: boolean;
};

/** How a run begins. Secrets in what was asked are replaced before anything is done with it. */
export function beginning(
  session: Session,
  asked: Asked & Pick<Beginning, "likened" | "fields">,
  now: number,
): Beginning {
  const question = redactText(asked.question);
  const stdin = asked.stdin === undefined ? undefined : redactText(asked.stdin);
  const said = asked.said === undefined ? undefined : redactText(asked.said);
  const { likened, fields } = asked;
  const { profile, limits, budget, models } = session.config;
  const { planner, worker, verifier, tutor, embedder, reranker } = models;
  const settings = {
    profile,
    limits,
    budget,
    models: { planner, worker, verifier, tutor, embedder, reranker },
    only: session.only ?? null,
    engine: session.engine ?? null,
    trust: session.trust,
    cache: session.cache,
  };
  return {
    session: session.id,
    parent: null,
    question,
    ...(stdin === undefined ? {} : { stdin }),
    ...(said === undefined ? {} : { said }),
    ...(asked.after === undefined ? {} : { after: asked.after }),
    ...(likened === undefined ? {} : { likened }),
    ...(fields === undefined ? {} : { fields }),
    now,
    engine: decide({ question, stdin, likened, fields, now, settings }).engine,
    version: version(),
    program: program(),
    settings,
    degraded: session.degraded,
  };
}

/** The route, with what the session insists on. Text that was piped in is what the question is about. */
export function decide({
  question,
  stdin,
  likened,
  fields,
  now,
  settings,
}: Pick<Beginning, "question" | "stdin" | "likened" | "fields" | "now" | "settings">) {
  const decision: Decision = decideRoute(question, now, likened?.usual, fields);
  if (stdin !== undefined || settings.engine === "loop")
    return { ...decision, matched: null, fields: null, engine: "loop" as const };
  return settings.engine === null ? decision : { ...decision, engine: settings.engine };
}

/** The options of a session in which a recorded run goes on as it was begun. */
export function optionsOf({ settings }: Beginning): SessionOptions {
  const { engine, profile, models, only, budget } = settings;
  return {
    engine: engine ?? undefined,
    profile,
    models: Object.entries(models).map(([role, name]) => `${role}=${name}`),
    only: only ?? undefined,
    budgetMs: budget.ms,
    budgetTokens: budget.tokens,
  };
}

/** Refuses to go on with a run in a session that would have begun it otherwise: JOURNAL_MISMATCH, with what differs. */
export function requireSame(then: Beginning, session: Session): void {
  const now = beginning(session, then, then.now);
  const keys = ["version", "program", "engine"] as const;
  const pairs: [string, unknown, unknown][] = keys.map((key) => [key, then[key], now[key]]);
  for (const key of ["trust", "profile", "limits", "models", "only", "engine"] as const) {
    pairs.push([`the setting ${key}`, then.settings[key], now.settings[key]]);
  }
  for (const [name, before, after] of pairs) {
    const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
    if (was !== is) throw new ErgoError("JOURNAL_MISMATCH", { detail: `${name} was ${was} and is now ${is}` });
  }
}

/** What the lines of a run say of its beginning; a fork says it again, after the lines that it shares. */
export function beginningIn(lines: Line[]): Beginning | undefined {
  const first = lines.findLast(({ type }) => type === "run.start" || type === "run.fork");
  return first && faultOf(begun, first.data) === undefined ? (first.data as Beginning) : undefined;
}

const text: Schema = { type: "string" };
const texts: Schema = { type: "array", items: text };
const maybe: Schema = { anyOf: [text, { type: "null" }] };

/** What every part of the program that goes on with a record rests on. */
const begun: Schema = {
  type: "object",
  required: ["session", "question", "now", "engine", "settings", "degraded"],
  properties: {
    ...{ session: text, question: text, stdin: text, said: text, after: texts, engine: text },
    now: { type: "number" },
    degraded: { type: "array", items: { type: "object" } },
    settings: {
      type: "object",
      required: ["profile", "limits", "budget", "models", "only", "engine"],
      properties: {
        ...{ profile: text, only: maybe, engine: maybe },
        limits: { type: "object", additionalProperties: { type: "number" } },
        budget: { type: "object" },
        models: { type: "object", additionalProperties: text },
      },
    },
  },
};

function program(): string {
  // A graph's shape does not depend on its ports.
  const ports = {} as Ports;
  const way = () => ({ ports }) as ReturnType<Clarify>;
  const shapes: Shape[] = [follow({} as Completing, way), think(ports, "direct"), direct(ports), loop(ports)];
  return sha256(
    JSON.stringify(
      shapes.map(({ name, start, nodes }) => [name, start, Object.entries(nodes).map(([node, { to }]) => [node, to])]),
    ),
  );
}
