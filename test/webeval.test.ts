import { join } from "node:path";
import { expect } from "vitest";
import { evaluate } from "../src/runtime/eval/evaluate.ts";
import { readSuite } from "../src/runtime/eval/suite.ts";
import { expectQuiet, headingJumps, opened, seriousFaults, test, text } from "./browser.ts";
import { folder } from "./ergo.ts";
import { served } from "./server.ts";

const suite = `name: small
folder: texts
scenarios:
  - { id: painter, input: Who painted the old harbour?, expect: { contains: Lena Voss } }
  - { id: count, input: How many Markdown files are there?, expect: { number: 1, claim: 'files("**/*.{md,markdown}") = 1' } }
`;

test("what was measured is listed, drawn with its intervals, and told scenario by scenario", async () => {
  const server = await served({ "a.md": "# A\n" });
  const page = await opened(server, "#models/evaluation");
  expect(await page.until(text(".empty"))).toContain("Nothing was measured yet");
  const dir = folder({
    "suite.yaml": suite,
    "texts/harbour.md": "# Harbour\n\nThe old harbour was painted by Lena Voss.\n",
  });
  const home = process.env.ERGO_HOME!;
  const asked = { home, engines: ["auto", "cite"], models: ["none"], repeat: 1, seed: 1 };
  await evaluate({ suite: readSuite(join(dir, "suite.yaml"), home), ...asked });
  await page.evaluate("location.hash = '#models/evaluation/'");
  await page.until("document.querySelector('.choose a')");
  await page.evaluate("document.querySelector('.choose a').click()");
  await page.until("document.querySelectorAll('.plot svg').length === 2");
  expect(await page.evaluate("document.querySelectorAll('.plot .span').length")).toBe(3);
  expect(await page.evaluate(text(".part"))).toMatch(/auto.*100 %.*cite · none against auto/s);
  expect(await page.evaluate("document.querySelectorAll('tr.wrong').length")).toBe(1);
  expect(await seriousFaults(page)).toEqual([]);
  expect((await server.fetch("/api/eval/..%2Fserve-token")).status).toBe(404);
  expectQuiet(page, server);
});

test("models stand with what each was measured to be able to", async () => {
  const server = await served({ "a.md": "# A\n" });
  const page = await opened(server, "#models/abilities", { width: 390, height: 800 });
  await page.until("document.querySelectorAll('.bars li').length > 0");
  expect(await page.evaluate(text(".bars"))).toMatch(/\d+ of \d+/);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
  expect(await headingJumps(page)).toEqual([]);
  expectQuiet(page, server);
});
