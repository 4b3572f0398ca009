import { expect, test } from "vitest";
import { faultOf } from "../../core/schema.ts";
import { sarif } from "../report/sarif.ts";
import { found } from "./fixtures/project.ts";
import { kernels, usesHistory } from "./registry.ts";

const shop = {
  "package.json":
    '{\n  "name": "shop",\n  "version": "1.2.3",\n  "license": "MIT",\n  "main": "src/index.ts",\n  "scripts": { "start": "node src/index.ts" },\n  "dependencies": { "left": "^1.0.0" }\n}\n',
  "src/index.ts": 'import { price } from "./price.ts";\nexport const total = () => price();\n',
  "src/price.ts":
    'import { rate } from "./rate.ts";\nexport function price() { return rate(); }\nexport function spare() { return 1; }\n',
  "src/rate.ts": 'import { price } from "./price.ts";\nexport const rate = () => (price === null ? 1 : 2);\n',
  "src/old.ts": "export const old = 1;\n",
  "src/price.test.ts": 'import { price } from "./price.ts";\nprice();\n',
  "README.md": "See [prices](src/price.ts) and [more](src/gone.ts).\n\nRun `npm run start`, never `npm run stop`.\n",
};

test("structure finds the cycle, the coupling and the layers", async () => {
  const { rows, complete } = (await found(shop))("structure");
  expect(complete).toBe(true);
  expect(rows.filter(({ what }) => what === "cycle")).toMatchObject([
    { files: ["src/price.ts", "src/rate.ts"], path: "src/price.ts", lines: [1, 1] },
  ]);
  const layer = (path: string) => rows.find((row) => row.what === "file" && row.path === path).layer;
  expect([layer("src/price.ts"), layer("src/rate.ts"), layer("src/index.ts")]).toEqual([0, 0, 1]);
});

test("dead finds files and exports that nothing takes, entry points aside", async () => {
  const { rows } = (await found(shop))("dead");
  const told = rows.map(({ what, name, sure }) => `${what} ${name} ${sure}`);
  expect(told.sort()).toEqual(["export old true", "export spare true", "file src/old.ts true"]);
});

test("a package that names no main file starts with index.js", async () => {
  const files = { "index.js": "exports.a = 1;\n", "old.js": "exports.b = 1;\n" };
  const dead = async (manifest: string) =>
    (await found({ ...files, "package.json": manifest }))("dead")
      .rows.filter(({ what }) => what === "file")
      .map(({ path }) => path);
  expect(await dead('{ "name": "shop" }')).toEqual(["old.js"]);
  expect(await dead('{ "name": "shop", "main": "old.js" }')).toEqual(["index.js"]);
  expect(await dead('{ "name": "shop", "exports": "./old.js" }')).toEqual(["index.js"]);
});

test("what a program imports of its built form stands for the source, which is no dead file", async () => {
  const files = {
    "package.json": '{ "name": "shop", "bin": "bin/shop.js" }\n',
    "bin/shop.js": '#!/usr/bin/env node\nawait import("../dist/cli/main.js");\n',
    "src/cli/main.ts": "console.log(1);\n",
    "src/cli/old.ts": "console.log(2);\n",
  };
  expect((await found(files))("dead").rows).toMatchObject([{ what: "file", path: "src/cli/old.ts" }]);
});

test("an exported type that only its own file names is told, and not as surely dead", async () => {
  const own = "export type Rate = number;\nexport const rate = (x: Rate) => x;\n";
  const { rows } = (await found({ "src/a.ts": own, "src/b.test.ts": 'import { rate } from "./a.ts";\nrate(1);\n' }))(
    "dead",
  );
  expect(rows).toMatchObject([
    { name: "Rate", sure: false, because: "no other file imports it, though its own uses it" },
  ]);
  const more = { "src/a.ts": own, "src/b.test.ts": 'import { rate } from "./a.ts";\ntype Rate = 1;\nrate(1);\n' };
  expect((await found(more))("dead").rows).toMatchObject([{ because: expect.stringContaining("its own uses it") }]);
});

test("a cycle that only imports of types close is told as that", async () => {
  const types = { "src/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;\n' };
  const rows = async (b: string) =>
    (await found({ ...types, "src/b.ts": b }))("structure").rows.filter(({ what }) => what.endsWith("cycle"));
  const runs = 'import { type A, f } from "./a.ts";\nexport type B = A;\nexport const g = f;\n';
  expect(await rows(runs)).toMatchObject([{ what: "type cycle", files: ["src/a.ts", "src/b.ts"] }]);
  const both = { "src/a.ts": 'import { g } from "./b.ts";\nexport const f = g;\n', "src/b.ts": runs };
  const { rows: all } = (await found(both))("structure");
  expect(all.filter(({ what }) => what.endsWith("cycle"))).toMatchObject([{ what: "cycle" }]);
});

test("an import that is named only when the program runs leaves open what is dead", async () => {
  const { rows, complete, open } = (
    await found({ ...shop, "src/load.ts": "export const load = (name: string) => import(name);\n" })
  )("dead");
  expect(complete).toBe(false);
  expect(open[0]).toContain("src/load.ts imports a module that is named only when it runs (line 1)");
  expect(rows.find(({ name }) => name === "src/old.ts").sure).toBe(false);
});

test("tests says which test files import a source, and what none reaches", async () => {
  const { rows } = (await found(shop))("tests");
  const reached = Object.fromEntries(
    rows.map((row) => [row.path, row.tests.length > 0 ? "direct" : row.through.length > 0 ? "through" : "none"]),
  );
  expect(reached).toEqual({
    "src/index.ts": "none",
    "src/old.ts": "none",
    "src/rate.ts": "through",
    "src/price.ts": "direct",
  });
});

test("documentation tells links and scripts that are not there", async () => {
  const { rows } = (await found(shop))("documentation");
  expect(rows.filter((row) => !row.found).map(({ what, claim, lines }) => [what, claim, lines[0]])).toEqual([
    ["link", "src/gone.ts", 1],
    ["script", "stop", 3],
  ]);
  expect(rows.filter((row) => row.found).map(({ claim }) => claim)).toEqual(["src/price.ts", "start"]);
});

test("manifests gives each statement with its line", async () => {
  const { rows } = (await found(shop))("manifests");
  const lines = Object.fromEntries(rows.map(({ what, name, value, lines: at }) => [`${what} ${name} ${value}`, at[0]]));
  expect(lines).toMatchObject({
    "version version 1.2.3": 3,
    "licence licence MIT": 4,
    "dependency left ^1.0.0": 7,
    "script start node src/index.ts": 6,
    "entry main src/index.ts": 5,
  });
});

test("security tells a call only where what it is given is not written out", async () => {
  const text =
    'import { exec } from "node:child_process";\nexec("ls");\nexec("ls " + process.argv[2]);\nconst re = /a/; re.exec(process.argv[2]);\n';
  const { rows } = (await found({ "a.ts": text }))("security");
  expect(rows.map(({ what, lines, given, cwe }) => [what, lines[0], given, cwe])).toEqual([
    ["shell", 3, "made", "CWE-78"],
  ]);
});

test("a secret in a document ranks below what code does, and what has no patterns is said", async () => {
  const key = 'SECRET_KEY = "192b9bdd22ab9ed4d12e236c78afcb9a393ec15f"\n';
  const files = { "docs/config.rst": key, "app.py": `import os\nos.system(x)\n`, "old.php": "<?php system($x);\n" };
  const { rows, open } = (await found(files))("security");
  expect(rows.map(({ path, what }) => [path, what])).toEqual([
    ["app.py", "shell"],
    ["docs/config.rst", "secret"],
  ]);
  expect(open).toEqual([expect.stringContaining("1 file .php")]);
  expect((await found({ "settings.py": key }))("security").rows).toMatchObject([
    { pattern: "a value under a telling name", why: "has the shape of a secret" },
  ]);
});

test("duplicates finds a stretch that stands in two files, and none after it is changed", async () => {
  const body = Array.from({ length: 12 }, (_, at) => `  const v${at} = call${at}(a, b + ${at});`).join("\n");
  const code = (name: string, more = "") => `export function ${name}(a, b) {\n${body}\n${more}}\n`;
  const twice = (await found({ "a.js": code("one"), "b.js": code("two") }))("duplicates");
  expect(twice.rows).toMatchObject([{ path: "a.js", other: "b.js" }]);
  const other = code("two").replaceAll("call", "other");
  expect((await found({ "a.js": code("one"), "b.js": other }))("duplicates").rows).toEqual([]);
});

test("hotspots multiply changes by complexity, and are absent with a reason where there is no history", async () => {
  const commit = (path: string) => ({
    hash: "a",
    author: "Ada",
    date: "2024-01-01T00:00:00Z",
    subject: "s",
    files: [{ path, added: 3, deleted: 1 }],
  });
  const commits = [commit("src/rate.ts"), commit("src/rate.ts"), commit("src/index.ts")];
  const { rows } = (await found(shop, { commits, complete: true }))("hotspots");
  expect(rows).toMatchObject([
    { path: "src/rate.ts", changes: 2, churn: 8, complexity: 2, score: 4, authors: ["Ada"] },
    { path: "src/index.ts", score: 1 },
  ]);
  expect((await found(shop))("hotspots")).toMatchObject({ rows: [], complete: false, open: ["it has no history"] });
});

test("cochange counts commits that change two files, under the names that they have now, and no wide ones", async () => {
  const commit = (files: { path: string; was?: string }[]) => ({
    ...{ hash: "a", author: "Ada", date: "2024-01-01T00:00:00Z", subject: "s" },
    files: files.map((file) => ({ ...file, added: 1, deleted: 0 })),
  });
  const both = (...paths: string[]) => commit(paths.map((path) => ({ path })));
  const many = Array.from({ length: 40 }, (_, at) => `gone/${at}.ts`);
  const commits = [
    both("src/price.ts", "src/rate.ts"),
    commit([{ path: "src/rate.ts", was: "src/tax.ts" }, { path: "src/tax.ts" }, { path: "src/price.ts" }]),
    both("src/price.ts", "src/tax.ts", "src/old.ts"),
    both("src/price.ts", "src/old.ts"),
    both("src/price.ts", "src/old.ts"),
    both("src/index.ts", "src/old.ts", ...many),
  ];
  const { rows, open } = (await found(shop, { commits, complete: true }))("cochange");
  expect(rows).toMatchObject([
    { path: "src/old.ts", other: "src/price.ts", together: 3, changes: 3, otherChanges: 5, share: 1, imports: false },
    { path: "src/price.ts", other: "src/rate.ts", together: 3, changes: 5, otherChanges: 3, share: 1, imports: true },
  ]);
  expect(open).toEqual(["1 commit of more than 30 files counted for none"]);
  expect((await found(shop))("cochange")).toMatchObject({ rows: [], open: ["it has no history"] });
});

test("only kernels that say so use the history", async () => {
  const files = [{ path: "src/price.ts", added: 3, deleted: 1 }];
  const commits = [{ hash: "a", author: "Ada", date: "2024-01-01T00:00:00Z", subject: "s", files }];
  const [known, without] = [await found(shop, { commits, complete: true }), await found(shop)];
  for (const { name, history } of kernels)
    if (!history) expect(without(name)).toEqual(known(name));
    else expect(usesHistory(["scan", name])).toBe(true);
  expect(usesHistory(["metrics", "structure"])).toBe(false);
});

test("trend counts lines back from what is there, a renamed file as one, and what is hidden not at all", async () => {
  const one = (day: string, files: { path: string; added: number; deleted: number; was?: string }[]) => ({
    ...{ hash: day, author: "Ada", date: `2024-01-${day}T10:00:00Z`, subject: "s" },
    files,
  });
  const commits = [
    one("09", [{ path: "a.js", added: 1, deleted: 0, was: "old.js" }]),
    one("09", [{ path: "gone.js", added: 0, deleted: 5 }]),
    one("03", [
      { path: "gone.js", added: 5, deleted: 0 },
      { path: "hidden.js", added: 900, deleted: 0 },
      { path: "a.md", added: 7, deleted: 0 },
    ]),
    one("01", [{ path: "old.js", added: 2, deleted: 0 }]),
  ];
  const { rows, complete } = (await found({ "a.js": "f();\ng();\nh();\n" }, { commits, complete: true }))("trend");
  expect(complete).toBe(true);
  expect(rows.map(({ path: _, lines: __, authors: ___, ...row }) => row)).toEqual([
    { from: "2024-01-09", span: "day", commits: 2, added: 1, deleted: 5, after: 3 },
    { from: "2024-01-03", span: "day", commits: 1, added: 5, deleted: 0, after: 7 },
    { from: "2024-01-01", span: "day", commits: 1, added: 2, deleted: 0, after: 2 },
  ]);
});

test("every row follows the schema of its kernel, and SARIF names rules and places", async () => {
  const result = await found({ ...shop, "broken.py": "def f(:\n" });
  for (const { name, schema } of kernels)
    for (const row of result(name).rows) expect(faultOf(schema, row)).toBeUndefined();
  expect(result("metrics").complete).toBe(false);
  // biome-ignore lint/suspicious/noExplicitAny: a log is compared.
  const log = sarif({ dead: result("dead"), structure: result("structure") }, "1.0.0") as any;
  const [run] = log.runs;
  expect(log.version).toBe("2.1.0");
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
  expect(run.results.map((each: { ruleId: string }) => each.ruleId)).toContain("structure/cycle");
});
