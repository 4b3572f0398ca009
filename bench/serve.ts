/**
 * What the server costs and stands: milliseconds of a request over the same call of the library, until the first event,
 * until an answer; many clients at once, some that read slowly and some that are killed; memory over many requests; and
 * whether runs that a kill of the server left open can be gone on with.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkClaim } from "../src/runtime/run/check.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { median, save } from "./result.ts";

const { values } = parseArgs({
  options: { requests: { type: "string", default: "10000" }, asks: { type: "string", default: "400" } },
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

function start(): Promise<Server> {
  const child = spawn(process.execPath, ["bin/ergo.js", "serve", "--dir", dir, "--port", "0"], {
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
  { port, token }: Server,
  path: string,
  body?: object,
  how: { events?: boolean; slow?: boolean; leave?: boolean } = {},
) {
  const began = performance.now();
  return new Promise<{ text: string; first: number; ms: number }>((resolve, reject) => {
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
    sent.on("error", reject);
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
await Promise.all(Array.from({ length: 50 }, (_, number) => client(number)));

/** Memory, once it is warm and after many requests more. */
const requests = Number(values.requests);
const rounds: number[] = [];
for (let part = 0; part < 4; part++) {
  for (let at = 0; at < requests / 4; at += 50) {
    await Promise.all(Array.from({ length: 50 }, () => send(server, "/api/check", { claim })));
  }
  rounds.push(memory(server));
}

/** The server is killed while 19 runs wait for a reply and one is under way, and another server goes on with each. */
const { of: recorded } = JSON.parse((await send(server, "/api/runs?limit=1")).text);
const open: string[] = [];
for (let at = 0; at < 19; at++) {
  open.push(
    JSON.parse((await send(server, "/api/ask", { question: "How many files are in hall?", cache: false })).text).run,
  );
}
const last = { question: "Which Markdown files have more than two lines?", background: true, cache: false };
open.push(JSON.parse((await send(server, "/api/ask", last)).text).run);
server.child.kill("SIGKILL");
await new Promise((resolve) => server.child.once("close", resolve));
const second = await start();
const after: Record<string, number> = {};
for (const run of open) {
  const { run: info } = JSON.parse((await send(second, `/api/runs/${run}`)).text);
  const reply = info.status === "waiting" ? { answer: "a/hall" } : {};
  const body = info.status === "done" ? info : JSON.parse((await send(second, `/api/runs/${run}/resume`, reply)).text);
  const state = body.error ? `refused: ${body.error.code}` : `${info.status}, then ${body.status}`;
  after[state] = (after[state] ?? 0) + 1;
}
second.child.kill("SIGTERM");
await new Promise((resolve) => second.child.once("close", resolve));
rmSync(root, { recursive: true, force: true });

save("serve", {
  overheadMs: round(median(served) - median(direct)),
  checkMs: { direct: round(median(direct)), served: round(median(served)) },
  firstEventMs: { median: round(median(firsts)), slowest: round(Math.max(...firsts)) },
  load: { clients: 50, slow: 5, ...outcome, medianMs: round(median(times)), recorded },
  memory: { requests, megabytes: rounds },
  killed: { open: open.length, ...after },
});
