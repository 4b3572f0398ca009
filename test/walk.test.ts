import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

test("ask --watch draws how the run walks its graphs", async () => {
  const dir = folder({ "a.md": "# A\n\nThe mill was built in 1702.\n" });
  const { err, out } = await ergo(["ask", "How many files are there?", "--dir", dir, "--watch"]);
  expect(out).toContain("There is 1 file.");
  const drawn = err.replace(/\d+\.\d s/g, "T").split("\n");
  expect(drawn).toContain("┌ ask ROUTE");
  expect(drawn).toContain("│ ┌ direct DIRECT_EXEC");
  expect(drawn).toContain("│ │ tool T");
  expect(drawn.at(-2)).toBe("└ T → END");
});
