import { expect, test } from "vitest";
import { contradictionsAmong, type Stated } from "./contradict.ts";

const among = (...texts: string[]) =>
  contradictionsAmong(texts.map((text, at): Stated => ({ text, document: `${at}.md`, heading: "Guide" })));

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
])("%s / %s", async (one, other) => {
  expect((await among(one, other)).pairs).toHaveLength(1);
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
])("nothing of the kind: %s / %s", async (one, other) => {
  expect((await among(one, other)).pairs).toEqual([]);
});

test("where documents tell of more values than one thing has, each tells of another thing", async () => {
  const tell = (value: number) => `The updates of the library took ${value} weeks.`;
  expect((await among(tell(2), tell(3))).pairs).toHaveLength(1);
  expect(await among(tell(2), tell(3), tell(4), tell(5))).toMatchObject({ pairs: [], series: 1 });
  const twice = ["a.md", "a.md", "b.md"].map((document, at) => ({ text: tell(at + 2), document, heading: "" }));
  expect(await contradictionsAmong(twice)).toMatchObject({ pairs: [], series: 1 });
});

test("what two documents say alike, a third contradicts once", async () => {
  const { pairs } = await among(
    "The upload limit is 20 MB.",
    "The upload limit is 20 MB.",
    "The upload limit is 10 MB.",
  );
  expect(pairs).toHaveLength(1);
  expect(pairs[0]).toMatchObject({ one: 0, other: 2 });
});

test("a line of a single word is that of its heading, a longer one of all", async () => {
  const lines = async (key: string, headings: [string, string]) => {
    const { pairs } = await contradictionsAmong(
      headings.map((heading, at) => ({
        text: `${key}: ${at}`,
        document: `${at}.md`,
        heading,
        key,
        value: { type: "number", as: `${at}` },
      })),
    );
    return pairs.length;
  };
  expect(await lines("Timeout", ["Limits", "Limits"])).toBe(1);
  expect(await lines("Timeout", ["Limits", "Jobs"])).toBe(0);
  expect(await lines("Upload size", ["Limits", "Jobs"])).toBe(1);
});

test("a long comparison can be called off", async () => {
  const all = Array.from({ length: 20_000 }, (_, at) => ({
    text: `The limit of part ${at} is ${at} MB.`,
    document: `${at}.md`,
    heading: "Guide",
  }));
  const cancel = new AbortController();
  const compared = contradictionsAmong(all, cancel.signal);
  cancel.abort(new Error("called off"));
  await expect(compared).rejects.toThrow("called off");
});
