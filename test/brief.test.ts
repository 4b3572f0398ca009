import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

/** Questions that one process answers alone, and that nothing but its number tells from those that two answer. */

const files = {
  "a.md": "# Kites\n\nA kite flies at 30 metres.\n",
  "docs/b.md": "Kites need wind.\n",
  "src/a.ts": "export const a = 1;\n",
};

/** Counts the processes of Node that a command starts. */
const counter = `
  import { appendFileSync } from "node:fs";
  appendFileSync(process.env.TEST_STARTED, "x");
`;

async function asked(args: string[], dir: string, { input, stdin = "ignore" as "ignore" | number } = {} as Given) {
  const place = folder({ "counter.mjs": counter, started: "" });
  const env = {
    ERGO_HOME: folder(),
    TEST_STARTED: join(place, "started"),
    NODE_OPTIONS: `--import=${pathToFileURL(join(place, "counter.mjs"))}`,
  };
  const ended = await ergo(["ask", ...args, "--dir", dir], {
    env,
    ...(input === undefined ? { stdio: [stdin, "pipe", "pipe"] } : { input }),
  });
  return { ...ended, processes: readFileSync(env.TEST_STARTED, "utf8").length, env };
}

type Given = { input?: string; stdin?: "ignore" | number };

/** An empty file as stdin is read by the process that answers, which is then a second one. */
function emptyFile(): number {
  const file = openSync(join(folder({ empty: "" }), "empty"), "r");
  onTestFinished(() => closeSync(file));
  return file;
}

test.each([
  ["How many files are there?", 1],
  ["Which Markdown files contain the text kite?", 1],
  ["Wie viele Dateien gibt es?", 1],
  ["What is the largest file?", 1],
  ["How high does a kite fly?", 2],
  ["Which files define a?", 2],
  // Nothing is named so, and the texts are asked, in a process that is supervised.
  ["How many files are in zebra?", 2],
])("%s is answered by %i as by two", async (question, processes) => {
  const dir = folder(files);
  const one = await asked([question, "--json"], dir);
  const two = await asked([question, "--json"], dir, { stdin: emptyFile() });
  expect([one.processes, two.processes]).toEqual([processes, 2]);
  expect(one.err).toBe(two.err);
  expect(one.code).toBe(two.code);
  const told = ({ json }: typeof one) => {
    const { run, head, session, usage, ...rest } = json();
    return rest;
  };
  expect(told(one)).toEqual(told(two));
  const verified = await ergo(["verify", one.json().run, "--dir", dir], { env: { ERGO_HOME: one.env.ERGO_HOME } });
  expect(verified.code).toBe(0);
});

test("text that is piped beside a question that would be brief goes with it", async () => {
  const { out, processes } = await asked(["How many files are there?"], folder(files), {
    input: "There are 7 files.\n",
  });
  expect(out).toContain("7 files");
  expect(processes).toBe(2);
});

test("a pipe that is closed is no text", async () => {
  const { out, processes } = await asked(["How many files are there?"], folder(files), { input: "" });
  expect(out).toContain("There are 3 files.");
  expect(processes).toBe(1);
});

test("errors end it as they end two", async () => {
  const missing = join(folder(), "none");
  const one = await asked(["How many files are there?"], missing);
  const two = await asked(["How many files are there?"], missing, { stdin: emptyFile() });
  expect([one.code, one.err]).toEqual([two.code, two.err]);
  expect(one.err).toContain("FOLDER_MISSING");
});

test("a home that lies in the folder is none of its documents", async () => {
  const dir = folder({ "a.md": "# A\n\nThe gate opens at dawn.\n" });
  const env = { ERGO_HOME: `${dir}/home` };
  for (const question of ["When does the gate open?", "How many files are there?"]) {
    const asked = (await ergo(["ask", question, "--dir", dir, "--json", "--no-cache"], { env })).json();
    expect(asked.evidence.every(({ path = "a.md" }: { path?: string }) => path === "a.md")).toBe(true);
    if (question.startsWith("How")) expect(asked.answer).toMatch(/^There is 1 file\./);
  }
});
