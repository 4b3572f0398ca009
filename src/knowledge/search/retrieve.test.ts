import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sha256 } from "../../core/digest.ts";
import type { Sources } from "../store/source.ts";
import { createRetriever } from "./retrieve.ts";

let root: string;
let store: string;
let opened: { close(): Promise<void> }[];
let reads: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ergo-retrieve-"));
  store = join(root, ".ergo", "index.sqlite");
  mkdirSync(dirname(store));
  opened = [];
  reads = [];
});

afterEach(async () => {
  for (const retriever of opened) await retriever.close();
  rmSync(root, { recursive: true });
});

const sources: Sources = {
  async list() {
    const paths = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes(".ergo"))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
    return paths.sort().map((path) => {
      const { size, mtimeMs } = statSync(join(root, path));
      return { path, bytes: size, modified: mtimeMs };
    });
  },
  async read(path) {
    reads.push(path);
    const bytes = readFileSync(join(root, path));
    if (bytes.includes(0)) return { skipped: { code: "binary", message: "not text" } };
    return { text: bytes.toString("utf8"), hash: sha256(bytes), size: bytes.length };
  },
};

/** Writes files as if they had lain there for a while, so that their time stamps tell changes apart. */
function put(files: Record<string, string>, age = 60) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), Date.now() / 1000 - age, Date.now() / 1000 - age);
  }
}

function open(list = sources) {
  const retriever = createRetriever({ store, ...list });
  opened.push(retriever);
  return retriever;
}

const docs = {
  "guide/install.md":
    "# Install\n\nInstall the program with `npm ci`.\n\n## Ports\n\nThe server listens on port 8080.\n",
  "guide/leave.md": "# Leave policy\n\nEmployees get 25 days of leave a year.\n",
  "notes.txt": "The museum opens on Sundays at noon.\n\nThe garden is closed in winter.\n",
};

test("finds the passage with its title, heading, exact lines and source", async () => {
  put(docs);
  const { passages, corpus } = await open().retrieve("Which port does the server listen on?", 3);
  expect(passages[0]).toMatchObject({
    path: "guide/install.md",
    title: "Install",
    heading: "Install > Ports",
    lines: [5, 7],
    text: "## Ports\n\nThe server listens on port 8080.",
    source: { hash: sha256(docs["guide/install.md"]), size: docs["guide/install.md"].length },
  });
  expect(corpus).toMatchObject({ documents: 3, skipped: [] });
});

test("stems, accents, headings and file names count; nothing found is an empty list", async () => {
  put({ ...docs, "café.md": "Les élèves mangent à midi." });
  const retriever = open();
  const first = async (question: string) => (await retriever.retrieve(question, 1)).passages[0]?.path;
  expect(await first("installing programs")).toBe("guide/install.md");
  expect(await first("que mangent les eleves ?")).toBe("café.md");
  expect(await first("leave policies")).toBe("guide/leave.md");
  expect((await retriever.retrieve("zeppelin", 5)).passages).toEqual([]);
  expect((await retriever.retrieve('"( OR * NEAR/2 ) title:', 5)).passages).toBeInstanceOf(Array);
  expect((await retriever.retrieve("", 5)).passages).toEqual([]);
});

test("only changed files are read again; deleted ones are gone", async () => {
  put(docs);
  const retriever = open();
  expect(await retriever.sync()).toMatchObject({ added: 3, changed: 0, deleted: 0 });
  reads.length = 0;
  expect(await retriever.sync()).toMatchObject({ added: 0, changed: 0, deleted: 0 });
  expect(reads).toEqual([]);
  put({ "notes.txt": "The zoo opens on Mondays, as always at noon.\n" }, 30);
  put({ "guide/leave.md": docs["guide/leave.md"] }, 20);
  rmSync(join(root, "guide/install.md"));
  expect(await retriever.sync()).toMatchObject({ added: 0, changed: 1, deleted: 1, documents: 2 });
  expect(reads).toEqual(["guide/leave.md", "notes.txt"]);
  expect((await retriever.retrieve("museum garden port", 5)).passages).toEqual([]);
  expect((await retriever.retrieve("zoo", 5)).passages).toHaveLength(1);
});

test("a file changed within its time stamp right after it was read is noticed", async () => {
  const stamp = Date.now() / 1000;
  const write = (text: string) => {
    writeFileSync(join(root, "a.txt"), text);
    utimesSync(join(root, "a.txt"), stamp, stamp);
  };
  write("alpha beta");
  const retriever = open();
  await retriever.sync();
  write("gamma beta");
  expect((await retriever.retrieve("gamma", 1)).passages).toHaveLength(1);
});

test("binary, unreadable and too large files are reported and never stop the rest", async () => {
  put({ ...docs, "image.bin": "a\0b" });
  const retriever = open({
    list: async () => [
      ...(await sources.list()),
      { path: "huge.txt", bytes: 1e9, modified: 1 },
      { path: "locked.txt", bytes: 1, modified: 1 },
    ],
    read: async (path) =>
      path === "locked.txt" ? { skipped: { code: "unreadable", message: "no permission" } } : sources.read(path),
  });
  const { corpus } = await retriever.retrieve("port", 1);
  expect(corpus.skipped.map(({ path, code }) => [path, code])).toEqual([
    ["huge.txt", "too_large"],
    ["image.bin", "binary"],
    ["locked.txt", "unreadable"],
  ]);
  expect(corpus.documents).toBe(3);
});

test("identifiers are found by the words that they are made of, and the other way round", async () => {
  put({ "a.md": "We keep a HashMap here.", "b.md": "A parse tree grows." });
  const first = async (question: string) => (await open().retrieve(question, 1)).passages[0]?.path;
  expect(await first("where is a hash map?")).toBe("a.md");
  expect(await first("parseTree")).toBe("b.md");
});

test("what the folder is about, and what its name means, is read in its README first", async () => {
  put({ ...docs, "sub/README.md": "# Sub\n\nLess.", "README.md": "# Acme\n\nAcme digs tunnels.\n\n## Acme\n\nOther." });
  for (const question of ["What does this project do?", "What is Acme?"]) {
    const { passages } = await open().retrieve(question, 2);
    expect(passages[0]).toMatchObject({ path: "README.md", lines: [1, 3] });
  }
});

test("a term set off at the start of a paragraph heads it", async () => {
  const uses = Array.from({ length: 9 }, (_, at) => [`${at}.ts`, "use(recipe, recipe);\n"]);
  put({
    ...Object.fromEntries(uses),
    "a.md": "# Nouns\n\nSome text.\n\n**Recipe** (`data`). A question with a hole.\n",
  });
  expect((await open().retrieve("What is a recipe?", 1)).passages[0]?.path).toBe("a.md");
});

test("a .jsonl file of documents is a corpus, any other is text", async () => {
  put({
    "corpus.jsonl":
      '{"id": "d1", "title": "Lisbon", "text": "The mayor is Anna Reis."}\n{"id": "d2", "text": "Rain falls.", "year": 1}\n',
    "log.jsonl": '{"id": 1, "text": "mayor of logs"}\n',
  });
  const { passages, corpus } = await open().retrieve("mayor of Lisbon", 5);
  expect(passages[0]).toMatchObject({
    path: "corpus.jsonl",
    doc: "d1",
    title: "Lisbon",
    lines: [1, 1],
    text: "The mayor is Anna Reis.",
  });
  expect(passages[1]).toMatchObject({ path: "log.jsonl", title: "log.jsonl" });
  expect(passages[1]).not.toHaveProperty("doc");
  expect(corpus.documents).toBe(3);
});

test("at most half of the passages come from one document while others are left", async () => {
  const section = (name: string) => `## ${name}\n\nThe engine needs oil.\n`;
  put({
    "long.md": ["A", "B", "C", "D", "E", "F"].map(section).join("\n"),
    "b.md": "Oil prices rose.",
    "c.md": "Engine noise.",
  });
  const { passages } = await open().retrieve("engine oil", 4);
  expect(passages.filter((passage) => passage.path === "long.md")).toHaveLength(2);
  expect(
    (await open().retrieve("engine oil", 8)).passages.filter((passage) => passage.path === "long.md"),
  ).toHaveLength(6);
});

test("an index of another version, and a file that is no index, are built anew", async () => {
  put(docs);
  const old = new DatabaseSync(store);
  old.exec("CREATE TABLE words (x); PRAGMA user_version = 99");
  old.close();
  expect((await open().retrieve("museum", 1)).passages).toHaveLength(1);
  await opened[0]?.close();
  writeFileSync(store, "this is no database, but long enough to be taken for one".repeat(50));
  expect((await open().retrieve("museum", 1)).passages).toHaveLength(1);
});

test("a failed or cancelled sync keeps what was read whole, and the next one goes on", async () => {
  put(docs);
  await open().sync();
  put({ "a.txt": "aardvark", "b.txt": "badger" });
  const failing = open({
    ...sources,
    read: async (path) => (path === "b.txt" ? Promise.reject(new Error("disk gone")) : sources.read(path)),
  });
  await expect(failing.sync()).rejects.toThrow("disk gone");
  const cancel = new AbortController();
  cancel.abort();
  await expect(failing.sync({ signal: cancel.signal })).rejects.toThrow(/abort/i);
  const retriever = open();
  reads.length = 0;
  expect(await retriever.sync()).toMatchObject({ added: 1, documents: 5 });
  expect(reads).toEqual(["b.txt"]);
  expect((await retriever.retrieve("aardvark", 1)).passages).toHaveLength(1);
});

test("questions asked at once take turns, and a retriever can be opened again after it was closed", async () => {
  put(docs);
  const retriever = open();
  const found = await Promise.all(["museum", "port", "leave"].map((question) => retriever.retrieve(question, 1)));
  expect(found.map(({ passages }) => passages[0]?.path)).toEqual(["notes.txt", "guide/install.md", "guide/leave.md"]);
  await retriever.close();
  expect((await retriever.retrieve("museum", 1)).passages).toHaveLength(1);
});

test("a question that names a folder is answered from what lies in it", async () => {
  const licence =
    "Under which licence a library is released is told by its licence: the licence is what it is released under.";
  put({
    "mill/readme.md": "# Mill\n\nGrinds grain.\n\n## Terms\n\nISC. Ask if you want others.\n",
    ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`more/part${at}.md`, `# Part ${at}\n\n${licence}\n`])),
  });
  const retriever = open();
  const { passages } = await retriever.retrieve("Under which licence is mill released?", 6);
  expect(passages.slice(0, 2).map(({ path }) => path)).toContain("mill/readme.md");
  const what = await retriever.retrieve("What is mill?", 6);
  expect(what.passages[0]).toMatchObject({ path: "mill/readme.md", lines: [1, expect.any(Number)] });
});

test("a word that underscores set off is found as it is said", async () => {
  put({
    "a.md": "# Operators\n\nThis is often called the _turbofish_, or __fish__.\n",
    "b.md": "# Water\n\nMuch of it.\n",
  });
  const retriever = open();
  for (const question of ["turbofish", "what is a fish called?", "_turbofish_"]) {
    const { passages } = await retriever.retrieve(question, 3);
    expect([question, passages[0]?.path]).toEqual([question, "a.md"]);
  }
});

test("an index that could not be opened is opened by a later question", async () => {
  put(docs);
  mkdirSync(store);
  const retriever = open();
  await expect(retriever.retrieve("Which port does the server listen on?", 1)).rejects.toThrow();
  rmSync(store, { recursive: true });
  const { passages } = await retriever.retrieve("Which port does the server listen on?", 1);
  expect(passages[0]).toMatchObject({ path: "guide/install.md" });
});
