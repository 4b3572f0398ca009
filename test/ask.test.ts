import { openSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { ask, openSession, verify } from "../src/index.ts";
import { type Reply, scripted } from "../src/testing.ts";
import { ergo, folder } from "./ergo.ts";

const files = {
  "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
  "notes.txt": "Nothing of interest.\n",
};
const question = "Who painted the old harbour?";

async function session(replies: Reply[] = [], options: object = {}) {
  vi.stubEnv("ERGO_HOME", folder());
  vi.stubEnv("ERGO_MODEL", "");
  const opened = await openSession({ dir: folder(files), model: scripted(replies), ...options });
  onTestFinished(async () => {
    await opened.close();
    vi.unstubAllEnvs();
  });
  return opened;
}

test("a model's sentence is shown when the evidence holds it up", async () => {
  const opened = await session(["The old harbour was painted by Lena Voss."]);
  const answer = await ask(opened, { question });
  expect(answer.answer.split("\n")[0]).toBe("The old harbour was painted by Lena Voss. [1]");
  expect(answer.claims[0]).toMatchObject({ verdict: "supported", evidence: ["e1"] });
  expect(answer.models).toEqual({ worker: "scripted" });
  // A script of one reply has none left for further answers.
  expect(answer.usage.byRole.worker).toMatchObject({ calls: 2 });
  expect(await verify(opened, answer.run)).toMatchObject({ intact: true, current: true });
});

test.each<[string, Reply]>([
  ["another name", "Max Voss painted the old harbour in 1911."],
  ["another number", "Lena Voss painted the old harbour in 1912."],
  ["a negation", "Lena Voss did not paint the old harbour in 1911."],
  ["garbage", "}{ harbour ]] null"],
  ["nothing", ""],
  ["an answer without end", { endless: "the the " }],
])("a model that says %s is not shown; the quotation stands", async (_, reply) => {
  const opened = await session([reply]);
  const answer = await ask(opened, { question });
  expect(answer.status).toBe("answered");
  expect(answer.answer.split("\n")[0]).toBe("Lena Voss — The old harbour was painted by Lena Voss in 1911. [1]");
});

test("a model that fails is named as degraded, with a way out", async () => {
  const opened = await session([{ fail: "out of memory" }]);
  const answer = await ask(opened, { question });
  expect(answer.answer).toContain("Lena Voss");
  expect(answer.degraded).toEqual([
    expect.objectContaining({ code: "MODEL_FAILED", remedy: expect.stringMatching(/.+/) }),
  ]);
});

test("a cancelled run still answers, is recorded as cancelled, and keeps what it found", async () => {
  const opened = await session([{ endless: "x " }]);
  const controller = new AbortController();
  const answer = await ask(
    opened,
    { question },
    {
      signal: controller.signal,
      watch: (event) => event.type === "line" && event.line.type === "retrieval.start" && controller.abort(),
    },
  );
  expect(answer).toMatchObject({ status: "cancelled", stop: "user_abort" });
  expect(answer.head).toMatch(/^[0-9a-f]{64}$/);
});

test("a run that has no time left says so", async () => {
  const opened = await session([], { budgetMs: 1 });
  const answer = await ask(opened, { question });
  expect(answer).toMatchObject({ status: "partial", stop: "budget" });
  expect(answer.answer).not.toBe("");
});

test("small talk needs no look at the files", async () => {
  const opened = await session();
  const answer = await ask(opened, { question: "hello" });
  expect(answer).toMatchObject({ status: "answered", stop: "bypass", evidence: [] });
  expect(answer.route).toMatchObject({ level: "BYPASS" });
});

test("output that can't be written is an error", async () => {
  const ended = await ergo(["ask", "How many files are there?", "--dir", folder(files), "--json"], {
    stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
  } as object);
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(/^error OUTPUT/m);
});

test("--only ranges over the files that match", async () => {
  const dir = folder(files);
  const counted = await ergo(["ask", "How many files are there?", "--dir", dir, "--only", "*.txt", "--json"]);
  expect(counted.json()).toMatchObject({ answer: expect.stringContaining("1 file"), claims: [{ verdict: "proven" }] });
  const asked = await ergo(["ask", question, "--dir", dir, "--only", "*.txt", "--json"]);
  expect(asked.json()).toMatchObject({ status: "not_found", universe: { files: 1, globs: ["*.txt"] } });
});

test("what a document is about is told in its own words, with its headings, and said to be an extract", async () => {
  const rules =
    "# Rules of the harbour\n\nThese rules say where small boats lie. They hold for guests too.\n\n## Berths\n\nTake a free one.\n\n## Fees\n\nPay on arrival.\n";
  const opened = await session([], { dir: folder({ ...files, "rules.md": rules }), models: ["worker=none"] });
  const answer = await ask(opened, { question: "What is rules.md about?" });
  expect(answer.status).toBe("answered");
  expect(answer.answer.split("\n")).toEqual([
    "Rules of the harbour — These rules say where small boats lie. [1]",
    "  … They hold for guests too.",
    "Its headings: Berths; Fees. [2]",
    "An extract of rules.md in its own words, not a summary.",
  ]);
  expect(answer.claims.map(({ verdict }) => verdict)).toEqual(["supported", "supported"]);
  expect(await verify(opened, answer.run)).toMatchObject({ intact: true, current: true });
});

test("two things are told apart under their names, and what tells of neither runs no command", async () => {
  const boats = {
    "gold.md": "# Gold berth\n\nThe gold berth costs 90 crowns a year.\n",
    "silver.md": "# Silver berth\n\nThe silver berth costs 40 crowns a year.\n",
  };
  const opened = await session([], { dir: folder(boats), models: ["worker=none"] });
  const told = await ask(opened, { question: "compare gold berth with silver berth" });
  expect(told.answer.split("\n").slice(0, 3)).toEqual([
    "Probably: gold berth: 90 crowns; silver berth: 40 crowns [1][2]",
    "gold berth: The gold berth costs 90 crowns a year. [1]",
    "silver berth: The silver berth costs 40 crowns a year. [2]",
  ]);
  const silent = await ask(opened, { question: "compare gold berth with zeppelins" });
  expect(silent).toMatchObject({
    status: "not_found",
    answer: expect.stringContaining("nothing found tells of zeppelins"),
  });
});

test("a word that no text holds is read as the closest one, which is said", async () => {
  const opened = await session([], { models: ["worker=none"] });
  const { answer } = await ask(opened, { question: "Who painted the old harbuor?" });
  expect(answer).toContain("Lena Voss");
  expect(answer.split("\n").at(-1)).toBe('(read "harbuor" as "harbour": no text holds it as it is written)');
});

test("a model tells in its own words what a document is about, and no extract is said then", async () => {
  const rules = "# Rules\n\nThese rules say where small boats lie in the harbour. They hold for guests too.\n";
  const dir = folder({ ...files, "rules.md": rules });
  const opened = await session(["The rules say where small boats lie, for guests too."], { dir });
  const { answer } = await ask(opened, { question: "Summarise rules.md" });
  expect(answer.split("\n")[0]).toBe("The rules say where small boats lie, for guests too. [1]");
  expect(answer).not.toContain("An extract");
});

const syllables = ["ba", "ke", "lo", "mi", "nu", "pa", "re", "si", "to", "vu", "za", "fe", "go"];
const glossary = syllables.flatMap((a) => syllables.flatMap((b) => syllables.map((c) => `${a}${b}${c}`)));

test.each<[string, Reply[], RegExp]>([
  ["agree", Array.from({ length: 6 }, () => "Lena Voss"), /^Lena Voss — /],
  ["differ", ["Lena Voss", "three cranes", "1911", "a boat", "nobody", "the mole"], /^Probably: /],
])("a word that no text holds leaves a model's answer certain where further answers %s", async (_, replies, said) => {
  const opened = await session(replies, { dir: folder({ ...files, "glossary.md": glossary.join(" ") }) });
  const answer = await ask(opened, { question: "Which lass painted the old harbour?" });
  expect(answer.answer).toMatch(said);
});

test.each([
  ["says itself", "The lamp burns all night and is filled by the keeper.", /^The lamp burns all night/],
  ["says in part", "The lamp burns all night and is gladly filled by the keeper.", /^Probably: The lamp burns all/],
])("sentences that explain are certain where their excerpt %s what they say", async (_, reply, said) => {
  const lamp = "# Lamps\n\nThe lamp burns all night and is filled by the keeper.\n\nA lamp needs oil.\n";
  const opened = await session([reply], { dir: folder({ "lamp.md": lamp }) });
  const answer = await ask(opened, { question: "Why do people see the lamp from far away?" });
  expect(answer.answer).toMatch(said);
});

test("a quotation that is certain is not given up for other words of it", async () => {
  const kites = "# Kites\n\nA kite is a toy that flies on a string.\n";
  const opened = await session(["A kite is a flying toy that is held on a long string."], {
    dir: folder({ "kites.md": kites }),
  });
  const answer = await ask(opened, { question: "What is a kite?" });
  expect(answer.answer).toBe("A kite is a toy that flies on a string. [1]");
  expect(answer.status).toBe("answered");
});
