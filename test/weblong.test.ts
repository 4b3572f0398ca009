import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { expectQuiet, opened, seriousFaults, test, text } from "./browser.ts";
import type { Page } from "./chromium.ts";
import { type Served, served } from "./server.ts";

/** Long lists: rows are made as they are scrolled to, whoever scrolls; what is out of sight is found all the same. */

const question = "How many Markdown files are there?";

/** A server whose folder has so many runs more, each the copy of one that was asked, with a question of its own. */
async function withRuns(files: Record<string, string>, count: number): Promise<Served> {
  const server = await served(files);
  const { run } = await server.post("/api/ask", { question });
  const traces = join(server.dir, ".ergo", "traces");
  const record = readFileSync(join(traces, `${run}.jsonl`), "utf8");
  const time = Number(/"time":(\d+)/.exec(record)![1]);
  for (let at = 1; at <= count; at++) {
    const name = `old-${String(at).padStart(5, "0")}`;
    const own = record.replaceAll(run, name).replaceAll(/"time":\d+/g, `"time":${time - at * 60_000}`);
    const [first, ...more] = own.split(/(?<=\n)/);
    const named = first!.replaceAll(question, `How many files are there, number ${at}?`);
    writeFileSync(join(traces, `${name}.jsonl`), [named, ...more].join(""));
  }
  return server;
}

const rows = (selector: string) => `document.querySelectorAll(${JSON.stringify(selector)}).length`;

/** Scrolls to the end until there are so many rows. */
async function scrolledTo(page: Page, selector: string, count: number): Promise<void> {
  await page.until(
    `(document.querySelector('main').scrollTop = 1e9, ${rows(selector)} >= ${count}) && ${rows(selector)}`,
  );
}

test("a thousand runs are drawn as they are scrolled to, and any of them is found by its words", async () => {
  const server = await withRuns({ "a.md": "# A\n" }, 1000);
  const page = await opened(server, "#runs");
  await page.until(rows(".runs li"));
  expect(await page.evaluate(rows(".runs li a"))).toBeLessThan(400);
  expect(await page.evaluate(text(".head [role=status]"))).toBe("1,001 runs");
  await scrolledTo(page, ".runs li a", 1001);
  expect(await page.evaluate("new Set([...document.querySelectorAll('.runs a')].map((a) => a.hash)).size")).toBe(1001);
  expect(await page.evaluate(rows(".grows"))).toBe(0);
  await page.press("/");
  await page.type("number 987?");
  await page.until(`${rows(".runs li a")} === 1`);
  await page.evaluate("document.querySelector('.runs a').click()");
  expect(await page.until(text("h1.asks"))).toMatch(/number 987|A run/);
  expectQuiet(page, server);
});

test("documents and passages come piece by piece, also by the keyboard alone", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 450 }, (_, at) => [`notes/n${at}.md`, `# Gauge ${at}\n\nThe gauge ${at} stands in a hall.\n`]),
  );
  const server = await served(files);
  const page = await opened(server, "#knowledge/files");
  await page.until(rows(".files li button"));
  await page.until(`${rows(".files li")} < 450 && document.querySelector('.grows button')`);
  const before: number = await page.evaluate(rows(".files li"));
  await page.evaluate("document.querySelector('.grows button').focus()");
  await page.evaluate("document.querySelector('.grows button').click()");
  await page.until(`${rows(".files li")} > ${before}`);
  expect(await page.evaluate("document.activeElement.closest('.files') !== null")).toBe(true);
  await scrolledTo(page, ".files li", 450);
  await page.evaluate("location.hash = '#knowledge/search/gauge hall'");
  await page.until(`${rows(".hits > li")} === 12`);
  await page.evaluate("[...document.querySelectorAll('button')].find((b) => b.textContent === 'Look further').click()");
  await page.until(`${rows(".hits > li")} === 48`);
  expect(await page.evaluate("document.activeElement.closest('.hits > li') !== null")).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
  expectQuiet(page, server);
});

test("the steps of a long run are drawn as they are scrolled to", async () => {
  const server = await withRuns({ "a.md": "# A\n" }, 1);
  const file = join(server.dir, ".ergo", "traces", "old-00001.jsonl");
  const [first] = readFileSync(file, "utf8").split(/(?<=\n)/);
  const line = (seq: number) =>
    `${JSON.stringify({ v: 1, seq, time: 1_700_000_000_000 + seq, path: `STEP.${seq}`, type: "node.start", data: { graph: "direct", node: "DIRECT_EXEC" }, prev: "" })}\n`;
  writeFileSync(file, [first, ...Array.from({ length: 700 }, (_, at) => line(at + 1))].join(""));
  const page = await opened(server, "#runs/old-00001/steps");
  await page.until(rows(".timeline li"));
  expect(await page.evaluate(rows(".timeline li"))).toBeLessThan(700);
  await scrolledTo(page, ".timeline li", 700);
  expectQuiet(page, server);
});
