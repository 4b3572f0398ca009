import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sha256 } from "../../core/digest.ts";
import type { Encoder } from "../../core/model.ts";
import { openStore, type Store } from "../store/store.ts";
import { embed } from "./embed.ts";
import { ingest } from "./ingest.ts";

let root: string;
let store: Store;
let files: Record<string, string>;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "ergo-embed-"));
  store = await openStore(join(root, "index.sqlite"));
  files = { "a.md": "# A\n\nlion", "b.md": "# B\n\nengine", "c.md": "# A\n\nlion" };
});

afterEach(() => {
  store.close();
  rmSync(root, { recursive: true });
});

const update = () =>
  ingest(store, {
    list: async () => Object.entries(files).map(([path, text]) => ({ path, bytes: text.length, modified: Date.now() })),
    read: async (path) => ({ text: files[path]!, hash: sha256(files[path]!), size: files[path]!.length }),
  });

/** An encoder whose vectors are the lengths of texts; `fails` from its n-th text on. */
function encoder(fails = Number.POSITIVE_INFINITY): Encoder & { seen: string[] } {
  const seen: string[] = [];
  return {
    name: "lengths",
    dimensions: 2,
    window: 100,
    key: "lengths 1",
    seen,
    async embed(texts) {
      seen.push(...texts);
      if (seen.length >= fails) return { ok: false, error: { code: "MODEL_FAILED", message: "gone", remedy: "" } };
      return { ok: true, value: { vectors: texts.map((text) => Float32Array.of(text.length, 1)), truncated: 0 } };
    },
    async close() {},
  };
}

test("each text is encoded once, under its headings; what is there is not made again", async () => {
  await update();
  const lengths = encoder();
  expect(store.embedded(lengths.key)).toBe(0);
  expect(await embed(store, lengths)).toEqual({ made: 2, missing: 0, problem: null });
  expect(lengths.seen).toEqual(["A\n# A\n\nlion", "B\n# B\n\nengine"]);
  expect([...store.vectors(lengths.key)].map(({ value }) => [...value])).toEqual([
    [11, 1],
    [13, 1],
    [11, 1],
  ]);
  files["d.md"] = "# D\n\nwalrus";
  delete files["b.md"];
  await update();
  expect(await embed(store, lengths)).toMatchObject({ made: 1, missing: 0 });
  expect(lengths.seen).toHaveLength(3);
  expect(store.embedded(lengths.key)).toBe(3);
  expect(store.db.prepare("SELECT count(*) AS n FROM vectors").get()).toEqual({ n: 2 });
});

test("an encoder that fails is said to have; one process embeds at a time", async () => {
  await update();
  expect(await embed(store, encoder(1))).toMatchObject({ made: 0, missing: 2, problem: { code: "MODEL_FAILED" } });
  const waiting = Promise.withResolvers<void>();
  const slow = encoder();
  const first = embed(store, {
    ...slow,
    async embed(texts) {
      await waiting.promise;
      return slow.embed(texts);
    },
  });
  await expect(embed(store, encoder())).rejects.toMatchObject({ code: "INDEX_LOCKED" });
  waiting.resolve();
  expect(await first).toMatchObject({ made: 2 });
});
