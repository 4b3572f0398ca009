import type { Schema } from "../core/schema.ts";
import { engineNames } from "../runtime/session/session.ts";
import { profiles, textRoles } from "../runtime/settings/settings.ts";

/** What goes in and out, as JSON Schema: the words of the outer contract. */

export const text: Schema = { type: "string" };
export const filled: Schema = { type: "string", minLength: 1 };
export const whole: Schema = { type: "integer", minimum: 0 };
export const counted: Schema = { type: "integer", minimum: 1 };
export const flag: Schema = { type: "boolean" };
const number: Schema = { type: "number" };
const nothing: Schema = { type: "null" };

export function list(items: Schema): Schema {
  return { type: "array", items };
}

export function maybe(schema: Schema): Schema {
  return { anyOf: [schema, nothing] };
}

/** An object of these keys, all but the optional ones there; others may stand beside them. */
export function shape(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  return { type: "object", properties, required: Object.keys(properties).filter((key) => !optional.includes(key)) };
}

/** A request: these keys and no others, those named required. */
export function taking(properties: Record<string, Schema>, required: readonly string[] = []): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** Lines of a file, or of the text that was read from a document. */
export const source = shape(
  {
    ...{ path: text, lines: list(text), from: counted, of: whole, hash: text },
    ...{ converted: text, parts: list(shape({ line: counted, page: maybe(counted), heading: text })) },
    note: maybe(text),
  },
  ["converted", "parts", "note"],
);

function named(title: string, schema: Schema): Schema {
  return { title, ...schema };
}

const problem = named("Problem", shape({ code: text, message: text, remedy: text }));
export const failure = named("Failure", shape({ error: problem }));

const evidence = named(
  "Evidence",
  shape(
    {
      id: text,
      kind: { enum: ["passage", "file", "listing", "command", "tool", "calculation", "stdin", "said"] },
      path: text,
      doc: text,
      lines: list(whole),
      bytes: list(whole),
      page: whole,
      heading: text,
      text,
      textHash: text,
      source: shape({ hash: text, size: whole }),
      command: text,
      exit: number,
      complete: flag,
    },
    ["path", "doc", "lines", "bytes", "page", "heading", "source", "command", "exit"],
  ),
);

const stated = named(
  "Claim",
  shape(
    {
      text,
      verdict: { enum: ["proven", "supported", "unsupported", "contradicted"] },
      evidence: list(text),
      formal: text,
    },
    ["formal"],
  ),
);

export const route = named(
  "Route",
  shape({
    level: text,
    score: number,
    type: text,
    flags: list(text),
    recipe: maybe({ type: "object" }),
    engine: text,
    factors: { type: "object", additionalProperties: number },
    reasons: list(text),
  }),
);

export const answer = named(
  "Answer",
  shape(
    {
      v: { enum: [1] },
      run: text,
      session: text,
      head: text,
      question: text,
      answer: text,
      status: { enum: ["answered", "partial", "not_found", "waiting", "refused", "cancelled", "error"] },
      stop: text,
      route: maybe(route),
      engine: text,
      profile: text,
      corpus: text,
      claims: list(stated),
      evidence: list(evidence),
      universe: shape({ files: whole, skipped: whole, globs: list(text) }),
      confidence: maybe(shape({ value: number, basis: text })),
      models: { type: "object", additionalProperties: text },
      degraded: list(problem),
      usage: shape({ calls: whole, tokensIn: whole, tokensOut: whole, ms: number, byRole: { type: "object" } }),
      alternatives: list(shape({ question: text, claim: text, rendered: text })),
      contradictions: list(shape({ evidence: list(text), because: text })),
      error: problem,
    },
    ["alternatives", "contradictions", "error"],
  ),
);

export const run = named(
  "Run",
  shape({
    run: text,
    session: text,
    parent: maybe(text),
    question: text,
    status: { enum: ["running", "interrupted", "waiting", "done", "failed", "cancelled", "broken", "missing"] },
    outcome: maybe(text),
    started: number,
    ms: number,
  }),
);

export const conversation = named(
  "Conversation",
  shape({ session: text, question: text, runs: counted, started: number, last: number }),
);

/** What the index knows of a file. */
export const document = named(
  "Document",
  shape({
    path: text,
    state: { enum: ["read", "partly", "unreadable", "changed", "unread"] },
    title: maybe(text),
    why: maybe(text),
  }),
);

/** What a run asks of a person. */
export const asked = shape(
  { type: { enum: ["question", "approval", "doubt"] }, path: text, text, choices: list(text) },
  ["choices"],
);

const hit = named(
  "Hit",
  shape(
    {
      rank: counted,
      score: number,
      path: text,
      doc: text,
      title: text,
      heading: text,
      lines: list(whole),
      page: whole,
      text,
      by: list({ enum: ["words", "meaning", "entity"] }),
      why: { type: "object" },
    },
    ["doc", "heading", "lines", "page", "by", "why"],
  ),
);

export const found = shape({ hits: list(hit), degraded: list(problem), note: text }, ["degraded", "note"]);

export const judged = shape({ allowed: flag, effects: list(text), reasons: list(text) });

const entity = shape({ name: text, kinds: list(text), aliases: list(text), mentions: whole, documents: whole });
const counts: Schema = { type: "object", additionalProperties: whole };

/** What the files name in all, or what one entity, or two, are related to. */
const mapping = {
  ...{ documents: whole, passages: whole, entities: counts, mentions: whole, edges: counts, most: list(entity) },
  ...{ entity, to: entity, of: whole, neighbours: list({ type: "object" }), paths: list({ type: "object" }) },
  note: text,
};
export const mapped = shape(mapping, Object.keys(mapping));

export const checked = named(
  "Checked",
  shape({
    verdict: { enum: ["provable", "refutable", "undecidable"] },
    claim: text,
    rendered: text,
    because: list(text),
    needs: list(text),
    evidence: list(evidence),
    derivation: list({ type: "object" }),
  }),
);

export const proof = named(
  "Proof",
  shape({
    ...{ head: text, problems: list(text) },
    claims: list(
      shape(
        {
          ...{ text, verdict: text, formal: text, because: list(text) },
          ...{ evidence: list(evidence) },
          ...{ derivation: list({ type: "object" }), seen: list(evidence), fault: maybe(text) },
        },
        ["formal"],
      ),
    ),
    unproven: list(shape({ claim: text, verdict: text, because: list(text), needs: list(text) })),
    games: list(shape({ path: text, turns: list({}), nodes: list({}), edges: list({}) })),
    contractions: list(shape({ path: text, parts: list({}), rounds: list({}) })),
  }),
);

export const step = named(
  "Step",
  shape({
    ...{ seq: whole, path: text, kind: text, says: text, ms: maybe(number) },
    state: { enum: ["ok", "failed", "open"] },
    digest: maybe(text),
    facts: { type: "object" },
  }),
);

export const audited = named(
  "Audited",
  shape({
    text,
    lines: list(whole),
    verdict: { enum: ["proven", "supported", "contradicted", "not found", "no claim"] },
    evidence: list(evidence),
    because: text,
  }),
);

export const disagreement = named(
  "Disagreement",
  shape({ run: text, question: text, because: text, sides: list(shape({ text, evidence })) }),
);

const fault = shape({ where: text, code: text, message: text });

export const verified = named(
  "Verified",
  shape({
    run: text,
    intact: flag,
    current: maybe(flag),
    signed: maybe({ type: "object" }),
    events: whole,
    claims: whole,
    problems: list(fault),
  }),
);

/** What prompts say otherwise, by their names. */
export const prompts: Schema = {
  type: "object",
  additionalProperties: taking({ system: filled, input: filled }),
  description: "what a prompt tells the model (`system`), and what it is given (`input`), by the prompt's name",
};

/** What a question may want otherwise than the server was started with. */
export const asking: Record<string, Schema> = {
  question: filled,
  stdin: { ...text, description: "text beside the question, which is then what it is about" },
  engine: { enum: engineNames() },
  profile: { enum: profiles },
  models: {
    ...taking(Object.fromEntries([...textRoles, "embedder", "reranker"].map((role) => [role, filled]))),
    description: "the name of each role's model",
  },
  only: { ...filled, description: "range over the files that match this glob alone" },
  budgetMs: counted,
  budgetTokens: counted,
  cache: { ...flag, description: "false to answer anew" },
  session: { ...filled, description: "the conversation that it goes on with" },
  attended: { ...flag, description: "whether a person is there to agree to what has to be agreed to" },
  background: { ...flag, description: "go on though nobody reads: the answer is 202 with the run" },
};
