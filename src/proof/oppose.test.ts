import { expect, test } from "vitest";
import { opposedAmong, type Saying } from "./oppose.ts";

const among = (...texts: string[]) =>
  opposedAmong(texts.map((text, at): Saying => ({ text, document: `${at}.md`, heading: "Guide" })));

test.each([
  ["Sessions expire after 14 minutes.", "Sessions expire after 30 minutes."],
  ["The project was founded in 2011.", "The project was founded in 2012."],
  ["The default theme is Dark.", "The default theme is Light."],
  ["Backups are encrypted at rest.", "Backups are not encrypted at rest."],
  ["The export must be signed by Anna.", "The export may be signed by Anna."],
  ["The upload limit is 20 MB.", "The upload limit is 10 MB, which is enough for most files."],
  [
    "There are three templates for modules, a.ts, b.ts and c.ts.",
    "There are four templates for modules, a.ts, b.ts, c.ts and d.ts.",
  ],
])("%s / %s", (one, other) => {
  expect(among(one, other).pairs).toHaveLength(1);
});

test.each([
  // Each is about something that stands around it, or by a number.
  ["This module adds three hooks to the interface.", "This module adds two hooks to the interface."],
  ["They are part of the stable interface.", "They are not part of the stable interface."],
  ["The gauge 9 stands in hall two.", "The gauge 100 stands in hall two."],
  ["3.6.15 was the final security release.", "3.9.25 was the final security release."],
  ["TypeScript 4.6 adds support for tuples.", "TypeScript 4.7 adds support for tuples."],
  ["Files with 5 lines are read at once.", "Files with 9 lines are read at once."],
  // Both may be so, or not the same is said.
  ["The request timeout is 30 seconds.", "The upload timeout is 60 seconds."],
  ["Reads take 30 seconds at most.", "Writes take 60 seconds at most."],
  ["Each team has about 5 members.", "Each team has at least 3 members."],
  ["Anna speaks German at home.", "Anna speaks French at home."],
  ["Is the default theme Dark?", "Is the default theme Light?"],
])("nothing of the kind: %s / %s", (one, other) => {
  expect(among(one, other).pairs).toEqual([]);
});

test("where documents tell of more values than one thing has, each tells of another thing", () => {
  const tell = (value: number) => `The updates of the library took ${value} weeks.`;
  expect(among(tell(2), tell(3)).pairs).toHaveLength(1);
  expect(among(tell(2), tell(3), tell(4), tell(5))).toMatchObject({ pairs: [], series: 1 });
  const twice = ["a.md", "a.md", "b.md"].map((document, at) => ({ text: tell(at + 2), document, heading: "" }));
  expect(opposedAmong(twice)).toMatchObject({ pairs: [], series: 1 });
});

test("what two documents say alike, a third contradicts once", () => {
  const { pairs } = among("The upload limit is 20 MB.", "The upload limit is 20 MB.", "The upload limit is 10 MB.");
  expect(pairs).toHaveLength(1);
  expect(pairs[0]).toMatchObject({ one: 0, other: 2 });
});

test("a line of a single word is that of its heading, a longer one of all", () => {
  const lines = (key: string, headings: [string, string]) =>
    opposedAmong(
      headings.map((heading, at) => ({
        text: `${key}: ${at}`,
        document: `${at}.md`,
        heading,
        key,
        value: { type: "number", as: `${at}` },
      })),
    ).pairs.length;
  expect(lines("Timeout", ["Limits", "Limits"])).toBe(1);
  expect(lines("Timeout", ["Limits", "Jobs"])).toBe(0);
  expect(lines("Upload size", ["Limits", "Jobs"])).toBe(1);
});
