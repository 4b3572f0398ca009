import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import type { Answer } from "../core/answer.ts";
import type { Event } from "../core/journal.ts";
import { openRuns } from "./live.ts";

test("who follows a run listens once for being called off, however often it waits, and leaves nothing behind", async () => {
  const told = Promise.withResolvers<(event: Event) => void>();
  const end = Promise.withResolvers<Answer>();
  const live = openRuns().begin(({ watch }) => {
    told.resolve(watch);
    return end.promise;
  });
  const watch = await told.promise;
  const gone = new AbortController();
  const follows = live.follow(-1, gone.signal);
  for (let at = 0; at < 20; at++) {
    const next = follows.next();
    watch({ type: "notice", text: `${at}` });
    expect((await next).value).toEqual({ type: "notice", text: `${at}` });
  }
  const waits = follows.next();
  expect(getEventListeners(gone.signal, "abort")).toHaveLength(1);
  gone.abort();
  expect((await waits).done).toBe(true);
  expect(getEventListeners(gone.signal, "abort")).toHaveLength(0);
  end.resolve({} as Answer);
});
