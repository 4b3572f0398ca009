import { execFileSync } from "node:child_process";
import fc from "fast-check";
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

test("find knows no braces, so each choice is a name", () => {
  const names = "'(' -name '*.ts' -o -name '*.js' ')'";
  expect(line("find all files in src/ matching *.{ts,js}")).toBe(`find src/ -type f ${names}`);
  expect(line(`find all files in src/ matching ${"{a,b}".repeat(30)}*.ts`) ?? "").not.toContain("{");
});

test("what the request names can't leave its quotes", () => {
  expect(line(`search for "'; rm -rf ~ #" in the src/ folder`)).toBe(`grep -r -e ''\\''; rm -rf ~ #' -- src/`);
  expect(line(`remove all files named "$(id)" in docs/`)).toBe("find docs/ -type f -name '$(id)' -delete");
});

test.each([
  ['delete all files in the "!" folder', "find './!' -type f -delete"],
  ['delete all files in the "(" folder', "find './(' -type f -delete"],
  ['search for lines ending with "-c" in a.txt', "cat -- a.txt | grep -e '-c$'"],
])("what the request names can't become an operator or an option: %s", (request, expected) => {
  expect(line(request)).toBe(expected);
});

test.each(["rename a.txt to b.txt", "move a.txt to docs/b.txt", "move *.txt to docs/"])(
  "what lies where something is moved to stays: %s",
  (request) => {
    expect(line(request)).toContain("mv -n ");
  },
);

test.each([
  ['print the md5 of "foo"', "Print the md5sum of “foo”."],
  [
    'list files containing "foo" but not "bar"',
    "List those of the files in this folder, not containing “bar” that contain “foo”.",
  ],
])("the reading tells every condition: %s", (request, expected) => {
  expect(propose(request)?.reading).toBe(expected);
});

test.each([
  ['show lines with "foo" and "bar" in a.txt', "cat -- a.txt | grep -e foo | grep -e bar"],
  ['lines with "foo" or "bar" in a.txt', "cat -- a.txt | grep -e foo -e bar"],
  ['show lines of a.txt that contain "foo" but not "bar"', "cat -- a.txt | grep -e foo | grep -v -e bar"],
  ['show the lines of a.txt that do not start with "#"', "cat -- a.txt | grep -v -e '^#'"],
  ['how many lines in a.txt do not contain "foo"', "cat -- a.txt | grep -v -e foo | wc -l"],
  ["words in a.txt that start with b", "grep -ohw -e 'b[[:alnum:]_]*' -- a.txt"],
  ["number the lines of a.txt", "cat -- a.txt | cat -n"],
  ["print every second line of a.txt", "cat -- a.txt | awk 'NR%2==0'"],
  ["show lines 2-4 of a.txt", "cat -- a.txt | sed -n 2,4p"],
  ["show the second column of data.csv", "cat -- data.csv | cut -d , -f 2"],
])("conditions on lines are about lines: %s", (request, expected) => {
  expect(line(request)).toBe(expected);
});

test.each([
  ["compress docs/ into x.tar.gz", "tar -caf x.tar.gz -- docs/"],
  ["extract x.tar.gz to /", "tar -xkf x.tar.gz -C /"],
  ["delete a.txt and all of docs/", "rm -r -- a.txt docs/"],
  ["remove the folder docs/drafts", "rm -r -- docs/drafts"],
  ["list files smaller than 1 KB in docs/", "find docs/ -type f -size -1024c"],
  ["list the files in logs/ that don't contain bar", "find logs/ -type f ! -exec grep -q -e bar -- {} ';' -print"],
  [
    "delete .log files in logs/, but not in logs/archive",
    "find logs/ -type f -name '*.log' ! -path 'logs/archive' ! -path 'logs/archive/*' ! -path './logs/archive' ! -path './logs/archive/*' -delete",
  ],
  ["make run.sh executable", "chmod +x -- run.sh"],
])("every word has its place: %s", (request, expected) => {
  expect(line(request)).toBe(expected);
});

test.each([
  "delete one file in build/",
  "delete some files in build/",
  "delete a.txt or b.txt",
  "delete either a.txt or b.txt",
  "delete a.txt instead of b.txt",
  "delete everything in build/ except keep.o",
  "copy everything except docs/ to backup/",
  "remove a.txt from git",
  "remove all files from docs/ but leave the folder",
  "remove the extension from all .bak files",
  'remove "foo" from all file names',
  'replace "foo" with "baz" on line 3 of a.txt',
  "show a.txt but don't sort it",
  "list nothing",
])("what can't be read to its last word is not proposed: %s", (request) => {
  expect(propose(request)).toBeNull();
});

test("what the request names is never read as a template", () => {
  const request = `print the md5 sum of all files named "{where:raw}" in the "a; touch pwned" folder`;
  expect(line(request)).toBe("find 'a; touch pwned' -type f -name '{where:raw}' -exec md5sum -- {} +");
  expect(line(`search for "two  spaces 'n quotes" in the src/ folder`)).toBe(
    "grep -r -e 'two  spaces '\\''n quotes' -- src/",
  );
});

test.each([
  "remove all *.log files in logs/ unless somebody objects",
  "delete the files in src/ that nobody loves",
  "delete all files in src except the ones Bob wrote",
  "remove every file that is not tracked by git",
  "delete the logs older than the newest backup",
  "delete files in build/ but ask me before each",
  "remove the second line of notes.txt",
  "delete all but the 5 newest files",
  "delete old files",
  "delete the largest file in src/",
  "delete files larger than the average",
  "remove notes.txt from the archive a.tar",
  "copy all .txt files to backup/ and delete them",
  "do not delete any file in src/",
  "never delete *.log files",
  "list files but do not delete them",
  "replace foo with bar",
])("what destroys must be understood to the last word: %s", (request) => {
  expect(propose(request)).toBeNull();
});

test.each([
  ["remove all files not matching *.md", "find . -type f ! -path './.git/*' ! -name '*.md' -delete"],
  [
    "delete all *.o files and *.a files in build/ older than 3 days",
    "find build/ -type f '(' -name '*.o' -o -name '*.a' ')' -mtime +3 -delete",
  ],
  [
    "delete files owned by root or larger than 1GB",
    "find . -type f ! -path './.git/*' '(' -user root -o -size +1G ')' -delete",
  ],
  ["delete notes.txt and todo.txt", "rm -- notes.txt todo.txt"],
  ['recursively set the permissions of "tools" to 755', "chmod -R 755 -- tools"],
  ["remove everything in tmp/", "find tmp/ -mindepth 1 -prune -exec rm -rf -- {} +"],
])("%s", (request, expected) => {
  expect(line(request)).toBe(expected);
});

test("a quoted text reaches its program unchanged", () => {
  const texts = fc
    .string({ minLength: 1, unit: "grapheme-ascii" })
    .filter((text) => text.trim() === text && !/["`]/.test(text));
  fc.assert(
    fc.property(texts, (text) => {
      const words = line(`search for "${text}" in the src/ folder`);
      if (words === null) return;
      const seen = execFileSync("bash", ["-c", `printf '%s\\0' ${words}`], { encoding: "utf8" }).split("\0");
      expect(seen.slice(seen.indexOf("-e") + 1)).toEqual([text, "--", "src/", ""]);
    }),
    { numRuns: 60 },
  );
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
