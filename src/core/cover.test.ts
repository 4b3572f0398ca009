import fc from "fast-check";
import { expect, test } from "vitest";
import { type Choice, cover } from "./cover.ts";

const choices = fc.array(
  fc.record({
    worth: fc.double({ min: 0, max: 1, noNaN: true }),
    covers: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 }),
    size: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 8 },
);
const gain = () => 10;

test("what is chosen fits, stands once, and leaves out nothing that would still fit", () => {
  fc.assert(
    fc.property(choices, fc.nat(6), fc.nat(30), (all, most, room) => {
      const taken = cover(all, { most, room, gain });
      const size = taken.reduce((sum, at) => sum + all[at]!.size, 0);
      expect(new Set(taken).size).toBe(taken.length);
      expect(taken.length).toBeLessThanOrEqual(most);
      expect(size).toBeLessThanOrEqual(room);
      const others = all.filter((_, at) => !taken.includes(at));
      if (taken.length < most) expect(others.every((other) => other.size > room - size)).toBe(true);
    }),
  );
});

test("no part of the question stays open that something which fits would cover", () => {
  fc.assert(
    fc.property(choices, fc.integer({ min: 4, max: 6 }), (all, most) => {
      const taken = cover(all, { most, room: 1_000, gain });
      const held = (places: Choice[]) => new Set(places.flatMap(({ covers }) => [...covers]));
      expect(held(taken.map((at) => all[at]!))).toEqual(held(all));
    }),
  );
});

test("what repeats waits for what is new; ties fall to the earlier", () => {
  const best = { worth: 1, covers: ["a"], size: 1 };
  const same = { worth: 0.9, covers: ["a"], size: 1 };
  const other = { worth: 0.5, covers: ["b"], size: 1 };
  expect(cover([best, same, other], { most: 2, room: 9, gain: () => 1 })).toEqual([0, 2]);
  expect(cover([same, same], { most: 1, room: 9, gain: () => 0 })).toEqual([0]);
});
