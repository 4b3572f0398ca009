import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { commands } from "../src/cli/commands.ts";
import { bin, ergo, folder, write } from "./ergo.ts";
import { gone, kin } from "./process.ts";

/** Where a command is tried: a folder, a home, and the address of a server of models that never answers. */
type Place = { dir: string; home: string; server: string };
/** What a command is given: its words, what is on its stdin, which stays open, and a file that is a pipe nobody writes to. */
type Given = { args: string[]; input?: string; pipe?: string };
/** `budget` is the exit code of one whose budget is over. */
/** `serves`: it runs until it is told to end, which is then no failure. */
type Row = { name: string; given: (place: Place) => Given | Promise<Given>; budget?: number; serves?: true };

/** More than any person says, and minutes of work. */
const endless = 'how many files contain "kite" and '.repeat(100_000);
const row = (key: string, text: string) => `${JSON.stringify({ id: 1, [key]: text })}\n`;
const nested = 'all a in files("**"): all b in files("**"): all c in files("**"): contains(a, "x") or contains(b, "y")';

/** A command for each row, with something that it is busy with, or waits for, until it is ended. */
const rows: Row[] = [
  { name: "ask", given: () => ({ args: ["ask", "--batch", "-"], input: row("question", endless) }), budget: 3 },
  {
    name: "ask, with a silent server",
    given: ({ server }) => ({ args: ["ask", "What is a kite?", "--model", `worker=${server}`] }),
    budget: 3,
  },
  { name: "chat", given: () => ({ args: ["chat"], input: `${endless}\n` }) },
  {
    name: "chat, with a silent server",
    given: ({ server }) => ({ args: ["chat", "--model", `worker=${server}`], input: "What is a kite?\n" }),
    budget: 0,
  },
  { name: "check", given: () => ({ args: ["check", "--batch", "-"], input: row("claim", nested) }) },
  { name: "route", given: () => ({ args: ["route", "--batch", "-"], input: row("question", endless) }) },
  { name: "policy", given: () => ({ args: ["policy", "--batch", "-"] }) },
  { name: "search", given: () => ({ args: ["search", "--batch", "-"], input: row("question", endless) }) },
  { name: "ingest", given: (place) => ({ args: large(place, "ingest") }) },
  { name: "map", given: (place) => ({ args: large(place, "map") }) },
  { name: "models probe", given: ({ server }) => ({ args: ["models", "probe", server] }) },
  { name: "resume", given: async (place) => ({ args: ["resume", await cancelled(place)] }) },
  { name: "fork", given: async (place) => ({ args: ["fork", await cancelled(place), "--at", "1"] }) },
  {
    name: "replay",
    given: async (place) => ({ args: ["replay", await answered(place)], pipe: join(place.home, "ergo.yaml") }),
  },
  { name: "runs", given: async (place) => ({ args: copied(place, await answered(place)) }) },
  { name: "trace", given: async (place) => ({ args: ["trace", repeated(place, await answered(place)), "--json"] }) },
  {
    name: "verify",
    given: async (place) => ({ args: ["verify", await answered(place)], pipe: join(place.home, "ergo.yaml") }),
  },
  {
    name: "forget",
    given: async (place) => {
      repeated(place, await answered(place));
      return { args: ["forget", "1.md"] };
    },
  },
  { name: "keys", given: (place) => ({ args: ["keys"], pipe: privateKey(place) }) },
  {
    name: "trust",
    given: ({ dir, home }) => {
      write(dir, { "ergo.yaml": "profile: read\n" });
      return { args: ["trust", "--yes"], pipe: join(home, "trust.json") };
    },
  },
  { name: "audit", given: () => ({ args: ["audit", "-"], input: "A kite.\n" }) },
  { name: "export", given: async (place) => ({ args: ["export", await answered(place)], pipe: privateKey(place) }) },
  {
    name: "feedback",
    given: async (place) => ({
      args: ["feedback", await answered(place), "good"],
      pipe: join(place.home, "experience/events.jsonl"),
    }),
  },
  { name: "rules", given: ({ home }) => ({ args: ["rules"], pipe: join(home, "rules/own.yaml") }) },
  { name: "eval", given: ({ home }) => ({ args: ["eval", "quay"], pipe: join(home, "ergo.yaml") }) },
  { name: "mcp", given: () => ({ args: ["mcp"], input: "" }), serves: true },
  { name: "serve", given: () => ({ args: ["serve", "--port", "0"] }), serves: true },
  ...["models", "clean", "config", "doctor", "code"].map((command) => ({
    name: command,
    given: ({ home }: Place) => ({ args: [command], pipe: join(home, "ergo.yaml") }),
  })),
];

/** How a process is brought to its end from outside: what it started goes too where it can't do anything about it. */
const ways = ["SIGINT", "SIGTERM", "SIGKILL"] as const;
const numbers = { SIGINT: 2, SIGTERM: 15, SIGKILL: 9 };

const noProcesses = spawnSync("ps", ["-A", "-o", "pid="]).status === 0 ? undefined : "there is no `ps` here";
const older = olderNode();

test("every command has a row", () => {
  const tried = rows.map(({ name }) => name.split(/[ ,]/)[0]);
  expect(Object.keys(commands).filter((name) => !tried.includes(name))).toEqual([]);
});

for (const { name, given, budget, serves } of rows) {
  const isSupervised = commands[name.split(/[ ,]/)[0]!]!.supervised === true;
  for (const way of ways) {
    // One that runs alone has nothing that could be left.
    if (way === "SIGKILL" && !isSupervised) continue;
    test(`${name} is ended by ${way}, with all that it started`, { timeout: 120_000 }, async ({ skip }) => {
      if (noProcesses) skip(noProcesses);
      const busy = await start(await placed(), given, []);
      await wait(1000);
      if (busy.child.exitCode === 0) skip("it had ended by itself, so fast is this machine");
      expect([busy.child.exitCode, busy.child.signalCode], busy.said()).toEqual([null, null]);
      const family = kin(busy.child.pid!);
      if (isSupervised) expect(family.length).toBeGreaterThan(1);
      busy.child.kill(way);
      await busy.ended;
      await gone(family);
      await busy.closed;
      const { exitCode, signalCode } = busy.child;
      // What has nothing to tidy up lets the system end it, and is silent.
      if (exitCode === null) expect(signalCode).toBe(way);
      else expect(serves ? [0, 130, 128 + numbers[way]] : [130, 128 + numbers[way]]).toContain(exitCode);
      if (exitCode === 130 && way === "SIGTERM")
        expect(busy.said()).toMatch(/CANCELLED|ENDED_BY_FORCE|cancelled|interrupted/);
    });
  }
  if (budget === undefined) continue;
  test(`${name} is ended by its budget`, { timeout: 120_000 }, async ({ skip }) => {
    if (noProcesses) skip(noProcesses);
    const busy = await start(await placed(), given, ["--budget-ms", "700"]);
    busy.child.stdin?.end();
    const family = kin(busy.child.pid!);
    await busy.ended;
    await gone(family);
    await busy.closed;
    expect(busy.said()).toContain("limit of 700 ms");
    expect(busy.child.exitCode).toBe(budget);
  });
}

for (const way of ways) {
  test(`what an older Node starts is ended by ${way}`, { timeout: 120_000 }, async ({ skip }) => {
    if (noProcesses) skip(noProcesses);
    if (older === undefined) skip("there is no older Node here");
    for (const { given } of rows.filter(({ name }) => name === "ask" || name === "check")) {
      const place = await placed();
      const { args, input } = await given(place);
      const busy = launch(place, args, input, older);
      await wait(2000);
      const family = kin(busy.child.pid!);
      expect(family.length).toBeGreaterThan(1);
      busy.child.kill(way);
      await busy.ended;
      await gone(family);
      expect(busy.child.exitCode ?? 137).toBeOneOf([130, 128 + numbers[way]]);
    }
  });
}

test("a second Ctrl-C ends at once what does not listen", { timeout: 120_000 }, async ({ skip }) => {
  if (noProcesses) skip(noProcesses);
  const busy = await start(await placed(), rows[0]!.given, []);
  await wait(1500);
  const family = kin(busy.child.pid!);
  busy.child.kill("SIGINT");
  await wait(300);
  busy.child.kill("SIGINT");
  await busy.ended;
  await gone(family);
  expect(busy.child.exitCode).toBe(130);
});

test.each(["ask x", "ingest", "search x", "map", "keys", "doctor", "clean", "runs", "models", "config", "route x"])(
  "ergo %s ends by itself where its home can't be made",
  { timeout: 60_000 },
  async (line) => {
    const home = existsSync("/proc/self") ? "/proc/ergo/home" : "/dev/null/home";
    const { code, err } = await ergo([...line.split(" "), "--dir", folder({ "a.md": "x\n" })], {
      env: { ERGO_HOME: home },
    });
    expect(code).not.toBeNull();
    expect(err).not.toContain("INTERNAL");
  },
);

function privateKey({ home }: Place): string {
  return join(home, "keys/ed25519.pem");
}

async function placed(): Promise<Place> {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const files = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`${i}.md`, `A kite ${i}\n`]));
  return {
    dir: folder(files),
    home: folder(),
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1#m`,
  };
}

/** It may have ended before all that it said is read, which is so once it is closed. */
type Started = { child: ChildProcess; ended: Promise<unknown>; closed: Promise<unknown>; said: () => string };

async function start(place: Place, given: Row["given"], more: string[]): Promise<Started> {
  const { args, input, pipe } = await given(place);
  if (pipe !== undefined) makePipe(pipe);
  return launch(place, [...args, ...more], input);
}

function launch({ dir, home }: Place, args: string[], input?: string, node = process.execPath): Started {
  const child = spawn(node, [bin, ...args, "--dir", dir], {
    env: { ...process.env, ERGO_HOME: home, ERGO_MODEL: args.includes("--model") ? "" : "none" },
    stdio: "pipe",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  if (input !== undefined) child.stdin.write(input);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const on = (event: string) => new Promise((resolve) => child.once(event, resolve));
  return { child, ended: on("exit"), closed: on("close"), said: () => said.slice(-2000) };
}

/** A run that has an answer. */
async function answered({ dir, home }: Place): Promise<string> {
  const asked = await ergo(["ask", "How many lines does 1.md have?", "--dir", dir, "--json"], {
    env: { ERGO_HOME: home },
  });
  return asked.json().run;
}

/** A run that was cancelled while it waited for the server. */
async function cancelled(place: Place): Promise<string> {
  const { child, ended } = launch(place, ["ask", "What is a kite?", "--model", `worker=${place.server}`]);
  const traces = join(place.dir, ".ergo/traces");
  const begun = () => existsSync(traces) && readdirSync(traces).find((name) => name.endsWith(".jsonl"));
  const calling = () => begun() && /"type":"model\.start"/.test(readFileSync(join(traces, begun() as string), "utf8"));
  while (!calling()) await wait(20);
  child.kill("SIGTERM");
  await ended;
  return (begun() as string).replace(".jsonl", "");
}

/** Files that take long to read. */
function large({ dir }: Place, command: string): string[] {
  const line = (n: number) => `The kite ${n} of Ada Berg flew to Oslo in ${1900 + (n % 99)}.\n`;
  writeFileSync(join(dir, "large.txt"), Array.from({ length: 250_000 }, (_, n) => line(n)).join(""));
  return [command];
}

/** Very many records. */
function copied({ dir }: Place, run: string): string[] {
  const traces = join(dir, ".ergo/traces");
  for (let n = 0; n < 64_000; n += 1) {
    linkSync(join(traces, `${run}.jsonl`), join(traces, `${run.slice(0, -6)}${n.toString(16).padStart(6, "0")}.jsonl`));
  }
  return ["runs"];
}

/** A record of very many lines. */
function repeated({ dir }: Place, run: string): string {
  const file = join(dir, ".ergo/traces", `${run}.jsonl`);
  const whole = readFileSync(file, "utf8");
  rmSync(file);
  writeFileSync(file, whole.repeat(Math.ceil(6e7 / whole.length)), { mode: 0o600 });
  return run;
}

/** Puts a pipe in the place of a file. */
function makePipe(file: string): void {
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  execFileSync("mkfifo", [file]);
}

/** A Node that can't run Ergo itself, on the path or where systems keep it. */
function olderNode(): string | undefined {
  const places = [...(process.env.PATH ?? "").split(":"), "/usr/bin", "/usr/local/bin"];
  return places
    .map((place) => join(place, "node"))
    .find((node) => {
      const [, major, minor] =
        /^v(\d+)\.(\d+)/.exec(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? "") ?? [];
      return major !== undefined && (Number(major) < 22 || (Number(major) === 22 && Number(minor) < 18));
    });
}
