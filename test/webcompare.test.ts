import { expect } from "vitest";
import { scripted } from "../src/model/prompt/scripted.ts";
import { expectQuiet, headingJumps, opened, seriousFaults, test, text } from "./browser.ts";
import { served } from "./server.ts";

const files = {
  "docs/leave.md": "# Leave\n\nEmployees get 25 days of paid leave a year.\n",
  "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper. Flights are approved by Ada Lovelace.\n",
};

test("two runs are marked in the list and stand beside each other with what differs", async () => {
  const server = await served(files);
  await server.post("/api/ask", { question: "Who books trains?" });
  await server.post("/api/ask", { question: "How many Markdown files are there?" });
  const page = await opened(server, "#runs");
  await page.until("document.querySelectorAll('.runs input').length === 2");
  expect(await page.evaluate("document.querySelector('.go')")).toBe(null);
  await page.evaluate("document.querySelectorAll('.runs input').forEach((box) => box.click())");
  await page.evaluate("document.querySelector('.go').click()");
  await page.until("document.querySelectorAll('.answer-card').length === 2");
  expect(await page.evaluate(text(".versus"))).toMatch(/Question.*Engine.*Model.*Time.*Tokens/s);
  const differing = "[...document.querySelectorAll('.versus .differs th')].map((cell) => cell.textContent)";
  expect(await page.evaluate(differing)).toEqual(expect.arrayContaining(["Question", "Engine", "Claims"]));
  expect(await page.evaluate(text(".apart"))).toContain("Grace Hopper");
  expect(await page.evaluate(text(".differing"))).toContain("not in this run");
  expect(await seriousFaults(page)).toEqual([]);
  expect(await headingJumps(page)).toEqual([]);
  expectQuiet(page, server);
});

test("a run is forked at a step with another model, and set beside the fork", async () => {
  const server = await served(files, { model: scripted(() => "Trains are booked by Grace Hopper.") });
  const { run } = await server.post("/api/ask", { question: "Who books trains?" });
  const page = await opened(server, `#runs/${run}/steps`);
  await page.until("document.querySelectorAll('.timeline button').length > 3");
  expect(await page.evaluate(text(".timeline"))).toMatch(/Understand the question.*Search the texts.*Ask a model/s);
  expect(await seriousFaults(page)).toEqual([]);
  await page.evaluate("document.querySelector('.forking select').value = 'none'");
  await page.evaluate("document.querySelector('.timeline button').click()");
  await page.until(`location.hash.startsWith('#runs/') && location.hash !== '#runs/${run}/steps'`);
  const fork = (await page.evaluate("location.hash")).slice("#runs/".length);
  expect(await page.until(text(".answer-card"))).toContain("Grace Hopper");
  expect((await server.get(`/api/runs/${fork}`)).run.parent).toBe(run);
  expect(await server.get(`/api/runs/${fork}/verify`)).toMatchObject({ intact: true, current: true });
  await page.evaluate(`location.hash = '#runs/${fork}/compare'`);
  await page.until("document.querySelector('.choose a')");
  expect(await page.evaluate(text(".choose"))).toContain("Who books trains?");
  await page.evaluate("document.querySelector('.choose a').click()");
  await page.until("document.querySelectorAll('.answer-card').length === 2");
  expectQuiet(page, server);
});

test("a comparison and the steps fit a phone", async () => {
  const server = await served(files);
  const one = await server.post("/api/ask", { question: "Who books trains?" });
  const other = await server.post("/api/ask", { question: "Who approves flights?" });
  const page = await opened(server, `#runs/${one.run}/compare/${other.run}`, { width: 390, height: 800 });
  for (const at of [`compare/${other.run}`, "steps", "compare"]) {
    await page.evaluate(`location.hash = '#runs/${one.run}/${at}'`);
    await page.until("!document.querySelector('[aria-busy]') && document.querySelector('.part li')");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at).toBe(true);
  }
});
