import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Result } from "../../src/core/model.ts";
import { openCompatible } from "../../src/model/provider/compatible.ts";
import type { Limits } from "../../src/model/provider/http.ts";
import { openOllama } from "../../src/model/provider/ollama.ts";

/** A server on a free port of this machine, until the test ends; its address without a path. */
export async function listening(listener: RequestListener, until = onTestFinished): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  until(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export type Answer = (response: ServerResponse, body: Record<string, unknown>, request: IncomingMessage) => void;

export const protocols = {
  ollama: {
    open: (url: string, limits?: Partial<Limits>) => openOllama({ url, model: "m", local: true, limits }),
    about: { "/api/show": { capabilities: ["completion", "thinking"], model_info: { "x.context_length": 8192 } } },
    pieces: (texts: string[], end: object = {}) => [
      ...texts.map((content) => `${JSON.stringify({ message: { content }, response: content, done: false })}\n`),
      `${JSON.stringify({ done: true, done_reason: "stop", prompt_eval_count: 9, eval_count: 4, ...end })}\n`,
    ],
    error: (message: string) => ({ error: message }),
  },
  compatible: {
    open: (url: string, limits?: Partial<Limits>) => openCompatible({ url: `${url}/v1`, local: true, limits }),
    about: { "/v1/models": { data: [{ id: "m", max_model_len: 8192 }] } },
    pieces: (texts: string[]) => [
      ...texts.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content }, text: content }] })}\n\n`),
      `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}\n\n`,
      "data: [DONE]\n\n",
    ],
    error: (message: string) => ({ error: { message, type: "invalid_request_error" } }),
  },
};

/** The two kinds of servers, each in the words of its interface. */
export type Protocol = keyof typeof protocols;
export const protocolNames = Object.keys(protocols) as Protocol[];

export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

/** A server that says of itself what is needed, and answers as told. `asked` are the requests to its model. */
async function serverOf(protocol: Protocol, answer: Answer) {
  const asked: Record<string, unknown>[] = [];
  const listener: RequestListener = async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const about = (protocols[protocol].about as Record<string, object>)[request.url ?? ""];
    if (about) return response.end(JSON.stringify(about));
    const body = JSON.parse(Buffer.concat(parts).toString() || "{}");
    asked.push(body);
    answer(response, body, request);
  };
  return { url: await listening(listener), asked };
}

export async function modelOf(protocol: Protocol, answer: Answer, limits?: Partial<Limits>) {
  const { url, asked } = await serverOf(protocol, answer);
  return { model: unwrap(await protocols[protocol].open(url, limits)), asked };
}
