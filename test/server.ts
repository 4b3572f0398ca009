import { onTestFinished } from "vitest";
import { scripted } from "../src/model/prompt/scripted.ts";
import { type ServeOptions, type Serving, serve } from "../src/serve/listen.ts";
import { folder } from "./ergo.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a server says is compared, not computed with.
type Said = any;
type Sent = { event: string; id?: string; data: Said };

export type Served = Serving & {
  dir: string;
  fetch(path: string, options?: RequestInit): Promise<Response>;
  get(path: string): Promise<Said>;
  post(path: string, body: object): Promise<Said>;
  /** Events as they come, until the stream ends or the signal calls it off. */
  events(path: string, body?: object, options?: { headers?: object; signal?: AbortSignal }): AsyncGenerator<Sent>;
};

/** A home where a model is waited for, however long a browser takes. */
export const patient = { "ergo.yaml": "models:\n  deadline_ms: 600000\n" };

/** A server of this process over a folder of these files, in a home of its own with the files of `home`, with the answers by rules alone. */
export async function served(
  files: Record<string, string>,
  { home, ...options }: ServeOptions & { home?: Record<string, string> } = {},
): Promise<Served> {
  const dir = folder(files);
  process.env.ERGO_HOME = folder(home);
  process.env.ERGO_MODEL = options.model ? "" : "none";
  const serving = await serve({ dir, port: 0, ...options });
  onTestFinished(() => serving.close());
  const call = (path: string, { headers, ...rest }: RequestInit = {}) =>
    fetch(new URL(path, serving.url), {
      ...rest,
      headers: {
        authorization: `Bearer ${serving.token}`,
        ...(rest.body ? { "content-type": "application/json" } : {}),
        ...(headers as Record<string, string>),
      },
    });
  return {
    ...serving,
    dir,
    fetch: call,
    get: async (path) => (await call(path)).json(),
    post: async (path, body) => (await call(path, { method: "POST", body: JSON.stringify(body) })).json(),
    async *events(path, body, { headers, signal } = {}) {
      const method = body ? { method: "POST", body: JSON.stringify(body) } : {};
      const accept = { accept: "text/event-stream", ...headers };
      const response = await call(path, { ...method, headers: accept, ...(signal ? { signal } : {}) });
      yield* framesOf(response);
    },
  };
}

async function* framesOf(response: Response): AsyncGenerator<Sent> {
  let rest = "";
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + piece).split("\n\n");
    rest = frames.pop()!;
    for (const frame of frames) {
      const fields = frame.split("\n").map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]);
      const { event, id, data } = Object.fromEntries(fields) as Record<string, string>;
      if (data !== undefined) yield { event: event!, ...(id ? { id } : {}), data: JSON.parse(data) };
    }
  }
}

export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const each of source) list.push(each);
  return list;
}

/** A model that says `text`, but nothing until it is released. */
export function held(text: string) {
  const free = Promise.withResolvers<void>();
  let calls = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  const { generate, ...rest } = scripted(() => text);
  return {
    ...rest,
    release: () => free.resolve(),
    /** How often it was asked so far. */
    count: () => calls,
    asked: (count: number) =>
      new Promise<void>((resolve) => (calls >= count ? resolve() : waiting.push({ count, resolve }))),
    async generate(...[request, signal, told]: Parameters<typeof generate>) {
      calls += 1;
      for (const { count, resolve } of waiting) if (calls >= count) resolve();
      const gone = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
      await Promise.race([free.promise, gone]);
      return await generate(request, signal, told);
    },
  };
}
