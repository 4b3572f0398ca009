import { faultOf, type Schema } from "../core/schema.ts";
import type { Host } from "../host/host.ts";
import { bodyOf } from "./body.ts";
import { invalid } from "./failure.ts";

/** A request as a route sees it: checked against the route's schemas. `url` makes an address that a frame can open. */
export type Call<Body = unknown> = {
  host: Host;
  params: Record<string, string>;
  query: Record<string, string | number | boolean | undefined>;
  body: Body;
  request: Request;
  signal: AbortSignal;
  url(path: string): string;
};

/** A door: what it takes, what it gives, and what it does. `:name` in a path is a parameter. */
export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  summary: string;
  query?: Record<string, Schema>;
  body?: Schema;
  /** What is given as JSON; a text names the media type of another answer. */
  gives: Schema | string;
  /** Also given as server-sent events, to who accepts them. */
  streams?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the body is what the schema beside it says.
  run(call: Call<any>): Promise<object> | object;
};

/** The query of a request, as the route's schemas read it. Throws REQUEST_INVALID. */
export function queryOf(request: Request, known: Route["query"] = {}): Call["query"] {
  const query: Call["query"] = {};
  for (const [name, text] of new URL(request.url).searchParams) {
    if (name === "key" && known[name] === undefined) continue;
    const schema = known[name];
    if (schema === undefined)
      throw invalid(`unknown parameter "${name}"; known: ${Object.keys(known).join(", ") || "none"}`);
    const value = readAs(schema, text);
    const fault = faultOf(schema, value);
    if (fault) throw invalid(`${name}: ${fault.message}`);
    query[name] = value;
  }
  return query;
}

function readAs({ type }: Schema, text: string): string | number | boolean {
  if (type === "integer" || type === "number") {
    const number = text.trim() === "" ? Number.NaN : Number(text);
    // What is no number is told as it was written.
    return Number.isNaN(number) ? text : number;
  }
  return type === "boolean" && (text === "true" || text === "false") ? text === "true" : text;
}

/** The body of a request, as the route's schema says. Throws REQUEST_INVALID and REQUEST_TOO_LARGE. */
export async function checkedBody(request: Request, schema: Schema | undefined): Promise<unknown> {
  if (schema === undefined) return undefined;
  const body = await bodyOf(request);
  const fault = faultOf(schema, body);
  if (fault) {
    const known = fault.unknown === undefined ? "" : `; known: ${keysAt(schema, fault.path).join(", ") || "none"}`;
    throw invalid([...fault.path, fault.message].join(": ") + known);
  }
  return body;
}

/** The keys that a schema knows at a place in what it describes. */
function keysAt(schema: Schema, [name, ...rest]: readonly string[]): string[] {
  if (name === undefined) return Object.keys(schema.properties ?? {});
  const others = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const inside = schema.properties?.[name] ?? schema.items ?? others;
  return inside === undefined ? [] : keysAt(inside, rest);
}

/** Whether a request wants events as they come. */
export function wantsEvents(request: Request): boolean {
  return /\btext\/event-stream\b/.test(request.headers.get("accept") ?? "");
}
