import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Sources } from "../store/source.ts";
import { openStore, type Store } from "../store/store.ts";
import { textSearch } from "../store/text.ts";
import { contents, graphOf } from "./fixtures/contents.ts";
import { sourcesOf } from "./fixtures/sources.ts";
import { forget, ingest } from "./ingest.ts";

let root: string;
let file: string;
let reads: string[];
let sources: Sources;
let opened: Store[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ergo-ingest-"));
  file = join(root, ".ergo", "index.sqlite");
  mkdirSync(dirname(file));
  reads = [];
  sources = sourcesOf(root, reads);
  opened = [];
});

afterEach(() => {
  for (const store of opened) store.close();
  rmSync(root, { recursive: true });
});

/** Writes files as if they had lain there for a while, so that their time stamps tell changes apart. */
function put(files: Record<string, string>, age = 60) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), Date.now() / 1000 - age, Date.now() / 1000 - age);
  }
}

async function open(): Promise<Store> {
  const store = await openStore(file);
  opened.push(store);
  return store;
}

const row = (id: string, text: string) => `${JSON.stringify({ id, text, year: 1 })}\n`;

test("a corpus is compared line by line: only what changed is stored again, under new ids", async () => {
  put({ "c.jsonl": row("a", "lions roar") + row("b", "engines hum") + row("c", "walrus") });
  const store = await open();
  expect(await ingest(store, sources)).toMatchObject({ added: 3, documents: 3 });
  const before = new Map([...store.passages()].map(({ doc, id }) => [doc, id]));
  const version = store.version();
  put({ "c.jsonl": row("new", "note") + row("a", "lions roar") + row("c", "walruses") }, 30);
  expect(await ingest(store, sources)).toMatchObject({ added: 1, changed: 1, deleted: 1, documents: 3 });
  const after = new Map([...store.passages()].map((passage) => [passage.doc, passage]));
  expect([...after.keys()].sort()).toEqual(["a", "c", "new"]);
  expect(after.get("a")).toMatchObject({ id: before.get("a"), first: 2, last: 2 });
  expect(after.get("c")?.id).toBeGreaterThan(Math.max(...before.values()));
  expect(textSearch(store).search(["engine"], 5)).toEqual([]);
  expect(store.version()).toBeGreaterThan(version);
  expect(await ingest(store, sources)).toMatchObject({ added: 0, changed: 0, deleted: 0 });
});

test("a file that moved keeps its chunks and is found by its new name", async () => {
  put({ "old/plan.txt": "lions roar\n", "b.md": "# B\n\nother" });
  const store = await open();
  await ingest(store, sources);
  const [before] = textSearch(store).search(["lion"], 1);
  mkdirSync(join(root, "new"));
  renameSync(join(root, "old/plan.txt"), join(root, "new/budget.txt"));
  expect(await ingest(store, sources)).toMatchObject({ added: 0, changed: 0, deleted: 0, documents: 2 });
  const [after] = textSearch(store).search(["lion"], 1);
  expect(after).toMatchObject({ id: before?.id, path: "new/budget.txt", title: "budget.txt" });
  expect(textSearch(store).search(["budget"], 1)).toHaveLength(1);
  expect(textSearch(store).search(["plan"], 1)).toEqual([]);
  const fresh = await openStore(":memory:");
  opened.push(fresh);
  await ingest(fresh, sources);
  expect(contents(store)).toEqual(contents(fresh));
});

test("links that a file gives and that lead to it follow it when it moves", async () => {
  put({
    "a/one.md": "# One\n\nSee [two](two.md) and [three](../b/three.md).\n",
    "a/two.md": "# Two\n\nSee [one](one.md).\n",
    "b/three.md": "Three, and [one](../a/one.md).\n",
    "b/plain.txt": "Nothing but Anna Reis.\n",
  });
  const store = await open();
  await ingest(store, sources);
  renameSync(join(root, "a/one.md"), join(root, "b/one.md"));
  renameSync(join(root, "b/plain.txt"), join(root, "a/simple.txt"));
  expect(await ingest(store, sources)).toMatchObject({ added: 0, changed: 0, deleted: 0 });
  const fresh = await openStore(":memory:");
  opened.push(fresh);
  await ingest(fresh, sources);
  expect(contents(store)).toEqual(contents(fresh));
  const keys = store.db
    .prepare("SELECT key FROM entities WHERE kind = 'file'")
    .all()
    .map(({ key }) => key);
  expect(keys).not.toContain("a/one.md.md");
  expect(keys).not.toContain("b/plain.txt");
});

test("what changes, is deleted or forgotten is no longer in the graph", async () => {
  put({
    "a.md": "# Zoo\n\nIt is of Anna Reis, also known as Red Anna. See [b](b.md).\n",
    "b.md": "# Lake\n\nIt is of Otto Beck in 1995.\n",
    "c.md": "# Hill\n\nIt is of Otto Beck.\n",
  });
  const store = await open();
  await ingest(store, sources);
  put({ "a.md": "# Zoo\n\nIt is of nobody.\n" }, 30);
  rmSync(join(root, "b.md"));
  await ingest(store, sources);
  expect(graphOf(store).entities.map((row) => JSON.parse(row).key)).toEqual(
    expect.arrayContaining(["zoo", "a.md", "otto beck", "hill", "c.md"]),
  );
  expect(store.totals()).toMatchObject({ entities: 5, edges: 2 });
  await forget(store, "c.md");
  expect(store.totals()).toMatchObject({ entities: 2, edges: 1 });
});

test("what is deleted or forgotten leaves no byte in any file of the index", async () => {
  const secret = "xylophonist";
  const traces = () =>
    readdirSync(dirname(file)).filter((name) => readFileSync(join(dirname(file), name)).includes(secret));
  const others = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`n${at}.md`, `# Note ${at}\n\ncommon text`]),
  );
  const telling = `# The ${secret}\n\nA ${secret} plays.\n`;
  put({ ...others, "a.md": telling, "b.md": telling });
  const store = await open();
  await ingest(store, sources);
  store.keep("matrix", store.version(), Buffer.from(secret));
  expect(traces()).not.toEqual([]);
  rmSync(join(root, "a.md"));
  await ingest(store, sources);
  expect(textSearch(store).search([secret], 5)).toHaveLength(1);
  expect(await forget(store, "b.md")).toBe(true);
  expect(traces()).toEqual([]);
  expect(await forget(store, "b.md")).toBe(false);
  expect(store.db.prepare("INSERT INTO postings (postings) VALUES ('integrity-check')").run()).toBeTruthy();
  store.close();
  opened = [];
  expect(traces()).toEqual([]);
});

test("only the scope is looked at, and only it can lose files", async () => {
  put({ "a/x.txt": "lion", "b/y.txt": "engine" });
  const store = await open();
  await ingest(store, sources);
  rmSync(join(root, "a/x.txt"));
  put({ "b/y.txt": "walrus" }, 30);
  const scope = (path: string) => path.startsWith("b/");
  expect(await ingest(store, sources, { scope })).toMatchObject({ changed: 1, deleted: 0, documents: 2 });
  expect(await ingest(store, sources)).toMatchObject({ deleted: 1, documents: 1 });
});

test("a rebuilt index holds the same", async () => {
  put({ "a.md": "# A\n\nlion", "c.jsonl": row("a", "engine") });
  const store = await open();
  await ingest(store, sources);
  const before = contents(store);
  expect(await ingest(store, sources, { rebuild: true })).toMatchObject({ added: 2 });
  expect(contents(store)).toEqual(before);
});

test("text is changed before it is stored, and can be taken out again", async () => {
  put({ "a.md": "# Keys\n\nThe token is hunter2 for the engine." });
  const store = await open();
  const redact = (text: string) => text.replaceAll("hunter2", "[secret]");
  await ingest(store, sources, { redact });
  expect(textSearch(store).search(["hunter2"], 5)).toEqual([]);
  expect(textSearch(store).search(["engine"], 5)[0]?.text).toContain("[secret]");
  rmSync(join(root, "a.md"));
  await ingest(store, sources, { redact });
  expect(textSearch(store).search(["engine", "secret"], 5)).toEqual([]);
});

test("a file that can't be read now is tried again, one that can't be parsed only when it changes", async () => {
  put({ "a.txt": "lion", "b.docx": "no document" });
  const store = await open();
  const once: Sources = {
    ...sources,
    async read(path) {
      if (path !== "a.txt" || reads.includes(path)) return sources.read(path);
      reads.push(path);
      return { skipped: { code: "changing", message: "it changed while it was read" } };
    },
  };
  const { skipped } = await ingest(store, once);
  expect(skipped.map(({ path, code }) => [path, code])).toEqual([
    ["a.txt", "changing"],
    ["b.docx", "damaged"],
  ]);
  reads.push("again");
  expect((await ingest(store, once)).skipped).toHaveLength(1);
  expect(reads).toEqual(["a.txt", "b.docx", "again", "a.txt"]);
});

test("two at once do no harm, and one that waits in vain says for whom", async () => {
  put(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}.txt`, `common note ${at}`])));
  const [one, two] = [await open(), await open()];
  await Promise.all([ingest(one, sources), ingest(two, sources)]);
  expect(one.totals().documents).toBe(60);
  put({ "late.txt": "walrus" });
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const slow = ingest(one, {
    ...sources,
    async read(path) {
      begun.resolve();
      await held.promise;
      return sources.read(path);
    },
  });
  await begun.promise;
  await expect(ingest(two, sources, { waitMs: 0 })).rejects.toMatchObject({
    code: "INDEX_LOCKED",
    message: expect.stringContaining(`process ${process.pid}`),
  });
  held.resolve();
  expect(await slow).toMatchObject({ added: 1 });
  expect(await ingest(two, sources)).toMatchObject({ added: 0, documents: 61 });
});

test("files that are parsed side by side are stored in their order, wherever they moved to", async () => {
  const text = (at: number) => `# Note ${at}\n\n${`common lion ${at}. `.repeat(at % 5 === 0 ? 4_000 : 40)}\n`;
  const files = Object.fromEntries(
    Array.from({ length: 45 }, (_, at) => [`f${String(at).padStart(2, "0")}.md`, text(at)]),
  );
  put(files);
  const store = await open();
  const order = () => [...store.passages()].map(({ path }) => path);
  expect(await ingest(store, sources)).toMatchObject({ added: 45 });
  expect(order()).toEqual(order().toSorted());
  // Of two files with the text of one that is gone, the first is the one that moved.
  rmSync(join(root, "f05.md"));
  put({
    ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`g${at + 10}.md`, text(5 * at + 100)])),
    "h1.md": text(5),
    "h2.md": text(5),
  });
  const ids = (path: string) => [...store.passages()].filter((passage) => passage.path === path).map(({ id }) => id);
  const before = [...store.passages()].filter(({ path }) => path === "f05.md").map(({ id }) => id);
  expect(await ingest(store, sources)).toMatchObject({ added: 10, deleted: 0 });
  expect(ids("h1.md")).toEqual(before);
  const fresh = await openStore(":memory:");
  opened.push(fresh);
  await ingest(fresh, sources);
  expect(contents(store)).toEqual(contents(fresh));
});

test("killed at any moment, the next ingest ends as one that was not", async () => {
  const files: Record<string, string> = {};
  for (let at = 0; at < 120; at++)
    files[`d${at % 7}/f${at}.md`] =
      `# Note ${at}\n\nSee [that](f${at + 7}.md) of Anna Reis, also known as Red Anna.\n\n${`common lion ${at}. `.repeat(40)}`;
  files["c.jsonl"] = Array.from({ length: 1500 }, (_, at) => row(`r${at}`, `engine ${at} `.repeat(30))).join("");
  put(files);
  const whole = await openStore(":memory:");
  opened.push(whole);
  await ingest(whole, sources);
  const wanted = contents(whole);
  expect(wanted.totals.edges).toBeGreaterThan(300);
  const script = fileURLToPath(new URL("fixtures/ingesting.ts", import.meta.url));
  let interrupted = 0;
  for (let kill = 0; kill < 8; kill++) {
    const child = spawn(process.execPath, [script, root, file], { stdio: ["ignore", "pipe", "ignore"] });
    const ended = new Promise<boolean>((resolve) => child.once("exit", (exit) => resolve(exit === null)));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    setTimeout(() => child.kill("SIGKILL"), 15 * 2 ** (kill % 5));
    if (await ended) interrupted += 1;
    if (kill % 4 === 3) {
      const store = await openStore(file);
      await ingest(store, sources);
      expect(contents(store)).toEqual(wanted);
      store.close();
      for (const name of readdirSync(dirname(file))) rmSync(join(dirname(file), name));
    }
  }
  expect(interrupted).toBeGreaterThan(0);
});
