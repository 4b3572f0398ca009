import { expect, test } from "vitest";
import type { Passage } from "../../core/evidence.ts";
import { read } from "./read.ts";

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  path: "guide.md",
  title: "Guide",
  heading: "",
  lines: [11, 11 + text.split("\n").length - 1],
  text,
  score: 0.5,
  source: { hash: "0", size: 1 },
  ...more,
});

const extract = (question: string, passages: Passage[]) => read(question, passages, null);

test("an excerpt is a span of the source at its exact lines, and names its passage", () => {
  const text = "## Ports\n\nSome words here.\nThe server listens\non **port 8080**. More words.";
  const { excerpts } = extract("Which port does the server listen on?", [
    passage("Nothing of that kind."),
    passage(text),
  ]);
  expect(excerpts[0]).toMatchObject({
    sentence: "Some words here.\nThe server listens\non **port 8080**. More words.",
    plain: "The server listens on port 8080.",
    before: "Some words here.",
    after: "More words.",
    path: "guide.md",
    lines: [13, 15],
    passage: 1,
  });
});

test("a corpus document keeps its id and its line", () => {
  const doc = passage("Rain falls.\n\nThe mayor of Lisbon is Anna Reis.", {
    path: "c.jsonl",
    doc: "d7",
    lines: [3, 3],
  });
  expect(extract("Who is the mayor of Lisbon?", [doc]).excerpts[0]).toMatchObject({ doc: "d7", lines: [3, 3] });
});

test("what a passage repeats from further up is not quoted from there", () => {
  const part = passage("| port | meaning |\n|---|---|\n| 80 | web |", { lead: 2, lines: [31, 31] });
  const { excerpts } = extract("What is the meaning of port 80?", [part]);
  expect(excerpts.map(({ sentence, lines }) => [sentence, lines])).toEqual([["| 80 | web |", [31, 31]]]);
});

test("a list that is asked for is shown whole, whatever it is asked among", () => {
  const items = Array.from(
    { length: 12 },
    (_, at) => `- ${at + 1} is a berth that boats of some length may lie at for a night or two`,
  );
  const text = `Boats come and go.\n\nThe berths of the harbour are:\n\n${items.join("\n")}`;
  const [list] = extract("List all berths of the harbour", [passage(text)]).excerpts;
  expect(list!.plain).toBe("The berths of the harbour are:");
  expect(list!.after).toContain("- 12 is a berth");
  const [other] = extract("Where are the berths of the harbour?", [passage(text)]).excerpts;
  expect(other!.after).not.toContain("- 12 is a berth");
});
