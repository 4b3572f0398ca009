/**
 * What the server costs and stands: milliseconds of a request over the same call of the library, until the first event,
 * until an answer, until the page is first painted where there is a browser; many clients at once, some that read slowly,
 * one that leaves each second; memory over many requests and over many questions; what is refused of what nobody means well
 * by; and whether runs that a kill of the server left open can be gone on with.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkClaim } from "../src/runtime/run/check.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { median, save } from "./result.ts";
import { attacked } from "./serve/attack.ts";
import { painted } from "./serve/paint.ts";
import { silentModel } from "./serve/silent.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    asks: { type: "string", default: "400" },
    questions: { type: "string", default: "2000" },
  },
});
const root = mkdtempSync(join(tmpdir(), "ergo-serve-"));
const [dir, home] = [join(root, "files"), join(root, "home")];
mkdirSync(join(dir, "docs"), { recursive: true });
for (let at = 0; at < 200; at++) {
  writeFileSync(
    join(dir, "docs", `note-${at}.md`),
    `# Note ${at}\n\nThe gauge ${at} stands in hall ${at % 7}. It was read by Ada.\n`,
  );
}
for (const place of ["a/hall", "b/hall"]) {
  mkdirSync(join(dir, place), { recursive: true });
  writeFileSync(join(dir, place, "plan.txt"), "plan\n");
}
Object.assign(process.env, { ERGO_HOME: home, ERGO_MODEL: "none", ERGO_PULL: "never" });

type Server = { child: ChildProcess; port: number; token: string };

function start(more: string[] = []): Promise<Server> {
  const child = spawn(process.execPath, ["bin/ergo.js", "serve", "--dir", dir, "--port", "0", ...more], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  return new Promise((resolve) => {
    let out = "";
    child.stdout!.on("data", (chunk) => {
      out += chunk;
      const [, port, token] = /:(\d+)\/#token=(\S+)\n/.exec(out) ?? [];
      if (port && token) resolve({ child, port: Number(port), token });
    });
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One request; gives its body, and when its first byte came. `slow`: read a bit now and then; `leave`: after so many bytes. */
function send(
  server: Pick<Server, "port" | "token">,
  path: string,
  body?: object,
  how: { events?: boolean; slow?: boolean; leave?: boolean } = {},
): Promise<{ text: string; first: number; ms: number }> {
  const { port, token } = server;
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { "content-type": "application/json" } : {}),
      ...(how.events ? { accept: "text/event-stream" } : {}),
    };
    const sent = request(
      { host: "127.0.0.1", port, path, method: body ? "POST" : "GET", headers, agent },
      (response) => {
        let [text, first] = ["", 0];
        response.on("data", (chunk) => {
          first ||= performance.now() - began;
          text += chunk;
          if (how.leave) response.destroy();
          if (how.slow) {
            response.pause();
            setTimeout(() => response.resume(), 20);
          }
        });
        response.on("close", () => resolve({ text, first, ms: performance.now() - began }));
      },
    );
    // A connection that the server closed while it lay idle: the request never came there.
    sent.on("error", (thrown: NodeJS.ErrnoException) =>
      sent.reusedSocket && thrown.code === "ECONNRESET"
        ? send(server, path, body, how).then(resolve, reject)
        : reject(thrown),
    );
    sent.end(body && JSON.stringify(body));
  });
}

/** Megabytes of the processes of a server: the one that serves, below the one that minds it. */
function memory({ child }: Server): number {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ");
  const status = readFileSync(`/proc/${children[0]}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1000);
}

const round = (ms: number) => Math.round(ms * 100) / 100;
const server = await start();
const claim = 'exists("docs/note-1.md")';

const session = await openSession({ dir });
const direct: number[] = [];
const served: number[] = [];
for (let at = 0; at < 500; at++) {
  const began = performance.now();
  await checkClaim(session, claim);
  direct.push(performance.now() - began);
  served.push((await send(server, "/api/check", { claim })).ms);
}
await session.close();

const firsts: number[] = [];
for (let at = 0; at < 30; at++) {
  firsts.push(
    (await send(server, "/api/ask", { question: "How many Markdown files are there?" }, { events: true })).first,
  );
}

const paints = await painted(`http://127.0.0.1:${server.port}/#token=${server.token}`, 5);

/** Fifty clients ask in turn, cached and not; five read slowly, and one leaves now and then. */
const asks = Number(values.asks);
const times: number[] = [];
const outcome = { asked: 0, answered: 0, left: 0, wrong: 0 };
let next = 0;
async function client(number: number): Promise<void> {
  while (next < asks) {
    const at = next++;
    const gauge = at % 200;
    const question = at % 2 === 0 ? `Where does the gauge ${gauge} stand?` : "How many Markdown files are there?";
    const leave = at % 20 === 19;
    const { text, ms } = await send(server, "/api/ask", { question }, { events: true, slow: number < 5, leave });
    outcome.asked++;
    if (leave) outcome.left++;
    else {
      const frame = text.split("\n\n").findLast((each) => each.startsWith("event: answer"));
      const answer = frame && JSON.parse(frame.slice(frame.indexOf("data: ") + 6)).answer;
      if (answer?.question === question) outcome.answered++;
      else outcome.wrong++;
      times.push(ms);
    }
  }
}
/** While they do, somebody leaves each second. */
let leavers = 0;
const leaving = setInterval(() => {
  leavers++;
  const question = `Where does the gauge ${leavers} stand?`;
  send(server, "/api/ask", { question, cache: false }, { events: true, leave: true }).catch(() => undefined);
}, 1000);
await Promise.all(Array.from({ length: 50 }, (_, number) => client(number)));
clearInterval(leaving);

/** Memory, once it is warm and after many requests more. */
const requests = Number(values.requests);
const rounds: number[] = [];
for (let part = 0; part < 4; part++) {
  for (let at = 0; at < requests / 4; at += 50) {
    await Promise.all(Array.from({ length: 50 }, () => send(server, "/api/check", { claim })));
  }
  rounds.push(memory(server));
}

/** The same over questions, each of which is a run with its record. */
const questions = Number(values.questions);
const asked: number[] = [];
for (let part = 0; part < 4; part++) {
  for (let at = 0; at < questions / 4; at += 10) {
    const question = (one: number) => (one % 2 === 0 ? "How many Markdown files are there?" : "Who read the gauge 7?");
    await Promise.all(
      Array.from({ length: 10 }, (_, one) => send(server, "/api/ask", { question: question(one), cache: false })),
    );
  }
  asked.push(memory(server));
}
const attacks = await attacked(server);
const { of: recorded } = JSON.parse((await send(server, "/api/runs?limit=1")).text);
await ended(server, "SIGTERM");

/** The server is killed while twenty runs are open, one that a model is asked by and the others that wait for it; another goes on with each. */
const stub = await silentModel();
const first = await start(["--model", `worker=${stub.name}`]);
const open: string[] = [];
for (let at = 0; at < 20; at++) {
  const question = { question: `Where does the gauge ${at} stand?`, background: true, cache: false };
  open.push(JSON.parse((await send(first, "/api/ask", question)).text).run);
}
await stub.asked;
const underway = JSON.parse((await send(first, "/api/runs?limit=1000")).text).runs.filter(
  ({ run, status }: { run: string; status: string }) => status === "running" && open.includes(run),
).length;
await ended(first, "SIGKILL");
stub.answer();
const second = await start(["--model", `worker=${stub.name}`]);
const after: Record<string, number> = {};
for (const run of open) {
  const { run: info } = JSON.parse((await send(second, `/api/runs/${run}`)).text);
  const body = info.status === "done" ? info : JSON.parse((await send(second, `/api/runs/${run}/resume`, {})).text);
  const state = body.error ? `refused: ${body.error.code}` : `${info.status}, then ${body.status}`;
  after[state] = (after[state] ?? 0) + 1;
}
await ended(second, "SIGTERM");
stub.close();
rmSync(root, { recursive: true, force: true });

save("serve", {
  overheadMs: round(median(served) - median(direct)),
  checkMs: { direct: round(median(direct)), served: round(median(served)) },
  firstEventMs: { median: round(median(firsts)), slowest: round(Math.max(...firsts)) },
  ...(paints.length > 0
    ? { firstPaintMs: { median: round(median(paints)), slowest: round(Math.max(...paints)) } }
    : {}),
  load: { clients: 50, slow: 5, ...outcome, leavers, medianMs: round(median(times)), recorded },
  memory: { requests, megabytes: rounds, questions, askedMegabytes: asked },
  attacks,
  package: { kilobytes: parts() },
  killed: { open: underway, ...after },
});

function ended({ child }: Server, signal: NodeJS.Signals): Promise<unknown> {
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.kill(signal);
  return closed;
}

/** What the doors add to the package, in kilobytes. */
function parts(): Record<string, number> {
  const size = (path: string): number =>
    statSync(path).isDirectory()
      ? readdirSync(path).reduce((sum, name) => sum + size(join(path, name)), 0)
      : statSync(path).size;
  const all = ["dist/serve", "dist/mcp", "dist/host", "data/web", "data/page"].filter((path) => existsSync(path));
  return Object.fromEntries(all.map((path) => [path, Math.round(size(path) / 1000)]));
}
