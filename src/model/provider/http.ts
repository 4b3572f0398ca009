import type { IncomingMessage, RequestOptions } from "node:http";
import type { LookupFunction } from "node:net";
import { ErgoError, reason } from "../../core/error.ts";
import { isLocal } from "./local.ts";

/** A request to a model's server. */
export type Call = {
  /** The model that it is for, as errors name it. */
  model: string;
  url: string;
  method?: "GET" | "POST";
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Refuse every address that is not this machine's. */
  local: boolean;
  /** Redirects that are followed; by default none. Where `local` is set none ever is. */
  redirects?: number;
  /** Follow redirects within one host only. */
  within?: boolean;
  limits?: Partial<Limits>;
  signal?: AbortSignal | undefined;
};

/** Milliseconds until there is a connection, until its answer begins, and between two pieces of it; bytes in all. */
export type Limits = { connectMs: number; firstMs: number; idleMs: number; bytes: number };

/** A model may have to be loaded, and a long prompt be read, before its answer begins. */
const usual: Limits = { connectMs: 5_000, firstMs: 300_000, idleMs: 120_000, bytes: 64 * 1024 * 1024 };

/** A limit for what is answered at once: about a model, not by it. */
export function soon({ limits }: { limits?: Partial<Limits> | undefined }): { limits: Partial<Limits> } {
  return { limits: { firstMs: 15_000, ...limits } };
}

/** A server's answer; `chunks` throws when it stalls, is too large, or breaks off. */
export type Reply = { status: number; headers: IncomingMessage["headers"]; url: string; chunks: AsyncIterable<Buffer> };

/** A server's refusal: an answer with a status of 400 and above. */
export class Refused extends Error {
  readonly status: number;
  /** What the server calls it, where it has a word for it. */
  readonly kind: string;
  /** Where the server is, and whether it answers as one of models does, not with a page or some text. */
  readonly where: string;
  readonly known: boolean;

  constructor(status: number, detail: string, { kind = "", where = "", known = true } = {}) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.where = where;
    this.known = known;
  }
}

/**
 * Sends a request. There is no retry, no proxy, no cookie. Throws MODEL_REMOTE for an address that is not allowed,
 * MODEL_UNREACHABLE without a connection, MODEL_FAILED for the rest, Refused, and the signal's reason.
 */
export async function send(call: Call): Promise<Reply> {
  const limits = { ...usual, ...call.limits };
  let { url, headers = {} } = call;
  for (let left = call.local ? 0 : (call.redirects ?? 0); ; left--) {
    if (call.local && !isLocal(url)) throw new ErgoError("MODEL_REMOTE", { model: call.model, where: url });
    const response = await open({ ...call, url, headers }, limits);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      if (left <= 0) throw misplaced(call, `it redirects to ${location}, and redirects are not followed`);
      const next = follow(url, location, call);
      if (call.within && new URL(next).host !== new URL(url).host)
        throw failed(call, `it leads on to ${new URL(next).host}, which was not named`);
      // Another host is not told what this one is.
      if (new URL(next).origin !== new URL(url).origin) headers = without(headers, "authorization");
      url = next;
      continue;
    }
    const reply = { status, headers: response.headers, url, chunks: pieces(response, limits, call) };
    if (status >= 400) throw await refusal(reply);
    return reply;
  }
}

/** Sends a request and reads its answer as JSON. Throws as `send` does, and MODEL_FAILED for what is no JSON. */
export async function sendForJson<T>(call: Call): Promise<T> {
  const text = await textOf(await send(call));
  try {
    return JSON.parse(text) as T;
  } catch {
    throw notJson(call, text);
  }
}

/** Sends a request and gives the lines of its answer as they come, empty ones left out. */
export async function* sendForLines(call: Call): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of (await send(call)).chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
  if (rest !== "") yield rest;
}

/** The error for a model whose server misbehaves. */
export function failed({ model }: Pick<Call, "model">, detail: string): ErgoError {
  return new ErgoError("MODEL_FAILED", { model, detail });
}

/** The error for an address where no server of models is. */
export function misplaced({ model, url }: Pick<Call, "model" | "url">, detail: string): ErgoError {
  return new ErgoError("MODEL_ADDRESS", { model, where: new URL(url).origin, detail });
}

/** The error for what should have been JSON: a page of another server, or nothing of use. */
export function notJson(call: Pick<Call, "model" | "url">, text: string): ErgoError {
  const page = pageIn(text);
  return page ? misplaced(call, page) : failed(call, `its answer is no JSON: ${excerpt(text, 80) || "it is empty"}`);
}

/** What a web page says of itself; undefined for a text that is none. */
function pageIn(text: string): string | undefined {
  if (!/^\s*(?:<!doctype html|<html|<head|<body|<h1)/i.test(text)) return undefined;
  const said = /<title[^>]*>([^<]+)</i.exec(text)?.[1] ?? text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, " ");
  return `it is a web page, “${excerpt(said, 80)}”`;
}

function excerpt(text: string, most: number): string {
  return text.replace(/\s+/g, " ").trim().slice(0, most);
}

async function open(call: Call, limits: Limits): Promise<IncomingMessage> {
  const { url, body, signal } = call;
  const parsed = new URL(url);
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const options: RequestOptions = {
    method: call.method ?? (payload === undefined ? "GET" : "POST"),
    headers: {
      accept: "*/*",
      ...(payload === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
      ...call.headers,
    },
    // What stays on this machine goes past any proxy.
    ...(call.local ? { agent: false, lookup: loopback } : {}),
  };
  // They load much that only a request needs.
  const { request } = await (parsed.protocol === "https:" ? import("node:https") : import("node:http"));
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const sent = request(parsed, options);
    const late = (what: string, ms: number) =>
      setTimeout(() => sent.destroy(failed(call, `${what} within ${ms / 1000} s`)), ms);
    let timer = late("there was no connection", limits.connectMs);
    const abort = () => sent.destroy(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    signal?.addEventListener("abort", abort, { once: true });
    sent.once("socket", (socket) =>
      socket.once(parsed.protocol === "https:" ? "secureConnect" : "connect", () => {
        clearTimeout(timer);
        timer = late("its answer did not begin", limits.firstMs);
      }),
    );
    sent.once("response", (response) => {
      settle();
      resolve(response);
    });
    sent.once("error", (error) => {
      settle();
      reject(signal?.aborted ? signal.reason : connectionError(call, error));
    });
    sent.end(payload);
  });
}

/** Only what a name on this machine means: no name server is asked. */
const loopback: LookupFunction = (_, options, done) => {
  const both = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  if (options.all) done(null, both);
  else done(null, both[0]!.address, 4);
};

async function* pieces(response: IncomingMessage, limits: Limits, call: Call): AsyncGenerator<Buffer> {
  let bytes = 0;
  const { signal } = call;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    const stalled = () => response.destroy(failed(call, `it sent nothing for ${limits.idleMs / 1000} s`));
    timer = setTimeout(stalled, limits.idleMs);
  };
  const abort = () => response.destroy(new Error("aborted"));
  signal?.addEventListener("abort", abort, { once: true });
  wait();
  try {
    if (signal?.aborted) abort();
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limits.bytes) throw failed(call, `its answer is longer than ${limits.bytes} bytes`);
      wait();
      yield chunk;
      wait();
    }
    if (!response.complete) throw failed(call, "its answer broke off");
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error instanceof ErgoError ? error : failed(call, `its answer broke off: ${reason(error)}`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    response.destroy();
  }
}

/** What a refusal says: its JSON's error, or the beginning of its text. */
async function refusal(reply: Reply): Promise<Refused> {
  const { status, url } = reply;
  const where = new URL(url).origin;
  const text = await textOf(reply).catch(reason);
  try {
    return refusalOf(JSON.parse(text), status, where);
  } catch {
    const said = pageIn(text) ?? (excerpt(text, 200) || "it does not say why");
    return new Refused(status, said, { where, known: false });
  }
}

/** What an error in JSON says, in the forms in which servers put it. */
export function refusalOf(value: unknown, status: number, where = ""): Refused {
  const { error = value, message, detail } = (value ?? {}) as { error?: unknown; message?: unknown; detail?: unknown };
  const told = [error, message, detail].find((each) => typeof each === "string");
  const said = error as { message?: unknown; code?: unknown; type?: unknown } | null;
  const text = excerpt(String(said?.message ?? told ?? "it does not say why"), 300);
  return new Refused(status, text, { where, kind: `${said?.code} ${said?.type}` });
}

async function textOf({ chunks }: Reply): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString("utf8");
}

function follow(from: string, location: string, call: Call): string {
  const to = new URL(location, from);
  const safe = to.protocol === "https:" || (to.protocol === "http:" && new URL(from).protocol === "http:");
  if (!safe) throw failed(call, `it redirects to ${to.protocol}//${to.host}`);
  return to.href;
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key.toLowerCase() !== name));
}

function connectionError(call: Call, error: Error): Error {
  if (error instanceof ErgoError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const detail = code === "ECONNREFUSED" ? "nothing listens there" : error.message || String(code);
  const { origin } = new URL(call.url);
  const unreachable = code !== "ECONNRESET" && code !== "EPIPE";
  if (!unreachable) return failed(call, `the connection broke: ${detail}`);
  return new ErgoError("MODEL_UNREACHABLE", { model: call.model, where: origin, detail }, { cause: error });
}
