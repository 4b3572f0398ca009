import { distance } from "fastest-levenshtein";
import { ErgoError } from "../../core/error.ts";
import { type Call, misplaced, Refused, sendForJson, soon } from "./http.ts";

/** A model that a server with OpenAI's interface has: LM Studio, llama.cpp, vLLM, Jan and others. */
export type CompatibleModel = {
  /** Where the interface begins, for instance `http://127.0.0.1:1234/v1`. */
  url: string;
  /** By default the server's first one. */
  model?: string;
  name?: string;
  /** Refuse a server elsewhere. */
  local: boolean;
  /** Sent as a bearer token. */
  key?: string | undefined;
  limits?: Call["limits"];
  signal?: AbortSignal | undefined;
};

/** An entry of `/models`, as far as servers say these things. */
export type Entry = {
  id: string;
  owned_by?: string;
  /** vLLM. */
  max_model_len?: number;
  /** llama.cpp. */
  meta?: { n_ctx?: number; n_ctx_train?: number; n_params?: number } | null;
};

/** Where a server does not say. A text beyond an encoder's window is refused by these servers, not cut. */
export const windows = { usual: 4096, most: 32_768, encoder: 512 } as const;

/**
 * The entry of the model that is named, or of the first one that does the job. A server that lists no models is believed to
 * have the one that is named.
 */
export async function entryOf(
  options: Omit<CompatibleModel, "name"> & { name: string },
  suits: (id: string) => boolean,
): Promise<Entry> {
  const { name, model, url } = options;
  const entries = await listOf(options).catch((error) => {
    if (model === undefined || !(error instanceof Refused) || ![404, 405, 501].includes(error.status)) throw error;
    return [{ id: model }];
  });
  const named = model === undefined ? (entries.find(({ id }) => suits(id)) ?? entries[0]) : undefined;
  const found = named ?? entries.find(({ id }) => id === model);
  if (found) return found;
  const available =
    nearest(
      model ?? "",
      entries.map(({ id }) => id),
    ) || `none at ${url}`;
  throw new ErgoError("MODEL_UNKNOWN", { model: name, available });
}

async function listOf(options: Omit<CompatibleModel, "name"> & { name: string }): Promise<Entry[]> {
  const call = { ...callTo(options, "/models"), ...soon(options) };
  const page = await sendForJson<{ data?: unknown } | unknown[] | null>(call);
  const list = Array.isArray(page) ? page : page?.data;
  if (!Array.isArray(list)) throw misplaced(call, "it does not list its models");
  return list.filter((each): each is Entry => typeof each?.id === "string");
}

/** How many names an error tells. */
const told = 8;

/** The names that are most like one, and how many more there are. */
function nearest(name: string, ids: string[]): string {
  const likeness = (id: string) => distance(name.toLowerCase(), id.toLowerCase());
  const sorted = ids.length > told ? ids.toSorted((a, b) => likeness(a) - likeness(b)) : ids;
  const more = ids.length > told ? ` and ${ids.length - told} more` : "";
  return `${sorted.slice(0, told).join(", ")}${more}`;
}

/** The window that the model was loaded with, where the server says; LM Studio says it beside OpenAI's interface. */
export async function windowOf(
  served: CompatibleModel & { name: string; model: string },
  { max_model_len, meta }: Entry,
): Promise<number> {
  const said = max_model_len ?? meta?.n_ctx ?? (await besides(served)) ?? meta?.n_ctx_train ?? windows.usual;
  return Math.min(windows.most, said);
}

async function besides(served: CompatibleModel & { name: string; model: string }): Promise<number | undefined> {
  type Own = { id?: string; loaded_context_length?: number; max_context_length?: number };
  type About = Own & { data?: Own[]; default_generation_settings?: { n_ctx?: number } };
  const root = served.url.replace(/\/v1\/?$/, "");
  for (const path of ["/api/v0/models", "/props"]) {
    const call = { ...callTo({ ...served, url: root }, path), limits: { firstMs: 2_000 } };
    const page = await sendForJson<About>(call).catch(() => undefined);
    const about: About | undefined = page?.data?.find((each) => each?.id === served.model) ?? page;
    const said = about?.loaded_context_length ?? about?.default_generation_settings?.n_ctx;
    if (said !== undefined && said > 0) return said;
    // Not loaded yet: it will be with LM Studio's own default.
    if (about?.max_context_length) return Math.min(windows.usual, about.max_context_length);
  }
  return undefined;
}

type Place = Pick<CompatibleModel, "url" | "local" | "limits" | "signal" | "key"> & { name: string };

export function callTo({ name, url, local, key, limits, signal }: Place, path: string, body?: object): Call {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return { model: name, url: `${url.replace(/\/+$/, "")}${path}`, body, headers, local, limits, signal };
}

/** As it was named; with the name that its server has for it where that was left to the server. */
export function nameOf({ name, url, model }: CompatibleModel, { id }: Entry): string {
  return name !== undefined && model !== undefined ? name : `${url}#${id}`;
}
