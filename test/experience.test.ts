import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const none = { ERGO_EMBEDDER: "none", ERGO_RERANKER: "none", ERGO_MODEL: "none" };
const question = "Who painted the old harbour?";

function place() {
  const dir = folder({ "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911.\n" });
  const env = { ...none, ERGO_HOME: folder() };
  const run = (...words: string[]) => ergo([...words, "--dir", dir], { env });
  return { dir, env, run, events: join(dir, ".ergo/experience/events.jsonl") };
}

test("an answer that the user found bad is not given again from the cache", async () => {
  const { run } = place();
  const first = (await run("ask", question, "--json")).json() as { run: string };
  const again = (await run("ask", question, "--json")).json() as { fromCache?: { run: string } };
  expect(again.fromCache?.run).toBe(first.run);
  expect((await run("feedback", first.run, "bad")).code).toBe(0);
  const anew = (await run("ask", question, "--json")).json() as { fromCache?: object };
  expect(anew.fromCache).toBeUndefined();
});

test("what is noted of a question holds no text of a file, is forgotten with the file, and nothing of it is noted by the safe profile", async () => {
  const { dir, events, run } = place();
  await run("ask", question);
  const noted = readFileSync(events, "utf8");
  expect(noted).toContain(question);
  expect(noted).not.toContain("Lena Voss");
  appendFileSync(events, "broken\n");
  await run("forget", join(dir, "harbour.md"));
  expect(readFileSync(events, "utf8")).toBe("broken\n");
  const safe = place();
  await safe.run("ask", question, "--profile", "safe");
  expect(existsSync(safe.events)).toBe(false);
});

test("twenty labels move routing, which is said, and taken back by --reset", async () => {
  const { env, run } = place();
  const { run: name } = (await run("ask", question, "--json")).json() as { run: string };
  const home = join(env.ERGO_HOME, "experience/events.jsonl");
  const [line] = readFileSync(home, "utf8").trim().split("\n");
  const other = (at: number) => line!.replaceAll(name, `${name}-${at}`);
  const label = (at: number) =>
    JSON.stringify({ v: 1, run: `${name}-${at}`, time: Date.now(), label: "bad", said: null });
  appendFileSync(home, Array.from({ length: 19 }, (_, at) => `${other(at)}\n${label(at)}\n`).join(""));
  const route = async () => (await ergo(["route", question], { env })).out;
  expect(await route()).not.toContain("you said");
  expect((await run("feedback", name, "bad")).out).toContain("what you said of 20 answers");
  expect(await route()).toContain("what you said of 20 answers moves the fitted score by +");
  expect((await ergo(["feedback", "--reset"], { env })).code).toBe(0);
  expect(await route()).not.toContain("you said");
});

test("feedback on no run, or without a word, is refused", async () => {
  const { run } = place();
  expect((await run("feedback", "20260101-000000-abcdef", "good")).err).toMatch(/^error RUN_UNKNOWN/);
  expect((await run("feedback", "x")).code).toBe(2);
});
