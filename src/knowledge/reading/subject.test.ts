import { expect, test } from "vitest";
import type { Passage } from "../../core/evidence.ts";
import { extract } from "./read.ts";

const passage = (path: string, text: string): Passage => ({
  path,
  title: "Read me",
  heading: "",
  lines: [1, 1],
  text,
  score: 0.9,
  source: { hash: "0", size: 1 },
});
const mill = passage("mill/readme.md", "The wheel turns slowly in summer.");
const harbour = passage("harbour/readme.md", "It is released under the MIT licence.");

test("what other folders say is no answer about the folder that is asked about", () => {
  const { enough, reason } = extract("Under which licence is mill released?", [harbour, { ...mill, title: "Wheel" }]);
  expect(enough).toBe(false);
  expect(reason).toContain('"mill"');
});

test("the sentence of the folder that is asked about comes first", () => {
  const own = passage("mill/licence.md", "The licence under which it is released is the ISC licence.");
  const { enough, excerpts } = extract("Under which licence is mill released?", [harbour, own]);
  expect(enough).toBe(true);
  expect(excerpts.map(({ path }) => path)).toEqual(["mill/licence.md"]);
});

test.each(["What is mill?", "what does mill do"])(
  "%s: how the text of the folder opens, if none defines it",
  (question) => {
    const opening = passage("mill/readme.md", "# Mill\n\nGrinds grain by wind. It is old.");
    const later = {
      ...passage("mill/readme.md", "The mill library is used by bakers."),
      lines: [7, 7] as [number, number],
    };
    const { enough, excerpts } = extract(question, [opening, later]);
    expect(enough).toBe(true);
    expect(excerpts.map(({ sentence }) => sentence)).toEqual(["Grinds grain by wind."]);
    const defined = { ...later, text: "Mill is a library for grinding grain." };
    expect(extract(question, [opening, defined]).excerpts[0]?.sentence).toBe(defined.text);
  },
);
