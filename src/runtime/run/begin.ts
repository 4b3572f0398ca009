import type { Budget } from "../../core/budget.ts";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, type Problem } from "../../core/error.ts";
import type { External } from "../../core/external.ts";
import type { Line } from "../../core/journal.ts";
import type { Role } from "../../core/model.ts";
import type { EngineName } from "../../core/route.ts";
import { faultOf, type Schema } from "../../core/schema.ts";
import { engines } from "../../engines/registry.ts";
import type { Shape } from "../../flow/define.ts";
import type { Prompts } from "../../model/prompt/words.ts";
import type { Own } from "../../routing/choose.ts";
import { holdsMark, redactText } from "../../secrets/redact.ts";
import type { Session, SessionOptions } from "../session/session.ts";
import type { Config } from "../settings/settings.ts";
import { version } from "../settings/version.ts";
import { follow } from "./follow.ts";
import { type Intent, intentOf } from "./intent.ts";
import { think } from "./think.ts";

/**
 * A question, and the text that was piped beside it. `said` is what the user typed where rules completed the question by
 * what had been said before; `goal` is the claim that is to be decided; `after` are the runs before it, where they left it open and a model may complete it.
 */
export type Asked = { question: string; stdin?: string; said?: string; after?: string[]; goal?: string };

/**
 * What the first line says of a run: everything that it depends on besides the folder. `now` (milliseconds since 1970)
 * is what "yesterday" counts from; `program` stands for the steps of all engines.
 */
export type Beginning = Asked & {
  intent: Intent;
  session: string;
  parent: string | null;
  now: number;
  engine: EngineName;
  version: string;
  program: string;
  settings: Settings;
  /** Tools of the user's servers, where there are any: what a planner chose of, also when the servers are gone. */
  tools?: External[];
  degraded: Problem[];
};

/** What the session was opened with, as far as it matters to an answer. */
type Settings = Pick<Config, "profile" | "limits"> & {
  budget: Budget;
  /** The name of each role's model. */
  models: Record<Role, string>;
  only: string | null;
  engine: EngineName | null;
  preset: string | null;
  /** What prompts say otherwise than their files, where they do. */
  prompts?: Prompts;
  /** Engines that routing chooses by the user's own measurements. */
  own: Own;
  trust: string | null;
  /** Whether an earlier answer may be given again. */
  cache: boolean;
};

/** A question with its secrets replaced: nothing else is done with it before. */
export function redacted({ question, stdin, said, after, goal }: Asked): Asked {
  return {
    question: redactText(question),
    ...(stdin === undefined ? {} : { stdin: redactText(stdin) }),
    ...(said === undefined ? {} : { said: redactText(said) }),
    ...(after === undefined ? {} : { after }),
    ...(goal === undefined ? {} : { goal: redactText(goal) }),
  };
}

/** How a run begins that answers what was understood of a question. */
export function beginning(session: Session, asked: Asked & Pick<Beginning, "intent">, now: number): Beginning {
  const { profile, limits, budget, models } = session.config;
  const { planner, worker, verifier, tutor, embedder, reranker } = models;
  const settings = {
    profile,
    limits,
    budget,
    models: { planner, worker, verifier, tutor, embedder, reranker },
    only: session.only ?? null,
    engine: session.engine ?? null,
    preset: session.preset ?? null,
    ...(Object.keys(session.prompts).length > 0 ? { prompts: session.prompts } : {}),
    own: session.own,
    trust: session.trust,
    cache: session.cache,
  };
  return {
    session: session.id,
    parent: null,
    ...asked,
    now,
    engine: asked.intent.engine,
    version: version(),
    program: program(),
    settings,
    ...(session.externals.tools.length > 0 ? { tools: [...session.externals.tools] } : {}),
    degraded: session.degraded,
  };
}

/** A question that was put in a run, understood as the run's own is. */
export function understoodIn({ now, settings, stdin }: Beginning, question: string, root: string): Intent {
  const { engine, preset, own } = settings;
  return intentOf(question, { now, root, engine, preset, own, piped: stdin !== undefined, beside: stdin });
}

/** Whether an earlier answer may be given again: only a question about the folder's own texts, with nothing beside it, comes again. */
export function reuses({ settings, stdin, after, intent, question }: Beginning): boolean {
  const alone = settings.only === null && stdin === undefined && after === undefined;
  return settings.cache && alone && intent.kind === "cite" && !holdsMark(question);
}

/** The options of a session in which a recorded run goes on as it was begun. */
export function optionsOf({ settings }: Beginning): SessionOptions {
  const { engine, preset, profile, models, only, budget, prompts } = settings;
  return {
    engine: engine ?? undefined,
    preset: preset ?? undefined,
    profile,
    models: Object.entries(models).map(([role, name]) => `${role}=${name}`),
    only: only ?? undefined,
    ...(prompts ? { prompts } : {}),
    budgetMs: budget.ms,
    budgetTokens: budget.tokens,
  };
}

/** Refuses to go on with a run in a session that would have begun it otherwise: JOURNAL_MISMATCH, with what differs. */
export function requireSame(then: Beginning, session: Session): void {
  const now = beginning(session, then, then.now);
  const keys = ["version", "program"] as const;
  const pairs: [string, unknown, unknown][] = keys.map((key) => [key, then[key], now[key]]);
  pairs.push(["the list of tools of your servers", pinsOf(then), pinsOf(now)]);
  for (const key of ["trust", "profile", "limits", "models", "only", "engine", "preset", "prompts"] as const) {
    pairs.push([`the setting ${key}`, then.settings[key], now.settings[key]]);
  }
  for (const [name, before, after] of pairs) {
    const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
    if (was !== is) throw new ErgoError("JOURNAL_MISMATCH", { detail: `${name} was ${was} and is now ${is}` });
  }
}

/** What tools there were, by their names, what they may do, and the definitions that were agreed to. */
function pinsOf({ tools = [] }: Beginning): string[] {
  return tools.map(({ name, effect, pin }) => `${name} (${effect}) ${pin}`);
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
  required: ["session", "question", "now", "engine", "intent", "settings", "degraded"],
  properties: {
    intent: {
      type: "object",
      required: ["question", "kind", "route", "engine", "others", "exact"],
      properties: {
        ...{ question: text, kind: text, route: { type: "object" }, engine: text, others: texts },
        exact: { type: "array", items: { type: "object", required: ["is"] } },
      },
    },
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
        prompts: { type: "object", additionalProperties: { type: "object", additionalProperties: text } },
      },
    },
  },
};

/** SHA-256 of what a recorded run goes on by: the shapes of a question's own graphs, and the engines with their versions. */
export function program(): string {
  const own = [follow, think].map(shapeOf);
  return sha256(JSON.stringify([...own, ...engines.map(({ name, version }) => [name, version])]));
}

function shapeOf({ name, start, nodes }: Shape) {
  return [name, start, Object.entries(nodes).map(([node, { to }]) => [node, to])];
}
