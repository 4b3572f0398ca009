import fc from "fast-check";
import { expect, test } from "vitest";
import { buildContext } from "./context.ts";
import { estimateTokens } from "./prompt.ts";

const source = fc.record(
  {
    title: fc.string({ maxLength: 10 }),
    text: fc.string({ minLength: 1, maxLength: 200 }),
    core: fc.string({ minLength: 1, maxLength: 20 }),
    covers: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
  },
  { requiredKeys: ["title", "text"] },
);

test("every source is shown once under its number or left out, and the room is kept but for a first one too long", () => {
  fc.assert(
    fc.property(fc.array(source, { maxLength: 9 }), fc.nat(400), (sources, room) => {
      const { lines, shown, left } = buildContext(sources, { room, numbered: true });
      expect([...shown, ...left].toSorted((a, b) => a - b)).toEqual(sources.map((_, at) => at + 1));
      for (const [at, line] of lines.entries()) {
        expect(line.startsWith(`[${shown[at]}] `)).toBe(true);
        const { text, core = text } = sources[shown[at]! - 1]!;
        expect(line.endsWith(text) || line.endsWith(core)).toBe(true);
      }
      if (sources.length > 0) expect(shown.at(-1)).toBe(1);
      const size = lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
      if (shown.length > 1) expect(size).toBeLessThanOrEqual(room);
    }),
  );
});

test("the same sources give the same context, and with room for all none is left out", () => {
  fc.assert(
    fc.property(fc.array(source, { maxLength: 9 }), fc.nat(400), (sources, room) => {
      expect(buildContext(sources, { room, numbered: true })).toEqual(buildContext(sources, { room, numbered: true }));
      expect(buildContext(sources, { room: 100_000, numbered: true }).left).toEqual([]);
    }),
  );
});

test("the weakest stand in the middle, and what repeats gives way to what is new", () => {
  const sources = ["one", "two", "three", "four"].map((text) => ({ title: "T", text }));
  expect(buildContext(sources, { room: 1_000, numbered: true })).toEqual({
    lines: ["[2] T: two", "[4] T: four", "[3] T: three", "[1] T: one"],
    shown: [2, 4, 3, 1],
    left: [],
  });
  const covering = sources.map((each, at) => ({ ...each, covers: at === 3 ? ["b", "c", "d"] : ["a"] }));
  expect(buildContext(covering, { room: 20, numbered: true })).toMatchObject({ shown: [4, 1], left: [2, 3] });
});

test("what finds no room whole is shown by its core", () => {
  const sources = ["one", "two"].map((text) => ({ title: "T", text: `${text} ${"more ".repeat(40)}`, core: text }));
  expect(buildContext(sources, { room: 100, numbered: true })).toMatchObject({
    lines: ["[2] T: two", expect.stringMatching(/^\[1\] T: one more/)],
    shown: [2, 1],
  });
});

test("sources without numbers are shown as they are", () => {
  const { lines } = buildContext([{ title: "T", text: "one" }], { room: 100, numbered: false });
  expect(lines).toEqual(["T: one"]);
});
