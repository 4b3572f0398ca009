/**
 * The page over a large folder: 10,000 runs, each asked of the program itself, and 100,000 passages of made documents. Milliseconds of the
 * doors that the page asks, until it is first painted, until its views are there, while lists are scrolled, filtered and searched, and the
 * memory of server and page. `--dir DIR` keeps the folder, and takes one that is there. Needs a browser.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { browse } from "../test/chromium.ts";
import { median, save } from "./result.ts";
import { equip, opening, scrolling, typing } from "./serve/look.ts";
import { fill } from "./serve/many.ts";
import { painted } from "./serve/paint.ts";
import { type Server, serveFolder } from "./served.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    passages: { type: "string", default: "100000" },
    dir: { type: "string" },
  },
});
const work = values.dir ?? mkdtempSync(join(tmpdir(), "ergo-page-"));
const [dir, home, note] = [join(work, "files"), join(work, "home"), join(work, "made.json")];
Object.assign(process.env, { ERGO_HOME: home, ERGO_MODEL: "none", ERGO_PULL: "never" });
if (!existsSync(note)) {
  mkdirSync(dir, { recursive: true });
  const made = await fill(dir, { runs: Number(values.runs), passages: Number(values.passages) });
  writeFileSync(note, JSON.stringify(made));
}

const server = await serveFolder(dir, home);
const address = `http://127.0.0.1:${server.port}/#token=${server.token}`;
const closing: (() => Promise<void>)[] = [];

/** Milliseconds of a door, the first time and then, and kilobytes of what it gives. */
async function door(path: string, body?: object) {
  const times: number[] = [];
  let bytes = 0;
  for (let at = 0; at < 6; at++) {
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    bytes = (await response.arrayBuffer()).byteLength;
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    times.push(performance.now() - began);
  }
  return {
    firstMs: Math.round(times[0]!),
    thenMs: Math.round(median(times.slice(1))),
    kilobytes: Math.round(bytes / 1000),
  };
}

const memory = { serverBefore: memoryOf(server) };
const paints = await painted(address, 5);
const doors = {
  runs: await door("/api/runs?limit=120"),
  runsFiltered: await door("/api/runs?limit=120&words=sonnet%20number%2077"),
  conversations: await door("/api/conversations?limit=120"),
  welcome: await door("/api/files?limit=500"),
  files: await door("/api/files"),
  search: await door("/api/search", { question: "Where does the crane 54 stand?", k: 12, explain: true }),
  ask: await door("/api/ask", { question: "Where does the crane 54 stand?", cache: false }),
  map: await door("/api/map"),
  disagreements: await door("/api/disagreements"),
};

const page = await browse(address, { closing });
await page.until("document.querySelector('#nav a')");
await equip(page);
const views: Record<string, number[]> = {};
for (let round = 0; round < 5; round++) {
  for (const [name, hash, selector] of [
    ["runs", "#runs", ".runs li a"],
    ["conversations", "#ask/earlier", ".talks li a"],
    ["documents", "#knowledge/files", ".files li button"],
    ["search", "#knowledge/search/sluice in the tower", ".hits > li"],
    ["map", "#knowledge/map", ".chips a, .empty"],
    ["models", "#models", "table tbody tr"],
  ] as const) {
    views[name] = [...(views[name] ?? []), await opening(page, hash, selector)];
  }
}
await opening(page, "#runs", ".runs li a");
const scrolled: Record<string, object> = { runs: await scrolling(page, 600) };
const one = "document.querySelectorAll('.runs li a').length === 1";
const filtered: Record<string, number> = { runs: await typing(page, "sonnet number 7773?", one) };
await opening(page, "#knowledge/files", ".files li button");
scrolled.documents = await scrolling(page, 600);
filtered.documents = await typing(page, "register-7777.md", "document.querySelectorAll('.files li').length === 1");
const heap: number = await page.evaluate("performance.memory.usedJSHeapSize");
for (const close of closing) await close();
const after = memoryOf(server);
server.child.removeAllListeners("exit");
server.child.kill("SIGTERM");

const { ms: _, ...made } = JSON.parse(readFileSync(note, "utf8"));
save("page", {
  made,
  firstPaintMs: { median: Math.round(median(paints)), slowest: Math.round(Math.max(...paints)) },
  doors,
  viewMs: Object.fromEntries(
    Object.entries(views).map(([name, times]) => [
      name,
      { first: Math.round(times[0]!), median: Math.round(median(times)) },
    ]),
  ),
  scrolled,
  filteredMs: Object.fromEntries(Object.entries(filtered).map(([name, ms]) => [name, Math.round(ms)])),
  megabytes: { ...memory, serverAfter: after, pageScripts: Math.round(heap / 1e6) },
});
if (values.dir === undefined) rmSync(work, { recursive: true, force: true });

/** Megabytes of the process that serves, below the one that minds it. */
function memoryOf({ child }: Server): number {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ");
  const status = readFileSync(`/proc/${children[0]}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1000);
}
