import { sendForJson } from "./http.ts";
import { isLocal } from "./local.ts";
import { fits, memoryOf } from "./memory.ts";
import { isCloud } from "./ollama.ts";
import type { Server } from "./servers.ts";
import { isEncoder } from "./vector.ts";

/** A model that a server says it has. Sizes are what it says, or undefined. */
export type Seen = {
  /** As Ergo takes it, for instance `ollama:qwen3:4b`. */
  name: string;
  /** Of the weights. */
  bytes?: number | undefined;
  writes: boolean;
  /** Computed on another machine. */
  remote: boolean;
  loaded: boolean;
};

/** A server that answered, with its models. */
export type Found = { server: Server; models: Seen[] };

type Detect = {
  /** Milliseconds for all servers together, which are asked side by side; only one that is there and silent takes them. */
  ms?: number;
  signal?: AbortSignal | undefined;
};

/** The servers that answer, of those on this machine: no other address is ever asked. What is no such server is left out. */
export async function detect(servers: Server[], { ms = 600, signal }: Detect = {}): Promise<Found[]> {
  const late = AbortSignal.timeout(ms);
  const until = signal ? AbortSignal.any([signal, late]) : late;
  const asked = servers.filter(({ url }) => isLocal(url)).map((server) => look(server, until));
  const found = await Promise.all(asked.map((each) => each.catch(() => undefined)));
  return found.filter((each) => each !== undefined);
}

async function look(server: Server, signal: AbortSignal): Promise<Found> {
  const models = server.protocol === "ollama" ? await tags(server, signal) : await entries(server, signal);
  return { server, models };
}

type Tags = {
  models: { name: string; size?: number; remote_host?: string; remote_model?: string; details?: { family?: string } }[];
};

async function tags(server: Server, signal: AbortSignal): Promise<Seen[]> {
  const [{ models }, running] = await Promise.all([
    get<Tags>(server, "/api/tags", signal),
    get<Tags>(server, "/api/ps", signal).catch((): Tags => ({ models: [] })),
  ]);
  return models.map(({ name, size, remote_host, remote_model, details }) => ({
    name: `ollama:${name}`,
    bytes: size,
    writes: !isEncoder(`${details?.family} ${name}`),
    remote: isCloud(name) || Boolean(remote_host ?? remote_model),
    loaded: running.models.some((each) => each.name === name),
  }));
}

type Entries = { data: { id: string; type?: string; state?: string; meta?: { size?: number } | null }[] };

/** LM Studio tells more of its models beside OpenAI's interface. */
async function entries(server: Server, signal: AbortSignal): Promise<Seen[]> {
  const root = { ...server, url: server.url.replace(/\/v1\/?$/, "") };
  const own = server.name === "lmstudio" ? await get<Entries>(root, "/api/v0/models", signal).catch(() => null) : null;
  const { data } = own ?? (await get<Entries>(server, "/models", signal));
  return data.map(({ id, type, state, meta }) => ({
    name: `${server.name}:${id}`,
    bytes: meta?.size ?? sizeByName(id),
    writes: type === undefined ? !isEncoder(id) : type === "llm" || type === "vlm",
    remote: false,
    loaded: state === undefined ? server.name !== "lmstudio" : state === "loaded",
  }));
}

function get<T>({ title, url }: Server, path: string, signal: AbortSignal): Promise<T> {
  return sendForJson<T>({ model: title, url: url + path, local: true, signal, limits: { bytes: 4_000_000 } });
}

/** Bytes by the billions of parameters in a model's name, at the usual four and a half bits each. */
function sizeByName(id: string): number | undefined {
  const billions = /(?<![\w.])(\d+(?:\.\d+)?)b(?![a-z])/i.exec(id)?.[1];
  return billions === undefined ? undefined : Number(billions) * 0.6e9;
}

/** Larger models answer too slowly on most machines to be taken unasked. */
const mostBytes = 7e9;

type Best = { memory?: number; tried?: Set<string> };

/**
 * The model to use of those found and not `tried` in vain, and why: of the first server that has any, one that is
 * loaded already, else the largest that fits into memory and is not slow. Undefined where none does.
 */
export function best(
  found: Found[],
  { memory = memoryOf(), tried }: Best = {},
): { seen: Seen; why: string } | undefined {
  for (const { server, models } of found) {
    const usable = models.filter(({ writes, remote }) => writes && !remote);
    const fitting = usable
      .filter(({ name }) => !tried?.has(name))
      .filter(({ bytes }) => bytes === undefined || (bytes <= mostBytes && fits(bytes, memory)))
      .toSorted((a, b) => Number(b.loaded) - Number(a.loaded) || (b.bytes ?? 0) - (a.bytes ?? 0));
    const [seen] = fitting;
    if (!seen) continue;
    const which = seen.loaded ? "loaded already" : `the largest of ${usable.length} that suits this machine's memory`;
    return { seen, why: `${server.title} runs here; ${usable.length === 1 ? "its only model" : which}` };
  }
  return undefined;
}
