import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sha256 } from "../../core/digest.ts";
import type { Encoder, Reranker } from "../../core/model.ts";
import { embed } from "../ingest/embed.ts";
import { ingest } from "../ingest/ingest.ts";
import type { Sources } from "../store/source.ts";
import { openStore } from "../store/store.ts";
import { assemble, prepareCorpus } from "./assemble.ts";
import { createRecall } from "./recall.ts";
import { createRetriever } from "./retrieve.ts";

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
  expect(alone.means).toMatchObject({ vectors: false, reason: "there is no encoder", names: "subject" });
  expect(alone.found.map(({ path }) => path)).toContain("lantern.md");
  const encoder = wordEncoder();
  const early = await createRecall(store, encoder).find(question, 3);
  expect(early.means).toMatchObject({ vectors: false, reason: "not every passage has its vector yet" });
  await embed(store, encoder);
  const { found, means } = await createRecall(store, encoder).find(question, 3);
  expect(means).toMatchObject({ vectors: true, reason: null, names: "subject" });
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

/** Two files about one thing: neither stands out. */
const alike: Sources = {
  list: async () => ["anna.md", "bert.md"].map((path) => ({ path, bytes: 1, modified: 0 })),
  async read(path) {
    const text = `# Ostervik\n\nOstervik has a mayor, who is called ${path === "anna.md" ? "Anna" : "Bert"}.`;
    return { text, hash: sha256(text), size: text.length };
  },
};
const mayor = "Who is the mayor of Ostervik?";

test("a reranker reads the first passages of a question that names what one is about, and no others", async () => {
  const store = await openStore(fresh());
  await ingest(store, alike);
  await embed(store, wordEncoder());
  const asked: string[] = [];
  const model: Reranker = {
    name: "reader",
    key: "reader-1",
    window: 512,
    async score(query, texts) {
      asked.push(query);
      return { ok: true, value: { scores: texts.map((text) => (text.includes("Bert") ? 9 : 0)), truncated: 0 } };
    },
    close: async () => undefined,
  };
  const plain = await createRecall(store, wordEncoder()).find(mayor, 10);
  const recall = createRecall(store, wordEncoder(), { reranker: async () => ({ model }) });
  const { found, means } = await recall.find(mayor, 10);
  expect(means).toMatchObject({ reranker: "reader", problem: null });
  expect(asked).toContain(mayor);
  const score = (of: typeof found) => of.find(({ path }) => path === "bert.md")!.score;
  expect(score(found)).toBeGreaterThan(score(plain.found));
  expect(found.find(({ path }) => path === "bert.md")!.why.rerank).toBe(9);
  const before = asked.length;
  expect((await recall.find("who was it that spoke?", 5)).means).toMatchObject({ reranker: null });
  expect(asked).toHaveLength(before);
  store.close();
});

test("a reranker that is not there is missed only where it would have read", async () => {
  const store = await openStore(fresh());
  await ingest(store, alike);
  await embed(store, wordEncoder());
  const problem = { code: "ENCODER_NONE" as const, message: "none", remedy: "pull it" };
  const recall = createRecall(store, wordEncoder(), { reranker: async () => ({ model: null, problem }) });
  expect((await recall.find(mayor, 10)).means).toMatchObject({ reranker: null, problem });
  expect((await recall.find("who was it that spoke?", 5)).means).toMatchObject({ problem: null });
  const alone = createRecall(store, null, { reranker: async () => ({ model: null, problem }) });
  expect((await alone.find(mayor, 10)).means).toMatchObject({ problem: null });
  store.close();
});

test("what was made of the corpus is kept, and read back as it was", async () => {
  const store = await openStore(fresh());
  await ingest(store, sources);
  const made = assemble(store, null);
  prepareCorpus(store);
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

test.each([3, 90])(
  "a question over %i passages that were never encoded has those encoded that share its words",
  async (count) => {
    const berths = Array.from({ length: count }, (_, at) => ({
      path: `${at}.md`,
      text: `Berth ${at} lies at quay ${at}.`,
    }));
    const encoded: string[][] = [];
    const words = wordEncoder();
    const retriever = createRetriever({
      store: fresh(),
      encoder: async () => ({
        ...words,
        embed: (texts, signal) => {
          encoded.push(texts);
          return words.embed(texts, signal);
        },
      }),
      list: async () => berths.map(({ path, text }) => ({ path, bytes: text.length, modified: 0 })),
      async read(path) {
        const { text } = berths.find((file) => file.path === path)!;
        return { text, hash: sha256(text), size: text.length };
      },
    });
    const { models, degraded } = await retriever.retrieve("Where does berth 2 lie?", 3);
    const before = encoded.flat().length;
    await retriever.retrieve("Where does berth 2 lie?", 3);
    await retriever.close();
    expect(models?.embedder).toBe("words");
    expect(degraded).toBeUndefined();
    expect(before).toBeLessThan(40);
    // What was encoded for one question is kept for the next.
    const passages = encoded.flat().filter((text) => text.includes("at quay"));
    expect(new Set(passages).size).toBe(passages.length);
  },
);
