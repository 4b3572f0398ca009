import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sha256 } from "../core/digest.ts";
import type { Encoder } from "../core/model.ts";
import { assemble, keepAssembled } from "./assemble.ts";
import { embed } from "./embed.ts";
import { ingest } from "./ingest.ts";
import { createRecall } from "./recall.ts";
import { createRetriever } from "./retrieve.ts";
import type { Sources } from "./source.ts";
import { openStore } from "./store.ts";

const files: Record<string, string> = {
  "lantern.md": "# The Silver Lantern\n\nThe Silver Lantern is a 1974 adventure film directed by Marta Quill.",
  "quill.md": "# Marta Quill\n\nMarta Quill was a painter. She was born in Ostervik and came to the cinema late.",
  "ostervik.md": "# Ostervik\n\nOstervik is a harbour town. Its mayor is Jonas Brandt.",
  "towns.md": "# Towns\n\nA town has a mayor. A film may be shot in a town, and a lantern may hang there.",
  "notes/film.txt": "Films are directed by many people; some were born in towns by the sea.",
};
const sources: Sources = {
  list: async () => Object.entries(files).map(([path, text]) => ({ path, bytes: text.length, modified: 0 })),
  read: async (path) => ({ text: files[path]!, hash: sha256(files[path]!), size: files[path]!.length }),
};

/** An encoder that finds texts alike that share words. */
function wordEncoder(fails = false): Encoder {
  const vector = (text: string) => {
    const counts = new Float32Array(128);
    for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
      counts[Number.parseInt(sha256(word.slice(0, 5)).slice(0, 6), 16) % 128]! += 1;
    const length = Math.hypot(...counts) || 1;
    return counts.map((count) => count / length);
  };
  return {
    name: "words",
    key: "words-1",
    dimensions: 128,
    window: 512,
    embed: async (texts) =>
      fails
        ? { ok: false, error: { code: "MODEL_FAILED", message: "it broke", remedy: "" } }
        : { ok: true, value: { vectors: texts.map(vector), truncated: 0 } },
    close: async () => undefined,
  };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A place for an index. */
function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), "ergo-recall-"));
  folders.push(folder);
  return join(folder, "index.sqlite");
}

const question = "Who is the mayor of the town where the director of The Silver Lantern was born?";

test("a question is answered over three files, by names alone and with vectors once all are there", async () => {
  const store = await openStore(fresh());
  await ingest(store, sources);
  const alone = await createRecall(store, null).find(question, 3);
  expect(alone.means).toEqual({ vectors: false, reason: "there is no encoder", names: "subject" });
  expect(alone.found.map(({ path }) => path)).toContain("lantern.md");
  const encoder = wordEncoder();
  const early = await createRecall(store, encoder).find(question, 3);
  expect(early.means).toMatchObject({ vectors: false, reason: "not every passage has its vector yet" });
  await embed(store, encoder);
  const { found, means } = await createRecall(store, encoder).find(question, 3);
  expect(means).toEqual({ vectors: true, reason: null, names: "subject" });
  expect(found.map(({ path }) => path).sort()).toEqual(["lantern.md", "ostervik.md", "quill.md"]);
  const { why } = found.find(({ path }) => path === "ostervik.md")!;
  expect(why).toMatchObject({ text: expect.any(Number), vector: expect.any(Number), graph: expect.any(Number) });
  expect(why.chain).toMatchObject({ path: "quill.md", title: "Marta Quill", over: "ostervik" });
  store.close();
});

test("an encoder that fails leaves words and names, and says so", async () => {
  const store = await openStore(fresh());
  await ingest(store, sources);
  await embed(store, wordEncoder());
  const { found, means } = await createRecall(store, wordEncoder(true)).find(question, 3);
  expect(means).toMatchObject({ vectors: false, reason: "it broke" });
  expect(found).toHaveLength(3);
  store.close();
});

test("what was made of the corpus is kept, and read back as it was", async () => {
  const store = await openStore(fresh());
  await ingest(store, sources);
  const made = assemble(store, null);
  keepAssembled(store, store.version(), made);
  const kept = assemble(store, null);
  expect(kept.lexis).toEqual(made.lexis);
  expect(kept.graph).toEqual(made.graph);
  store.close();
});

test("a retriever keeps to chosen files in chains too", async () => {
  const retriever = createRetriever({ ...sources, store: ":memory:", chosen: (path) => path !== "quill.md" });
  const { passages } = await retriever.retrieve(question, 8);
  expect(passages.map(({ path }) => path)).not.toContain("quill.md");
  expect(passages[0]?.path).toBe("lantern.md");
  await retriever.close();
});
