import fc from "fast-check";
import { expect, test } from "vitest";
import { pairs, paths } from "./fixtures/globs.ts";
import { naive } from "./fixtures/naive.ts";
import { compileGlob, globFault, requireGlob } from "./glob.ts";
import { anyOf, escapeGlob } from "./wildcard.ts";

test("100,000 pairs of glob and path match as a matcher says that writes every choice out", () => {
  let [tried, matched, broken] = [0, 0, 0];
  fc.assert(
    fc.property(pairs, ({ glob, paths }) => {
      const takes = naive(glob);
      expect(globFault(glob) === null, glob).toBe(takes !== null);
      const wanted = takes === null ? [] : paths.filter(takes);
      if (takes === null) broken++;
      else expect(paths.filter(compileGlob(glob).matches), glob).toEqual(wanted);
      tried += takes === null ? 0 : paths.length;
      matched += wanted.length;
    }),
    { numRuns: 16_000 },
  );
  expect(tried).toBeGreaterThan(100_000);
  expect(matched).toBeGreaterThan(10_000);
  expect(broken).toBeGreaterThan(1000);
});

test("a glob reaches every place on the way to a path that it matches", () => {
  let matched = 0;
  fc.assert(
    fc.property(pairs, ({ glob, paths }) => {
      if (globFault(glob) !== null) return;
      const { matches, reaches } = compileGlob(glob);
      for (const path of paths.filter(matches)) {
        matched++;
        const parts = path.split("/");
        for (let depth = 0; depth <= parts.length; depth++)
          expect(reaches(parts.slice(0, depth).join("/")), glob).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
  expect(matched).toBeGreaterThan(1000);
});

test.each([
  ["docs/*.md", "src", false],
  ["docs/*.md", "docs/sub/deep", false],
  ["docs/*.md", "docs/sub", false],
  ["*.md", "docs", false],
  ["**/*.md", "docs/a", true],
  ["{src,docs}/**", "docs/a/b", true],
  ["{src,docs}/**", "test", false],
  ["[!d]*/**", "docs", false],
  ["docs/*/x/**", "docs/caf\ufffd/y", true],
  ["docs/*/x/**", "sr\ufffd/y", true],
  ["docs/*", "docs/x\ufffd", true],
  ["src/*", "docs/x\ufffd", false],
])("whether %s could match at or below %s: %s", (glob, place, expected) => {
  expect(compileGlob(glob).reaches(place)).toBe(expected);
});

test.each([
  ["[!a]*", ["b", "bcd", "ä"], ["a", "ab", "b/c"]],
  ["[^a]*", ["b"], ["a"]],
  ["*.md", ["a.md", ".md", "a\nb.md"], ["docs/a.md", "a.MD"]],
  ["**/*.md", ["a.md", "docs/a.md", '.a/we"ird\n[1]*.md'], ["a.mdx"]],
  ["**", ["a", ".github/x.yml"], []],
  ["docs/**", ["docs/a", "docs/a/b"], ["docs", "docsa", "a/docs/b"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb"]],
  ["a**b", ["ab", "axb"], ["a/b"]],
  ["**.md", ["a.md"], ["docs/a.md"]],
  ["?", ["a", "é", "日", "😀"], ["ab", "e\u0301", "/"]],
  ["[😀-😂]", ["😁"], ["😃"]],
  ["[[:digit:][:upper:]]", ["7", "A"], ["a", "٣", "É"]],
  ["[]a-]", ["]", "a", "-"], ["b"]],
  ["[.-0]x", [".x", "0x"], ["/x"]],
  ["*.{ts,tsx}", ["a.ts", "a.tsx"], ["a.t", "a.{ts,tsx}"]],
  ["{a,b{c,d{,e}}}", ["a", "bc", "bd", "bde"], ["b", "abc"]],
  ["{src/**,docs}/*.md", ["src/a.md", "src/x/y/a.md", "docs/a.md"], ["docs/x/a.md", "a.md"]],
  ["src{,/**}", ["src", "src/a/b"], ["srca"]],
  ["*{,*}", ["a", "a/b"], []],
  ["\\*\\{a,b\\}\\!", ["*{a,b}!"], ["x{a,b}!"]],
  ["a,b", ["a,b"], ["a"]],
  ["./src/*", ["src/a"], ["./src/a"]],
  ["a\\/b", ["a/b"], []],
  ["b(1).md", ["b(1).md"], []],
])("%s", (glob, yes, no) => {
  const { matches } = compileGlob(glob);
  expect(yes.filter((path) => !matches(path))).toEqual([]);
  expect(no.filter(matches)).toEqual([]);
});

test.each([
  ["", "empty"],
  ["{a,}", "empty"],
  ["/x", "relative"],
  ["../**", '".."'],
  ["a/{b,..}/c", '".."'],
  ["a/./b", '"."'],
  ["src/", 'ends in "/"'],
  ["a//b", "empty"],
  ["[a", 'the "[" at character 1 has no "]"'],
  ["x[", 'the "[" at character 2 has no "]"'],
  ["[]", 'no "]"'],
  ["[z-a]", "backwards"],
  ["[a-b-c]", '"-"'],
  ["[a/b]", '"/"'],
  ["[[:word:]]", "no class"],
  ["[[=a=]]", "no class"],
  ["a{b,c", 'the "{" at character 2 has no "}"'],
  ["b}", 'the "}" at character 2 has no "{"'],
  ["{a}", "no alternatives"],
  ["{1..3}", "no alternatives"],
  ["a\\", '"\\"'],
  ["!docs/**", '"!"'],
  ["{!a,b}", '"!"'],
  ["!(a)", '"!("'],
  ["*.+(ts|js)", '"+("'],
  ["a\0", "NUL"],
])("%j is no glob", (glob, why) => {
  expect(globFault(glob)).toContain(why);
  expect(() => requireGlob(glob)).toThrow(expect.objectContaining({ code: "GLOB_INVALID", exit: 2 }));
});

const long = "a".repeat(200);
test.each([
  ["28 stars over one long name", `${"*a".repeat(28)}[b]`, long],
  ["400 stars", `${"*".repeat(400)}[b]`, `${long}/${long}`],
  ["stars apart", `${"a*".repeat(100)}[b]`, long.repeat(10)],
  ["200 parts of any depth", `${"**/".repeat(200)}[b]`, "a/".repeat(200) + long],
  ["parts of any depth and names", `${"**/a/".repeat(60)}[b]`, `${"a/".repeat(300)}c`],
  ["2 to the 30th choices", `${"{a,b}".repeat(30)}[c]`, "ab".repeat(15)],
  ["choices of nothing", `${"{,a}".repeat(200)}[b]`, long],
  ["choices of stars", `${"{*,**,a*}".repeat(60)}[b]`, long],
  ["20,000 braces deep", `${"{a,".repeat(20_000)}b${"}".repeat(20_000)}`, "c"],
  ["20,000 choices", `{${"ab,".repeat(20_000)}b}[c]`, "abb"],
  ["sets of states that double", `*a${"?".repeat(40)}`, "abbab".repeat(100)],
])("%s cost no more than the product of both lengths", (_, glob, path) => {
  const compiled = compileGlob(glob);
  expect(compiled.matches(path)).toBe(false);
  expect(compiled.reaches(path)).toBe(compiled.reaches(path));
  expect(compiled.steps).toBeLessThan(10 * glob.length * path.length + 1000);
});

test("a name as a glob matches that name alone, and several globs as one what any of them does", () => {
  fc.assert(
    fc.property(paths, paths, (one, other) => {
      expect(compileGlob(escapeGlob(one)).matches(one)).toBe(true);
      expect(compileGlob(escapeGlob(one)).matches(other)).toBe(one === other);
    }),
  );
  fc.assert(
    fc.property(pairs, pairs, ({ glob, paths }, { glob: other, paths: more }) => {
      const globs = [glob, other].filter((each) => globFault(each) === null);
      const both = compileGlob(anyOf(globs));
      for (const path of [...paths, ...more])
        expect(both.matches(path), anyOf(globs)).toBe(globs.some((each) => compileGlob(each).matches(path)));
    }),
    { numRuns: 1000 },
  );
});
