import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test as plain } from "vitest";
import { createTrace, type Start, type Trace } from "../src/trace/append.ts";
import { headingJumps, seriousFaults } from "./browser.ts";
import { chromium, openPage } from "./chromium.ts";
import { ergo, folder } from "./ergo.ts";
import { served } from "./server.ts";

/** A test that needs a browser. */
function test(name: string, work: () => Promise<void>): void {
  plain(name, async ({ skip }) => {
    if (chromium === undefined) skip("there is no chromium here");
    await work();
  });
}

/** Ends a script, begins others, would run on any careless way into the page, and looks like a replacement pattern. */
const hostile = `</script><script>document.title="owned"</script><img src=x onerror="document.title='owned'"> $& $1 <!-- <script> ]]> \u2028 "'\``;

/** A run as another process might have recorded it, and its page. */
async function pageOf(question: string, record: (trace: Trace) => void): Promise<string> {
  const dir = folder();
  const home = folder();
  const start: Start = { session: "s", parent: null, question, engine: "loop", version: "0" };
  const trace = createTrace({ root: dir, state: join(dir, ".ergo"), home }, { run: "r1", start });
  record(trace);
  const page = join(dir, "page.html");
  const made = await ergo(["trace", "r1", "--dir", dir, "--html", page], { env: { ERGO_HOME: home } });
  expect(made).toMatchObject({ code: 0, out: `${page}\n` });
  // Ergo would not have written such lines, so they are not for the check of what it writes.
  rmSync(join(dir, ".ergo"), { recursive: true });
  return page;
}

test("the page of a run opens offline and shows question, answer, claims and evidence", async () => {
  const dir = folder({ "a.md": "# A\n\nThe blue edge must face north.\n", "b.md": "# B\n" });
  const env = { ERGO_HOME: folder() };
  const { run } = (await ergo(["ask", "How many Markdown files are there?", "--dir", dir, "--json"], { env })).json();
  const file = join(folder(), "page.html");
  await ergo(["trace", run, "--dir", dir, "--html", file], { env });
  const page = await openPage(file);
  expect(page.complaints).toEqual([]);
  expect(page.asked).toEqual([]);
  expect(await page.evaluate("document.querySelector('h1').textContent")).toBe("How many Markdown files are there?");
  expect(await page.evaluate("document.querySelector('.answer').textContent")).toContain("2");
  const claim = await page.evaluate("document.querySelector('.proofs').textContent");
  expect(claim).toContain("proven");
  expect(claim).toContain('files("**/*.{md,markdown');
  const passed = await page.evaluate("[...document.querySelectorAll('.node.passed text')].map((t) => t.textContent)");
  expect(passed).toEqual(expect.arrayContaining(["ROUTE", "DIRECT_EXEC", "RESPOND"]));
  expect(await page.evaluate("document.querySelector('.copying').textContent")).toContain(`ergo verify ${run}`);
});

test("every event can be searched, reached by keyboard and read", async () => {
  const file = await pageOf("Who?", (trace) => {
    const asked = { effect: "read", request: { role: "worker", prompt: "Say who.\nMind the zebra < crossing." } };
    trace.append("model.start", "LOOP.1/model.1", asked);
    trace.append("model.end", "LOOP.1/model.1", { result: { ok: true, value: { text: "Ada." } } });
    trace.append("tool.start", "LOOP.1/tool.1", { effect: "read", request: { tool: "observe", queries: [] } });
    trace.finish({ stop: "error" });
  });
  const page = await openPage(file);
  const rows = () => page.evaluate("[...document.querySelectorAll('.row')].map((row) => row.textContent)");
  const detail = () => page.evaluate("document.getElementById('detail').textContent");
  expect(await rows()).toHaveLength(4);
  await page.press("/");
  await page.type("zebra <");
  expect(await rows()).toEqual([expect.stringContaining("Ada.")]);
  expect(await page.evaluate("document.getElementById('count').textContent")).toBe("1 of 4 steps");
  expect(await detail()).toContain("Say who.\nMind the zebra < crossing.");
  await page.press("Escape");
  expect(await rows()).toHaveLength(4);
  await page.evaluate("document.getElementById('list').focus()");
  await page.press("End");
  expect(await detail()).toContain("run");
  await page.press("ArrowUp");
  expect(await detail()).toContain("No result is recorded.");
  await page.evaluate("document.querySelector('.kinds .kind-tool').click()");
  expect(await rows()).toHaveLength(3);
});

test("a slider shows the graph and the events as they were", async () => {
  const server = await served({ "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper.\n" });
  const { run } = await server.post("/api/ask", { question: "Who books trains?" });
  const { url } = await server.get(`/api/runs/${run}/view`);
  const page = await openPage(new URL(url, server.url).href);
  const passed = "[...document.querySelectorAll('.node.passed')].map((node) => node.dataset.node)";
  const steps = () => page.evaluate("Number.parseInt(document.getElementById('count').textContent)");
  expect(await page.evaluate(passed)).toEqual(expect.arrayContaining(["ROUTE", "RECALL", "ENGINE", "FIND"]));
  const whole = await steps();
  const slide = (to: string) =>
    page.evaluate(
      `(moment => { moment.value = ${to}; moment.dispatchEvent(new Event('input')); })(document.getElementById('moment'))`,
    );
  await slide("1");
  expect(await page.evaluate(passed)).toEqual(["ROUTE"]);
  expect(await page.evaluate("document.querySelector('.node.now').dataset.node")).toBe("ROUTE");
  expect(await page.evaluate("document.getElementById('then').textContent")).toContain("node.start ROUTE.1");
  expect(await steps()).toBe(2);
  expect(await page.evaluate("[...document.querySelectorAll('.row')].at(-1).textContent")).toContain("under way");
  expect(await seriousFaults(page)).toEqual([]);
  await slide("moment.max");
  expect(await steps()).toBe(whole);
  expect(await page.evaluate("document.querySelectorAll('.node.now').length")).toBe(0);
});

test("what a hostile file, model or question left in a record is shown as text and runs nothing", async () => {
  const evidence = { id: "e1", kind: "passage", path: hostile, lines: [1, 1], text: hostile, textHash: "" };
  const file = await pageOf(hostile, (trace) => {
    trace.append("node.start", "A.1", { graph: hostile, node: hostile });
    trace.append("model.start", `A.1/${hostile}`, { effect: hostile, request: { [hostile]: hostile } });
    trace.append(`${hostile}.x`, "", [hostile]);
    const claims = [{ text: hostile, verdict: "proven", evidence: ["e1"], formal: hostile }];
    const answer = {
      question: hostile,
      answer: hostile,
      status: hostile,
      engine: hostile,
      claims,
      evidence: [evidence],
    };
    trace.append("run.answer", "", { ...answer, degraded: [{ code: "", message: hostile, remedy: hostile }] });
    trace.finish({ stop: "error" });
  });
  const page = await openPage(file);
  expect(await page.evaluate("document.title")).toMatch(/^<\/script><script>/);
  expect(await page.evaluate("document.querySelectorAll('img, iframe, object, embed').length")).toBe(0);
  expect(await page.evaluate("document.scripts.length")).toBe(3);
  expect(await page.evaluate("document.querySelector('h1').textContent")).toBe(hostile.replace("\u2028", "\\u2028"));
  for (let i = 0; i < 6; i++) {
    await page.evaluate("document.getElementById('list').focus()");
    await page.press("ArrowDown");
  }
  expect(await page.evaluate("document.title")).not.toBe("owned");
  expect(page.asked).toEqual([]);
  expect(page.complaints).toEqual([]);
  const foreign = `const s = document.createElement('script'); s.text = 'document.title = "owned"'; document.body.append(s)`;
  await page.evaluate(`try { ${foreign} } catch {}`);
  expect(await page.evaluate("document.title")).not.toBe("owned");
});

test("a run of 10,000 events loads, scrolls and is searched with few rows at a time", async () => {
  const file = await pageOf("How long?", (trace) => {
    for (let i = 1; i <= 5000; i++) {
      trace.append("tool.start", `LOOP.${i}/tool.1`, { effect: "read", request: { tool: "observe", at: i } });
      trace.append("tool.end", `LOOP.${i}/tool.1`, {
        result: `${"observed ".repeat(40)}${i === 4321 ? "needle" : ""}`,
      });
    }
    trace.finish({ stop: "error" });
  });
  const page = await openPage(file, { width: 390, height: 800 });
  expect(await page.evaluate("document.getElementById('count').textContent")).toBe("5002 steps");
  const rows = "document.querySelectorAll('.row').length";
  expect(await page.evaluate(rows)).toBeLessThan(60);
  await page.evaluate("document.getElementById('list').focus()");
  await page.press("End");
  expect(await page.evaluate("document.querySelector('[aria-selected=true]').getAttribute('aria-posinset')")).toBe(
    "5002",
  );
  expect(await page.evaluate(rows)).toBeLessThan(60);
  await page.press("/");
  await page.type("needle");
  expect(await page.evaluate("[...document.querySelectorAll('.row')].map((row) => row.textContent)")).toHaveLength(1);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});

test("one file shows what an answer rests on in its source, how it follows, what was not proven, and how to check it", async () => {
  const dir = folder({
    "docs/guide.md":
      "# Guide\n\nThe office opens at nine. Staff get 25 days of paid leave a year. Keys are kept at the gate.\n",
    "people.csv": "name,age\nBen,41\nCleo,38\n",
    "rules.txt": "If the age of someone is more than 40 then they are senior.\n",
  });
  const env = { ERGO_HOME: folder(), ERGO_MODEL: "none", ERGO_EMBEDDER: "none", ERGO_RERANKER: "none" };
  const sheet = async (...asked: string[]) => {
    const { run } = (await ergo(["ask", ...asked, "--dir", dir, "--json"], { env })).json();
    const file = join(folder(), "page.html");
    await ergo(["trace", run, "--dir", dir, "--html", file], { env });
    const page = await openPage(file);
    const text = (selector: string) => page.evaluate(`document.querySelector('${selector}')?.textContent`);
    return { run, page, text };
  };
  const said = await sheet("How many days of paid leave do staff get?");
  expect(await said.text(".proof-card mark")).toContain("25 days");
  expect(await said.text(".proof-card .lines .meant")).toContain("Staff get 25 days");
  expect(await said.text(".proof-card summary")).toContain("docs/guide.md:3");
  expect(await said.text(".copying")).toContain(`ergo verify ${said.run} --head `);
  expect(await headingJumps(said.page)).toEqual([]);
  // By the keyboard alone: evidence opens and closes where it has the focus.
  await said.page.evaluate("document.querySelector('.proof-card summary').focus()");
  await said.page.press("Enter");
  expect(await said.page.evaluate("document.querySelector('.proof-card .evidence').open")).toBe(false);
  expect(await seriousFaults(said.page)).toEqual([]);
  const derived = await sheet("Who is older than 40?");
  expect(await derived.page.evaluate("document.querySelectorAll('.derivation li li').length")).toBeGreaterThan(0);
  expect(await derived.text(".derivation .chip")).toContain("people.csv");
  const open = await sheet("--goal", 'fact("Cleo", "is", "senior")');
  expect(await open.text(".lacks")).toContain('fact("Cleo", "is", "senior")');
  for (const { page } of [said, derived, open]) expect([page.complaints, page.asked]).toEqual([[], []]);
});

plain("a page goes to stdout, and holds no address to load from", async () => {
  const dir = folder({ "a.md": "# A\n" });
  const env = { ERGO_HOME: folder() };
  const { run } = (await ergo(["ask", "How many Markdown files are there?", "--dir", dir, "--json"], { env })).json();
  const { code, out } = await ergo(["trace", run, "--dir", dir, "--html"], { env });
  expect(code).toBe(0);
  expect(out).toMatch(/^<!doctype html>/);
  expect(out).toContain("default-src 'none'");
  expect(out.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:\/\/|(src|href)="(?!#|data:,)/);
  expect(readFileSync(new URL("../data/page/frame.html", import.meta.url), "utf8")).not.toContain("unsafe-inline");
});

test("a proof from tables and rules, a game and an audit have no serious fault of access, in the light and in the dark", async () => {
  const dir = folder({
    "people.csv": "name,age\nBen,41\nCleo,38\n",
    "rules.txt": "If the age of someone is more than 40 then they are senior.\n",
    "report.md": "Ben is senior.\n\nThe age of Cleo is 39.\n\nThe moon is painted green.\n",
  });
  const env = { ERGO_HOME: folder(), ERGO_MODEL: "none", ERGO_EMBEDDER: "none", ERGO_RERANKER: "none" };
  const goal = ["--goal", 'fact("Ben", "is", "senior")'];
  for (const asked of [["Who is older than 40?"], goal]) {
    const { run } = (await ergo(["ask", ...asked, "--dir", dir, "--json"], { env })).json();
    const file = join(folder(), "page.html");
    await ergo(["trace", run, "--dir", dir, "--html", file], { env });
    const page = await openPage(file);
    expect(await page.evaluate("document.querySelector('.proofs').textContent")).toContain("people.csv:2");
    expect(await seriousFaults(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
  }
  const file = join(folder(), "audit.html");
  await ergo(["audit", join(dir, "report.md"), "--dir", dir, "--html", file], { env });
  const page = await openPage(file);
  expect(await seriousFaults(page)).toEqual([]);
  expect(page.complaints).toEqual([]);
});
