import type { Event, Watch } from "../core/journal.ts";

/** Stands in the place of the events that a slow watcher has missed. */
export type Dropped = { type: "events.dropped"; count: number };

/** The events of a run as they come, and what it gives. */
export type Watched<T> = AsyncIterable<Event | Dropped> & { result: Promise<T> };

/**
 * Starts work that takes a watcher, and gives its events one by one: `for await (const event of watchRun((watch) =>
 * ask(session, asked, { watch })))`. The run never waits for who reads: at most `limit` events are kept, then the oldest
 * go, and an `events.dropped` says how many. Read on from the start by one reader; the loop throws what the work throws.
 */
export function watchRun<T>(work: (watch: Watch) => Promise<T>, { limit = 1000 }: { limit?: number } = {}): Watched<T> {
  const kept: Event[] = [];
  let first = 0;
  let dropped = 0;
  let open = true;
  let wake: () => void = () => {};
  const watch: Watch = (event) => {
    if (!open) return;
    kept.push(event);
    if (kept.length - first > limit) {
      first += 1;
      dropped += 1;
      if (first > limit) first -= kept.splice(0, first).length;
    }
    wake();
  };
  const end = () => {
    open = false;
    wake();
  };
  const result = work(watch);
  result.then(end, end);
  async function* events(): AsyncGenerator<Event | Dropped> {
    try {
      for (;;) {
        if (dropped > 0) {
          const count = dropped;
          dropped = 0;
          yield { type: "events.dropped", count };
        } else if (first < kept.length) yield kept[first++]!;
        else if (open) await new Promise<void>((resolve) => (wake = resolve));
        else break;
      }
      await result;
    } finally {
      // Who stops reading leaves nothing to be kept.
      open = false;
      kept.length = first = 0;
    }
  }
  return { result, [Symbol.asyncIterator]: events };
}
