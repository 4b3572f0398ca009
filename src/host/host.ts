import { ErgoError } from "../core/error.ts";
import type { Model } from "../core/model.ts";
import type { Folder } from "../runtime/session/folder.ts";
import { openSession, type Session, type SessionOptions } from "../runtime/session/session.ts";
import { type Config, profiles } from "../runtime/settings/settings.ts";
import { openRuns, type Runs } from "./live.ts";

export type HostOptions = Pick<
  SessionOptions,
  "dir" | "yes" | "profile" | "models" | "engine" | "cache" | "budgetMs" | "budgetTokens"
> & {
  /** A model in place of every configured one, for tests and for programs that bring their own. */
  model?: Model;
  /** Milliseconds for which a run goes on that nobody watches any more. */
  grace?: number;
};

/** What a request wants of a session otherwise than the host was opened with. */
export type Wanted = {
  profile?: string;
  /** The name of each role's model. */
  models?: Record<string, string>;
  budgetMs?: number;
  budgetTokens?: number;
};

/** A folder behind the doors of one process: its sessions, and the runs that go on in it. */
export type Host = {
  folder: Folder;
  /** What looks are taken with: search, check, map. Any number at once. */
  session: Session;
  runs: Runs;
  /**
   * Work in a session that is as it is wanted. One at a time in each session, in the order in which they come, so that what
   * each has used is its own; `behind` is told how many come before. Throws PROFILE_WIDER, and what `openSession` throws.
   */
  inTurn<T>(wanted: Wanted, work: (session: Session) => Promise<T>, behind?: (count: number) => void): Promise<T>;
  close(): Promise<void>;
};

type Lane = { session: Promise<Session>; queue: Promise<unknown>; users: number };

/** Sessions beside the first that stay open when nobody uses them. */
const spare = 1;

/** Opens a folder for many requests. Throws what `openSession` throws. */
export async function openHost({ grace, ...options }: HostOptions): Promise<Host> {
  const session = await openSession(options);
  const runs = openRuns(grace);
  const first: Lane = { session: Promise.resolve(session), queue: Promise.resolve(), users: 0 };
  const lanes = new Map<string, Lane>([[keyOf(session.config), first]]);
  const laneFor = (wanted: Wanted): Lane => {
    const config = within(session.config, wanted);
    const key = keyOf(config);
    const known = lanes.get(key);
    if (known) return known;
    const opened = openSession({ ...options, ...optionsOf(config) });
    const lane = { session: opened, queue: Promise.resolve(), users: 0 };
    lanes.set(key, lane);
    opened.catch(() => lanes.delete(key));
    return lane;
  };
  return {
    folder: session.folder,
    session,
    runs,
    async inTurn(wanted, work, behind) {
      const lane = laneFor(wanted);
      if (lane.users > 0) behind?.(lane.users);
      lane.users += 1;
      const done = lane.queue.then(async () => await work(await lane.session));
      lane.queue = done.catch(() => undefined);
      try {
        return await done;
      } finally {
        lane.users -= 1;
        await trim(lanes, first);
      }
    },
    async close() {
      await runs.close();
      for (const lane of lanes.values()) await lane.session.then((each) => each.close()).catch(() => undefined);
    },
  };
}

/** Closes sessions that nobody uses, the oldest first. */
async function trim(lanes: Map<string, Lane>, first: Lane): Promise<void> {
  const idle = [...lanes].filter(([, lane]) => lane !== first && lane.users === 0);
  for (const [key, lane] of idle.slice(0, Math.max(0, idle.length - spare))) {
    lanes.delete(key);
    await lane.session.then((session) => session.close()).catch(() => undefined);
  }
}

/** The configuration with what is wanted, which may not allow more than it does. */
function within(config: Config, { profile, models = {}, budgetMs, budgetTokens }: Wanted): Config {
  const chosen = profile === undefined ? config.profile : profiles.find((each) => each === profile);
  if (chosen === undefined) {
    throw new ErgoError("REQUEST_INVALID", { detail: `profile "${profile}": one of ${profiles.join(", ")}` });
  }
  if (profiles.indexOf(chosen) > profiles.indexOf(config.profile)) {
    throw new ErgoError("PROFILE_WIDER", { profile: chosen, most: config.profile });
  }
  const budget = { ...config.budget, ms: budgetMs ?? config.budget.ms, tokens: budgetTokens ?? config.budget.tokens };
  return { ...config, profile: chosen, budget, models: { ...config.models, ...models } };
}

const roles = ["planner", "worker", "verifier", "tutor", "embedder", "reranker"] as const;

function keyOf({ profile, models, budget }: Config): string {
  return JSON.stringify([profile, budget.ms, budget.tokens, roles.map((role) => models[role])]);
}

function optionsOf({ profile, models, budget }: Config): SessionOptions {
  const named = roles.map((role) => `${role}=${models[role]}`);
  return { profile, models: named, budgetMs: budget.ms, budgetTokens: budget.tokens };
}
