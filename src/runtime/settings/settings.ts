import { type Budget, defaultBudget } from "../../core/budget.ts";
import type { ExternalEffect } from "../../core/external.ts";
import type { TextRole } from "../../core/model.ts";

export const profiles = ["safe", "read", "dev", "sovereign"] as const;
export type Profile = (typeof profiles)[number];

/**
 * A server of the Model Context Protocol whose tools engines may use: a program (`command`, `args`, `env`), or an address of this machine
 * (`url`, `headers`). A program sees the folders that it `reads` and nothing else of the user's, unless it is not `confined`; `tools` says what
 * each tool may do, `*` what all others may.
 */
export type ExternalServer = {
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  url?: string;
  headers?: Record<string, string>;
  reads?: string[];
  confined?: boolean;
  tools?: Record<string, ExternalEffect>;
};

/** Everything that can be configured. `ergo.yaml` holds any part of it. */
export type Config = {
  profile: Profile;
  /** Refuse every model that does not run on this machine. */
  local_only: boolean;
  models: {
    /**
     * Name of the model that phrases answers; "auto" for the best one that is found, "none" for answers by rules alone.
     */
    worker: string;
    /** Name of the model that splits and completes questions; "worker" for the worker itself. */
    planner: string;
    /** Name of the model that judges what the worker wrote; "worker" for nobody, because none judges itself. */
    verifier: string;
    /** Nothing uses it yet. */
    tutor: string;
    /** Name of the model that turns texts into vectors; "none" to find passages by text and graph alone. */
    embedder: string;
    /** Name of the model that scores passages for a question; "none" to do without. */
    reranker: string;
    /** At most so many processes of one thread compute for embedder and reranker; 0 for one a core, up to four. */
    threads: number;
    /** Servers on this machine whose models "auto" may take. */
    servers: string[];
    /** Whether a missing model is fetched when a question needs it. */
    pull: "auto" | "never";
    /** How long an answer that stands already waits for a model to better it, once that one is loaded; milliseconds. */
    deadline_ms: number;
  };
  limits: {
    /** Larger files are not read; bytes. */
    file_bytes: number;
    /** A listing stops at this many entries. */
    listing: number;
  };
  budget: Budget;
  /** Whether an answer from texts is given again to the same question while nothing has changed. */
  cache: boolean;
  /** What `ergo clean` keeps of a folder's runs. */
  retention: {
    /** Days since a run was last written. */
    days: number;
    /** Size of runs with their payloads; 1 MB is 1,000,000 bytes. */
    megabytes: number;
  };
  /** Servers whose tools engines may use, by name. */
  mcp: Record<string, ExternalServer>;
  serve: {
    /** Folders that `ergo serve` answers about to whoever has a key, by the SHA-256 of that key. */
    keys: Record<string, string>;
  };
  otel: {
    /** Where finished runs are sent as spans; "" for nowhere. */
    endpoint: string;
    /** Whether spans hold the texts of questions, prompts and answers. */
    texts: boolean;
  };
};

/** Settings that no folder makes, trusted or not: what is started, who may ask, and where records are sent. */
export const ownSettings = ["mcp", "serve", "otel"] as const satisfies (keyof Config)[];

export const defaults: Config = {
  profile: "read",
  local_only: true,
  models: {
    worker: "auto",
    planner: "worker",
    verifier: "worker",
    tutor: "worker",
    embedder: "bge-small-en-v1.5",
    reranker: "ms-marco-minilm-l12-v2",
    threads: 0,
    servers: ["ollama", "lmstudio"],
    pull: "auto",
    deadline_ms: 10_000,
  },
  limits: { file_bytes: 64 * 1024 * 1024, listing: 500_000 },
  budget: defaultBudget,
  cache: true,
  retention: { days: 30, megabytes: 500 },
  mcp: {},
  serve: { keys: {} },
  otel: { endpoint: "", texts: false },
};

export type Partly<T> = { [K in keyof T]?: T[K] extends unknown[] ? T[K] : T[K] extends object ? Partly<T[K]> : T[K] };

/** `part` laid over `whole`, key by key. */
export function merge<T extends object>(whole: T, part: Partly<T>): T {
  const merged = { ...whole };
  for (const key of Object.keys(part) as (keyof T)[]) {
    const value = part[key];
    if (value === undefined) continue;
    merged[key] = (isObject(value) ? merge((whole[key] ?? {}) as object, value) : value) as T[keyof T];
  }
  return merged;
}

/**
 * How a folder's own file may change each setting: only towards less. A setting without a row is refused: so a folder
 * can't have the record of what was asked about it removed.
 */
const narrowing: Record<string, (now: never, wanted: never) => boolean> = {
  profile: (now: Profile, wanted: Profile) => profiles.indexOf(wanted) <= profiles.indexOf(now),
  local_only: (now: boolean, wanted: boolean) => wanted || !now,
  "models.worker": switchedOff,
  "models.planner": switchedOff,
  "models.verifier": switchedOff,
  "models.tutor": switchedOff,
  "models.embedder": switchedOff,
  "models.reranker": switchedOff,
  "models.threads": (now: number, wanted: number) => wanted > 0 && (now === 0 || wanted <= now),
  "models.servers": (now: string[], wanted: string[]) => wanted.every((name) => now.includes(name)),
  "models.pull": (now: string, wanted: string) => wanted === "never" || wanted === now,
  "limits.file_bytes": atMost,
  "limits.listing": atMost,
  "budget.iterations": atMost,
  "budget.calls": atMost,
  "budget.tokens": atMost,
  "budget.ms": atMost,
  cache: (now: boolean, wanted: boolean) => now || !wanted,
};

function switchedOff(_: string, wanted: string): boolean {
  return wanted === "none";
}

function atMost(now: number, wanted: number): boolean {
  return wanted <= now;
}

/** What `wanted` narrows in `config`, and the keys that would have widened it. */
export function narrow(config: Config, wanted: Partly<Config>): { narrowed: Config; refused: string[] } {
  const refused: string[] = [];
  const keep = <T extends object>(now: T, part: Partly<T>, prefix: string): T => {
    const kept = { ...now };
    for (const key of Object.keys(part) as (keyof T & string)[]) {
      const [path, value] = [prefix + key, part[key]];
      if (isObject(value)) kept[key] = keep(now[key] as object, value, `${path}.`) as T[typeof key];
      else if (narrowing[path]?.(now[key] as never, value as never)) kept[key] = value as T[typeof key];
      else if (value !== now[key]) refused.push(path);
    }
    return kept;
  };
  return { narrowed: keep(config, wanted, ""), refused };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const textRoles = ["planner", "worker", "verifier", "tutor"] as const satisfies TextRole[];

/** The name of the model that a role has. */
export function nameFor(role: TextRole, { models }: Pick<Config, "models">): string {
  return models[role] === "worker" ? models.worker : models[role];
}
