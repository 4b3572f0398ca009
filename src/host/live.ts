import type { Answer } from "../core/answer.ts";
import type { Event, Line } from "../core/journal.ts";

type Watching = { signal: AbortSignal; watch: (event: Event) => void };

/** A run that this process executes, as those see it who watch. `run` is null until it has begun. */
export type Live = {
  readonly run: string | null;
  readonly ended: boolean;
  /** Its name, once it has one; fails with the work where that never begins. */
  readonly begun: Promise<string>;
  readonly result: Promise<Answer>;
  /** Calls it off; what is recorded stays, and it can be gone on with. */
  stop(): void;
  /**
   * What happens in it, from its line after `after` on; -1 for all. Lines and notices come each once and in order; of what is
   * only worth watching a slow reader sees the latest. One who reads holds the run: it is called off once the last has
   * left for longer than the grace, unless it was begun to go on without.
   */
  follow(after: number, signal: AbortSignal): AsyncGenerator<Event>;
};

export type Runs = {
  /** Begins work that takes a watcher. `alone`: it goes on though nobody reads; `run`: the one that is gone on with. */
  begin(work: (watching: Watching) => Promise<Answer>, how?: { alone?: boolean; run?: string }): Live;
  find(run: string): Live | undefined;
  /** How many are running. */
  count(): number;
  /** Calls all off, and waits for their ends. */
  close(): Promise<void>;
};

/** The runs of this process; `grace` in milliseconds is how long one goes on that nobody watches any more. */
export function openRuns(grace = 15_000): Runs {
  const running = new Set<Live>();
  return {
    begin(work, { alone = false, run } = {}) {
      const live = start(work, alone ? Number.POSITIVE_INFINITY : grace, run);
      running.add(live);
      const over = () => running.delete(live);
      live.result.then(over, over);
      return live;
    },
    find: (run) => [...running].find((live) => live.run === run),
    count: () => running.size,
    async close() {
      for (const live of running) live.stop();
      await Promise.allSettled([...running].map(({ result }) => result));
    },
  };
}

/** What is told once, and of the rest the latest of each type with its number. */
type Log = { told: Event[]; latest: Map<string, { event: Event; at: number }>; count: number };

function start(work: (watching: Watching) => Promise<Answer>, grace: number, run: string | null = null): Live {
  const controller = new AbortController();
  const log: Log = { told: [], latest: new Map(), count: 0 };
  const name = Promise.withResolvers<string>();
  name.promise.catch(() => undefined);
  const state = { run, ended: false, readers: 0, changed: Promise.withResolvers<void>() };
  let leaving: NodeJS.Timeout | undefined;
  const wake = () => {
    const { resolve } = state.changed;
    state.changed = Promise.withResolvers<void>();
    resolve();
  };
  const watch = (event: Event) => {
    if (event.type === "line") state.run ??= nameIn(event.line);
    if (state.run !== null) name.resolve(state.run);
    keep(log, event);
    wake();
  };
  const result = work({ signal: controller.signal, watch });
  const end = () => {
    state.ended = true;
    clearTimeout(leaving);
    wake();
  };
  result.then(end, (thrown) => {
    name.reject(thrown);
    end();
  });
  return {
    begun: name.promise,
    get run() {
      return state.run;
    },
    get ended() {
      return state.ended;
    },
    result,
    stop: () => controller.abort(),
    async *follow(after, signal) {
      clearTimeout(leaving);
      state.readers += 1;
      signal.addEventListener("abort", wake);
      try {
        yield* reading(log, state, after, signal);
      } finally {
        signal.removeEventListener("abort", wake);
        state.readers -= 1;
        const left = state.readers === 0 && !state.ended && grace !== Number.POSITIVE_INFINITY;
        if (left) leaving = setTimeout(() => controller.abort(), grace).unref();
      }
    },
  };
}

function keep(log: Log, event: Event): void {
  if (event.type === "line" || event.type === "notice") log.told.push(event);
  else {
    log.count += 1;
    log.latest.set(event.type, { event, at: log.count });
  }
}

type State = { ended: boolean; changed: PromiseWithResolvers<void> };

async function* reading(log: Log, state: State, after: number, signal: AbortSignal): AsyncGenerator<Event> {
  let next = 0;
  let seen = 0;
  while (!signal.aborted) {
    const { promise } = state.changed;
    const event = log.told[next];
    if (event !== undefined) {
      next += 1;
      if (event.type !== "line" || event.line.seq > after) yield event;
      continue;
    }
    const fresh = [...log.latest.values()].filter(({ at }) => at > seen).sort((a, b) => a.at - b.at);
    if (fresh.length > 0) {
      seen = fresh.at(-1)!.at;
      for (const { event: latest } of fresh) yield latest;
    } else if (state.ended) return;
    else await promise;
  }
}

/** The first line of a run says its name; that of one that is gone on with does not. */
function nameIn({ type, data }: Line): string | null {
  if (type !== "run.start" && type !== "run.fork") return null;
  return (data as { run?: string } | null)?.run ?? null;
}
