import { ErgoError } from "../../core/error.ts";
import type { Encoder, Model, Result } from "../../core/model.ts";
import { openCompatible, openCompatibleEncoder } from "./compatible.ts";
import { openOllama, openOllamaEncoder } from "./ollama.ts";

/** A server of models on one of the usual ports. */
export type Server = { name: ServerName; title: string; protocol: "ollama" | "compatible"; url: string };
type ServerName = (typeof serverNames)[number];

export const serverNames = ["ollama", "lmstudio", "llamacpp", "jan", "vllm"] as const;

/** The servers that are looked for, in the order in which they are preferred. Ollama's own `OLLAMA_HOST` moves it. */
export function usualServers(env: NodeJS.ProcessEnv = process.env): Server[] {
  const at = (port: number) => `http://127.0.0.1:${port}/v1`;
  return [
    { name: "ollama", title: "Ollama", protocol: "ollama", url: ollamaHost(env.OLLAMA_HOST) },
    { name: "lmstudio", title: "LM Studio", protocol: "compatible", url: at(1234) },
    { name: "llamacpp", title: "llama.cpp server", protocol: "compatible", url: at(8080) },
    { name: "jan", title: "Jan", protocol: "compatible", url: at(1337) },
    { name: "vllm", title: "vLLM", protocol: "compatible", url: at(8000) },
  ];
}

/** `OLLAMA_HOST` is a host, a port or both, with or without a scheme; 0.0.0.0 is where it listens, not where it is. */
function ollamaHost(host: string | undefined): string {
  const given = /^(?:(https?):\/\/)?([^/:]*|\[[^\]]*\])(?::(\d+))?\/*$/.exec(host?.trim() ?? "");
  const [, scheme = "http", name = "", port = "11434"] = given ?? [];
  const local = name === "" || name === "0.0.0.0" || name === "[::]";
  return `${scheme}://${local ? "127.0.0.1" : name}:${port}`;
}

/** Where a named model is served. */
export type Served = { name: string; protocol: Server["protocol"]; url: string; model?: string };

/**
 * Reads the name of a model on a server: `ollama:qwen3:4b`, `lmstudio:NAME`, or an address such as
 * `http://127.0.0.1:8080/v1#NAME`, where one that ends in `/api` is Ollama's. Undefined for any other name, which is one
 * of the manifest.
 */
export function servedBy(name: string, servers = usualServers()): Served | undefined {
  if (/^https?:\/\//i.test(name)) {
    const [address = "", ...rest] = name.split("#");
    const model = rest.join("#");
    const ollama = /\/api\/?$/.test(address);
    if (!URL.canParse(address)) throw unknown(name, "http://HOST:PORT/v1#MODEL");
    if (ollama && !model) throw unknown(name, `${address}#MODEL`);
    const url = ollama ? address.replace(/\/api\/?$/, "") : address;
    return { name, protocol: ollama ? "ollama" : "compatible", url, ...(model ? { model } : {}) };
  }
  const [prefix = "", ...rest] = name.split(":");
  const server = servers.find((each) => each.name === prefix);
  if (!server || rest.length === 0) return undefined;
  const model = rest.join(":");
  if (model === "") throw unknown(name, `${prefix}:MODEL`);
  return { name, protocol: server.protocol, url: server.url, model };
}

type Open = { local: boolean; signal?: AbortSignal | undefined };

/** Opens a language model of a server. */
export function openServed(served: Served, { local, signal }: Open): Promise<Result<Model>> {
  const { protocol, model = "" } = served;
  const key = keyFor(served);
  return protocol === "ollama"
    ? openOllama({ ...served, model, local, signal })
    : openCompatible({ ...served, local, signal, ...(key === undefined ? {} : { key }) });
}

/** Opens an embedding model of a server. */
export function openServedEncoder(served: Served, { local, signal }: Open): Promise<Result<Encoder>> {
  const { protocol, model = "" } = served;
  const key = keyFor(served);
  return protocol === "ollama"
    ? openOllamaEncoder({ ...served, model, local, signal })
    : openCompatibleEncoder({ ...served, local, signal, ...(key === undefined ? {} : { key }) });
}

/** What `ERGO_API_KEY` holds is for servers that the user names, by their address or as one that is never taken by itself. */
function keyFor({ name }: Served): string | undefined {
  return /^(?:https?|jan|llamacpp|vllm):/i.test(name) ? process.env.ERGO_API_KEY : undefined;
}

function unknown(model: string, form: string): ErgoError {
  return new ErgoError("MODEL_UNKNOWN", { model, available: `models of that server, as ${form}` });
}
