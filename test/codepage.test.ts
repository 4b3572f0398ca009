import { join } from "node:path";
import { expect } from "vitest";
import { seriousFaults, test, text } from "./browser.ts";
import { openPage } from "./chromium.ts";
import { ergo, folder, write } from "./ergo.ts";
import { git } from "./git.ts";

test("the page of ergo code maps files, goes into a folder by the keyboard, and draws the trend", async () => {
  const dir = folder({
    "src/index.js": 'const { price } = require("./price");\nprice(2);\n',
    "src/price.js": "exports.price = (n) => {\n  if (n > 1 && n < 9) return n;\n  return 0;\n};\n",
    "src/old.js": "exports.old = 1;\n",
    "test/price.test.js": 'require("../src/price").price(1);\n',
  });
  git(dir, "init", "-q", "-b", "main");
  git(dir, "add", ".");
  git(dir, "commit", "-q", "-m", "Begin");
  write(dir, { "src/old.js": "exports.old = 1;\nexports.older = 2;\n" });
  git(dir, "commit", "-q", "-am", "Earlier", "--date=2024-01-02T03:04:05Z");
  const file = join(folder(), "code.html");
  await ergo(["code", dir, "--html", file]);
  const page = await openPage(file);
  const files = "[...document.querySelectorAll('.field .file')].length";
  expect(await page.evaluate(files)).toBe(3);
  await page.evaluate("document.querySelector('[type=checkbox]').click()");
  expect(await page.evaluate(files)).toBe(4);
  await page.evaluate("document.querySelector('.field .head').focus()");
  expect(await page.evaluate(text(".told"))).toMatch(/^src\/ · 8 lines of code/);
  await page.evaluate("document.activeElement.click()");
  expect(await page.evaluate(files)).toBe(3);
  expect(await page.evaluate("document.activeElement.textContent")).toBe("all");
  expect(await page.evaluate(text("svg[aria-label^=Trend] title"))).toMatch(
    /^month of 2024-01-01: 1 commit by 1, \+1 −0/,
  );
  await page.evaluate("document.querySelector('details.same').open = true");
  await page.until("document.querySelector('details.same td')");
  expect(await seriousFaults(page)).toEqual([]);
  expect([page.complaints, page.asked]).toEqual([[], []]);
});
