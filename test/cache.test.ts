import { cpSync, globSync, lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Encoder } from "../src/core/model.ts";
import { type Answer, ask, openSession, replay, verify } from "../src/index.ts";
import { ollamaServer } from "../src/server/ollama.ts";
import { listening } from "./contract/serving.ts";
import { ergo, folder } from "./ergo.ts";

const files = {
  "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
  "crane.md": "# Crane\n\nThe crane driver starts work at seven in the morning on weekdays.\n",
};
const question = "Who painted the old harbour?";

async function place(own: Record<string, string> = files) {
  const dir = folder(own);
  vi.stubEnv("ERGO_HOME", folder());
  vi.stubEnv("ERGO_MODEL", "none");
  onTestFinished(() => void vi.unstubAllEnvs());
  const open = (options: object = {}) => openSession({ dir, models: ["embedder=none"], ...options });
  const put = async (asked: string, options: object = {}): Promise<Answer> => {
    const session = await open(options);
    const answer = await ask(session, { question: asked });
    await session.close();
    return answer;
  };
  return { dir, open, put };
}

test("the same question is answered from the earlier run, looked at again, also in another process", async () => {
  const { put, open } = await place();
  const first = await put(question);
  const again = await put("  who painted  the old harbour ");
  expect(first.fromCache).toBeUndefined();
  expect(again.fromCache).toMatchObject({
    run: first.run,
    head: first.head,
    question,
    similarity: 1,
    hits: 1,
    asked: 2,
  });
  for (const key of ["answer", "status", "claims", "evidence", "universe", "corpus"] as const) {
    expect(again[key]).toEqual(first[key]);
  }
  expect(again.run).not.toBe(first.run);
  const session = await open();
  for (const { run } of [first, again]) {
    expect(await verify(session, run)).toMatchObject({ intact: true, current: true, problems: [] });
  }
  expect((await replay(session, again.run)).answer).toBe(again.answer);
  await session.close();
  expect((await put(question)).fromCache).toMatchObject({ run: first.run, hits: 2, asked: 3 });
});

test.each<[string, string]>([
  ["another number", "Who painted the old harbour in 1912?"],
  ["a negation", "Who did not paint the old harbour?"],
  ["another name", "Who painted the old crane?"],
  ["another question word", "When was the old harbour painted?"],
  ["an exact question", "How many Markdown files are there?"],
])("%s is another question", async (_, other) => {
  const { put } = await place();
  await put(question);
  expect((await put(other)).fromCache).toBeUndefined();
});

test("with an encoder, the same question in other words is known by its form, and its meaning must agree", async () => {
  const vectorOf = (text: string) => Float32Array.from(text.includes("wonder") ? [0, 1] : [1, 0]);
  const encoder: Encoder = {
    name: "e",
    dimensions: 2,
    window: 512,
    key: "e",
    embed: async (texts) => ({ ok: true, value: { vectors: texts.map(vectorOf), truncated: 0 } }),
    close: async () => undefined,
  };
  const models = [`embedder=${await listening(ollamaServer([{ id: "e", encoder }]))}/api#e`];
  const { put } = await place();
  const first = await put(question, { models });
  const again = await put("Can you tell me who painted the old harbour?", { models });
  expect(again.fromCache).toMatchObject({ run: first.run, question, similarity: 1 });
  expect((await put("I wonder who painted the old harbour", { models })).fromCache).toBeUndefined();
  expect((await put("Who painted the new harbour?", { models })).fromCache).toBeUndefined();
  expect((await put("Do you know who painted the old harbour?")).fromCache).toBeUndefined();
});

test("a file that changed, came or went since makes the answer anew; one touched alone does not", async () => {
  const { dir, put } = await place();
  const file = join(dir, "harbour.md");
  await put(question);
  utimesSync(file, new Date(), new Date());
  expect((await put(question)).fromCache).toBeDefined();
  writeFileSync(join(dir, "new.md"), "# New\n\nThe new harbour was painted by Max.\n");
  expect((await put(question)).fromCache).toBeUndefined();
  const { size, atime, mtime } = lstatSync(file);
  writeFileSync(file, files["harbour.md"].replace("Lena Voss", "Nela Ross"));
  expect(lstatSync(file).size).toBe(size);
  utimesSync(file, atime, mtime);
  const changed = await put(question);
  expect(changed.fromCache).toBeUndefined();
  rmSync(file);
  expect((await put(question)).answer).not.toContain("painted by Lena");
});

test("other settings, --only, piped text and --no-cache bypass what is kept", async () => {
  const { dir, put, open } = await place();
  await put(question);
  for (const options of [
    { only: "*.md" },
    { cache: false },
    { profile: "dev" },
    { models: ["reranker=ms-marco-minilm-l12-v2"] },
  ]) {
    expect((await put(question, options)).fromCache).toBeUndefined();
  }
  const session = await open();
  const piped = await ask(session, { question, stdin: "The old harbour was painted by Ann in 1900." });
  await session.close();
  expect(piped.fromCache).toBeUndefined();
  writeFileSync(join(dir, "ergo.yaml"), "cache: false\n");
  expect((await put(question)).fromCache).toBeUndefined();
});

test("a request to do something is carried out each time", async () => {
  const { put } = await place();
  const edit = 'Replace "Lena" with "Lina" in harbour.md';
  for (let n = 0; n < 2; n++) expect((await put(edit, { profile: "dev" })).fromCache).toBeUndefined();
});

test("an answer is given again for five minutes, from at most fifty, the least recently used going first", async () => {
  const names = Array.from({ length: 52 }, (_, i) => `Gadget${i}`);
  const { put, open } = await place({
    "a.md": names.map((name) => `# ${name}\n\nThe ${name} was made by Ann.\n`).join("\n"),
  });
  const asked = (name: string) => `Who made the ${name}?`;
  const session = await open();
  const kept = (name: string) => ask(session, { question: asked(name) });
  await kept("Gadget0");
  await kept("Gadget1");
  expect((await kept("Gadget0")).fromCache).toBeDefined();
  for (const name of names.slice(2, 51)) await kept(name);
  expect((await kept("Gadget0")).fromCache).toBeDefined();
  expect((await kept("Gadget1")).fromCache).toBeUndefined();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await kept("Gadget0")).fromCache).toBeUndefined();
  await session.close();
  expect((await put(asked("Gadget51"))).status).toBe("answered");
});

test("only a run that the user's own list of heads knows, and whose record is whole, is given again", async () => {
  const { dir, put } = await place();
  const first = await put(question);
  const trace = join(dir, ".ergo/traces", `${first.run}.jsonl`);
  const text = readFileSync(trace, "utf8");
  writeFileSync(trace, text.replace(/"time":\d+/, '"time":1'));
  expect((await put(question)).fromCache).toBeUndefined();
  writeFileSync(trace, text);
  vi.stubEnv("ERGO_HOME", folder());
  expect((await put(question)).fromCache).toBeUndefined();
});

test("a run's answer is not read from a file that holds another run", async () => {
  const { dir, put } = await place();
  const other = "When does the crane driver start work?";
  const [first, second] = [await put(question), await put(other)];
  expect((await put(question)).fromCache).toMatchObject({ run: first.run });
  const traceOf = ({ run }: Answer) => join(dir, ".ergo/traces", `${run}.jsonl`);
  cpSync(traceOf(second), traceOf(first));
  expect((await put(other)).fromCache).toMatchObject({ run: second.run, head: second.head });
  expect((await put(question)).fromCache).toBeUndefined();
});

test("what was forgotten is not given again, and the cache holds no text", async () => {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const run = (...args: string[]) => ergo([...args, "--dir", dir], { env });
  const first = (await run("ask", question, "--json")).json();
  expect((await run("ask", question)).out).toContain(`(run ${first.run}), and looked at again; 1 of 2 questions so`);
  expect((await run("ask", question, "--no-cache", "--json")).json().fromCache).toBeUndefined();
  expect((await run("doctor")).out).toContain("answers kept: 1; given again: 1 of 2");
  const cache = join(dir, ".ergo/answers.json");
  expect(lstatSync(cache).mode & 0o777).toBe(0o600);
  expect(readFileSync(cache, "utf8")).not.toMatch(/harbour|Lena/i);
  await run("forget", "harbour.md");
  for (const name of globSync("**/*", { cwd: join(dir, ".ergo") })) {
    const file = join(dir, ".ergo", name);
    if (lstatSync(file).isFile()) expect(readFileSync(file, "utf8")).not.toContain("Lena Voss");
  }
  expect((await run("ask", question, "--json")).json().fromCache).toBeUndefined();
});
