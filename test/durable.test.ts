import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { sha256 } from "../src/core/digest.ts";
import { type Answer, ask, fork, openSession, replay, resume, verify } from "../src/index.ts";
import { noteBegun } from "../src/trace/heads.ts";
import { bin, ergo, folder } from "./ergo.ts";

const files = {
  "a/docs/one.md": "one\n",
  "b/docs/one.md": "one\n",
  "b/docs/two.md": "two\n",
  "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
};

/** A folder with a home of its own, and the command in it. */
function place() {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const run = (...args: string[]) => ergo([...args, "--dir", dir, "--json"], { env });
  const trace = (name: string) => join(dir, ".ergo/traces", `${name}.jsonl`);
  return { dir, env, run, trace };
}

/** An answer without what differs from run to run. */
function lasting({ answer, status, stop, claims, evidence, universe, corpus, route }: Answer) {
  return { answer, status, stop, claims, evidence, universe, corpus, route };
}

test("a question that means two folders waits for an answer, over processes, and takes it", async () => {
  const { run } = place();
  const asked = await run("ask", "How many files are in docs?");
  expect(asked.code).toBe(6);
  const { run: name, head } = asked.json();
  expect(asked.json()).toMatchObject({ status: "waiting", stop: "clarify" });
  expect(asked.json().answer).toMatch(/2 folders named docs/);
  expect((await run("runs")).json().runs[0]).toMatchObject({ run: name, status: "waiting" });
  expect((await run("verify", name, "--head", head)).json()).toMatchObject({ intact: true });
  const replayed = await run("replay", name);
  expect(replayed.code).toBe(6);
  expect(replayed.json()).toEqual(asked.json());

  const again = await run("resume", name);
  expect(again.code).toBe(6);
  expect(again.json().head).toBe(head);
  expect(await run("resume", name, "--approve")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/USAGE.*--answer/),
  });
  expect((await run("resume", name, "--answer", "neither of them")).code).toBe(6);
  const done = await run("resume", name, "--answer", "b/docs");
  expect(done.code).toBe(0);
  expect(done.json()).toMatchObject({ run: name, answer: expect.stringContaining("2 files"), status: "answered" });
  expect((await run("verify", name)).json()).toMatchObject({ intact: true, current: true, problems: [] });
  expect((await run("replay", name)).json()).toEqual(done.json());
  expect((await run("resume", name)).err).toMatch(/RUN_FINISHED/);
});

test("a fork at every node ends like the run, or otherwise by another answer; the run stays as it was", async () => {
  vi.stubEnv("ERGO_HOME", folder());
  const session = await openSession({ dir: folder(files), models: ["worker=none"] });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  const { run } = await ask(session, { question: "How many files are in docs?" });
  const first = await resume(session, run, { reply: "a/docs" });
  const trace = (name: string) => join(session.folder.state, "traces", `${name}.jsonl`);
  const before = readFileSync(trace(run));
  const all = before.toString().trim().split("\n");
  const nodes = all.map((line) => JSON.parse(line)).filter(({ type }) => type === "node.start");
  expect(nodes.length).toBeGreaterThan(6);
  for (const { seq, path } of nodes) {
    const forked = await fork(session, run, all[seq + 1]!.includes("node.start") ? seq : seq + 1);
    const own = JSON.parse(readFileSync(trace(forked.run), "utf8").split("\n")[0]!);
    expect(own).toMatchObject({ seq, type: "run.fork", data: { parent: run, at: { run, seq } } });
    if (/^(ROUTE|ENGINE|CLARIFY\.1$)/.test(path)) {
      expect(forked.status).toBe("waiting");
      const other = await resume(session, forked.run, { reply: "b/docs" });
      expect(other.answer).toMatch(/2 files.*b\/docs/);
      expect(await replay(session, forked.run)).toEqual(other);
    } else expect(lasting(forked)).toEqual(lasting(first));
    expect(await verify(session, forked.run)).toMatchObject({ intact: true, current: true });
  }
  expect(readFileSync(trace(run)).equals(before)).toBe(true);
  expect(await verify(session, run)).toMatchObject({ intact: true });
});

test("a fork of a fork is read through both, and a change in what it shares is found", async () => {
  const { run, trace } = place();
  const { run: first } = (await run("ask", "How many Markdown files are there?")).json();
  const { run: second } = (await run("fork", first, "--at", "4")).json();
  const third = (await run("fork", second, "--at", "9")).json();
  expect((await run("verify", third.run)).json()).toMatchObject({ intact: true });
  expect((await run("replay", third.run)).json()).toEqual(third);
  const text = readFileSync(trace(first), "utf8");
  writeFileSync(trace(first), text.replace('"node":"ROUTE"', '"node":"route"'));
  const changed = await run("verify", third.run);
  expect(changed.code).toBe(4);
  expect(changed.json().problems[0].where).toContain(first);
  expect((await run("replay", third.run)).err).toMatch(/TRACE_READ/);
  rmSync(trace(first));
  expect((await run("verify", third.run)).json().problems).toEqual([
    expect.objectContaining({ code: "ORIGIN_MISSING" }),
  ]);
});

test("a run that ends within a line is cut there, said to be, and goes on", async () => {
  const { run, trace } = place();
  const whole = (await run("ask", "Who painted the old harbour?")).json();
  const bytes = readFileSync(trace(whole.run));
  for (const part of [0.4, 0.5, 0.8, 0.95]) {
    writeFileSync(trace(whole.run), bytes.subarray(0, Math.floor(bytes.length * part)));
    expect((await run("runs")).json().runs[0]).toMatchObject({ status: "interrupted" });
    const replayed = await run("replay", whole.run);
    if (part < 0.6) expect([replayed.code, replayed.json().status]).toEqual([130, "cancelled"]);
    const resumed = await run("resume", whole.run);
    expect(resumed.err).toMatch(/note: the last line of the record was unfinished; its \d+ bytes were cut off/);
    expect(lasting(resumed.json())).toEqual(lasting(whole));
    expect((await run("verify", whole.run)).json()).toMatchObject({ intact: true, problems: [] });
  }
});

test("a run of something else is refused with what differs, and left as it is", async () => {
  const { dir, run, trace, env } = place();
  const { run: name } = (await run("ask", "How many files are in docs?")).json();
  const text = readFileSync(trace(name), "utf8");
  const changed = (from: string, to: string) => {
    // A record of another program, whole in itself.
    const lines = text.split(/(?<=\n)/).slice(0, -1);
    return { was: lines[0]!.includes(from), text: lines[0]!.replace(from, to) };
  };
  const version = changed('"version":"0.1.0"', '"version":"0.0.9"');
  expect(version.was).toBe(true);
  writeFileSync(trace(name), version.text);
  expect((await run("resume", name)).err).toContain("RUN_FOREIGN");
  noteBegun(env.ERGO_HOME, { run: name, begun: sha256(version.text), time: 0, dir });
  expect(await run("resume", name)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/JOURNAL_MISMATCH.*version was "0\.0\.9" and is now "0\.1\.0"/),
  });
  expect(readFileSync(trace(name), "utf8")).toBe(version.text);
  mkdirSync(env.ERGO_HOME, { recursive: true });
  writeFileSync(join(env.ERGO_HOME, "ergo.yaml"), "limits:\n  listing: 1\n");
  writeFileSync(trace(name), text);
  expect((await run("resume", name)).err).toMatch(
    /JOURNAL_MISMATCH.*the setting limits was .*500000.* and is now .*1}/,
  );
  expect(readFileSync(trace(name), "utf8")).toBe(text);
});

/** Starts the command and gives a way to kill it; its output goes nowhere. */
/** The command lines of the processes that run; none where the system has no `ps`. */
function living(): string[] {
  try {
    return execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" }).split("\n");
  } catch {
    return [];
  }
}

function start(args: string[], env: Record<string, string>) {
  const options = { env: { ...process.env, ERGO_MODEL: "none", ...env }, stdio: "ignore" } as const;
  const child = spawn(process.execPath, [bin, ...args], options);
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? code)),
  );
  return { child, ended };
}

const many = Object.fromEntries(
  Array.from({ length: 400 }, (_, i) => [
    `text/${i}.md`,
    `# Part ${i}\n\nThe crane ${i} was built in ${1900 + (i % 99)}.\n`,
  ]),
);

test("killed at any moment and resumed as often as it takes, the answer is the same", async () => {
  const question = "When was the crane 77 built?";
  const env = { ERGO_HOME: folder() };
  const undisturbed = folder(many);
  const expected = (await ergo(["ask", question, "--dir", undisturbed, "--json"], { env })).json();
  for (let round = 0; round < 2; round++) {
    const dir = folder();
    cpSync(join(undisturbed, "text"), join(dir, "text"), { recursive: true });
    let args = ["ask", question];
    let kills = 0;
    for (;;) {
      const { child, ended } = start([...args, "--dir", dir], env);
      const timer = setTimeout(() => child.kill("SIGKILL"), 60 + Math.random() * 250 + kills * 60);
      const how = await ended;
      clearTimeout(timer);
      // What it started ends with it, and a moment later: until then it may write.
      while (living().some((line) => line.includes(dir))) await wait(20);
      const [file] = existsSync(join(dir, ".ergo/traces"))
        ? readdirSync(join(dir, ".ergo/traces")).filter((name) => name.endsWith(".jsonl"))
        : [];
      // A run that was killed before its first line stood has left nothing to go on with.
      const begun = file && readFileSync(join(dir, ".ergo/traces", file)).includes(10);
      if (how !== "SIGKILL") {
        // 2: it was killed when all was recorded, and there is nothing to resume.
        expect([0, 2]).toContain(how);
        break;
      }
      kills += 1;
      if (begun) args = ["resume", file.replace(".jsonl", "")];
      else rmSync(join(dir, ".ergo"), { recursive: true, force: true });
    }
    const [file] = readdirSync(join(dir, ".ergo/traces")).filter((name) => name.endsWith(".jsonl"));
    const name = file!.replace(".jsonl", "");
    const answer = (await ergo(["replay", name, "--dir", dir, "--json"], { env })).json();
    expect({ ...lasting(answer), corpus: "" }).toEqual({ ...lasting(expected), corpus: "" });
    expect((await ergo(["verify", name, "--dir", dir, "--json"], { env })).json()).toMatchObject({ intact: true });
  }
});

test("of two processes that resume a run one does, and the other is told who", async () => {
  const { dir, env, run } = place();
  const { run: name } = (await run("ask", "How many files are in docs?")).json();
  const answers = ["a/docs", "b/docs"].map((path) => run("resume", name, "--answer", path));
  const ended = await Promise.all(answers);
  const won = ended.filter(({ code }) => code === 0);
  expect(won).toHaveLength(1);
  expect(ended.find(({ code }) => code !== 0)?.err).toMatch(/RUN_LOCKED: .* written by process \d+|RUN_FINISHED/);
  expect((await ergo(["verify", name, "--dir", dir, "--json"], { env })).json()).toMatchObject({ intact: true });
});

test("interrupted once, a run ends politely and goes on later; twice at once, it stops and loses nothing", async () => {
  const env = { ERGO_HOME: folder() };
  const dir = folder(many);
  const question = "When was the crane 77 built?";
  const traces = join(dir, ".ergo/traces");
  for (const times of [1, 2]) {
    let code: unknown;
    // Where the run is over before the signal comes there was nothing to interrupt.
    do {
      rmSync(join(dir, ".ergo"), { recursive: true, force: true });
      const { child, ended } = start(["ask", question, "--dir", dir], env);
      while (!existsSync(traces) || readdirSync(traces).length < 2) await wait(1);
      for (let i = 0; i < times; i++) child.kill("SIGINT");
      code = await ended;
    } while (code === 0);
    expect(code).toBe(130);
    const [{ run, status }] = (await ergo(["runs", "--dir", dir, "--json"], { env })).json().runs;
    expect(times === 1 ? ["cancelled"] : ["cancelled", "interrupted"]).toContain(status);
    const resumed = await ergo(["resume", run, "--dir", dir, "--json"], { env });
    expect(resumed.json()).toMatchObject({ status: "answered", run });
    expect((await ergo(["verify", run, "--dir", dir, "--json"], { env })).json()).toMatchObject({ intact: true });
  }
});

test("where no more can be written the error names the file, and with space again the run goes on", async () => {
  const { dir, env } = place();
  const question = "How many files are in docs?";
  // A limit on the size of every file that the process writes stands for a full disk.
  const limited = `trap '' XFSZ; ulimit -f 4; exec "$0" "$@"`;
  const child = spawn("sh", ["-c", limited, process.execPath, bin, "ask", question, "--dir", dir], {
    env: { ...process.env, ...env, ERGO_MODEL: "none", NODE_DISABLE_COMPILE_CACHE: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(1);
  expect(err).toMatch(/error TRACE_WRITE: cannot write the trace .*\.jsonl: EFBIG/);
  const run = (...args: string[]) => ergo([...args, "--dir", dir, "--json"], { env });
  const [{ run: name, status }] = (await run("runs")).json().runs;
  expect(status).toBe("interrupted");
  expect((await run("resume", name)).json()).toMatchObject({ status: "waiting", run: name });
  expect((await run("verify", name)).json()).toMatchObject({ intact: true });
});
