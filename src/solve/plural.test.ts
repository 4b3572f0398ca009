import { expect, test } from "vitest";
import { solve } from "./kinds.ts";

const value = (text: string) => solve(text)?.value ?? null;

test.each([
  ["men", "man"],
  ["firemen", "fireman"],
  ["wolves", "wolf"],
  ["mice", "mouse"],
  ["children", "child"],
  ["geese", "goose"],
  ["teeth", "tooth"],
  ["knives", "knife"],
  ["sheep", "sheep"],
  ["bacteria", "bacterium"],
  ["scarves", "scarf"],
  ["heroes", "hero"],
  ["boxes", "box"],
  ["cities", "city"],
])("%s are tied to %s", (many, one) => {
  for (const closing of ["", "Everything not stated is false. "])
    expect(value(`${closing}All ${many} are mortal. Sam is a ${one}. Is Sam mortal?`)).toBe("Yes");
  expect(value(`No ${many} are green. Sam is a ${one}. Is Sam green?`)).toBe("No");
  expect(value(`No ${many} chase the cat. Sam is a ${one}. Does Sam chase the cat?`)).toBe("No");
  expect(value(`Sam is a rock. All rocks are ${many}. Is Sam a ${one}?`)).toBe("Yes");
});

test.each([
  "All glarpi are mortal. Sam is a glarpus. Is Sam mortal?",
  "All axes are sharp. Kim is an axe. Jim is an axis. Is Kim sharp?",
  "Everything not stated is false. All glarpi are mortal. Sam is a glarpus. Is Sam mortal?",
])("a plural of which nobody knows the singular leaves a text unread: %s", (text) => {
  expect(solve(text)).toBeNull();
});

test.each([
  "Cats chase the mouse. Tom is a cat. Does Tom chase the mouse?",
  "The cats are big. Tom is a cat. Is Tom big?",
  "Everything not stated is false. Tom is a glarpus. Sam is glarpi. Is Sam a glarpus?",
  "Everything not stated is false. If something is young and not glarpi then it is big. Sam is a glarpus. Sam is young. Is Sam big?",
  "Tom chased the cat. Does Tom chase the cat?",
])("what may be one word leaves open what does not follow: %s", (text) => {
  expect(value(text)).toBeNull();
  expect(solve(text)?.because).toContain("may be one word");
});

test("words that only begin alike are two", () => {
  expect(value("Sam is rough. All round people are young. Is Sam young?")).toBe("Unknown");
  expect(value("All men are mortal. Zeus is a god. Is Zeus mortal?")).toBe("Unknown");
});

test("phrases of statements are not folded into other words", () => {
  expect(value("All planes are loud. Bob is a plan. Bob is loud. True or false?\n(A) True\n(B) False")).toBeNull();
});
