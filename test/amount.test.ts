import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const files = {
  "src/a.py": "one = 1\n\n# XXX later\ntwo = 2  # XXX soon\n",
  "src/in/b.py": "b = 1\n   \n",
  "src/c.txt": "x\n".repeat(9),
  "docs/a.md": "# A\n",
  "docs/b.markdown": "# B\n\nText.\n",
};

test.each([
  [
    "sum of lines over all .py files in src, blanks and comments included",
    "The 2 files that match src/**/*.py have 6 lines in total.",
  ],
  [
    "I'm splitting up the docs and want to start with the heaviest page. Biggest Markdown file under docs/ in bytes?",
    "docs/b.markdown has the most bytes of the files that match docs/**/{*.md,*.markdown}: 11.",
  ],
  ["how many blank lines (empty or only whitespace) in a.py", "1 line of src/a.py is blank."],
  [
    "is c.txt longer than a.py and b.py put together?",
    "Yes: src/c.txt has 9 lines, src/a.py and src/in/b.py have 6 lines together; that is 3 lines more.",
  ],
  [
    "XXX markers in src: where?",
    '2 lines of the files that match src/** contain "XXX", in 1 file:\nsrc/a.py:3 # XXX later\nsrc/a.py:4 two = 2  # XXX soon',
  ],
])("%s", async (question, answer) => {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const made = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json();
  expect(made).toMatchObject({ answer, status: "answered", claims: [{ verdict: "proven" }] });
  expect((await ergo(["verify", made.run, "--dir", dir], { env })).code).toBe(0);
});

test("a number that is not sure is no answer", async () => {
  const dir = folder({ "src/a.py": "a = 1\n", "src/b.py": Buffer.from([0xff, 0xfe, 0x00, 0xd8]) });
  const question = "sum of lines over all .py files in src, comments included";
  const { claims } = (await ergo(["ask", question, "--dir", dir, "--json"])).json();
  expect(claims.filter(({ verdict }: { verdict: string }) => verdict === "proven")).toEqual([]);
});
