import { ErgoError } from "../core/error.ts";
import type { Model } from "../core/model.ts";
import type { Folder } from "../runtime/session/folder.ts";
import type { Watching } from "../runtime/session/models.ts";
import { openQueue, openQueues } from "../runtime/session/queue.ts";
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
  /** What looks are taken with: search, check, map. */
  session: Session;
  runs: Runs;
  /**
   * Work in a session that is as it is wanted. It goes on beside other work; of what only one can have at a time, a model of this
   * machine above all, each has its turn (`Queues`). Beyond `most` at once it waits. Throws PROFILE_WIDER, what `openSession` throws,
   * and the signal's reason when it is called off while it waits.
   */
  within<T>(wanted: Wanted, work: (session: Session) => Promise<T>, watching?: Watching): Promise<T>;
  close(): Promise<void>;
};

type Lent = { session: Promise<Session>; users: number };

/** So much goes on at once, that open files and memory are bounded. */
const most = 64;

/** Sessions beside the first that stay open when nobody uses them. */
const spare = 1;

/** Opens a folder for many requests. Throws what `openSession` throws. */
export async function openHost({ grace, ...options }: HostOptions): Promise<Host> {
  const queues = openQueues();
  const places = openQueue(most);
  const session = await openSession({ ...options, queues });
  const runs = openRuns(grace);
  const first: Lent = { session: Promise.resolve(session), users: 0 };
  const sessions = new Map<string, Lent>([[keyOf(session.config), first]]);
  const lend = (wanted: Wanted): Lent => {
    const config = narrowedTo(session.config, wanted);
    const key = keyOf(config);
    const known = sessions.get(key);
    if (known) return known;
    const opened = openSession({ ...options, ...optionsOf(config), queues });
    const lent = { session: opened, users: 0 };
    sessions.set(key, lent);
    opened.catch(() => sessions.delete(key));
    return lent;
  };
  return {
    folder: session.folder,
    session,
    runs,
    async within(wanted, work, watching = {}) {
      const lent = lend(wanted);
      lent.users += 1;
      try {
        return await places.join().take(async () => await work(await lent.session), watching);
      } finally {
        lent.users -= 1;
        await trim(sessions, first);
      }
    },
    async close() {
      await runs.close();
      for (const lent of sessions.values()) await lent.session.then((each) => each.close()).catch(() => undefined);
    },
  };
}

/** Closes sessions that nobody uses, the oldest first. */
async function trim(sessions: Map<string, Lent>, first: Lent): Promise<void> {
  const idle = [...sessions].filter(([, lent]) => lent !== first && lent.users === 0);
  for (const [key, lent] of idle.slice(0, Math.max(0, idle.length - spare))) {
    sessions.delete(key);
    await lent.session.then((session) => session.close()).catch(() => undefined);
  }
}

/** The configuration with what is wanted, which may not allow more than it does. */
function narrowedTo(config: Config, { profile, models = {}, budgetMs, budgetTokens }: Wanted): Config {
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
