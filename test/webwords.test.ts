import { expect, test as plain } from "vitest";
import { graphs } from "../src/runtime/run/page.ts";
import { expectQuiet, opened, test, text } from "./browser.ts";
import { served } from "./server.ts";

/** What a person reads: words in place of names, and each thing once. */

plain("every node of every graph has words", async () => {
  const place = new URL("../data/web/words.js", import.meta.url).href;
  const { nodeSaid } = (await import(place)) as { nodeSaid(name: string): string };
  const names = (await graphs()).flatMap(({ nodes }) => Object.keys(nodes));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => nodeSaid(name) === name)).toEqual([]);
});

test("code that a sentence shows is marked where it stands, and what is around it is less than that", async () => {
  const server = await served({
    "docs/cli.md":
      "# Debug mode\n\nTo enable debug mode, use the --debug option:\n\n```console\n$ quay run --debug\n  * Debug mode: on\n```\n",
    "docs/more.md": "# More\n\nDebug mode shows errors.\n",
  });
  const { answer } = await server.post("/api/ask", { question: "How do I enable debug mode?" });
  const { run } = (await server.get("/api/runs")).runs[0];
  expect(answer).toContain("\n    ");
  const page = await opened(server, `#runs/${run}`);
  await page.until(text(".answer-card .claim"));
  const claims = await page.evaluate(
    "[...document.querySelectorAll('.answer-text .claim')].map((each) => each.innerText)",
  );
  expect(claims).toContain("$ quay run --debug");
  expect(claims).toContain("* Debug mode: on");
  expect(await page.evaluate(text(".besides"))).toBe(undefined);
  expectQuiet(page, server);
});

test("a place is there once, and a line of code that is named opens", async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `  if (n > ${at}) return ${at};`).join("\n");
  const of = (name: string, count: number) => `export function ${name}(n) {\n${lines(count)}\n}\n`;
  const server = await served({ "src/deep.js": of("deep", 9) + of("less", 4), "src/flat.js": of("flat", 1) });
  const { run } = await server.post("/api/ask", { question: "Which function is the most complex?" });
  const page = await opened(server, `#runs/${run}`);
  await page.until(text(".answer-card .chip"));
  const chips = await page.evaluate(
    "[...document.querySelectorAll('.answer-card .chip')].map((each) => each.innerText)",
  );
  expect(chips).toEqual([...new Set(chips)]);
  expect(await page.evaluate(text(".answer-text .place"))).toBe("src/deep.js:12");
  await page.evaluate("document.querySelector('.answer-text .place').click()");
  expect(await page.until("document.querySelector('#source .meant')?.value")).toBe(12);
  expect(await page.evaluate(text(".answer-card .facts"))).toContain("measured exactly");
  await page.evaluate(`location.hash = '#runs/${run}/steps'`);
  expect(await page.until(text(".timeline li .name"))).toBe("Understand the question");
  expect(await page.evaluate(text(".timeline"))).not.toMatch(/[A-Z]{4,}\.\d/);
  expectQuiet(page, server);
});

test("what is offered stands on buttons with its answer, and none of it can be chosen", async () => {
  const server = await served({ "a.md": "# A\n\nOne.\n", "b.md": "# B\n" });
  const page = await opened(server);
  await page.evaluate("document.querySelector('.composer textarea').focus()");
  await page.type("Which of my files hogs most of the disk?");
  await page.evaluate("document.querySelector('.composer').requestSubmit()");
  const buttons = "[...document.querySelectorAll('.choices button')].map((each) => each.innerText)";
  const offered = (await page.until(`document.querySelector('.choices') && ${buttons}`)) as string[];
  expect(offered.slice(-2)).toEqual(["None of these", "Reply"]);
  const largest = offered.find((one) => one.startsWith("What is the largest file?"));
  const [, answer] = (largest ?? "").split("\n");
  expect(answer).toBe("The largest file is a.md (10 bytes).");
  expect(await page.evaluate(text(".answer-text"))).not.toContain(answer);
  await page.evaluate("document.querySelector('.asked .edit').click()");
  expect(await page.evaluate("document.querySelector('.composer textarea').value")).toBe(
    "Which of my files hogs most of the disk?",
  );
  expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
  await page.evaluate("[...document.querySelectorAll('.choices button')].at(-2).click()");
  await page.until("document.querySelectorAll('.answer-card').length === 2");
  expect(await page.evaluate("[...document.querySelectorAll('.answer-card .status')].at(-1).innerText")).toBe(
    "not found",
  );
  expectQuiet(page, server);
});
