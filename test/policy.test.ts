import { join } from "node:path";
import { expect, test } from "vitest";
import { ergo, folder, write } from "./ergo.ts";

test("a command that the profile allows ends with 0, one that it does not with 5 and the reason", async () => {
  const dir = folder({ "a.txt": "a" });
  const read = await ergo(["policy", "wc -l a.txt", "--dir", dir, "--json"]);
  expect([read.code, read.json()]).toMatchObject([0, { v: 1, allowed: true, effects: ["read"] }]);

  const lost = await ergo(["policy", "git clean -fd", "--profile", "sovereign", "--dir", dir, "--json"]);
  expect([lost.code, lost.json()]).toMatchObject([5, { allowed: false, effects: ["write", "destructive"] }]);
  expect(lost.json().reasons[0]).toMatch(/^the profile sovereign does not allow destructive: "-fd"/);
});

test("a command stays where it is: nothing is run", async () => {
  const dir = folder({ "a.txt": "a" });
  await ergo(["policy", "rm a.txt", "--profile", "dev", "--dir", dir]);
  const seen = await ergo(["check", 'exists("a.txt")', "--dir", dir]);
  expect(seen.code).toBe(0);
});

test("a batch of a thousand commands is judged line by line, in order", async () => {
  const dir = folder();
  const commands = ["ls", "rm -rf src", "npm test", "echo 'x"];
  const rows = Array.from({ length: 1000 }, (_, id) => ({ id, command: commands[id % 4] }));
  write(dir, { "batch.jsonl": [...rows.map((row) => JSON.stringify(row)), '{"id": 1000}'].join("\n") });
  const { code, out } = await ergo(["policy", "--batch", join(dir, "batch.jsonl"), "--profile", "dev", "--dir", dir]);
  const answers = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 1001 }, (_, id) => id));
  expect(answers.slice(0, 4).map(({ allowed }) => allowed)).toEqual([true, false, true, false]);
  expect(answers[1000].error.code).toBe("BATCH_LINE");
});

test("a wrong call says how it is done", async () => {
  const { code, err } = await ergo(["policy", "git", "status", "--dir", folder()]);
  expect(code).toBe(2);
  expect(err).toContain("in quotes");
});
