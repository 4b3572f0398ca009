import { expect, test } from "vitest";
import { anchorReader, isAnchored } from "./anchor.ts";

test("the anchors of a pattern are the texts of its part that says the most", () => {
  const names = { kind: "markdown|md", any: "\\w+|<kind>" };
  const anchors = anchorReader(names);
  expect(anchors("^which files are empty$")).toEqual(["which files are empty"]);
  expect(anchors("(?:please )?(show|list) (?:me )?<kind>s?")).toEqual(["show", "list"]);
  expect(anchors("<kind>")).toEqual(["markdown", "md"]);
  expect(anchors("<any> x")).toEqual([" x"]);
  expect(anchors("(?:a[)|]bc|cd{0,2}e|(?:fg)+)")).toEqual(["bc", "c", "fg"]);
  expect(anchors("lines?(?= of)")).toEqual(["line"]);
  expect(anchors("\\p{Lu}\\u00e9\\x41\\.ab")).toEqual(["ab"]);
  for (const pattern of ["\\d+", "a*", "(?:abc)?", "abc|\\d", "(?!abc)\\w", "a{0}", "[abc]"])
    expect(anchors(pattern)).toBeNull();
});

test("a text may hold what a pattern finds where it holds an anchor, or the pattern has none", () => {
  expect(isAnchored(["md", "files"], "which files")).toBe(true);
  expect(isAnchored(["md"], "which files")).toBe(false);
  expect(isAnchored(null, "")).toBe(true);
});
