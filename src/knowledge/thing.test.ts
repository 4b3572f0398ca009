import { expect, test } from "vitest";
import { thingCalled, thingsIn } from "./thing.ts";

const named = (text: string, heading = "") =>
  thingsIn({ heading, text, language: "en", code: false }).map(({ kind, name, position }) => [kind, name, position]);

test("names, years and headings are things, each once, where they stand", () => {
  expect(named("In 1995 Anna Reis met the mayor of Lisbon. Anna Reis left.", "Tunnels > Deep Work")).toEqual([
    ["thing", "Tunnels", 0],
    ["thing", "Deep Work", 0],
    ["date", "1995", 3],
    ["thing", "Anna Reis", 8],
    ["thing", "Lisbon", 35],
  ]);
  expect(named("nothing is named here at all")).toEqual([]);
});

test("source code names what it declares", () => {
  const things = thingsIn({ heading: "Zoo > feed, close", text: "class Zoo", language: "en", code: true });
  expect(things.map(({ key, kind }) => [key, kind])).toEqual([
    ["Zoo", "symbol"],
    ["feed", "symbol"],
    ["close", "symbol"],
  ]);
});

test("a title names one thing however it is written, with or without what tells it from others", () => {
  const keys = ["Tim Brown", "tim  brown", "**Tim Brown** (designer)"].map(
    (each) => thingCalled(each, "thing", "en")?.key,
  );
  expect(new Set(keys).size).toBe(1);
  expect(thingCalled("", "thing", "en")).toBeNull();
  expect(thingCalled("a b c d e f g h i j k l m n o", "thing", "en")).toBeNull();
});
