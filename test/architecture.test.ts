import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parts, table } from "./table.ts";

/** Libraries that cost start-up time or carry native code: each is named in one file alone. */
const heavy = [
  "node:sqlite",
  "@vscode/tree-sitter-wasm",
  "re2js",
  "zod",
  "yaml",
  "snowball-stemmers",
  "htmlparser2",
  "yauzl",
  "unpdf",
  "@hono/node-server",
  "@modelcontextprotocol/server/stdio",
  "@modelcontextprotocol/client",
];

const root = new URL("../", import.meta.url).pathname;
const sources = globSync("src/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

function imports(text: string): string[] {
  return [...text.matchAll(/(?:from|import|require|createRequire\([^)]*\))\s*\(?\s*"([^"]+)"/g)].map(
    (match) => match[1]!,
  );
}

test("the folders of src are those of the table", () => {
  const folders = new Set(sources.map(({ file }) => file.split("/")).flatMap((p) => (p.length > 2 ? [p[1]!] : [])));
  expect([...folders].sort()).toEqual(Object.keys(table).sort());
});

test.each(Object.entries(parts))("the parts of %s are those of its table", (folder, allowed) => {
  const inner = sources.filter(({ file }) => file.startsWith(`src/${folder}/`)).map(({ file }) => file.split("/")[2]);
  expect([...new Set(inner)].sort()).toEqual(Object.keys(allowed).sort());
});

test("one file writes to the terminal, beside the line that is typed there, and two make its control sequences", () => {
  const own = sources.filter(({ file }) => !file.includes("/fixtures/"));
  const files = (sign: RegExp) => own.flatMap(({ file, text }) => (sign.test(text) ? [file] : [])).sort();
  const writing = files(/\b(?:stdout|stderr|stream)\.write\(|\bconsole\./);
  expect(writing).toEqual(["src/cli/chat/terminal.ts", "src/cli/print.ts"]);
  expect(files(/\\(?:u001b|x1b)[[\]]/)).toEqual(["src/cli/print.ts", "src/cli/rows.ts"]);
});

test.each(heavy)("%s is named in one file", (library) => {
  const users = sources.filter(({ text }) => imports(text).some((name) => name === library)).map(({ file }) => file);
  expect(users.length).toBeLessThanOrEqual(1);
});

test("nothing of src is named utils, helpers, common, manager or service", () => {
  expect(sources.filter(({ file }) => /utils|helpers|common|manager|service/.test(file))).toEqual([]);
});
