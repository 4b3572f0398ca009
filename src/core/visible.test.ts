import fc from "fast-check";
import { expect, test } from "vitest";
import { visible, visibleIn, visibleJson } from "./visible.ts";

/** What acts or hides, by classes of Unicode and independently of the code: joiners and forms are looked at by themselves. */
const acts = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const hides = /\u034f|[\u00ad\u115f\u1160\u200b\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/u;

test.each([
  ["\u001b[32mproven\u001b[0m", "\\u001b[32mproven\\u001b[0m"],
  [
    "\u001b]8;;file:///etc/passwd\u001b\\a.md:1\u001b]8;;\u001b\\",
    "\\u001b]8;;file:///etc/passwd\\u001b\\a.md:1\\u001b]8;;\\u001b\\",
  ],
  ["\u001b]0;t\u0007\u001b]52;c;aGk=\u0007", "\\u001b]0;t\\u0007\\u001b]52;c;aGk=\\u0007"],
  ["\u009b31m\u009d0;x\u009c\u0085", "\\u009b31m\\u009d0;x\\u009c\\u0085"],
  ["safe\b\b\b\bevil\rx\ty\n\u007f\u0000", "safe\\u0008\\u0008\\u0008\\u0008evil\\rx\\ty\\n\\u007f\\u0000"],
  ["a\u202eb\u202c\u2066c\u2069\u200e\u200f\u061c", "a\\u202eb\\u202c\\u2066c\\u2069\\u200e\\u200f\\u061c"],
  ["pro\u200bven\u2060\ufeff\u00ad\u034f\u180e", "pro\\u200bven\\u2060\\ufeff\\u00ad\\u034f\\u180e"],
  ["\u115f\u1160\u3164\uffa0", "\\u115f\\u1160\\u3164\\uffa0"],
  ["a\u200db\u200cc", "a\\u200db\\u200cc"],
  ["a\u{e0041}\u{e007f}\u{e0100}\ufe0f", "a\\u{e0041}\\u{e007f}\\u{e0100}\\ufe0f"],
  ["🏴\u{e0061}\u{e0062}\u{e007f}", "🏴\\u{e0061}\\u{e0062}\\u{e007f}"],
  ["a\u2028b\u2029", "a\\u2028b\\u2029"],
  ["\ud83d \udc00\ue000\uffff\u{10ffff}\u0378", "\\ud83d \\udc00\\ue000\\uffff\\u{10ffff}\\u0378"],
  ["\u0338x", "\\u0338x"],
  [`a${"\u0301".repeat(10)}`, `a${"\u0301".repeat(8)}\\u0301\\u0301`],
  ["\u116ex", "\\u116ex"],
])("%j is shown as %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each([
  ["English, with signs", "“Naïve” café – 12 € · 5 µm ≥ 3 → ½…"],
  ["letters and marks apart", "Cafe\u0301 Tie\u0302\u0301ng Vie\u0323\u0302t й"],
  ["Greek, Cyrillic, Georgian, Armenian", "Ελληνικά Русский ქართული Հայերեն"],
  ["Hebrew with points", "שָׁלוֹם עוֹלָם"],
  ["Arabic", "مَرْحَبًا بِالْعَالَمِ ۝ ؀١٢"],
  ["Persian with non-joiners", "می‌خواهم نامه‌ای"],
  ["Hindi, Marathi, Bengali with joiners", "नमस्ते क्‍ष र्‍य ক্‌ষ"],
  ["Sinhala, Malayalam, Tamil, Telugu, Kannada", "ශ්‍රී ന്‍ന தமிழ் తెలుగు ಕನ್ನಡ"],
  ["Thai, Lao, Khmer, Burmese, Tibetan", "ประเทศไทย ລາວ ភាសាខ្មែរ မြန်မာ བོད་སྐད་"],
  ["Mongolian", "ᠮᠣᠩᠭᠣᠯ ᠬᠠᠭᠠᠨ᠎ᠠ"],
  ["Chinese, Japanese with a chosen form, Korean in both forms", "汉字 葛󠄀城 かな カナ 한국어 \u1112\u1161\u11ab"],
  ["Ethiopic, Cherokee, Yi", "አማርኛ ᏣᎳᎩ ꆈꌠ"],
  ["emoji", "👨‍👩‍👧‍👦 🏳️‍🌈 ❤️ ✔︎ 1️⃣ 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🧑🏽‍🚀 ☺️"],
  ["spaces of print", "10\u00a0000 12\u202f%\u3000全角"],
])("honest text stays: %s", (_, text) => {
  expect(visible(text)).toBe(text);
});

const pieces = fc.oneof(
  fc.constantFrom(
    "\u001b[",
    "32m",
    "\n",
    "\u200d",
    "\u200c",
    "\ufe0f",
    "\u0301",
    "\u116e",
    "क",
    "्",
    "ﻻ",
    "ᠠ",
    "\u180b",
    "葛",
    "\u{e0100}",
  ),
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
);
const texts = fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(""));

test("nothing in any text acts or hides once it is visible, and what is visible stays as it is", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const shown = visible(text);
      expect(shown).not.toMatch(acts);
      expect(shown).not.toMatch(hides);
      expect(shown).not.toMatch(/^\p{M}|\p{M}{9}|(?:\u200c|\u200d){2}|[ -~](?:\u200c|\u200d|[\u{e0100}-\u{e01ef}])/u);
      expect(visible(shown)).toBe(shown);
    }),
    { numRuns: 3000, examples: [["\u{1fc00}\ufe0f"]] },
  );
});

test("a form chosen of a picture is seen where none is assigned to its place yet", () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  for (const picture of all.filter((character) => /\p{Extended_Pictographic}/u.test(character))) {
    const assigned = !/\p{Cn}/u.test(picture);
    expect(/[\ufe0e\ufe0f]/.test(visible(`a${picture}\ufe0f b${picture}\ufe0e`)), picture).toBe(assigned);
  }
});

test("text of printable ASCII stays as it is", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => void expect(visible(text)).toBe(text)));
});

test("JSON made visible is the same value, and holds nothing that acts or hides", () => {
  fc.assert(
    fc.property(fc.dictionary(texts, texts), (value) => {
      const json = visibleJson(JSON.stringify(value));
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(json).not.toMatch(acts);
      expect(json).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
    }),
  );
});

test("texts in a value become visible at any depth, names too; lines and tabs stay", () => {
  expect(visibleIn({ "a\u202e": ["x\n\ty\u001b", 1, null, { b: "\u200b" }] })).toEqual({
    "a\\u202e": ["x\n\ty\\u001b", 1, null, { b: "\\u200b" }],
  });
});
