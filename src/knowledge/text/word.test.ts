import fc from "fast-check";
import { expect, test } from "vitest";
import { languageOf, stemmerOf, stemsIn } from "./language.ts";
import { createVocabulary, marks, numberOf, readWords } from "./word.ts";

/** Texts in which all that tells words apart stands close together. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."aAsSzéÉßİΣσςªº²4_'’.-() \n",
        "'s",
        "’s ",
        "S'",
        "ŉ",
        "e\u0301",
        "한",
        "ᄒ",
        "ᅡ",
        "𝒜",
        "\ud835",
        "the ",
      ),
      fc.string({ unit: "binary", maxLength: 2 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

test("a word is letters and numbers, with what an apostrophe joins to them", () => {
  const pattern = /([\p{L}\p{N}]+(?:['’](?![sS](?!\w))\p{L}+)*)(?:['’][sS](?!\w))?/gu;
  fc.assert(
    fc.property(texts, (text) => {
      const vocabulary = createVocabulary();
      const places: number[] = [];
      const words = readWords(text, vocabulary, "en", places);
      const wanted = [...text.matchAll(pattern)];
      expect(places).toEqual(wanted.map(({ index }) => index));
      expect(words.map((word) => (word & marks.capital) !== 0)).toEqual(wanted.map(([, raw]) => /^\p{Lu}/u.test(raw!)));
      const folded = wanted.map(([, raw]) =>
        raw!.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'"),
      );
      expect(words.map((word) => vocabulary.words[numberOf(word)])).toEqual(folded);
    }),
    { numRuns: 2_000 },
  );
});

test("the words of a text have the stems that they have alone, an owner's ending taken off", () => {
  const stem = stemmerOf("en");
  fc.assert(
    fc.property(texts, (text) => {
      const small = text
        .normalize("NFC")
        .toLowerCase()
        .replace(/[’']s\b/g, "");
      expect(stemsIn(text, "en")).toEqual((small.match(/[\p{L}\p{N}_]+/gu) ?? []).map(stem));
    }),
    { numRuns: 2_000 },
  );
});

test("the language of a text is that of its stop words, also where its letters are written in parts", () => {
  expect(languageOf("Le château est près de la rivière et les enfants sont dans le jardin.")).toBe("fr");
  expect(languageOf("Le château est près de la rivière et les enfants sont dans le jardin.".normalize("NFD"))).toBe(
    "fr",
  );
  expect(languageOf("Der Hund liegt nicht auf dem Sofa, und die Katze ist im Garten.")).toBe("de");
  expect(languageOf("x = 1")).toBe("en");
});
