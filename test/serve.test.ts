import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Event, Line } from "../src/core/journal.ts";
import { faultOf, type Schema } from "../src/core/schema.ts";
import { ask, openSession } from "../src/index.ts";
import { routes } from "../src/serve/app.ts";
import { ergo, folder, write } from "./ergo.ts";
import { all, held, type Served, served } from "./server.ts";

const files = {
  "docs/leave.md": "# Leave\n\nEmployees get 25 days of paid leave a year.\n\nAda Lovelace knows more.\n",
  "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper. Flights are approved by Ada Lovelace.\n",
  "src/add.ts": "export function add(a: number, b: number) {\n  return a + b;\n}\n",
};
const twice = { "a/notes/x.txt": "one\n", "b/notes/x.txt": "one\n", "b/notes/y.txt": "two\n" };
const counting = "How many Markdown files are there?";

/** What the route of a path promises to give. */
function promised(method: string, path: string): Schema {
  return routes.find((route) => route.method === method && route.path === path)!.gives as Schema;
}

test("a question is answered as the contract says, and the same answer is found again, verified, replayed and told", async () => {
  const server = await served(files);
  const answer = await server.post("/api/ask", { question: counting });
  expect(faultOf(promised("POST", "/api/ask"), answer)).toBeUndefined();
  expect(answer).toMatchObject({ v: 1, status: "answered", answer: expect.stringContaining("2 Markdown files") });
  const { run, head } = answer;
  const again = await server.get(`/api/runs/${run}`);
  expect(again).toMatchObject({ run: { run, status: "done" }, answer: { head, answer: answer.answer } });
  const verified = await server.get(`/api/runs/${run}/verify?head=${head}`);
  expect(verified).toMatchObject({ intact: true, current: true, claims: 1 });
  expect(faultOf(promised("GET", "/api/runs/:run/verify"), verified)).toBeUndefined();
  expect(await server.post(`/api/runs/${run}/replay`, {})).toMatchObject({ run, head });
  expect((await server.get(`/api/runs/${run}/why`)).claims[0].because).not.toEqual([]);
  const lines = (await (await server.fetch(`/api/runs/${run}/trace`)).text()).trim().split("\n");
  expect(JSON.parse(lines[0]!)).toMatchObject({ seq: 0, type: "run.start" });
  expect(await server.get("/api/runs?limit=1")).toMatchObject({ of: 1, runs: [{ run, question: counting }] });
  const noted = await server.post(`/api/runs/${run}/feedback`, { said: "good" });
  expect(noted).toMatchObject({ run, label: "good" });
  const { export: address } = await server.get(`/api/runs/${run}/view`);
  const file = join(folder(), "run.ergo");
  writeFileSync(file, await (await fetch(new URL(address, server.url))).text());
  const env = { ERGO_HOME: process.env.ERGO_HOME };
  expect((await ergo(["verify", file, "--head", head, "--json"], { env })).json()).toMatchObject({ run, intact: true });
  write(server.dir, { "docs/new.md": "# New\n" });
  expect(await server.get(`/api/runs/${run}/verify`)).toMatchObject({ intact: true, current: false });
});

test("what was asked comes page by page, each run once, also where more is asked meanwhile", async () => {
  const server = await served(files);
  const asked: string[] = [];
  for (let at = 0; at < 5; at++) asked.unshift((await server.post("/api/ask", { question: counting })).run);
  const first = await server.get("/api/runs?limit=2");
  expect(faultOf(promised("GET", "/api/runs"), first)).toBeUndefined();
  await server.post("/api/ask", { question: counting });
  const second = await server.get(`/api/runs?limit=2&cursor=${first.next}`);
  const last = await server.get(`/api/runs?limit=2&cursor=${second.next}`);
  const names = [first, second, last].flatMap(({ runs }) => runs.map(({ run }: { run: string }) => run));
  expect(names).toEqual(asked);
  expect(last).toMatchObject({ of: 6, next: null });
  expect(await server.get("/api/runs?cursor=nowhere")).toMatchObject({ error: { code: "REQUEST_INVALID" } });
  const { steps, of } = await server.get(`/api/runs/${asked[0]}/steps`);
  expect(of).toBe(steps.length);
  expect(await server.get(`/api/runs/${asked[0]}/steps?from=1&limit=1`)).toMatchObject({ steps: [steps[1]], of });
  expect(await server.get("/api/files?words=LEAVE")).toMatchObject({ files: ["docs/leave.md"], of: 1 });
  expect(await server.get("/api/files?from=1&limit=1")).toMatchObject({ files: ["docs/travel.md"], of: 3 });
});

test("who watches a run has its beginning before its work takes the processor", async () => {
  process.env.ERGO_HOME = folder();
  const session = await openSession({ dir: folder(files), models: ["worker=none"] });
  const told: string[] = [];
  const watch = ({ type, ...event }: Event) => {
    if (type !== "line") return;
    told.push((event as { line: Line }).line.type);
    if (told.length === 1) setImmediate(() => told.push("sent"));
  };
  await ask(session, { question: counting }, { watch });
  await session.close();
  expect(told.slice(0, 3)).toEqual(["run.start", "sent", "node.start"]);
});

test("looks give what their schemas say", async () => {
  const server = await served(files);
  const posts: [path: string, body: object, found: object][] = [
    ["/api/check", { claim: 'files("**/*.md") = 2' }, { verdict: "provable" }],
    ["/api/check", { claim: 'files("**/*.md") = 2', act: false }, { verdict: "undecidable" }],
    ["/api/search", { question: "paid leave", k: 1, explain: true }, { hits: [{ path: "docs/leave.md" }] }],
    [
      "/api/search",
      { question: "Lovelace", only: "docs/t*" },
      { hits: [{ path: "docs/travel.md", by: expect.arrayContaining(["words"]), why: {} }] },
    ],
    ["/api/route", { question: counting }, { engine: "direct", recipe: { id: "amount.files" } }],
    ["/api/policy", { command: "rm -rf docs" }, { allowed: false }],
    ["/api/policy", { command: "ls docs" }, { allowed: true }],
    ["/api/audit", { text: "Trains are booked by Grace Hopper." }, { sentences: [{ verdict: "supported" }] }],
    ["/api/audit", { path: "docs/leave.md" }, { sentences: expect.any(Array) }],
    ["/api/code", { kernels: ["documentation"], most: 1 }, { kernels: { documentation: {} }, of: {} }],
    ["/api/ingest", {}, { documents: 3, skipped: [] }],
  ];
  for (const [path, body, found] of posts) {
    const given = await server.post(path, body);
    expect(given, path).toMatchObject(found);
    expect(faultOf(promised("POST", path), given), path).toBeUndefined();
  }
  const gets: [path: string, found: object][] = [
    ["/api", { folder: expect.any(String), engines: expect.arrayContaining(["direct", "cite"]) }],
    ["/api/files", { files: ["docs/leave.md", "docs/travel.md", "src/add.ts"] }],
    ["/api/source?path=docs/leave.md&from=3&to=3", { lines: [expect.stringContaining("25 days")], of: 5 }],
    ["/api/map", { documents: 3 }],
    ["/api/map?entity=Ada%20Lovelace", { entity: { name: "Ada Lovelace" } }],
    ["/api/models", { models: expect.any(Array) }],
    ["/api/doctor", { ok: true }],
  ];
  for (const [path, found] of gets) {
    const given = await server.get(path);
    expect(given, path).toMatchObject(found);
    expect(faultOf(promised("GET", path.split("?")[0]!), given), path).toBeUndefined();
  }
});

test("the OpenAPI document names every door, and a request that is not as it says is refused in the API's own form", async () => {
  const server = await served(files);
  const { paths, openapi } = await server.get("/openapi.json");
  expect(openapi).toBe("3.1.0");
  for (const { method, path } of routes) {
    expect(paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()].responses[200]).toBeDefined();
  }
  const wrong: [path: string, body: object, code: string, status: number, message: string][] = [
    ["/api/ask", {}, "REQUEST_INVALID", 400, "question: it is missing"],
    ["/api/ask", { question: 1 }, "REQUEST_INVALID", 400, "question: expected a text, not 1"],
    ["/api/ask", { question: "x", engin: "loop" }, "REQUEST_INVALID", 400, 'unknown key "engin"; known: question, '],
    [
      "/api/ask",
      { question: "x", models: { wrker: "none" } },
      "REQUEST_INVALID",
      400,
      'models: unknown key "wrker"; known: planner, ',
    ],
    ["/api/ask", { question: "x", engine: "none" }, "REQUEST_INVALID", 400, "engine"],
    ["/api/ask", { question: "x", profile: "dev" }, "PROFILE_WIDER", 403, "allows more than read"],
    ["/api/ask", { question: "x", only: "[" }, "GLOB_INVALID", 400, "["],
    ["/api/code", { kernels: ["magic"] }, "REQUEST_INVALID", 400, "kernels"],
    ["/api/code", { diff: "none" }, "REVISION_UNKNOWN", 400, "none"],
    ["/api/check", { claim: "exists(" }, "CLAIM_SYNTAX", 400, "character"],
    ["/api/runs/20200101-000000-abcdef/resume", {}, "RUN_UNKNOWN", 404, "no run"],
    ["/api/audit", { path: "../x" }, "FILE_UNREADABLE", 404, "not among the files"],
    ["/api/nothing", {}, "NOT_HERE", 404, "/api/nothing"],
  ];
  for (const [path, body, code, status, message] of wrong) {
    const response = await server.fetch(path, { method: "POST", body: JSON.stringify(body) });
    expect(response.status, path).toBe(status);
    const { error } = (await response.json()) as { error: { code: string; message: string; remedy: string } };
    expect(error).toEqual({ code, message: expect.stringContaining(message), remedy: expect.stringMatching(/\S/) });
    expect(JSON.stringify(error)).not.toMatch(/\bat .*\.ts|node_modules/);
  }
});

test("a run is told event by event, and who reads on from the last line that was seen misses nothing", async () => {
  const server = await served(files);
  const seen = await all(server.events("/api/ask", { question: counting }));
  const lines = seen.filter(({ event }) => event === "line");
  expect(lines.map(({ id }) => Number(id))).toEqual(lines.map((_, at) => at));
  expect(seen.at(-1)).toMatchObject({ event: "answer", data: { answer: { status: "answered" } } });
  const { run } = seen.at(-1)!.data.answer;
  const headers = { "last-event-id": "2" };
  const rest = await all(server.events(`/api/runs/${run}/events`, undefined, { headers }));
  const told = (sent: typeof seen) =>
    sent.map(({ event, data }) => [event, data.line?.seq, data.line?.type, data.answer]);
  expect(told(rest)).toEqual(told(seen.slice(3)));
});

test("the stream of a run that was interrupted ends by saying so, and a fork begins at a line that there is", async () => {
  const server = await served(files);
  const { run } = await server.post("/api/ask", { question: counting });
  const file = join(server.dir, ".ergo", "traces", `${run}.jsonl`);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const last = lines.length - 1;
  const fork = (at: number) => server.fetch(`/api/runs/${run}/fork`, { method: "POST", body: JSON.stringify({ at }) });
  expect((await fork(last)).status).toBe(200);
  for (const at of [last + 1, 9999, -5]) expect((await fork(at)).status).toBe(400);
  expect((await server.get("/api/runs")).of).toBe(2);
  // As a killed process leaves it.
  writeFileSync(file, `${lines.slice(0, 4).join("\n")}\n`);
  const told = await all(server.events(`/api/runs/${run}/events`));
  expect(told.map(({ event }) => event)).toEqual(["line", "line", "line", "line", "interrupted"]);
  expect(told.at(-1)!.data).toMatchObject({
    ...{ type: "interrupted", run, resume: `/api/runs/${run}/resume` },
    error: { code: "RUN_INTERRUPTED", remedy: expect.stringContaining(`ergo resume ${run}`) },
  });
  expect(await server.post(told.at(-1)!.data.resume, {})).toMatchObject({ run, status: "answered" });
  expect((await all(server.events(`/api/runs/${run}/events`))).at(-1)).toMatchObject({ event: "answer" });
});

test("a run waits for a reply, survives a new server, and goes on with it", async () => {
  const server = await served(twice);
  const asked = await server.post("/api/ask", { question: "How many files are in notes?" });
  expect(asked).toMatchObject({ status: "waiting", stop: "clarify" });
  expect((await server.get(`/api/runs/${asked.run}`)).asked).toMatchObject([
    { text: expect.stringMatching(/a\/notes\nb\/notes$/) },
  ]);
  await server.close();
  const { serve } = await import("../src/serve/listen.ts");
  const next = await serve({ dir: server.dir, port: 0 });
  const resume = (body: object) =>
    fetch(new URL(`/api/runs/${asked.run}/resume`, next.url), {
      method: "POST",
      headers: { authorization: `Bearer ${next.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await resume({ approve: true })).status).toBe(400);
  const answered = await (await resume({ answer: "b/notes" })).json();
  expect(answered).toMatchObject({ run: asked.run, status: "answered", answer: expect.stringContaining("2") });
  expect((await resume({ answer: "a/notes" })).status).toBe(409);
  await next.close();
});

test("a conversation goes on by its session, and a reply in words answers the run that waits", async () => {
  const server = await served({ ...files, ...twice });
  const ask = (question: string, session: string) => server.post("/api/ask", { question, session });
  await ask(counting, "s1");
  expect(await ask("and in docs?", "s1")).toMatchObject({ question: "How many Markdown files are there in docs?" });
  expect((await ask("and in docs?", "s2")).question).toBe("and in docs?");
  const waiting = await ask("How many files are in notes?", "s3");
  expect(waiting.status).toBe("waiting");
  expect(await ask("b/notes", "s3")).toMatchObject({ run: waiting.run, status: "answered" });
});

test("a run that is called off, by name or by leaving, pauses and can be gone on with", async () => {
  const model = held("Trains are booked by Grace Hopper.");
  const server = await served(files, { model, grace: 1 });
  const question = "Who books trains?";
  const { run } = await server.post("/api/ask", { question, background: true });
  await model.asked(1);
  expect((await server.get(`/api/runs/${run}`)).run.status).toBe("running");
  const stopped = await (await server.fetch(`/api/runs/${run}`, { method: "DELETE" })).json();
  expect(stopped).toEqual({ v: 1, run, status: "cancelled" });
  expect((await server.fetch(`/api/runs/${run}`, { method: "DELETE" })).status).toBe(409);
  const leave = new AbortController();
  const events = server.events("/api/ask", { question, cache: false }, { signal: leave.signal });
  const first = (await events.next()).value!;
  const left = first.data.line.data.run;
  await model.asked(2);
  leave.abort();
  await events.next().catch(() => undefined);
  await expect.poll(async () => (await server.get(`/api/runs/${left}`)).run.status).toBe("cancelled");
  const gone = new AbortController();
  const body = JSON.stringify({ question, cache: false });
  const waiting = server.fetch("/api/ask", { method: "POST", body, signal: gone.signal }).catch(() => undefined);
  await model.asked(3);
  const { runs } = await server.get("/api/runs?limit=1");
  gone.abort();
  await waiting;
  await expect.poll(async () => (await server.get(`/api/runs/${runs[0].run}`)).run.status).toBe("cancelled");
  model.release();
  expect(await server.post(`/api/runs/${left}/resume`, {})).toMatchObject({ run: left, status: "answered" });
});

test("many ask at once: no answer is lost or mixed up, and each has used what is its own", async () => {
  const server: Served = await served(files);
  const questions = Array.from({ length: 30 }, (_, at) =>
    at % 2 === 0 ? counting : "How many TypeScript files are there?",
  );
  const answers = await Promise.all(questions.map((question) => server.post("/api/ask", { question })));
  expect(answers.map(({ question }) => question)).toEqual(questions);
  for (const [at, { answer }] of answers.entries())
    expect(answer).toContain(at % 2 === 0 ? "2 Markdown" : "1 TypeScript");
  expect(new Set(answers.map(({ run }) => run)).size).toBe(30);
});

test("the command says its address, takes the next port where one is taken, and ends at a signal", async () => {
  const dir = folder(files);
  const home = folder();
  const { startServe } = await import("./process.ts");
  const one = await startServe(dir, home, ["--port", "0"]);
  const two = await startServe(dir, home, ["--port", String(one.port)]);
  expect(two.port).not.toBe(one.port);
  expect(two.err()).toContain(`port ${one.port} is taken`);
  expect(one.token).toBe(two.token);
  const secret = join(home, "serve-token");
  expect(existsSync(secret) && statSync(secret).mode & 0o777).toBe(0o600);
  expect(await one.end("SIGTERM")).toBe(0);
  expect(await two.end("SIGINT")).toBe(0);
  writeFileSync(secret, "short");
  const broken = await ergo(["serve", "--dir", dir, "--port", "0"], { env: { ERGO_HOME: home } });
  expect(broken).toMatchObject({ code: 1, err: expect.stringContaining("HOME_WRITE") });
});
