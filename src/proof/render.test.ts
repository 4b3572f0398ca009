import fc from "fast-check";
import { expect, test } from "vitest";
import { claims } from "./fixtures/claims.ts";
import { parseClaim } from "./grammar.ts";
import { predicates } from "./predicates.ts";
import { renderClaim } from "./render.ts";

test.each([
  ['lines("README.md") = 1', "README.md has 1 line"],
  ['not lines("README.md") < 35', "README.md has at least 35 lines"],
  ['bytes("a b.md") != 3', "a b.md does not have 3 bytes"],
  ['files("**/*.md") = 12', "the number of files that match **/*.md is 12"],
  ['files("**") = 0', "there are no files"],
  ['with("TODO", "src/**") > 0', 'there are files that match src/** that contain "TODO"'],
  ['count(/to?do/i, "**") >= 3', "the number of lines that match /to?do/i in files is at least 3"],
  ['not (exists("a") or not is_dir("b"))', "it is not so that (a exists, or b is not a folder)"],
  ['not any x in files("*"): lines(x) > 3', "for no x among the files that match *: x has more than 3 lines"],
  [
    '"docs/x.md" in largest("**/*.md", lines)',
    "docs/x.md is one of the files with the most lines among files that match **/*.md",
  ],
  ['modified("a") >= "2024-01-01"', 'the time when a was last changed is not before "2024-01-01"'],
  ['contains("we\\"ird\\n.md", "x y")', '"we\\"ird\\n.md" contains "x y"'],
  ['says("a.md", "12-14", relation("A", "born in", "B"))', "a.md says on lines 12-14 that A born in B"],
])("%s reads: %s", (text, sentence) => {
  expect(renderClaim(parseClaim(text))).toBe(sentence);
});

test("every form has a sentence of its own", () => {
  for (const { example } of Object.values(predicates))
    expect(renderClaim(parseClaim(example))).not.toMatch(/undefined|\w\(/);
  fc.assert(fc.property(claims(2), (claim) => !/undefined|\w\(/.test(renderClaim(claim))));
});
