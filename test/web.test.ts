import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { expectQuiet, headingJumps, opened, seriousFaults, test, text } from "./browser.ts";
import { openPage, type Page } from "./chromium.ts";
import { held, patient, served } from "./server.ts";

const files = {
  "docs/leave.md": "# Leave\n\nEmployees get 25 days of paid leave a year.\n\nAda Lovelace knows more.\n",
  "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper. Flights are approved by Ada Lovelace.\n",
  "a/notes/x.txt": "one\n",
  "b/notes/x.txt": "one\n",
  "b/notes/y.txt": "two\n",
};

async function ask(page: Page, question: string): Promise<string> {
  const before = await page.evaluate("document.querySelectorAll('.answer-card').length");
  await page.evaluate("document.querySelector('.composer textarea').focus()");
  await page.type(question);
  await page.evaluate("document.querySelector('.composer').requestSubmit()");
  return await page.until(`[...document.querySelectorAll('.answer-card')].slice(${before}).at(-1)?.textContent`);
}

test("a question is answered, each claim shows its verdict and evidence, and the source opens at its line", async () => {
  const server = await served(files);
  const page = await opened(server);
  expect(await page.evaluate("location.hash")).toBe("#ask");
  expect(await ask(page, "How many days of paid leave do employees get?")).toContain("25 days of paid leave");
  expect(await page.evaluate(text(".claim-supported"))).toContain("25");
  await page.evaluate("[...document.querySelectorAll('.claim')].at(-1).focus()");
  expect(await page.evaluate(text("#peek:not([hidden])"))).toMatch(/supported.*docs\/leave\.md:3.*25 days/s);
  await page.evaluate("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))");
  expect(await page.until(text("#source .meant"))).toContain("25 days");
  expect(await page.evaluate("document.querySelector('#source .meant').value")).toBe(3);
  await page.press("Escape");
  expect(await page.evaluate("document.querySelector('#source').hidden")).toBe(true);
  await page.evaluate("document.querySelectorAll('.facts button')[0].click()");
  expect(await page.until(text(".why li"))).toBeTruthy();
  await page.evaluate("document.querySelectorAll('.facts button')[1].click()");
  await page.until("document.querySelectorAll('.facts button')[1].textContent.startsWith('intact, current')");
  await page.evaluate("HTMLAnchorElement.prototype.click = function () { globalThis.handed = this }");
  await page.evaluate("document.querySelectorAll('.facts button')[2].click()");
  expect(await page.until("globalThis.handed?.download")).toMatch(/^[\w-]+\.ergo$/);
  expect(await (await fetch(await page.evaluate("handed.href"))).text()).toContain("run.start");
  await page.evaluate("document.querySelector('.opinion').click()");
  await page.until("document.querySelector('.opinion').getAttribute('aria-pressed') === 'true'");
  expectQuiet(page, server);
});

test("a conversation goes on, what is asked back is answered by a button, and it is there after a reload", async () => {
  const server = await served(files);
  const page = await opened(server);
  expect(await ask(page, "How many Markdown files are there?")).toContain("2 Markdown files");
  expect(await ask(page, "and in docs?")).toContain("understood as: How many Markdown files are there in docs?");
  expect(await ask(page, "How many files are in notes?")).toContain("2 folders named notes");
  await page.until("document.querySelectorAll('.choices button').length === 2");
  // What is a button is not listed besides.
  expect(await page.evaluate("[...document.querySelectorAll('.answer-text')].at(-1).textContent")).not.toContain(
    "a/notes",
  );
  await page.evaluate("document.querySelectorAll('.choices button')[1].click()");
  await page.until("[...document.querySelectorAll('.answer-card')].at(-1).textContent.includes('2 files')");
  await page.evaluate("location.reload()");
  await page.until("document.querySelectorAll('.answer-card').length === 3");
  await page.evaluate("[...document.querySelectorAll('.under button')].at(-1).click()");
  await page.until("document.querySelector('.welcome')");
  expectQuiet(page, server);
});

test("runs are listed and filtered, and one is shown with its graph", async () => {
  const server = await served(files);
  for (const question of ["How many Markdown files are there?", "Who books trains?"])
    await server.post("/api/ask", { question });
  const page = await opened(server, "#runs");
  await page.until("document.querySelectorAll('.runs li').length === 2");
  await page.press("/");
  await page.type("trains");
  await page.until("document.querySelectorAll('.runs li').length === 1");
  expect(await page.evaluate(text(".runs .question"))).toBe("Who books trains?");
  await page.evaluate("document.querySelector('.runs a').click()");
  expect(await page.until(text(".answer-card"))).toContain("Grace Hopper");
  const address = await page.until("document.querySelector('iframe')?.src");
  expect(await (await fetch(address)).text()).toContain("The way it took");
  expect(await page.evaluate("document.querySelector('iframe').getAttribute('sandbox')")).toBe("allow-scripts");
  expectQuiet(page, server);
});

test("passages are found with their reasons, documents are listed and read, and names can be walked", async () => {
  const server = await served(files);
  const page = await opened(server, "#knowledge/search/paid leave");
  expect(await page.until(text(".hits"))).toContain("docs/leave.md");
  await page.evaluate("location.hash = '#knowledge/files'");
  await page.until("document.querySelectorAll('.files button').length === 5");
  await page.evaluate("document.querySelector('.seek .primary').click()");
  await page.until("document.querySelector('main').textContent.includes('5 documents')");
  await page.evaluate("location.hash = '#knowledge/map'");
  await page.until(
    "[...document.querySelectorAll('.chips a')].some((link) => link.textContent.startsWith('Ada Lovelace'))",
  );
  await page.evaluate(
    "[...document.querySelectorAll('.chips a')].find((link) => link.textContent.startsWith('Ada')).click()",
  );
  expect(await page.until(text(".neighbours"))).toContain("docs/");
  await page.evaluate("location.hash = '#knowledge/check'");
  await page.until("document.querySelector('.check-text textarea')");
  await page.evaluate(
    "document.querySelector('.check-text textarea').value = 'Employees get 30 days of paid leave a year.'",
  );
  await page.evaluate("document.querySelector('.check-text').requestSubmit()");
  expect(await page.until(text(".verdict-contradicted"))).toBe("contradicted");
  await page.evaluate("document.querySelector('.hits .chip').click()");
  expect(await page.until(text("#source .meant"))).toContain("25 days");
  await page.evaluate("location.hash = '#models'");
  await page.until("document.querySelectorAll('table tbody tr').length > 0");
  await page.until("document.querySelectorAll('.checks li').length > 0");
  expectQuiet(page, server);
});

test("without the token there is a door, and every view fits a phone", async () => {
  const server = await served(files);
  const page = await openPage(server.url, { width: 390, height: 800 });
  await page.until("document.querySelector('.door')");
  await page.evaluate("document.querySelector('#token').focus()");
  await page.type(server.opened);
  await page.evaluate("document.querySelector('.door').requestSubmit()");
  await page.until("document.querySelector('.welcome')");
  await ask(page, "How many days of paid leave do employees get?");
  for (const view of [
    "#ask",
    "#ask/earlier",
    "#runs",
    "#knowledge/search/leave",
    "#knowledge/files",
    "#knowledge/map",
    "#models",
  ]) {
    await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
    await page.until("!document.querySelector('[aria-busy]')");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view).toBe(true);
  }
  await page.evaluate("location.hash = '#ask'");
  await page.until("document.querySelector('.options')");
  await page.evaluate("document.querySelector('.options').open = true");
  const fits =
    "[...document.querySelectorAll('.under > *')].every((each) => each.getBoundingClientRect().right <= innerWidth)";
  expect(await page.evaluate(fits)).toBe(true);
  await page.evaluate("location.hash = '#source=docs/leave.md:3'");
  expect(await page.until(text("#source .meant"))).toContain("25 days");
});

test("a question is stopped by its button, and gone on with by another", async () => {
  const model = held("Trains are booked by Grace Hopper.");
  const server = await served(files, { model, home: patient });
  const page = await opened(server);
  await page.evaluate("document.querySelector('.composer textarea').focus()");
  await page.type("Who books trains?");
  await page.evaluate("document.querySelector('.composer').requestSubmit()");
  await model.asked(1);
  await page.until("!document.querySelector('.stop').hidden");
  const { runs } = await server.get("/api/runs");
  const other = await opened(server, `#runs/${runs[0].run}`);
  expect(await other.until(text(".steps li"))).toBe("Understand the question");
  expect(await other.until("document.querySelector('.walk .now')?.getAttribute('aria-label')")).toMatch(
    /^ENGINE: passed/,
  );
  await page.evaluate("document.querySelector('.stop').click()");
  expect(await page.until(text(".choices button"))).toBe("Go on");
  model.release();
  await page.evaluate("document.querySelector('.choices button').click()");
  await page.until("document.querySelector('.answer-card .status-answered')");
  expect((await server.get("/api/runs")).of).toBe(1);
  expect(await other.until(text(".answer-card"))).toBeTruthy();
});

test("no view has a serious fault of accessibility, by light and in the dark", async () => {
  const server = await served(files);
  const page = await opened(server);
  await ask(page, "How many days of paid leave do employees get?");
  await page.evaluate("document.querySelector('.options').open = true; document.querySelector('.chips .chip').click()");
  await page.until(text("#source .meant"));
  for (const view of [
    "#ask",
    "#ask/earlier",
    "#runs",
    "#knowledge/search/leave",
    "#knowledge/files",
    "#knowledge/map",
    "#knowledge/check",
    "#models",
  ]) {
    if (view !== "#ask") await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
    await page.until("!document.querySelector('[aria-busy]')");
    expect({ view, faults: await seriousFaults(page) }).toEqual({ view, faults: [] });
    expect({ view, jumps: await headingJumps(page) }).toEqual({ view, jumps: [] });
  }
});

test("scripts in names, documents, questions and answers are text, and what hides in them is seen", async () => {
  const evil = "<img src=x onerror=document.title='owned'>.md";
  const script = "</script><script>document.title='owned'</script><img src=x onerror=document.title='owned'>";
  const server = await served({ "docs/a.md": `# Blue ${script}\n\nThe blue edge \u202efaces north ${script}.\n` });
  writeFileSync(join(server.dir, evil), "# Green\n\nGreen is here.\n");
  const page = await opened(server);
  expect(await ask(page, "Which Markdown files are there?")).toContain(evil);
  await ask(page, `Where does the blue edge face? ${script}`);
  expect(await ask(page, "Where does the blue edge face?")).toContain("\\u202e");
  for (const view of ["#runs", "#knowledge/search/blue", "#knowledge/files", "#knowledge/map", `#source=${evil}`]) {
    await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
    await page.until("!document.querySelector('[aria-busy]')");
  }
  expect(await page.evaluate("document.images.length")).toBe(0);
  expect(await page.evaluate("document.title")).toMatch(/Ergo$/);
  const foreign =
    "const s = document.createElement('script'); s.text = 'document.title = \"owned\"'; document.body.append(s)";
  await page.evaluate(`try { ${foreign} } catch {}`);
  expect(await page.evaluate("document.title")).not.toBe("owned");
  expect(page.asked.filter((address) => !address.startsWith(server.url) && !address.startsWith("data:"))).toEqual([]);
});
