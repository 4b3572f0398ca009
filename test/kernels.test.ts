import { expect, test } from "vitest";
import { ergo, folder, write } from "./ergo.ts";

const shop = {
  "package.json": '{ "name": "shop", "main": "src/index.js" }\n',
  "README.md": "See [prices](src/price.js) and [more](src/gone.js).\n",
  "src/index.js":
    'const { price } = require("./price");\nexports.total = (n) => {\n  if (n) return price(n);\n  return 0;\n};\n',
  "src/price.js": "exports.price = (n) => {\n  if (n > 1 && n < 9) return n;\n  return 0;\n};\n",
  "test/price.test.js": 'require("../src/price").price(1);\n',
};

test.each([
  [
    "where is the riskiest untested code?",
    /^Of 1 source file that is reached by imports of no test file, src\/index\.js has the highest risk/,
  ],
  [
    "is this README still true?",
    /^Of 2 paths, links, .* 1 are not there, so not all of it is true; the first is README\.md:1 \(link src\/gone\.js/,
  ],
  ["are there broken links?", /^Of 2 links between files in documents, 1 lead to no file/],
  ["which is the most complex file?", /^Of 3 source files, src\/price\.js has the highest cyclomatic complexity: 3\./],
  ["are there any secrets in the code?", /^No text with the shape of a secret/],
  ["what secrets are in the code?", /^No text with the shape of a secret/],
  ["list security problems", /^No text with the shape of a secret and no call/],
  ["where is it risky?", /^Of 2 source files, the one with the highest risk /],
  ["are there duplicated blocks?", /^No stretch of code was found to stand twice/],
  ["what should I refactor first?", /things? can be acted on by what was measured/],
  ["how often was src/price.js changed?", /^There is no history to tell it from/],
])("what a kernel measures is told by its rows, and supported by them: %s", async (question, answer) => {
  const dir = folder(shop);
  const env = { ERGO_HOME: folder() };
  const made = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json();
  expect([made.answer, made.status]).toEqual([expect.stringMatching(answer), "answered"]);
  expect(made.claims.map(({ verdict }: { verdict: string }) => verdict)).toEqual(["supported"]);
  expect((await ergo(["verify", made.run, "--dir", dir], { env })).code).toBe(0);
});

test("what kernels measured is no longer current once the code has changed", async () => {
  const dir = folder(shop);
  const env = { ERGO_HOME: folder() };
  const { run } = (await ergo(["ask", "are there broken links?", "--dir", dir, "--json"], { env })).json();
  write(dir, { "src/gone.js": "exports.a = 1;\n" });
  const { code, out } = await ergo(["verify", run, "--dir", dir], { env });
  expect([code, out]).toEqual([3, expect.stringContaining("not current")]);
});

test.each([
  [
    "which files are larger in new than in old?",
    /^1 of 3 files that both have is larger in new than in old\.\na\.txt: 4 → 6 bytes$/,
  ],
  ["which files are shorter in new than in old?", /^None of 3 files that both have is shorter in new than in old\.$/],
  [
    "which files grew from old to new?",
    /^1 of 3 files that both have is longer in new than in old\.\na\.txt: 2 → 3 lines$/,
  ],
  ["is new larger than old?", /^No, the files in new .* are not larger in total/],
])("two folders are compared file by file where it is asked of files: %s", async (question, answer) => {
  const dir = folder({
    ...{ "old/a.txt": "a\nb\n", "old/b.txt": "x\n", "old/c.txt": "yyy\n", "old/gone.txt": "long, and gone\n" },
    ...{ "new/a.txt": "a\nb\nc\n", "new/b.txt": "x\n", "new/c.txt": "y\n", "new/d.txt": "z\n" },
  });
  const env = { ERGO_HOME: folder() };
  const made = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json();
  expect(made.answer).toMatch(answer);
  expect(made.claims.map(({ verdict }: { verdict: string }) => verdict)).toEqual(["proven"]);
});

test("unused exports of one kind are shown where they stand, and no others", async () => {
  const dir = folder({
    "package.json": '{"main": "index.js", "type": "module"}',
    "index.js": 'import { used } from "./kinds.js";\nused();\n',
    "kinds.js":
      "export const used = () => 1;\nexport function idle() {}\nexport class Spare {}\nexport class Other {}\n",
  });
  const made = (await ergo(["ask", "which exported classes are unused?", "--dir", dir, "--json"])).json();
  expect(made.answer).toMatch(/^2 exported classes are named in no other source file: .*kinds\.js:3.*kinds\.js:4/);
  const shown = made.evidence.filter(({ lines }: { lines?: number[] }) => lines !== undefined);
  expect(shown.map(({ path, lines }: { path: string; lines: number[] }) => [path, lines[0]])).toEqual([
    ["kinds.js", 3],
    ["kinds.js", 4],
  ]);
});

test.each([
  [
    "which exports are unused?",
    /^1 exported name is named in no other source file: spare \(src\/price\.js:5\)\.\nNames that entry points/,
  ],
  ["which exported classes are unused?", /^No exported class was found that no other source file names\./],
  [
    "which function outside of tests has the highest cognitive complexity?",
    /^Of 3 functions \(tests aside\), (?:price|exports\.price|anonymous).* has the highest cognitive complexity: \d/,
  ],
  ["which function in src has the highest cognitive complexity?", /^Of 3 functions in src, /],
])("what is measured is told with the files that it is of, and shown where it stands: %s", async (question, answer) => {
  const price = `${shop["src/price.js"]}exports.spare = () => 2;\n`;
  const test = 'const { price } = require("../src/price");\nconst check = (n) => (n ? price(n) : 0);\ncheck(1);\n';
  const index = shop["src/index.js"];
  const dir = folder({ ...shop, "src/price.js": price, "src/index.js": index, "test/price.test.js": test });
  const made = (await ergo(["ask", question, "--dir", dir, "--json"])).json();
  expect(made.answer).toMatch(answer);
  const shown = made.evidence.filter(({ lines }: { lines?: number[] }) => lines !== undefined);
  for (const { path } of shown) expect(path).toBe("src/price.js");
});
