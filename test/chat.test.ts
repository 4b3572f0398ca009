import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ergo, folder } from "./ergo.ts";
import { keys, noTerminal, terminal } from "./terminal.ts";

const files = {
  "docs/a.md": "# A\none\ntwo\nzod here\n",
  "docs/b.md": "# B\n",
  "docs/c.test.md": "# C\nyaml\n",
  "src/x.ts": 'import { z } from "zod";\n',
  "src/notes.md": "notes\n",
  "harbour.md":
    "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911.\n\nThe old harbour was closed in 1954.\n",
};

async function said(lines: string[], { args = [], dir = folder(files), home = folder() }: Partial<Place> = {}) {
  const ended = await ergo(["chat", ...args], { cwd: dir, env: { ERGO_HOME: home }, input: `${lines.join("\n")}\n` });
  return { ...ended, dir, home, env: { ERGO_HOME: home } };
}
type Place = { args: string[]; dir: string; home: string };

test("each line of a pipe is a question; what goes on from the last is completed, and said", async () => {
  const chat = await said(["How many Markdown files are in docs?", "", "and in src?", "which ones?"], {
    args: ["--json"],
  });
  const answers = chat.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(chat.code).toBe(0);
  expect(answers.map(({ question, status }) => [question, status])).toEqual([
    ["How many Markdown files are in docs?", "answered"],
    ["How many Markdown files are in src?", "answered"],
    ["Which Markdown files in src are there?", "answered"],
  ]);
  expect(answers[1]).toMatchObject({ answer: expect.stringMatching(/^There is 1 /), claims: [{ verdict: "proven" }] });
  expect(chat.err).toContain("understood as: How many Markdown files are in src?");
});

test("every question of a chat is a run of one session, records what was typed, and verifies", async () => {
  const { dir, env } = await said(["How many Markdown files are in docs?", "and in src?"]);
  const { runs } = (await ergo(["runs", "--json"], { cwd: dir, env })).json();
  expect(runs).toHaveLength(2);
  expect(new Set(runs.map(({ session }: { session: string }) => session)).size).toBe(1);
  for (const { run } of runs) {
    const verified = await ergo(["verify", run, "--json"], { cwd: dir, env });
    expect(verified.json()).toMatchObject({ intact: true, current: true });
  }
  const trace = await ergo(["trace", runs[0].run, "--json"], { cwd: dir, env });
  expect(JSON.parse(trace.out.split("\n")[0]!).data).toMatchObject({
    question: "How many Markdown files are in src?",
    said: "and in src?",
  });
});

test("-c goes on with the last session of the folder; without it a chat begins anew", async () => {
  const first = await said(["Which Markdown files are in docs?"]);
  const on = await said(["how many of them mention zod?"], { ...first, args: ["-c", "--json"] });
  expect(on.json()).toMatchObject({
    question: "how many of the Markdown files in docs mention zod?",
    answer: expect.stringMatching(/^There is 1 /),
  });
  const { runs } = (await ergo(["runs", "--json"], { cwd: first.dir, env: first.env })).json();
  expect(runs[0].session).toBe(runs[1].session);
  const anew = await said(["and in src?"], { ...first, args: ["--json"] });
  expect(anew.json().question).toBe("and in src?");
});

test("what a folder brought along is not gone on with", async () => {
  const first = await said(["Which Markdown files are in docs?"]);
  const other = folder();
  cpSync(first.dir, other, { recursive: true });
  const on = await said(["and in src?"], { dir: other, home: folder(), args: ["-c", "--json"] });
  expect(on.json().question).toBe("and in src?");
});

test("where it is not clear what is meant, the question is asked as it stands, which is said", async () => {
  const chat = await said(["How many Markdown files are in docs?", "and the moon?"], { args: ["--json"] });
  expect(JSON.parse(chat.out.trim().split("\n")[1]!).question).toBe("and the moon?");
  expect(chat.err).toMatch(/note: it is not clear what "the moon\?" goes back to/);
});

test("commands show the chat, its evidence, reasons and record", async () => {
  const { out, err, code } = await said([
    "How many Markdown files are in docs?",
    "/evidence",
    "why?",
    "are you sure?",
    "/runs",
    "/memory",
    "/profile",
    "/help",
    "/evidense",
    "/exit",
    "never asked",
  ]);
  expect(code).toBe(0);
  expect(out).toContain("[e1] listing");
  expect(out).toMatch(/recipe +amount\.files/);
  expect(out).toMatch(/s1 listing \(e1\): files\("docs\/\*\*\/\*\.\{md,markdown\}"\) = 3/);
  expect(out).toMatch(/^intact, current: /m);
  expect(out).toMatch(/^│ \d{8}-\d{6}-[0-9a-f]{6} +answered +How many Markdown/m);
  expect(out).toMatch(/^│ Q: How many Markdown files are in docs\?$/m);
  expect(out).toMatch(/^read$/m);
  expect(err).toContain("unknown command /evidense; did you mean /evidence?");
  expect(out).not.toContain("never asked");
});

test("/only narrows, and so does /profile; neither a profile nor a run gains by it", async () => {
  const { out, err } = await said([
    "/only docs/**",
    "How many Markdown files are there?",
    "/only",
    "How many Markdown files are there?",
    "/profile dev",
    "/profile safe",
    "How many Markdown files are there?",
    "/profile read",
    "/forget",
    "and in src?",
  ]);
  expect(out.match(/^│ There are \d/gm)).toEqual(["│ There are 3", "│ There are 5"]);
  expect(err).toContain("/profile dev would allow more than read");
  expect(out).toMatch(/refused · /);
  expect(err).not.toContain("understood as");
});

test("what was forgotten of a file is not remembered, and a chat keeps nothing that its runs do not", async () => {
  const place = await said(["Who painted the old harbour?"]);
  const before = await said(["/memory"], { ...place, args: ["-c"] });
  expect(before.out).toContain("Lena Voss");
  await ergo(["forget", "harbour.md"], { cwd: place.dir, env: place.env });
  const after = await said(["/memory"], { ...place, args: ["-c"] });
  expect(after.out).not.toContain("Lena Voss");
  const alone = folder(files);
  await ergo(["ask", "Who painted the old harbour?"], { cwd: alone });
  await ergo(["forget", "harbour.md"], { cwd: alone });
  const kept = (dir: string) => readdirSync(join(dir, ".ergo")).sort();
  expect(kept(place.dir)).toEqual(kept(alone));
});

test("what was typed is recorded without secrets, for the user alone", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0"}${"k1L2m3N4o5P6q7R8"}`;
  const { dir } = await said(["Which files mention zod?", `and ${secret}?`]);
  const traces = join(dir, ".ergo/traces");
  for (const name of readdirSync(traces)) {
    expect(readFileSync(join(traces, name), "utf8")).not.toContain(secret);
    expect(statSync(join(traces, name)).mode & 0o077).toBe(0);
  }
});

test("a request is not completed with what was found unless somebody agrees", async () => {
  const { dir, err } = await said(
    [
      'replace "zod here" with "yod here" in docs/a.md',
      "undo that",
      "Which Markdown files are in docs?",
      "delete the second one",
    ],
    { args: ["--profile", "dev"] },
  );
  expect(readFileSync(join(dir, "docs/a.md"), "utf8")).toContain("yod here");
  expect(readdirSync(join(dir, "docs"))).toContain("b.md");
  expect(err.match(/nobody is there to agree/g)).toHaveLength(2);
});

const inTerminal = test.skipIf(noTerminal !== undefined);
const prompt = "ergo> ";

function begin(...args: string[]) {
  const [cwd, home] = [folder(files), folder()];
  const chat = terminal(["chat", "-q", ...args], { cwd, env: { ERGO_HOME: home } });
  const ask = async (line: string) => {
    await chat.shows(prompt);
    chat.type(line + keys.enter);
  };
  return { ...chat, ask, cwd, env: { ERGO_HOME: home } };
}

inTerminal("a terminal: questions, what was asked before, Ctrl-C on a line, twice to leave", async () => {
  const chat = begin();
  await chat.ask("How many Markdown files are in docs?");
  await chat.shows("There are 3 Markdown files");
  await chat.ask("and in src?");
  expect(await chat.shows("There is 1 Markdown file")).toContain("understood as: How many Markdown files are in src?");
  await chat.shows(prompt);
  chat.type(`half a line${keys.interrupt}`);
  await chat.ask(`${keys.up}`);
  await chat.shows("understood as: How many Markdown files are in src?");
  await chat.shows(prompt);
  chat.type(keys.interrupt);
  await chat.shows("Ctrl-C again");
  await chat.shows(prompt);
  chat.type(keys.interrupt);
  expect(await chat.ended).toBe(0);
});

inTerminal("a terminal: what a name means is asked, and answered by its number; Ctrl-D leaves", async () => {
  const [cwd, home] = [
    folder({ "p/data/one.txt": "1\n", "q/data/two.txt": "2\n", "q/data/three.txt": "3\n" }),
    folder(),
  ];
  const chat = terminal(["chat", "-q"], { cwd, env: { ERGO_HOME: home } });
  await chat.shows(prompt);
  chat.type(`How many files are in data?${keys.enter}`);
  await chat.shows("which? (1-2 or its name) ");
  chat.type(`2${keys.enter}`);
  await chat.shows("There are 2 files in q/data.");
  await chat.shows(prompt);
  chat.type(keys.end);
  expect(await chat.ended).toBe(0);
  const { runs } = (await ergo(["runs", "--json"], { cwd, env: { ERGO_HOME: home } })).json();
  expect(runs).toMatchObject([{ status: "done" }]);
});

inTerminal("a terminal: nothing typed before it was asked agrees to a command; Esc leaves it open", async () => {
  const chat = begin("--profile", "dev");
  await chat.shows(prompt);
  chat.type(`delete every empty file${keys.enter}y${keys.enter}y${keys.enter}`);
  const open = chat.shows("do it? [y/n] ");
  const asked = await Promise.race([open, chat.ended]);
  expect(asked).toEqual(expect.stringContaining("-delete"));
  chat.type(keys.escape);
  await chat.shows("left open");
  await chat.ask("/resume");
  await chat.shows("do it? [y/n] ");
  chat.type(`n${keys.enter}`);
  await chat.shows("refused");
  await chat.ask("/memory");
  await chat.shows(" no");
});

inTerminal("a terminal: undo that takes the last edit back once it is agreed to", async () => {
  const chat = begin("--profile", "dev");
  const text = () => readFileSync(join(chat.cwd, "docs/a.md"), "utf8");
  await chat.ask('replace "zod here" with "yod here" in docs/a.md');
  await chat.shows("answered");
  expect(text()).toContain("yod here");
  await chat.ask("undo that");
  await chat.shows("[y/N] ");
  chat.type(`y${keys.enter}`);
  await chat.shows("answered");
  expect(text()).toContain("zod here");
});

inTerminal.each([
  ["Esc", keys.escape],
  ["Ctrl-C", keys.interrupt],
])("a terminal: %s cancels an answer, and /resume goes on with it", async (_, key) => {
  const url = await slowModel();
  const chat = begin("--model", `worker=${url}`, "--model", "embedder=none");
  await chat.ask("Who painted the old harbour?");
  await started;
  chat.type(key);
  await chat.shows("cancelled · ");
  await chat.ask("/resume");
  await chat.shows("The old harbour was painted by Lena Voss in 1911. [1]");
  await chat.shows("answered · ");
});

let started: Promise<void>;

/** A server whose model never answers the first question. */
async function slowModel(): Promise<string> {
  let begun = () => {};
  started = new Promise((resolve) => (begun = resolve));
  let asked = 0;
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.endsWith("/models")) response.end(JSON.stringify({ data: [{ id: "slow" }] }));
    else if (asked++ === 0) begun();
    else response.end("{}");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}
