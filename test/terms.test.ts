import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const shop = {
  "src/price.js":
    "/** What it costs. */\nfunction price(n, { rate } = {}, ...more) {\n  for (const x of more) {\n    if (n > 1) {\n      return x;\n    }\n  }\n  return rate;\n}\nfunction bare() {}\n/** Of a fee. */\nexports.fee = function () {};\nexports.price = price;\n",
  "src/use.js": 'const { price } = require("./price");\nprice(1);\n',
  "test/price.test.js": 'const { price } = require("../src/price");\nprice(1);\n',
  "kit.py": 'class Kit:\n    """Things."""\n    def open(self, a, *, b=1):\n        return a\n',
};

test.each([
  ['params("src/price.js", "price") = 3', "provable"],
  ['params("kit.py", "Kit.open") = 2', "provable"],
  ['depth("src/price.js", "price") = 2', "provable"],
  ['depth("src/price.js", "bare") > 0', "refutable"],
  ['depth("src/price.js", "gone") > 0', "undecidable"],
  ['documented("src/price.js", "price")', "provable"],
  ['documented("src/price.js", "fee")', "provable"],
  ['documented("src/price.js", "bare")', "refutable"],
  ['documented("kit.py", "Kit")', "provable"],
  ['documented("kit.py", "open")', "refutable"],
  ['"src/use.js:2" in references("price", "src/**")', "provable"],
  ['references("price", "{src/use.js,test/**}") = 4', "provable"],
  ['"test/price.test.js" in tests("src/price.js")', "provable"],
  ['tests("src/price.js") = 1', "provable"],
  ['tests("src/use.js") > 0', "refutable"],
  ['authors("src/price.js") = 1', "undecidable"],
  ['churn("src/price.js") > 0', "undecidable"],
])("ergo check: %s is %s", async (claim, verdict) => {
  const made = (await ergo(["check", claim, "--dir", folder(shop), "--json"])).json();
  expect([claim, made.verdict]).toEqual([claim, verdict]);
});

test("authors and churn come from the history", async ({ skip }) => {
  const dir = folder(shop);
  const env = { PATH: process.env.PATH, HOME: dir, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false", ...args], {
      cwd: dir,
      env,
      stdio: "ignore",
    });
  try {
    git("--version");
  } catch {
    skip("there is no git here");
  }
  git("init", "-q", "-b", "main");
  git("add", "src");
  git("commit", "-q", "-m", "Begin");
  const verdict = async (claim: string) => (await ergo(["check", claim, "--dir", dir, "--json"])).json().verdict;
  expect(await verdict('"Ada" in authors("src/price.js") and churn("src/price.js") = 1')).toBe("provable");
  expect(await verdict('authors("kit.py") > 0')).toBe("refutable");
  git("mv", "src/price.js", "src/coût.js");
  git("commit", "-q", "--author", "Bob <b@b.c>", "-m", "Rename");
  const renamed = "src/coût.js";
  expect(await verdict(`"Bob" in authors("${renamed}") and churn("${renamed}") >= 1`)).toBe("provable");
  expect(await verdict(`"Ada" in authors("${renamed}")`)).toBe("undecidable");
  expect(await verdict(`churn("${renamed}") = 1`)).toBe("undecidable");
  const { answer } = (await ergo(["ask", `Who changed ${renamed}?`, "--dir", dir, "--json"])).json();
  expect(answer).toContain("was src/price.js before");
});
