import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { defaults } from "../settings/settings.ts";
import { oneReranker } from "./shared.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const empty = () => mkdtempSync(join(tmpdir(), "ergo-shared-"));

/** A pip that at first fetches without end, and then finds nothing; gives the file that says how often it was started. */
function slowPip(): string {
  const bin = empty();
  const calls = join(bin, "calls");
  const lines = ["#!/bin/sh", `echo x >> ${calls}`, `[ "$(cat ${calls})" = x ] && exec sleep 600`];
  writeFileSync(join(bin, "python3"), [...lines, "echo ERROR: nothing of that name >&2", "exit 1", ""].join("\n"));
  chmodSync(join(bin, "python3"), 0o755);
  vi.stubEnv("PATH", `${bin}:/usr/bin:/bin`);
  return calls;
}

test.skipIf(process.platform === "win32")(
  "who waits for a reranker that another fetches is not called off with that one, but fetches it",
  async () => {
    const calls = slowPip();
    const reranker = oneReranker({ home: empty(), config: defaults });
    const calledOff = new AbortController();
    const first = reranker.get({ signal: calledOff.signal });
    const others = [reranker.get({}), reranker.get({ signal: new AbortController().signal })];
    await expect.poll(() => existsSync(calls)).toBe(true);
    calledOff.abort();
    expect(await first).toMatchObject({
      model: null,
      problem: { message: expect.not.stringContaining("nothing of that") },
    });
    for (const other of await Promise.all(others))
      expect(other).toMatchObject({
        model: null,
        problem: { message: expect.stringContaining("nothing of that name") },
      });
    // One of them fetched for both.
    expect(readFileSync(calls, "utf8")).toBe("x\nx\n");
    await reranker.close();
  },
);

test.skipIf(process.platform === "win32")(
  "that a search only looked for a reranker keeps nobody from fetching it",
  async () => {
    const calls = slowPip();
    writeFileSync(calls, "x\n");
    const reranker = oneReranker({ home: empty(), config: defaults });
    const looked = reranker.present();
    expect(await reranker.get({})).toMatchObject({
      problem: { message: expect.stringContaining("nothing of that name") },
    });
    expect(await looked).toMatchObject({ model: null });
  },
);
