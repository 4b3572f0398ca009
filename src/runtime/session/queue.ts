import type { Watching } from "./models.ts";

/** Those who want what only one of them can have at a time, in the order in which they come. */
export type Queue = { join(): Turn };

/** One of them. */
export type Turn = {
  /**
   * Does the work once no other has the turn; all that one has under way at once goes by the same turn. Who watches is told behind
   * how many it stands. Throws the signal's reason when it is called off while it waits.
   */
  take<T>(work: () => Promise<T>, watching: Watching): Promise<T>;
  /** Milliseconds that it has waited for others. */
  waited(): number;
};

type Waiting = { turn: Turn; go: () => void };
/** `held` is how much each has under way of those whose turn it is, at most `width` at once. */
type Line = { width: number; held: Map<Turn, number>; waiting: Waiting[] };

/** What a run may have to wait for: a model of this machine speaks to one at a time, and one at a time changes the folder. */
export type Queues = { model: Queue; writer: Queue };

export function openQueues(): Queues {
  return { model: openQueue(), writer: openQueue() };
}

/** A queue of which `width` have their turn at once. */
export function openQueue(width = 1): Queue {
  const line: Line = { width, held: new Map(), waiting: [] };
  return {
    join() {
      const watch = stopwatch();
      const turn: Turn = {
        waited: watch.ms,
        async take(work, watching) {
          if (line.held.size < width || line.held.has(turn)) hold(line, turn);
          else await watch.during(() => standing(line, turn, watching));
          try {
            return await work();
          } finally {
            leave(line, turn);
          }
        },
      };
      return turn;
    },
  };
}

function hold({ held }: Line, turn: Turn): void {
  held.set(turn, (held.get(turn) ?? 0) + 1);
}

/** Ends something of a turn; after the last of it, the turn goes to who stands first, with all that it waits with. */
function leave(line: Line, turn: Turn): void {
  const left = line.held.get(turn)! - 1;
  if (left > 0) {
    line.held.set(turn, left);
    return;
  }
  line.held.delete(turn);
  const next = line.waiting[0]?.turn;
  const called = line.waiting.filter((each) => each.turn === next);
  line.waiting = line.waiting.filter((each) => each.turn !== next);
  for (const each of called) {
    hold(line, each.turn);
    each.go();
  }
}

function standing(line: Line, turn: Turn, { signal, watch }: Watching): Promise<void> {
  signal?.throwIfAborted();
  const before = new Set([...line.held.keys(), ...line.waiting.map((each) => each.turn)]);
  before.delete(turn);
  watch?.({ type: "progress", path: "queue", text: `waits for ${before.size} before it` });
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      line.waiting = line.waiting.filter((each) => each !== mine);
      reject(signal?.reason);
    };
    const go = () => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    };
    const mine: Waiting = { turn, go };
    line.waiting.push(mine);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}

/** Counts the time during which anything of it is under way, once. */
function stopwatch() {
  let [sum, running, since] = [0, 0, 0];
  const now = () => performance.now();
  return {
    ms: () => sum + (running > 0 ? now() - since : 0),
    async during(work: () => Promise<void>) {
      if (running === 0) since = now();
      running += 1;
      try {
        await work();
      } finally {
        running -= 1;
        if (running === 0) sum += now() - since;
      }
    },
  };
}
