import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { opened, test, text } from "./browser.ts";
import { openPage, type Page } from "./chromium.ts";
import { folder } from "./ergo.ts";
import { startServe } from "./process.ts";
import { held, patient, type Served, served } from "./server.ts";

/** Runs that go on while nobody looks, and connections that break off. */

const files = { "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper.\n" };
const question = "Who books trains?";

async function send(page: Page): Promise<void> {
  await page.until("document.querySelector('.composer textarea')");
  await page.evaluate("document.querySelector('.composer textarea').focus()");
  await page.type(question);
  await page.evaluate("document.querySelector('.composer').requestSubmit()");
}

const session = "sessionStorage.getItem('ergo-session')";

test("who comes back to a question that is under way sees what it does and then its answer", async () => {
  const model = held("Trains are booked by Grace Hopper.");
  const server = await served(files, { model, home: patient });
  const page = await opened(server);
  await send(page);
  await model.asked(1);
  expect(await page.until(text(".reply .loading"))).toMatch(/^(The model|Searching|Checking|Looking|Weighing)/);
  await page.evaluate("location.hash = '#runs'");
  await page.until("document.querySelector('.runs li')");
  await page.evaluate("location.hash = '#ask'");
  await page.until("document.querySelector('.reply .loading') && !document.querySelector('.stop').hidden");
  expect(await page.evaluate(text(".reply"))).not.toMatch(/[A-Z]{3,}\.\d/);
  model.release();
  await page.until("document.querySelectorAll('.answer-card').length === 1");
  await page.until("document.querySelector('.stop').hidden");
  expect((await server.get("/api/runs")).of).toBe(1);
});

/** Leaves the record of a run as a crash does: without its end. */
function breakOff(server: Served, run: string): void {
  const file = join(server.dir, ".ergo", "traces", `${run}.jsonl`);
  const lines = readFileSync(file, "utf8").split(/(?<=\n)/);
  writeFileSync(
    file,
    lines
      .slice(
        0,
        lines.findIndex((line) => line.includes('"graph":"cite"')),
      )
      .join(""),
  );
}

test("an interrupted run is gone on with in the conversation and in its own view, whose head says how it is", async () => {
  const server = await served(files);
  const page = await opened(server);
  const asked = { question, session: await page.evaluate(session) };
  for (const [view, button] of [
    ["#ask", ".choices button"],
    ["run", ".part .primary"],
  ] as const) {
    const { run } = await server.post("/api/ask", { ...asked, cache: false });
    breakOff(server, run);
    await page.evaluate(`location.hash = ${JSON.stringify(view === "run" ? `#runs/${run}` : "#runs")}`);
    if (view !== "run") await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
    expect(await page.until(text(button))).toMatch(/^Go on/);
    if (view === "run") expect(await page.evaluate(text("main > .facts .status"))).toBe("interrupted");
    await page.evaluate(`document.querySelector(${JSON.stringify(button)}).click()`);
    expect(await page.until(text(".answer-card"))).toContain("Grace Hopper");
    if (view === "run") expect(await page.evaluate(text("main > .facts .status"))).toBe("answered");
  }
});

test("an earlier conversation is listed by its first question, and gone on with from there or from one of its runs", async () => {
  const server = await served(files);
  const { run } = await server.post("/api/ask", { question, session: "first" });
  await server.post("/api/ask", { question: "And flights?", session: "first" });
  await server.post("/api/ask", { question: "How many files are there?", session: "second" });
  const page = await opened(server);
  expect(await page.until(text(".earlier li:nth-child(2)"))).toBe(question);
  await page.evaluate("location.hash = document.querySelector('.under a').hash");
  expect(await page.until(text(".talks li:nth-child(2)"))).toContain("2 questions");
  const filter = (words: string) =>
    `(field => { field.value = ${JSON.stringify(words)}; field.dispatchEvent(new Event("input")); })(document.querySelector(".head input"))`;
  await page.evaluate(filter("trains"));
  await page.until("document.querySelectorAll('.talks li').length === 1");
  await page.evaluate(filter("nothing"));
  expect(await page.until(text(".empty"))).toContain("No conversation begins like that");
  await page.evaluate(filter(""));
  await page.until("document.querySelectorAll('.talks li').length === 2");
  await page.evaluate("document.querySelector('.talks li:nth-child(2) a').click()");
  await page.until("document.querySelectorAll('.answer-card').length === 2");
  expect(await page.evaluate(session)).toBe("first");
  await page.evaluate(`sessionStorage.setItem('ergo-session', 'other'); location.hash = '#runs/${run}'`);
  await page.until("document.querySelector('main > .facts a')");
  await page.evaluate("document.querySelector('main > .facts a').click()");
  await page.until("document.querySelectorAll('.answer-card').length === 2");
  await send(page);
  await page.until("document.querySelectorAll('.answer-card').length === 3");
  expect((await server.get("/api/conversations")).conversations[0]).toMatchObject({
    session: "first",
    runs: 3,
    question,
  });
});

test("a conversation is deleted once its button was pressed twice, and another stays", async () => {
  const server = await served(files);
  const { run } = await server.post("/api/ask", { question, session: "first" });
  await server.post("/api/ask", { question: "How many files are there?", session: "second" });
  const page = await opened(server);
  await page.evaluate("location.hash = '#ask/earlier'");
  await page.until("document.querySelectorAll('.talks li').length === 2");
  const press = "document.querySelector('.talks li:nth-child(2) button').click()";
  await page.evaluate(press);
  const said = `document.querySelector(".talks li:nth-child(2) button")?.textContent`;
  await page.until(`${said} === "Delete 1 run?"`);
  expect((await server.get("/api/conversations")).of).toBe(2);
  await page.evaluate(press);
  await page.until("document.querySelectorAll('.talks li').length === 1");
  const { conversations } = await server.get("/api/conversations");
  expect(conversations.map(({ session }: { session: string }) => session)).toEqual(["second"]);
  expect((await server.get(`/api/runs/${run}`)).error.code).toBe("RUN_REMOVED");
});

test("a server that is killed and started again goes on with what was asked", async () => {
  const model = await hanging();
  const [dir, home] = [folder(files), folder(patient)];
  const args = ["--model", `worker=${model.url}`, "--model", "embedder=none", "--model", "reranker=none"];
  const first = await startServe(dir, home, args);
  const page = await openPage(first.opened);
  await send(page);
  await model.asked;
  await first.end("SIGKILL");
  await page.until("document.querySelector('.reply').textContent.includes('does not answer')");
  await startServe(dir, home, [...args, "--port", String(first.port)]);
  await page.until("[...document.querySelectorAll('.choices button')].some((each) => each.textContent === 'Go on')");
  expect(await page.evaluate(text(".reply .error"))).toBeUndefined();
  await page.evaluate("document.querySelector('.choices button').click()");
  expect(await page.until(text(".answer-card"))).toContain("Grace Hopper");
  expect(await page.evaluate("document.querySelectorAll('.asked').length")).toBe(1);
});

/** A server whose model never answers the first question, and none in words after that. */
async function hanging() {
  const asked = Promise.withResolvers<void>();
  let count = 0;
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.endsWith("/models")) response.end(JSON.stringify({ data: [{ id: "slow" }] }));
    else if (count++ === 0) asked.resolve();
    else response.end("{}");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked: asked.promise };
}
