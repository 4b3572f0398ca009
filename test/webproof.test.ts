import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ask, openSession } from "../src/index.ts";
import { expectQuiet, opened, seriousFaults, test, text } from "./browser.ts";
import { served } from "./server.ts";

const files = {
  "docs/leave.md": "# Leave\n\nEmployees get 25 days of _paid_ leave\na year. Ada Lovelace knows more.\n",
  "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper. Flights are approved by Ada Lovelace.\n",
};

test("a proof shows what each claim rests on, marks the words in the source, and is verified by a button", async () => {
  const server = await served(files);
  const { run } = await server.post("/api/ask", { question: "How many days of paid leave do employees get?" });
  const page = await opened(server, `#runs/${run}/proof`);
  expect(await page.until(text(".proof-card:last-child mark"))).toContain("25 days of _paid_ leave a year");
  await page.evaluate("document.querySelector('.proof-card:last-child .chip').click()");
  await page.until("document.querySelectorAll('#source mark').length === 2");
  expect(await page.evaluate(text("#source mark"))).toContain("25 days of _paid_ leave");
  await page.press("Escape");
  expect(await page.evaluate(text(".copying code"))).toMatch(new RegExp(`^ergo verify ${run} --head [0-9a-f]{64}$`));
  await page.evaluate("document.querySelector('.verifying .primary').click()");
  expect(await page.until(text(".verifying [aria-live] .status-answered"))).toBe("intact");
  expectQuiet(page, server);
});

test("a derivation is a tree down to what was seen, and what was not proven is told with its reason", async () => {
  const server = await served(files);
  const { run } = await server.post("/api/ask", { question: "How many Markdown files are there?" });
  const page = await opened(server, `#runs/${run}/proof`);
  expect(await page.until(text(".tally + .facts"))).toContain("1 proven");
  expect(await page.evaluate(text(".proof-card"))).toContain('files("**/*.{md,markdown}") = 2');
  const missing = await server.post("/api/ask", { question: "How large is the city of Paris?" });
  await page.evaluate(`location.hash = '#runs/${missing.run}/proof'`);
  await page.until(text(".part .warn"));
  expect(await page.evaluate(text("main > .facts .status"))).toMatch(/not found|partial/);
});

test("a game's board is drawn turn by turn, and a tree of questions with its signals", async () => {
  const server = await served(files);
  const session = await openSession({ dir: server.dir });
  const game = await ask(session, { question: "", goal: 'all x in files("docs/*.md"): contains(x, "# ")' });
  await session.close();
  const page = await opened(server, `#runs/${game.run}/proof`);
  await page.until("document.querySelector('.canvas .node-answer:not(.later)')");
  const before = await page.evaluate("document.querySelectorAll('.canvas .later').length");
  await page.evaluate("document.querySelector('#turn').focus()");
  await page.press("Home");
  expect(await page.until("document.querySelectorAll('.canvas .later').length")).toBeGreaterThan(before);
  expect(await page.evaluate(text(".stepper output"))).toContain("before the first turn");
  expect(await page.evaluate(text(".derivation"))).toContain("docs/leave.md");
  expect(await seriousFaults(page)).toEqual([]);
  const question = "How many days of paid leave do employees get and who books trains?";
  const { run } = await server.post("/api/ask", { question, engine: "contract" });
  await page.evaluate(`location.hash = '#runs/${run}/proof'`);
  await page.until("document.querySelectorAll('.contraction .contraction, .contraction ul .part-card').length === 2");
  expect(await page.evaluate(text(".contraction"))).toMatch(/split by rules.*Grace Hopper/s);
  expect(await page.evaluate(text("table"))).toContain("Moved by");
  expect(await seriousFaults(page)).toEqual([]);
  expectQuiet(page, server);
});

test("a record that was changed is said to be, and no claim of it passes for proven", async () => {
  const server = await served(files);
  const { run } = await server.post("/api/ask", { question: "How many Markdown files are there?" });
  const file = join(server.dir, ".ergo/traces", `${run}.jsonl`);
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(/"time":(\d+)/, (_, time) => `"time":${Number(time) + 1}`),
  );
  const page = await opened(server, `#runs/${run}/proof`);
  expect(await page.until(text("main [role=alert]"))).toContain("not as it was written");
  expect(await page.evaluate(text(".proof-card .verdict"))).toBe("unsupported");
  expect(await page.evaluate("document.querySelectorAll('.verdict-proven, .edge-proven').length")).toBe(0);
});

test("a proof fits a phone", async () => {
  const server = await served(files);
  const { run } = await server.post("/api/ask", {
    question: "How many days of paid leave do employees get and who books trains?",
    engine: "contract",
  });
  const page = await opened(server, `#runs/${run}/proof`, { width: 390, height: 800 });
  await page.until("document.querySelector('.verifying')");
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});
