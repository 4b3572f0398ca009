import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { expectQuiet, opened, seriousFaults, test, text } from "./browser.ts";
import { type Served, served } from "./server.ts";

/** Long lists: rows are there as long as they are near the view, whoever scrolls; what is out of sight is found all the same. */

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

/** The last row, once the list was scrolled to its very end. */
const last = (selector: string) =>
  `document.querySelector('main').scrollTop = 1e9, !document.querySelector('.grows') && [...document.querySelectorAll(${JSON.stringify(selector)})].at(-1)?.textContent`;

test("of a thousand runs those near the view are there, and any of them is found by its words", async () => {
  const server = await withRuns({ "a.md": "# A\n" }, 1000);
  const page = await opened(server, "#runs");
  await page.until(rows(".runs li"));
  expect(await page.evaluate(text(".head [role=status]"))).toBe("1,001 runs");
  await page.until(`String((${last(".runs li a")})).includes('number 1000?')`);
  await page.until(`${rows(".held")} > 0 && ${rows(".runs li a")} < 400`);
  await page.evaluate("document.querySelector('main').scrollTop = 0");
  await page.until(`document.querySelector('.runs li a')?.textContent.includes(${JSON.stringify(question)})`);
  await page.until(`${rows(".runs li a")} < 400`);
  await page.press("/");
  await page.type("number 987?");
  await page.until(`${rows(".runs li a")} === 1`);
  await page.evaluate("document.querySelector('.runs a').click()");
  expect(await page.until(text("h1.asks"))).toMatch(/number 987|A run/);
  expectQuiet(page, server);
});

test("who comes back from a run finds the filter and the place of the list, and the filter after a reload", async () => {
  const server = await withRuns({ "a.md": "# A\n" }, 600);
  const page = await opened(server, "#runs/like/number");
  const number = "[...document.querySelectorAll('.runs a')].find((a) => a.textContent.includes('number 450?'))";
  // A row is there only while it is near the view: it is brought there in the same moment in which it is found.
  await page.until(
    `document.querySelector('main').scrollTop += 900, ${number} && (${number}.scrollIntoView({ block: 'center' }), true)`,
  );
  await page.until(`${number} && (${number}.click(), true)`);
  await page.until("document.querySelector('.back a')");
  await page.evaluate("history.back()");
  await page.until(
    `${number} && ${number}.getBoundingClientRect().top > 0 && ${number}.getBoundingClientRect().top < innerHeight`,
  );
  expect(await page.evaluate("document.querySelector('.head input').value")).toBe("number");
  await page.evaluate("document.querySelector('.head input').select()");
  await page.type("number 7?");
  await page.until(`${rows(".runs li a")} === 1`);
  await page.evaluate("location.reload()");
  await page.until(`${rows(".runs li a")} === 1`);
  expect(await page.evaluate("decodeURIComponent(location.hash)")).toBe("#runs/like/number 7?");
  await page.evaluate("location.hash = '#knowledge/search'");
  await page.until("document.querySelector('.seek input')");
  await page.evaluate("document.querySelector('.seek input').value = '100% of A'");
  await page.evaluate("document.querySelector('.seek').requestSubmit()");
  await page.until("document.querySelector('.hits, .empty')");
  expect(await page.evaluate("location.hash")).toBe("#knowledge/search/100%25%20of%20A");
  await page.evaluate("location.hash = '#knowledge/map/100%'");
  await page.until("document.querySelector('.seek input[aria-label=Entity]')?.value === '100%'");
  expect(page.complaints.filter((each) => !each.includes("404") && !each.includes("422"))).toEqual([]);
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
  await page.until(`${last(".files li")}`);
  await page.until(`${rows(".held")} > 0 && ${rows(".files li")} < 450`);
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
  await page.until(`${last(".timeline li")}`);
  await page.until(`${rows(".held")} > 0 && ${rows(".timeline li")} < 500`);
  expectQuiet(page, server);
});

test("of a long conversation the last turns are shown, and those before them when they are asked for", async () => {
  const server = await served({ "a.md": "# A\n" });
  for (let at = 0; at < 23; at++) await server.post("/api/ask", { question, session: "long-1" });
  const page = await opened(server, "#ask/with/long-1");
  await page.until(`${rows(".answer-card")} === 20`);
  const earlier = "[...document.querySelectorAll('.turns button')].find((each) => each.textContent === '3 earlier')";
  await page.until(`${earlier} && (${earlier}.click(), true)`);
  await page.until(`${rows(".answer-card")} === 23`);
  expect(await page.evaluate("document.querySelector('.turns').textContent.includes('earlier')")).toBe(false);
  expectQuiet(page, server);
});
