import { expect, test } from "vitest";
import { ErgoError } from "../core/error.ts";
import { parseClaim } from "./grammar.ts";
import { predicates } from "./predicates.ts";
import { checkTermTypes, checkTypes } from "./types.ts";

test("every example in the table is well typed", () => {
  for (const { example } of Object.values(predicates))
    expect(() => checkTypes(parseClaim(example)), example).not.toThrow();
});

test.each([
  'files("**") = lines("a")',
  'lines("a") < files("*.md")',
  'modified("a") < modified("b")',
  '"2024-01-01T10:00:00+02:00" >= modified("a")',
  'all x in files("**"): (x != "./README.md" and not x in files("vendor/**"))',
  'where(x, dirs("*"), exists(x)) = 2',
  'any n in exports("a.ts"): contains("b.md", n)',
  'total(where(x, files("**"), text(x)), lines) > 3',
  'count(/TODO/i, largest("**", bytes)) = 0',
  'is_dir("docs/") and "docs/" in dirs("*")',
  'cell("a.csv", 3, "b") = "c" and cell("a.csv", 3, "b") < 4',
  'encoding("a") = encoding("b")',
])("%s is well typed", (text) => {
  expect(() => checkTypes(parseClaim(text))).not.toThrow();
});

test.each([
  ['lines("a")', 1, "a number is not a claim"],
  ['files("*")', 1, "a set of files is not a claim"],
  ['"a"', 1, "a string is not a claim"],
  ['lin("a") = 3', 1, "no predicate"],
  ['toString("a")', 1, "no predicate"],
  ["exists()", 1, "takes 1 argument"],
  ['exists("a", "b")', 1, "takes 1 argument, not 2"],
  ['files("a") = files("b")', 1, "two sets"],
  ['exists("a") = exists("b")', 1, "can't be compared"],
  ['"x" = lines("a")', 1, "a string can't be compared with a number"],
  ['"a" < "b"', 1, "no order"],
  ['modified("a") > 3', 1, "a time can't be compared"],
  ['modified("a") < "yesterday"', 17, "no ISO date"],
  ['modified("a") < "2023-02-29"', 17, "no ISO date"],
  ['modified("a") < "2023-02-01T10:00:00"', 17, "no ISO date"],
  ['exists("../a")', 8, '".."'],
  ['exists("/a")', 8, "relative"],
  ['exists("")', 8, "empty"],
  ['exists(".")', 8, "the folder itself"],
  ['exists("a\\u0000")', 8, "NUL"],
  ['exists("\\ud800")', 8, "well-formed"],
  ['contains("a", "\\ud83d")', 15, "well-formed"],
  ['files("") = 0', 7, "empty"],
  ['files("/etc/*") = 0', 7, "relative"],
  ['files("../*") = 0', 7, '".."'],
  ['count("", "**") = 0', 7, "empty"],
  ['count("a\\nb", "**") = 0', 7, "line break"],
  ['word("a", "!!")', 11, "no word"],
  ['quote("a", " ")', 12, "blank"],
  ['matches("a", "b")', 14, "a pattern"],
  ['encoding("a") = "UTF-8"', 17, "encodings are"],
  ['value("1 +") = 2', 7, "character 4"],
  ['all x in lines("a"): exists(x)', 10, "not a set"],
  ['all x in files("*"): lines(x) > 3 and lines(x) < 4', 45, "not bound"],
  ['all x in files("*"): all x in files("*"): exists(x)', 22, "bound already"],
  ['all lines in files("*"): exists(lines)', 1, "measure"],
  ['all d in dirs("*"): lines(d) = 3', 27, "a folder can't stand here"],
  ['any n in imports("a.ts"): n in files("**")', 27, "a name can't be in"],
  ['3 in files("*")', 1, "expected"],
  ['total(dirs("*"), lines) = 1', 7, "a set of files"],
  ['total("**", modified) = 1', 13, "a measure"],
  ['newest("**", lines) = 1', 14, "a measure"],
  ['date("a", 0) < "2024-01-01"', 11, "a whole number"],
  ['cell("a", 0, "b") = 1', 11, "a whole number"],
  ['cell("a", 1, 0) = 1', 14, "the name of a column"],
  ['cell("a", 1, "b") < "c"', 1, "no order"],
  ['cell("a", 1, "b") < modified("a")', 1, "a cell"],
  ['lines("a/") = 3', 7, "does not end"],
  ['lines("a/.") = 3', 7, "does not end"],
  ['says("a", "3-1", exists("b"))', 11, "lines are written"],
  ['where(1, files("*"), exists("a")) = 1', 7, "a name"],
])("%s is refused", (text, at, message) => {
  const error = thrown(() => checkTypes(parseClaim(text)));
  expect(error.code).toBe("CLAIM_TYPE");
  expect(error.message).toContain(message);
  expect(error.parts.at).toBe(at);
  expect(error.remedy).not.toBe("");
});

test("a typo names what was meant", () => {
  expect(thrown(() => checkTypes(parseClaim('lnies("a") = 3'))).remedy).toContain("did you mean lines?");
  expect(thrown(() => checkTypes(parseClaim("xyzzy()"))).remedy).toContain("there are: exists");
});

test("a term on its own may be of any type, but well typed", () => {
  const term = (text: string) => parseClaim(text) as Parameters<typeof checkTermTypes>[0];
  expect(() => checkTermTypes(term('files("**")'))).not.toThrow();
  expect(() => checkTermTypes(term('files("")'))).toThrow(ErgoError);
});

function thrown(run: () => unknown): ErgoError {
  try {
    run();
  } catch (error) {
    if (error instanceof ErgoError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
