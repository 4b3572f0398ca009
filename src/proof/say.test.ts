import fc from "fast-check";
import { expect, test } from "vitest";
import { supported } from "./say.ts";

const passages = [
  {
    text:
      "The cache holds 12 entries and is never shared between users. Ada Lovelace wrote the first program in 1843.\n\n" +
      "If the disk is full, Ergo stops writing. The bald eagle chases the cat. Logging is enabled by default.\n" +
      "- The module `src/a.ts` exports parse and returns 1,204 items.\n" +
      'It may fail under load. The manual says "always check the chain" on page 3. Nobody claims that Paris is small.',
  },
  { text: "Caches are emptied on 2024-03-05 by the nightly job. Only admins can delete runs." },
];

test.each([
  "The cache holds 12 entries and is never shared between users.",
  "The cache holds twelve entries and is never shared between users",
  "Ada Lovelace wrote the first program.",
  "The bald eagle chased the cat.",
  "Logging is enabled.",
  "src/a.ts exports parse",
  "The module `src/a.ts` returns 1204 items.",
  'The manual says "always check the chain".',
  "Caches are emptied on 2024-03-05.",
  "Only admins can delete runs",
  "If the disk is full, Ergo stops writing. Logging is enabled by default.",
])("supported: %s", (sentence) => {
  expect(supported(sentence, passages)).toMatchObject({ ok: true });
});

test.each([
  ["The cache holds 13 entries and is never shared between users.", "13"],
  ["The cache is shared between users.", "denies"],
  ["Logging is not enabled by default.", "denies"],
  ["Logging is disabled by default.", "opposite"],
  ["Charles Babbage wrote the first program in 1843.", "charles"],
  ["Ada Lovelace wrote the first program in 1844.", "1844"],
  ["The cat chases the bald eagle.", "elsewhere"],
  ["src/b.ts exports parse", "src/b.ts"],
  ['The manual says "never check the chain".', "never check"],
  ["Caches are emptied on 2024-03-06 by the nightly job.", "2024-03-06"],
  ["It fails under load.", "may"],
  ["Ergo stops writing.", "if"],
  ["Admins can delete runs.", "only"],
  ["Paris is small.", "claims"],
  ["Every module exports parse.", "every"],
  ["Logging is enabled. The moon is made of cheese.", "passage"],
  ["It is.", "nothing"],
  ["", "no sentence"],
])("not supported: %s", (sentence, why) => {
  const { ok, because } = supported(sentence, passages);
  expect(ok).toBe(false);
  expect(because).toContain(why);
});

test.each([
  ["The room holds 50 people.", "The room holds fewer than 50 people."],
  ["The lock is broken.", "Eve thinks that the lock is broken."],
  ["Acme bought Beta.", "Acme was bought by Beta."],
  ["Anna lives in Rome.", "Anna's brother lives in Rome."],
  ["Paul moved to Berlin.", "Paul moved from Berlin to Rome."],
])("not supported: %s by: %s", (sentence, text) => {
  expect(supported(sentence, [{ text }]).ok).toBe(false);
});

test("nothing is supported by no passages, whatever it is", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => !supported(text, []).ok));
});

const words = ["cache", "holds", "old", "entries", "server", "sends", "Ada", "Berlin", "7", "42", "files", "quickly"];
const sentences = fc.shuffledSubarray(words, { minLength: 4 }).map((chosen) => `The ${chosen.join(" ")}.`);

test("a sentence supports itself, but neither its denial nor another number, name or order", () => {
  fc.assert(
    fc.property(sentences, fc.nat(), (sentence, at) => {
      const passage = [{ text: `First this. ${sentence} Then that.` }];
      expect(supported(sentence, passage).ok).toBe(true);
      const parts = sentence.slice(4, -1).split(" ");
      const place = at % parts.length;
      const not = ["The", ...parts.toSpliced(place, 0, "not")].join(" ");
      expect(supported(not, passage).ok, not).toBe(false);
      expect(supported(sentence, [{ text: `${not}.` }]).ok, not).toBe(false);
      for (const other of ["43", "Paris"]) {
        const changed = ["The", ...parts.with(place, other)].join(" ");
        expect(supported(changed, passage).ok, changed).toBe(false);
      }
      const turned = ["The", ...parts.toReversed()].join(" ");
      expect(supported(turned, passage).ok, turned).toBe(false);
    }),
  );
});

test("long text is judged in reasonable time", () => {
  const long = [{ text: "The cache holds entries and the server sends files. ".repeat(2000) }];
  expect(supported("The server holds no files at all, says Ada.", long).ok).toBe(false);
  expect(supported("a".repeat(100_000), long).ok).toBe(false);
});
