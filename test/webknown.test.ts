import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { expectQuiet, opened, test, text } from "./browser.ts";
import { served } from "./server.ts";

/** What the page says of the documents that it knows. */

const files = {
  "docs/leave.md": "# Paid leave\n\nEmployees get 25 days of paid leave a year.\n",
  "docs/broken.pdf": "%PDF-1.7\nthis is no document\n",
  "src/area.js": "export function area(w, h) {\n  return w * h;\n}\n",
};

const stateOf = (path: string) =>
  `([...document.querySelectorAll('.files li')].find((row) => row.textContent.startsWith(${JSON.stringify(path)}))?.querySelector('.state')?.textContent ?? '')`;

test("each document says whether it was read, why it could not be, and that it was changed since", async () => {
  const server = await served(files);
  const page = await opened(server, "#knowledge/files");
  await page.until(`${stateOf("docs/leave.md")} === 'not read yet'`);
  await page.evaluate("document.querySelector('.seek .primary').click()");
  await page.until(`${stateOf("docs/leave.md")} === '' && document.querySelectorAll('.files li').length === 3`);
  expect(await page.until(stateOf("docs/broken.pdf"))).toMatch(/^not read: ./);
  writeFileSync(
    join(server.dir, "docs/leave.md"),
    "# Paid leave\n\nEmployees get 30 days of paid leave a year.\nAll do.\n",
  );
  await page.evaluate("location.hash = '#knowledge/files/leave'");
  await page.until(`${stateOf("docs/leave.md")} === 'changed since it was read'`);
  expect(await page.evaluate("document.querySelectorAll('.files li').length")).toBe(1);
  expectQuiet(page, server);
});

test("what one may ask at first is of what is here", async () => {
  const server = await served(files);
  await server.post("/api/ingest", {});
  const page = await opened(server);
  await page.until("document.querySelectorAll('.welcome .chip').length === 4");
  const chips = "[...document.querySelectorAll('.welcome .chip')].map((chip) => chip.textContent)";
  expect(await page.evaluate(chips)).toEqual([
    "What is this folder about?",
    "Which files were changed last?",
    'What is "Paid leave" about?',
    "Which functions are in src/area.js?",
  ]);
  await page.evaluate("document.querySelectorAll('.welcome .chip')[2].click()");
  expect(await page.until(text(".answer-card"))).toContain("25 days");
});

test("where answers came upon two documents that say otherwise, both places are shown", async () => {
  const server = await served({
    "old.md": "# Old guide\n\nSessions expire after 30 minutes of inactivity.\n",
    "new.md": "# New guide\n\nSessions expire after 14 minutes of inactivity.\n",
    "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper.\n",
  });
  const page = await opened(server, "#knowledge/disagree");
  expect(await page.until(text(".empty"))).toContain("Nothing was asked yet");
  for (const question of ["After how many minutes of inactivity do sessions expire?", "Who books trains?"])
    await server.post("/api/ask", { question });
  await server.post("/api/ask", { question: "After how many minutes of inactivity do sessions expire?", cache: false });
  await page.evaluate("location.hash = '#knowledge/disagree/again'");
  expect(await page.until(text(".sides"))).toMatch(/(30|14) minutes.*(30|14) minutes/s);
  expect(await page.evaluate("document.querySelectorAll('.sides').length")).toBe(1);
  const places = "[...document.querySelectorAll('.sides .chip')].map((chip) => chip.textContent).sort()";
  expect(await page.evaluate(places)).toEqual(["new.md:3", "old.md:3"]);
  await page.evaluate("document.querySelectorAll('.sides .chip')[1].click()");
  expect(await page.until(text("#source .meant"))).toMatch(/minutes of inactivity/);
  // All documents are set against each other by a question that is written, and not asked.
  await page.evaluate(
    "[...document.querySelectorAll('a')].find((a) => a.textContent === 'Compare all documents').click()",
  );
  expect(await page.until("document.querySelector('textarea')?.value")).toBe("Do the documents contradict each other?");
  expectQuiet(page, server);
});
