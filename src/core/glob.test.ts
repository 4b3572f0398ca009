import fc from "fast-check";
import { expect, test } from "vitest";
import { pairs, paths } from "./fixtures/globs.ts";
import { naive } from "./fixtures/naive.ts";
import { compileGlob, globFault } from "./glob.ts";
import { anyOf, escapeGlob } from "./wildcard.ts";

/** Runs of a property; each tries some ten paths. */
const numRuns = 16_000;

test("100,000 pairs of glob and path match as a matcher says that writes every choice out", () => {
  let [tried, matched, broken] = [0, 0, 0];
  fc.assert(
    fc.property(pairs, ({ glob, paths }) => {
      const takes = naive(glob);
      expect(globFault(glob) === null, glob).toBe(takes !== null);
      if (takes === null) {
        broken++;
        return;
      }
      const { matches } = compileGlob(glob);
      for (const path of paths) {
        tried++;
        if (takes(path)) matched++;
        expect(matches(path), JSON.stringify([glob, path])).toBe(takes(path));
      }
    }),
    { numRuns },
  );
  console.log(tried, matched, broken);
});
