import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { folder } from "./ergo.ts";
import { startServe } from "./process.ts";

/** The first questions after a start, when what they need is loaded for several at once. */

const files = {
  "docs/reads.md": "# Reads\n\nReads time out after 30 seconds.\n",
  "src/parse.ts": "export function parse() {\n  return 1;\n}\n",
  ...Object.fromEntries(
    ["run", "load", "send"].map((name) => [
      `src/${name}.ts`,
      `import { parse } from "./parse.ts";\nexport function ${name}() {\n  return parse();\n}\n`,
    ]),
  ),
};

const said: Record<string, string> = {
  "When do reads time out?": "30 seconds",
  "Who calls parse?": "parse is called 3 times, in 3 files",
};

/** A module that writes down, for a process and all that it starts, which of them loads what. */
const recorder = `
  import { appendFileSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      appendFileSync(process.env.TEST_LOADED, process.pid + " " + url + "\\n");
      return next(url, context);
    },
  });
`;

test("who ask first, all at once, are answered as those after them, and nothing is loaded twice for them", async () => {
  const place = folder({ "recorder.mjs": recorder, loaded: "" });
  vi.stubEnv("TEST_LOADED", join(place, "loaded"));
  vi.stubEnv("NODE_OPTIONS", `--import=${pathToFileURL(join(place, "recorder.mjs"))}`);
  const { url, token, end } = await startServe(folder(files), folder(), ["--port", "0"]);
  vi.unstubAllEnvs();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answerTo = async (question: string) => {
    const body = JSON.stringify({ question, cache: false });
    const response = await fetch(`${url}/api/ask`, { method: "POST", headers, body });
    return (await response.json()) as { question: string; answer: string };
  };
  const asked = Array.from({ length: 4 }, () => Object.keys(said)).flat();
  const answers = await Promise.all(asked.map(answerTo));
  for (const question of Object.keys(said)) answers.push(await answerTo(question));
  for (const { question, answer } of answers) expect(answer).toContain(said[question]);
  expect(await end("SIGTERM")).toBe(0);

  const program = new URL("../dist/", import.meta.url).href;
  const loads = readFileSync(join(place, "loaded"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ") as [pid: string, address: string])
    .flatMap(([pid, address]) => (address.startsWith(program) ? [{ pid, file: address.slice(program.length) }] : []));
  const serving = new Set(loads.flatMap(({ pid, file }) => (file === "system/parts.js" ? [pid] : [])));
  expect(serving.size).toBeGreaterThan(0);
  // What stands in a part stands a second time in a file of its own: for the library, and for other threads and processes.
  const second = loads.filter(({ pid, file }) => serving.has(pid) && file !== "system/parts.js");
  expect(second).toEqual([]);
});
