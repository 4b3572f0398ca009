import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const releases = {
  "pump-1.2.0/package.json": '{ "name": "pump", "version": "1.2.0" }\n',
  "pump-1.2.0/lib/pump.js": "class Pump {\n  start() {}\n  drain() {}\n}\n",
  "pump-1.2.0/lib/old.js": "exports.old = 1;\n",
  "pump-1.2.0/lib/same.js": "exports.same = 1;\n",
  "pump-2.0.1/package.json": '{ "name": "pump", "version": "2.0.1" }\n',
  "pump-2.0.1/lib/pump.js": "class Pump {\n  start() {}\n  stop() {}\n  #prime() {}\n\n}\n",
  "pump-2.0.1/lib/new.js": "exports.fresh = 1;\n",
  "pump-2.0.1/lib/same.js": "exports.same = 1;\n",
};

async function ask(question: string) {
  const { status, answer, claims } = (await ergo(["ask", question, "--dir", folder(releases), "--json"])).json();
  const verdicts = new Set<string>(claims.map(({ verdict }: { verdict: string }) => verdict));
  return { status, answer: answer as string, verdicts };
}

test.each([
  ["which files were added between 1.2.0 and 2.0.1?", ["1 file was added", "lib/new.js"], "lib/old.js"],
  ["which files were removed from 1.2.0 to 2.0.1?", ["1 file was removed", "lib/old.js"], "lib/new.js"],
  ["which files differ between pump-1.2.0 and pump-2.0.1", ["2 files", "lib/pump.js", "package.json"], "same.js"],
  ["compare the two folders", ["lib/new.js", "lib/old.js", "lib/pump.js"], "same.js"],
  ["by how many lines did lib/pump.js grow from 1.2.0 to 2.0.1?", ["grew by 2 lines", "from 4", "to 6"], "shrank"],
  ["what new methods does Pump have in 2.0.1 compared to 1.2.0?", ["2 functions", "#prime", "stop"], "drain"],
  ["Welche Methoden von Pump sind von 1.2.0 zu 2.0.1 weggefallen?", ["1 function", "drain"], "stop"],
])("two folders are compared, and what is said is proven: %s", async (question, told, untold) => {
  const { status, answer, verdicts } = await ask(question);
  for (const each of told) expect(answer).toContain(each);
  expect(answer).not.toContain(untold);
  expect([status, verdicts]).toEqual(["answered", new Set(["proven"])]);
});

test.each([
  "what new features does 2.0.1 have compared to 1.2.0?",
  "is 2.0.1 faster than 1.2.0?",
  "which functions are slower in 2.0.1 than in 1.2.0?",
  "compare the performance of 1.2.0 and 2.0.1",
])("what files can't tell of two folders is not proven: %s", async (question) => {
  expect((await ask(question)).verdicts).not.toContain("proven");
});

test("claims compare folders, and leave open what is no folder", async () => {
  const dir = folder(releases);
  const verdict = async (claim: string) => (await ergo(["check", claim, "--dir", dir, "--json"])).json().verdict;
  expect(await verdict('added("pump-1.2.0", "pump-2.0.1/") = 1')).toBe("provable");
  expect(await verdict('"lib/same.js" in changed("pump-1.2.0/", "pump-2.0.1/")')).toBe("refutable");
  expect(await verdict('added("pump-1.2.0", "pump-3") = 0')).toBe("undecidable");
  expect(await verdict('functions("pump-2.0.1/lib/pump.js", "Pump") = 3')).toBe("provable");
});

test("a folder that is called new is no question about what is new", async () => {
  const dir = folder({ "old/a.js": "a();\n", "new/a.js": "b();\n", "new/c.js": "c();\n" });
  const { answer } = (await ergo(["ask", "which files differ between old and new", "--dir", dir, "--json"])).json();
  expect(answer).toMatch(/^1 file was changed .*: a\.js\.$/);
});

test.each([
  ["which files were added from 1.0-rc.1 to 1.0?", "kept.js"],
  ["which files were added between 1.0 and 1.0-rc.1?", "kept.js"],
  ["which files were added from 1.0 to 1.0-rc.1?", "gone.js"],
  ["which files were added in 1.0-rc.1 compared to 1.0?", "gone.js"],
])("words say which folder comes first, and else releases: %s", async (question, told) => {
  const dir = folder({ "1.0-rc.1/gone.js": "a();\n", "1.0/kept.js": "b();\n" });
  const { answer } = (await ergo(["ask", question, "--dir", dir, "--json"])).json();
  expect(answer).toContain(`: ${told}.`);
});

test("what a question leaves out of a comparison is left out, and what it names there alone is looked at", async () => {
  const ask = async (question: string) =>
    (await ergo(["ask", question, "--dir", folder(releases), "--json"])).json().answer as string;
  expect(await ask("which files below lib differ between 1.2.0 and 2.0.1?")).toMatch(/^1 file .*: lib\/pump\.js\.$/);
  expect(await ask("between 1.2.0 and 2.0.1, which json files changed?")).toMatch(/^1 file .*: package\.json\.$/);
  expect(await ask("how many files in docs differ between 1.2.0 and 2.0.1?")).not.toMatch(/changed/);
});

test("functions of a sort that nothing here tells are not taken for all", async () => {
  const { verdicts } = await ask("which deprecated methods were added to Pump between 1.2.0 and 2.0.1?");
  expect(verdicts).not.toContain("proven");
});
