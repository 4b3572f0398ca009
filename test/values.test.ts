import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const pool = {
  "src/pool.js":
    "const DEFAULT_POOL_SIZE = 10;\nclass Pool {\n  constructor(size = DEFAULT_POOL_SIZE) {\n    this.keepAlive = 60 * 1000;\n  }\n}\nmodule.exports = { Pool, maxRetries: 3 };\n",
  "src/other.js": "const maxRetries = 5;\nlet count = 0;\ncount += maxRetries;\n",
  "test/pool.test.js": "const maxRetries = 99;\n",
};

test.each([
  ["how big is the pool by default?", ["DEFAULT_POOL_SIZE is declared as 10 (src/pool.js:1)."]],
  ["what's keepAlve by default", ["Pool.keepAlive is declared as 60 * 1000, which is 60000 (src/pool.js:4)."]],
  ["Standardwert von maxRetries?", ["maxRetries is declared as 5 (src/other.js:1).", "3 (src/pool.js:7)"]],
])("a value that the code writes is told with its place, and every one that fits: %s", async (question, told) => {
  const { status, answer, claims } = (await ergo(["ask", question, "--dir", folder(pool), "--json"])).json();
  for (const each of told) expect(answer).toContain(each);
  expect(answer).not.toContain("99");
  expect([status, new Set(claims.map(({ verdict }: { verdict: string }) => verdict))]).toEqual([
    "answered",
    new Set(["proven"]),
  ]);
});

test.each([
  ["What is the default keepAliveTimeout?", "const TIMEOUT_KEEP_ALIVE = 8;\n"],
  [
    "What's the difference between MockAgent and MockPool?",
    'const MockAgent = require("./a");\nconst MockPool = require("./b");\n',
  ],
])("neither a name with the same words nor an import is what is asked for by name: %s", async (question, text) => {
  const { claims } = (await ergo(["ask", question, "--dir", folder({ "src/a.js": text }), "--json"])).json();
  expect(claims.filter(({ verdict }: { verdict: string }) => verdict === "proven")).toEqual([]);
});

test.each(["is the pool good by default?", "what is the default colour?", "value of maxWorkers"])(
  "nothing is told of a value that no name holds: %s",
  async (question) => {
    const { claims } = (await ergo(["ask", question, "--dir", folder(pool), "--json"])).json();
    expect(claims.filter(({ verdict }: { verdict: string }) => verdict === "proven")).toEqual([]);
  },
);

test("the value of a parameter of one function is not told of another's", async () => {
  const dir = folder({
    "package.json": '{"name":"flow"}\n',
    "src/expand.ts":
      "export const DEFAULT_WIDTH = 4;\nexport function expand(concurrent = 7) {\n  return concurrent;\n}\n",
    "src/merge.ts":
      "export function mergeMap(project: unknown, concurrent: number) {\n  return [project, concurrent];\n}\n",
  });
  const asked = async (question: string) => (await ergo(["ask", question, "--dir", dir, "--json"])).json();
  const other = await asked("What is the default value of `concurrent` in `mergeMap`?");
  expect(other.claims.filter(({ verdict }: { verdict: string }) => verdict === "proven")).toEqual([]);
  expect((await asked("What is the default value of `concurrent` in `expand`?")).answer).toContain("declared as 7");
  // What no manifest holds under a key may be a value that the code writes.
  expect((await asked("What is the value of `DEFAULT_WIDTH`?")).answer).toContain("DEFAULT_WIDTH is declared as 4");
});

test("claims about values are decided where the text tells them, and left open where only running does", async () => {
  const dir = folder(pool);
  const verdict = async (claim: string) => (await ergo(["check", claim, "--dir", dir, "--json"])).json().verdict;
  expect(await verdict('constant("src/pool.js", "Pool.keepAlive") = 60000')).toBe("provable");
  expect(await verdict('constant("src/pool.js", "DEFAULT_POOL_SIZE") > 10')).toBe("refutable");
  expect(await verdict('constant("src/other.js", "count") = 0')).toBe("undecidable");
  expect(await verdict('"0" in values("src/other.js", "count")')).toBe("provable");
  expect(await verdict('"5" in values("src/other.js", "count")')).toBe("undecidable");
});
