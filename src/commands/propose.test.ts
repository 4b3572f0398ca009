import { expect, test } from "vitest";
import { propose } from "./propose.ts";

const line = (request: string) => propose(request)?.line ?? null;

test.each([
  ["Remove all *.log files from the logs/old tree", "find logs/old -type f -name '*.log' -delete"],
  ["find all files in src bigger than 10MB", "find src -type f -size +10M"],
  ["List all empty directories below docs", "find docs -type d -empty"],
  ["count the files in src whose names end in .ts", "find src -type f -name '*.ts' -printf '\\n' | wc -l"],
  ["show all files modified less than 2 hours ago in the current directory", "find . -type f -mmin -120"],
  [
    'Delete all *.txt files, except "keep.txt", in notes/',
    "find notes/ -type f -name '*.txt' ! -name keep.txt -delete",
  ],
  ['search for "foo" in the src/ folder', "grep -r -e foo -- src/"],
  ["print the md5 sum of each .py file in lib/", "find lib/ -type f -name '*.py' -exec md5sum -- {} +"],
])("%s", (request, expected) => {
  expect(line(request)).toBe(expected);
});

test("what the request names can't leave its quotes", () => {
  expect(line(`search for "'; rm -rf ~ #" in the src/ folder`)).toBe(`grep -r -e ''\\''; rm -rf ~ #' -- src/`);
  expect(line(`remove all files named "$(id)" in docs/`)).toBe("find docs/ -type f -name '$(id)' -delete");
});

test("what destroys must be understood to the last word", () => {
  expect(line("remove all *.log files in logs/ unless somebody objects")).toBeNull();
  expect(line("delete the files in src/ that nobody loves")).toBeNull();
});

test("a proposal says what it does and what it needs", () => {
  expect(propose("count the files in src/ whose names end in .ts")).toEqual({
    id: "count",
    line: "find src/ -type f -name '*.ts' -printf '\\n' | wc -l",
    reading: "Count the files in “src/”, whose names end in “.ts”.",
    programs: ["find", "wc"],
  });
});

test("other requests give nothing", () => {
  for (const request of ["", "hello there", "why is the sky blue?", "write me a poem about files"]) {
    expect(propose(request)).toBeNull();
  }
});

test("a name that only one path has stands for that path", () => {
  const paths = (name: string) => (name === "notes" ? ["docs/notes"] : []);
  expect(propose("list the empty files in notes", { paths })?.line).toBe("find docs/notes -type f -empty");
  expect(propose("list the empty files in /home/me/x/docs", { root: "/home/me/x" })?.line).toBe(
    "find docs -type f -empty",
  );
});
