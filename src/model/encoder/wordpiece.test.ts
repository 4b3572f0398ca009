import fc from "fast-check";
import { expect, test } from "vitest";
import { type Pieces, pair, single } from "./wordpiece.ts";

/** Words in pieces of up to three letters; a piece that goes on with a word has an odd id. */
const pieces: Pieces = {
  ids: (text) =>
    [...text.matchAll(/\S+/g)].flatMap(([word]) =>
      (word.match(/.{1,3}/gsu) ?? []).map((piece, at) => 10 + 2 * (piece.charCodeAt(0) % 97) + (at > 0 ? 1 : 0)),
    ),
  continues: (id) => id % 2 === 1,
  start: 0,
  end: 2,
};

const texts = fc.oneof(
  fc.array(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 20 }).map((words) => words.join(" ")),
  // Long ones, with words and blanks that reach over every place where they might be cut.
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 9 }), fc.constantFrom("", " ", "  ", " ".repeat(9000)), fc.nat(3000))
    .map(([word, blank, times]) =>
      (word + blank).repeat(Math.min(times, 1 + Math.floor(100_000 / (word + blank).length))),
    ),
);

test("however a long text is read, its ids are the first of all its ids", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 3, max: 600 }), (text, window) => {
      const all = pieces.ids(text);
      const { ids, second, cut } = single(pieces, text, window);
      expect(ids).toEqual([0, ...all.slice(0, window - 2), 2]);
      expect(second).toBe(ids.length);
      expect(cut).toBe(all.length > window - 2);
    }),
    { numRuns: 300 },
  );
});

test("a pair fits the window: the query takes up to half of it, the passage what is left", () => {
  fc.assert(
    fc.property(texts, texts, fc.integer({ min: 8, max: 600 }), (query, passage, window) => {
      const { ids, second, cut } = pair(pieces, query, passage, window);
      const [asked, told] = [pieces.ids(query), pieces.ids(passage)];
      const most = Math.min(asked.length, Math.floor(window / 2) - 2);
      expect(ids.slice(0, second)).toEqual([0, ...asked.slice(0, most), 2]);
      expect(ids.slice(second)).toEqual([...told.slice(0, window - 3 - most), 2]);
      expect(ids.length).toBeLessThanOrEqual(window);
      expect(cut).toBe(asked.length > most || told.length > window - 3 - most);
    }),
    { numRuns: 300 },
  );
});
