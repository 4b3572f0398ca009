import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";
import { noTerminal, terminal } from "./terminal.ts";

test("ask --watch draws how the run walks its graphs", async () => {
  const dir = folder({ "a.md": "# A\n\nThe mill was built in 1702.\n" });
  const { err, out } = await ergo(["ask", "How many files are there?", "--dir", dir, "--watch"]);
  expect(out).toContain("There is 1 file.");
  const drawn = err.replace(/\d+\.\d s/g, "T").split("\n");
  expect(drawn).toContain("┌ ask ROUTE");
  expect(drawn).toContain("│ ┌ direct DIRECT_EXEC");
  expect(drawn).toContain("│ │ looks at the files T");
  expect(drawn.at(-2)).toBe("└ T → END");
});

test.skipIf(noTerminal)("on a terminal ask says in plain words what goes on, without names of its graphs", async () => {
  const cwd = folder({ "a.md": "# A\n\nThe mill was built in 1702.\n" });
  const { shows, ended } = terminal(["ask", "How many files are there?"], { cwd, env: { ERGO_HOME: folder() } });
  const shown = await shows("There is 1 file.");
  expect(shown).toContain("· answers by the engine direct: amount.files answers this exactly");
  expect(shown).toContain("· looks at the files");
  expect(shown).not.toMatch(/[A-Z]{3}/);
  expect(await ended).toBe(0);
});
