import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const shop = {
  "package.json":
    '{\n  "name": "shop",\n  "version": "1.2.3",\n  "license": "MIT",\n  "engines": { "node": ">=20" },\n  "main": "src/index.js",\n  "dependencies": { "left": "^1.0.0" }\n}\n',
  "src/index.js": 'const { price } = require("./price");\nexports.total = function total() { return price(2); };\n',
  "src/price.js":
    "function price(n) {\n  if (n > 1 && n < 9) return n;\n  return 0;\n}\nclass Fee extends Base {}\nexports.price = price;\nexports.Fee = Fee;\n",
  "src/old.js": "exports.old = 1;\n",
  "test/price.test.js": 'const { price } = require("../src/price");\nprice(1);\n',
};

test.each([
  [
    "what does src/index.js import from its siblings?",
    /^src\/index\.js imports 1 module of this folder: \.\/price\./,
    "proven",
  ],
  ["third party packages required by src", /^The source files of src import no third-party module\./, "proven"],
  [
    "which files in src import nothing?",
    /^2 of 3 source files in src import nothing: src\/old\.js, src\/price\.js\./,
    "proven",
  ],
  ["does price have more than one caller?", /^Yes: price is called 2 times/, "proven"],
  ["is Price called in src?", /^Yes: price is called 1 time in src/, "proven"],
  [
    "how often does src/index.js call price",
    /^price is called 1 time, in 1 file: src\/index\.js \(in total, line 2\)\./,
    "proven",
  ],
  [
    "is src/price.js needed by anything other than the index module?",
    /^Yes: 1 file imports src\/price\.js: test\/price\.test\.js\./,
    "proven",
  ],
  [
    "which functions does total call",
    /^total \(src\/index\.js:2\) calls 1 function: price \(of \.\/price\)\./,
    "supported",
  ],
  [
    "Fee looks unused. True?",
    /^Yes: Fee is used nowhere: it is declared in src\/price\.js:5 and only passed on in src\/price\.js\./,
    "supported",
  ],
  ["price: dead code?", /^No: price is used in 2 files: src\/index\.js, test\/price\.test\.js\./, "supported"],
])("ergo ask: %s", async (question, answer, verdict) => {
  const dir = folder(shop);
  const env = { ERGO_HOME: folder() };
  const made = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json();
  expect(made.answer).toMatch(answer);
  expect(made.status).toBe("answered");
  expect(made.claims[0].verdict).toBe(verdict);
  const { code, out } = await ergo(["verify", made.run, "--dir", dir], { env });
  expect([code, out]).toEqual([0, expect.any(String)]);
});

test("who maintains a package is neither its history nor its author", async () => {
  const manifest = '[project]\nname = "shop"\nauthors = [{name = "Ada Long"}]\nmaintainers = [{name = "Bo Reed"}]\n';
  const dir = folder({ "pyproject.toml": manifest });
  for (const question of ["who maintains it these days?", "who are the maintainers?"]) {
    const { answer, claims } = (await ergo(["ask", question, "--dir", dir, "--json"])).json();
    expect(answer).toContain("Bo Reed");
    expect(claims.filter(({ verdict }: { verdict: string }) => verdict === "proven")).toEqual([]);
  }
});

test.each([
  ["does kit depend on left?", /^Yes: pyproject\.toml names left/],
  ["does kit import json?", /^Yes: 1 file imports json: src\/kit\/read\.py\./],
  ["does kit depend on right?", /^No: pyproject\.toml names no dependency right, and no import of it was found\./],
  ["what does kit depend on?", /^pyproject\.toml names 1 dependency\./],
  ["does src/kit/__init__.py import json?", /^No: /],
])(
  "a package depends on what its manifest and all of its files do, not on what one of them does: %s",
  async (question, answer) => {
    const dir = folder({
      "pyproject.toml": '[project]\nname = "kit"\nversion = "1.0"\ndependencies = ["left>=2"]\n',
      "src/kit/__init__.py": "from .read import read\n",
      "src/kit/read.py": "import json\n\n\ndef read(text):\n    return json.loads(text)\n",
    });
    expect((await ergo(["ask", question, "--dir", dir, "--json"])).json().answer).toMatch(answer);
  },
);
