import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { reason } from "../core/error.ts";
import type { Encoder, Generate, Generated, Model, Result } from "../core/model.ts";

/** A model under the name that clients know it by. */
export type Serving = { id: string; model?: Model; encoder?: Encoder; bytes?: number };

/** What went wrong, as a status and a sentence. */
export type Failure = { status: number; message: string; code: string };

/** One request and its answer. */
export type Exchange = {
  // biome-ignore lint/suspicious/noExplicitAny: what a client sends is checked field by field where it is used.
  body: Record<string, any>;
  signal: AbortSignal;
  json(value: unknown, status?: number): void;
  /** Sends a part of an answer that is longer than its beginning; `type` is said with the first. */
  write(text: string, type: string): void;
  end(): void;
  /** Whether the answer has begun. */
  readonly begun: boolean;
};

export type Routes = Record<string, (exchange: Exchange) => unknown>;

const largest = 16 * 1024 * 1024;

/** Serves routes such as `POST /api/chat`. What a route throws is answered as `failing` shapes it. */
export function serve(routes: Routes, failing: (failure: Failure) => object): RequestListener {
  return async (request, response) => {
    const stop = new AbortController();
    response.once("close", () => stop.abort());
    const route = routes[`${request.method} ${new URL(request.url ?? "/", "http://localhost").pathname}`];
    const fail = (failure: Failure) => {
      if (!response.headersSent) reply(response, failing(failure), failure.status);
      else response.destroy();
    };
    if (!route) return fail({ status: 404, message: "there is nothing at this address", code: "NOT_FOUND" });
    try {
      await route(exchangeOf(response, await bodyOf(request), stop.signal));
    } catch (error) {
      fail(error instanceof Unserved ? error.failure : { status: 500, message: reason(error), code: "INTERNAL" });
    }
  };
}

/** An answer that is no success. */
export class Unserved extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** What a client asks of a model, in the words of our port; `told` gets its text as it comes. */
export async function generate(
  { model }: Serving,
  request: Generate,
  { signal }: Exchange,
  told: (text: string) => void,
): Promise<Generated> {
  let said = "";
  const tell = (text: string) => {
    said += text;
    told(text);
  };
  if (!model) throw new Unserved({ status: 400, message: "this model writes no text", code: "NO_TEXT" });
  const form = typeof request.prompt === "string" ? "completion" : "chat";
  if (!(model.forms ?? ["completion"]).includes(form)) {
    throw new Unserved({ status: 400, message: `this model has no ${form} form`, code: "NO_FORM" });
  }
  const given = unwrap(await model.generate(request, signal, tell));
  // A model that does not stream says all at its end.
  if (given.text.length > said.length) told(given.text.slice(said.length));
  return given;
}

/** The vectors of texts. */
export async function embed({ encoder }: Serving, input: unknown, { signal }: Exchange): Promise<Float32Array[]> {
  if (!encoder) throw new Unserved({ status: 400, message: "this model makes no vectors", code: "NO_VECTORS" });
  const texts = typeof input === "string" ? [input] : input;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string")) {
    throw new Unserved({ status: 400, message: "input must be a text or a list of texts", code: "INPUT" });
  }
  return unwrap(await encoder.embed(texts, signal)).vectors;
}

export function find(serving: Serving[], id: unknown): Serving {
  const found = serving.find((each) => each.id === id);
  if (found) return found;
  throw new Unserved({ status: 404, message: `there is no model "${String(id)}"`, code: "MODEL_UNKNOWN" });
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { code, message } = result.error;
  throw new Unserved({ status: code === "MODEL_CONTEXT" ? 400 : 500, message, code });
}

function exchangeOf(response: ServerResponse, body: Exchange["body"], signal: AbortSignal): Exchange {
  return {
    body,
    signal,
    json: (value, status = 200) => reply(response, value as object, status),
    write(text, type) {
      if (!response.headersSent) response.writeHead(200, { "content-type": type });
      response.write(text);
    },
    end: () => response.end(),
    get begun() {
      return response.headersSent;
    },
  };
}

function reply(response: ServerResponse, value: object, status: number) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<Exchange["body"]> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > largest) throw new Unserved({ status: 413, message: "the request is too large", code: "TOO_LARGE" });
    parts.push(part);
  }
  if (bytes === 0) return {};
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below.
  }
  throw new Unserved({ status: 400, message: "the request is no JSON object", code: "INPUT" });
}
