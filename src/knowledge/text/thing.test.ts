import { expect, test } from "vitest";
import { thingCalled, thingOf } from "./thing.ts";

test("a title names one thing however it is written, with or without what tells it from others", () => {
  const keys = ["Tim Brown", "tim  brown", "**Tim Brown** (designer)"].map((each) => thingCalled(each, "en")?.key);
  expect(new Set(keys).size).toBe(1);
  expect(thingCalled("", "en")).toBeNull();
  expect(thingCalled("a b c d e f g h i j k l m n o", "en")).toBeNull();
});

test("an id is of a key and its kind, and is a number that nothing rounds", () => {
  const ids = [thingOf("thing", "zoo"), thingOf("symbol", "zoo"), thingOf("thing", "zo o")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  expect(ids.every(Number.isSafeInteger)).toBe(true);
});
