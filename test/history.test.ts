import { expect, test } from "vitest";
import { ergo, folder, write } from "./ergo.ts";
import { git, hasGit } from "./git.ts";

/** A folder of three commits by two people, the last one long ago; every file was written just now. */
function repository(): string {
  const dir = folder({ "src/a.ts": "export const a = 1;\n" });
  const commit = (author: string, date: string, about: string) => {
    git(dir, "add", "-A");
    git(dir, "commit", "-q", "--author", `${author} <a@b.c>`, `--date=${date}`, "-m", about);
  };
  git(dir, "init", "-q", "-b", "main");
  commit("Ann Lee", "2024-01-10T12:00:00Z", "Begin");
  write(dir, { "src/b.ts": "export const b = 1;\n" });
  commit("Bob Smith", "2024-03-10T12:00:00Z", "Let b in");
  write(dir, { "src/a.ts": "export const a = 2;\n" });
  commit("Bob Smith", "2024-03-20T12:00:00Z", "Double a");
  return dir;
}

test.skipIf(!hasGit).each([
  ["which files were changed by Bob?", /^2 files were changed by Bob, by the history.*:\nsrc\/a\.ts\nsrc\/b\.ts$/],
  ["which files changed this week?", /^0 files were changed \(this week\).*\nWhat was changed without a commit/],
  ["which files changed since 2024-03-15?", /^1 file was changed \(since 2024-03-15\).*:\nsrc\/a\.ts$/],
  ["which files were added since 2024-03-01?", /^1 file was added .*:\nsrc\/b\.ts$/],
  ["did Ann change src/b.ts?", /^No: no commit by Ann changes src\/b\.ts\./],
  ["which files did Carla change?", /^No commit is by Carla; the authors are Bob Smith, Ann Lee\.$/],
  ["when was src/a.ts added?", /^src\/a\.ts came in by Ann Lee on 2024-01-10/],
  ["when was src/a.ts last changed and by whom?", /^src\/a\.ts was last changed by Bob Smith on 2024-03-20/],
  ["who are the authors of src/a.ts?", /^2 people changed src\/a\.ts: Ann Lee \(1\), Bob Smith \(1\)\.$/],
  ["who wrote most of src/a.ts?", /^Ann Lee, Bob Smith made the most commits to src\/a\.ts: 1 each\.$/],
  ["how many commits are there?", /^3 commits\.$/],
  [
    "how often was src/a.ts changed in the last 2 commits?",
    /^src\/a\.ts was changed in 1 commit in the last 2 commits\.$/,
  ],
  ["did Ann change src/a.ts in the last commit?", /^No: no commit by Ann in the last commit changes/],
  ["show me the last commit by Ann", /^1 commit by Ann\.\n2024-01-10 Ann Lee: Begin/],
])("the history answers: %s", async (question, answer) => {
  const { answer: given, status } = (await ergo(["ask", question, "--dir", repository(), "--json"])).json();
  expect([given, status]).toEqual([expect.stringMatching(answer), "answered"]);
});

test.skipIf(!hasGit)(
  "what was renamed did not come in, and what came in first is not told of a history that is cut",
  async () => {
    const dir = repository();
    git(dir, "mv", "src/b.ts", "src/c.ts");
    git(dir, "commit", "-q", "-m", "Rename b");
    const ask = async (question: string, at: string) =>
      (await ergo(["ask", question, "--dir", at, "--json"])).json().answer;
    expect(await ask("which files were added in the last commit?", dir)).toMatch(
      /^0 files were added in the last commit,/,
    );
    expect(await ask("when was src/c.ts added?", dir)).toContain("src/c.ts was src/b.ts before");
    const shallow = folder({});
    git(shallow, "clone", "-q", "--depth", "1", `file://${dir}`, ".");
    expect(await ask("which files were added in the last commit?", shallow)).not.toContain("were added");
  },
);

test.skipIf(!hasGit)("how often a file was changed is proven", async () => {
  const { answer, claims } = (
    await ergo(["ask", "how often was src/a.ts changed?", "--dir", repository(), "--json"])
  ).json();
  expect([answer, claims[0].verdict]).toEqual(["src/a.ts was changed in 2 commits.", "proven"]);
});

test("without a history the times of files are told as such, and nobody is named", async () => {
  const dir = folder({ "src/a.ts": "export const a = 1;\n" });
  const ask = async (question: string) => (await ergo(["ask", question, "--dir", dir, "--json"])).json().answer;
  expect(await ask("which files changed today?")).toMatch(/^There is 1 file that is last changed on or after/);
  expect(await ask("which files were changed by Bob?")).toMatch(/^There is no history to tell it from/);
});
