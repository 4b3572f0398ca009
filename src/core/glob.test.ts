import fc from "fast-check";
import { expect, test } from "vitest";
import { compileGlob, globFault } from "./glob.ts";

const part = fc.constantFrom("*", "**", "a", "b", ".c", "a*", "?", "*.md", "{a,b}", "[ab]", "!(a)", "x.md", "\u00e9");
const globs = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .chain((parts) => fc.constantFrom("", "", "./", "!").map((start) => start + parts.join("/")));
const paths = fc.array(fc.constantFrom("a", "b", ".c", "ab", "x.md", "\u00e9"), { minLength: 1, maxLength: 4 });

test("a glob reaches every place on the way to a path that it matches", () => {
  let matched = 0;
  fc.assert(
    fc.property(globs, paths, (glob, parts) => {
      const { matches, reaches } = compileGlob(glob);
      if (!matches(parts.join("/"))) return;
      matched++;
      for (let depth = 0; depth <= parts.length; depth++)
        expect(reaches(parts.slice(0, depth).join("/")), glob).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(matched).toBeGreaterThan(100);
});

test("a glob does not reach where it plainly can't match", () => {
  expect(compileGlob("docs/*.md").reaches("src")).toBe(false);
  expect(compileGlob("docs/*.md").reaches("docs/sub/deep")).toBe(false);
  expect(compileGlob("*.md").reaches("docs/a")).toBe(false);
  expect(compileGlob("**/*.md").reaches("docs/a")).toBe(true);
});

test("globs match whole paths, dotfiles and names with line breaks included", () => {
  expect(compileGlob("*.md").matches("docs/a.md")).toBe(false);
  expect(compileGlob("**/*.md").matches("a.md")).toBe(true);
  expect(compileGlob("**").matches(".github/x.yml")).toBe(true);
  expect(compileGlob("**/*.md").matches('docs/we"ird\n[1]*.md')).toBe(true);
});

test("globs that can't mean anything here are refused", () => {
  expect(globFault("")).toContain("empty");
  expect(globFault("../**")).toContain('".."');
  expect(globFault("/x")).toContain("relative");
  expect(globFault("{a,b}/[x]*")).toBeNull();
});
