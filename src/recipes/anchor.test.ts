import { expect, test } from "vitest";
import { anchorReader, isAnchored } from "./anchor.ts";
import { speak, tongues } from "./data.ts";
import { tokenize } from "./tokens.ts";
import { spelled, turnsOf, written } from "./turns.ts";

test("the anchors of a pattern are the texts of its part that says the most", () => {
  const names = { kind: "markdown|md", any: "\\w+|<kind>" };
  const anchors = anchorReader(names);
  expect(anchors("^which files are empty$")).toEqual(["which files are empty"]);
  expect(anchors("(?:please )?(show|list) (?:me )?<kind>s?")).toEqual(["show", "list"]);
  expect(anchors("<kind>")).toEqual(["markdown", "md"]);
  expect(anchors("<any> x")).toEqual([" x"]);
  expect(anchors("(?:a[)|]bc|cd{0,2}e|(?:fg)+)")).toEqual(["bc", "c", "fg"]);
  expect(anchors("lines?(?= of)")).toEqual(["line"]);
  for (const pattern of ["\\d+", "a*", "(?:abc)?", "abc|\\d", "(?!abc)\\w", "a{0}", "[abc]"])
    expect(anchors(pattern)).toBeNull();
});

test("whatever a pattern finds holds one of its anchors", () => {
  for (const tongue of tongues) {
    const { words, recipes } = speak(tongue);
    const { names, rules, loose } = turnsOf(tongue);
    const texts = Object.values(recipes)
      .flatMap(({ examples }) => examples)
      .map((question) => written(tokenize(question, words), question));
    const anchorsOf = anchorReader(names);
    for (const pattern of [...rules.map(([text]) => text), ...Object.values(loose.parts)]) {
      const anchors = anchorsOf(pattern);
      const finds = new RegExp(spelled(pattern, names), "u");
      const lost = texts.filter((text) => finds.test(text) && !isAnchored(anchors, text));
      expect(lost, pattern).toEqual([]);
    }
  }
});
