import type { Answer } from "../../core/answer.ts";
import { sha256 } from "../../core/digest.ts";
import type { Json, Line } from "../../core/journal.ts";
import { serverNames } from "../../model/provider/servers.ts";
import { version } from "../settings/version.ts";
import { answerIn } from "./verify.ts";

/** A value of an attribute, as OTLP writes it in JSON: whole numbers as texts. */
type Value = { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean };
type Attribute = { key: string; value: Value };

/** A span of OpenTelemetry: identities in hexadecimal, times in nanoseconds since 1970; `kind` 1 is internal, 3 a client's. */
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: 1 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  /** 0 unset, 2 error. */
  status: { code: 0 | 2; message?: string };
};

/** What OTLP over HTTP takes at `/v1/traces`. */
export type Spans = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { scope: { name: string; version: string }; spans: Span[] }[];
  }[];
};

/** Attributes by their names; those that are undefined are left out. */
type Said = Record<string, string | number | boolean | undefined>;

/** What is told of a span beside its times: a name, a kind, attributes, and the code of an error. */
type About = { name: string; kind: 1 | 3; said: Said; error?: string };

/**
 * A recorded run as spans by the semantic conventions for generative AI (1.41): the run, its nodes, and in them what was asked of models, tools
 * and the index. The same run gives the same identities each time. With `texts` questions, prompts and answers are in them; without,
 * nothing that was said or read, not even in a message of an error.
 */
export function spansOf(lines: readonly Line[], { texts }: { texts: boolean }): Spans {
  const run = runIn(lines);
  const begun = lines.filter(({ type, path }) => path !== "" && type.endsWith(".start"));
  const ends = new Map(lines.map((line) => [`${line.path} ${line.type}`, line]));
  const paths = new Set(begun.map(({ path }) => path));
  const last = lines.at(-1)!;
  const identity = (path: string) => sha256(`${run} ${path}`).slice(0, 16);
  const span = (path: string, from: Line, to: Line, { name, kind, said, error }: About): Span => ({
    traceId: sha256(run).slice(0, 32),
    spanId: identity(path),
    ...(path === "" ? {} : { parentSpanId: identity(above(path, paths)) }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(to),
    attributes: attributes({ ...said, "error.type": error }),
    status: error === undefined ? { code: 0 } : { code: 2, message: error },
  });
  const spans = begun.map((line) => {
    const { type, path } = line;
    const noun = type.slice(0, -".start".length);
    const end = ends.get(`${path} ${noun}.end`);
    return span(path, line, end ?? last, described(noun, partsOf(line), end ? partsOf(end) : {}, texts));
  });
  const scope = { name: "ergo", version: version() };
  const resource = { attributes: attributes({ "service.name": "ergo", "service.version": version() }) };
  const whole = span("", lines[0]!, last, runAbout(run, lines, texts));
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [whole, ...spans] }] }] };
}

/** What stands in a line of an effect or a node. */
type Parts = {
  request?: { [key: string]: Json | undefined };
  result?: Json;
  error?: { code?: string };
  graph?: string;
  node?: string;
  stop?: string;
};

function partsOf({ data }: Line): Parts {
  const { request, ...rest } = (data ?? {}) as Parts;
  return { ...rest, ...(isObject(request) ? { request } : {}) };
}

function described(noun: string, start: Parts, end: Parts, texts: boolean): About {
  const error = end.error?.code;
  if (noun === "node") {
    const said = { "ergo.graph": start.graph, "ergo.node": start.node, "ergo.stop": end.stop };
    return { name: `${start.graph} ${start.node}`, kind: 1, said };
  }
  if (noun === "model") return modelAbout(start, end, texts);
  if (noun === "tool" || noun === "command") {
    const tool = noun === "command" ? "shell" : String(start.request?.tool ?? "tool");
    const said = {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool,
      "gen_ai.tool.type": "function",
      ...(texts
        ? { "gen_ai.tool.call.arguments": json(start.request), "gen_ai.tool.call.result": json(end.result) }
        : {}),
    };
    return { name: `execute_tool ${tool}`, kind: 1, said, ...(error ? { error } : {}) };
  }
  const said = noun === "retrieval" ? { "gen_ai.operation.name": "retrieval" } : {};
  return { name: noun, kind: 1, said, ...(error ? { error } : {}) };
}

/** A request to a model: who was asked in which role, who answered, and what it cost. */
function modelAbout({ request = {} }: Parts, { result, error }: Parts, texts: boolean): About {
  const {
    value,
    cost,
    error: failed,
  } = (isObject(result) ? result : {}) as {
    value?: { model?: string; text?: string } | null;
    cost?: { calls: number; tokensIn: number; tokensOut: number };
    error?: { code: string };
  };
  const model = value?.model;
  const code = error?.code ?? failed?.code;
  const said = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": providerOf(model),
    "gen_ai.request.model": model,
    "gen_ai.response.model": model,
    "gen_ai.usage.input_tokens": cost?.tokensIn,
    "gen_ai.usage.output_tokens": cost?.tokensOut,
    "ergo.role": text(request.role),
    "ergo.task": text(request.task),
    "ergo.calls": cost?.calls,
    ...(texts
      ? {
          "gen_ai.input.messages": message("user", json(request)),
          "gen_ai.output.messages": message("assistant", value?.text),
        }
      : {}),
  };
  return { name: model ? `chat ${model}` : "chat", kind: 3, said, ...(code ? { error: code } : {}) };
}

/** The run as a whole: an agent that was asked. */
function runAbout(run: string, lines: readonly Line[], texts: boolean): About {
  const answer = answerIn([...lines]);
  const { engine, session, profile } = { ...beginning(lines[0]!), ...answer };
  const verdicts = (verdict: string) => answer?.claims.filter((claim) => claim.verdict === verdict).length;
  const said = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.provider.name": "ergo",
    "gen_ai.agent.name": engine,
    "gen_ai.conversation.id": session,
    "gen_ai.usage.input_tokens": answer?.usage.tokensIn,
    "gen_ai.usage.output_tokens": answer?.usage.tokensOut,
    "ergo.run": run,
    "ergo.profile": profile,
    "ergo.status": answer?.status,
    "ergo.stop": answer?.stop,
    "ergo.claims.proven": verdicts("proven"),
    "ergo.claims.supported": verdicts("supported"),
    ...(texts
      ? {
          "gen_ai.input.messages": message("user", answer?.question),
          "gen_ai.output.messages": message("assistant", answer?.answer),
        }
      : {}),
  };
  return {
    name: `invoke_agent ${engine ?? "ergo"}`,
    kind: 1,
    said,
    ...(answer?.error ? { error: answer.error.code } : {}),
  };
}

/** The run that lines are of; of a fork the lines begin with those that it shares with another. */
function runIn(lines: readonly Line[]): string {
  const first = lines.findLast(({ type }) => type === "run.start" || type === "run.fork");
  return text((isObject(first?.data) ? first.data : {}).run) ?? "";
}

function beginning({ data }: Line): Partial<Pick<Answer, "engine" | "session">> {
  const { engine, session } = (isObject(data) ? data : {}) as Partial<Answer>;
  return { ...(engine ? { engine } : {}), ...(session ? { session } : {}) };
}

/** Who serves a model, by its name: what Ergo runs itself is its own. */
function providerOf(model = ""): string {
  return serverNames.find((name) => model.startsWith(`${name}:`)) ?? "ergo";
}

/** The nearest path above that is a span. */
function above(path: string, paths: ReadonlySet<string>): string {
  const parts = path.split("/");
  while (parts.length > 0) {
    parts.pop();
    const parent = parts.join("/");
    if (paths.has(parent)) return parent;
  }
  return "";
}

function attributes(said: Said): Attribute[] {
  return Object.entries(said).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: valued(value) }]));
}

function valued(value: string | number | boolean): Value {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function message(role: "user" | "assistant", content: string | undefined): string | undefined {
  return content === undefined ? undefined : JSON.stringify([{ role, parts: [{ type: "text", content }] }]);
}

function nanoseconds({ time }: Line): string {
  return `${BigInt(Math.round(time)) * 1_000_000n}`;
}

function json(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isObject(value: unknown): value is { [key: string]: Json | undefined } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
