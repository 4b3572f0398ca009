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

const fence = "```";

test("a way to do something is shown with its code, line by line as it stands, whatever stands between", () => {
  const code = "import boat\n\nwith boat.open() as it:\n    it.sail(__name__)";
  const text = `## Sailing\n\nTo sail a boat, open it first.\n\nBoats are slow.\n\n${fence}py\n${code}\n${fence}\n\nLater.`;
  const [first] = extract("How do I sail a boat?", [passage(text, { heading: "Sailing" })]).excerpts;
  expect(first!.plain).toBe("To sail a boat, open it first.");
  expect(first!.after).toBe("Boats are slow.\nimport boat\nwith boat.open() as it:\n    it.sail(__name__)\nLater.");
  const [told] = extract("How does a boat sail?", [passage(text)]).excerpts;
  expect(told!.plain).toBe("To sail a boat, open it first.");
});

test("code of reStructuredText is shown without what tells how to set it", () => {
  const text =
    "Boats sail.\n\nTo sail a boat:\n\n.. code-block:: console\n   :linenos:\n\n    $ boat --sail\n    $ boat --rest\n\n.. _harbours:\n";
  const [first] = extract("how do I sail a boat?", [passage(text, { path: "guide.rst" })]).excerpts;
  expect(first!.plain).toBe("To sail a boat:\n$ boat --sail\n$ boat --rest");
  expect(first!.after).not.toContain("..");
});

test("a sentence is shown with the code that follows it at once: one line behind it, more below it", () => {
  const text = (code: string) => `Boats sail.\n\nTo sail a boat:\n\n${fence}sh\n${code}\n${fence}\n`;
  const shown = (code: string) => extract("how do I sail a boat?", [passage(text(code))]).excerpts[0]!.plain;
  expect(shown("$ boat --sail")).toBe("To sail a boat: $ boat --sail");
  expect(shown("boat open\nboat --sail")).toBe("To sail a boat:\nboat open\nboat --sail");
});

test("code that no sentence shows is shown under what heads it", () => {
  const text = `## Sail a boat\n\n${fence}sh\nboat --sail\n${fence}`;
  const [first] = extract("how do I sail a boat?", [passage(text, { heading: "Sail a boat" })]).excerpts;
  expect(first).toMatchObject({ label: "Sail a boat", plain: "boat --sail" });
});

test("what was changed in some version is no way to do something", () => {
  const changes = passage("- Added ways to print a map to the screen.", { heading: "Changes > Version 3.0" });
  const way = passage("A map is drawn by `draw`, which prints it.");
  expect(extract("how do I print a map to the screen?", [changes, way]).excerpts[0]!.passage).toBe(1);
});

test("a row is shown as its cells, without the marks around them", () => {
  const text = "| HIGH VOLTAGE BOARD | MODEL 000 |\n| --- | --- |\n| 2016 | Page 1 |\n";
  const { excerpts } = extract("which page is it in 2016?", [passage(text)]);
  expect(excerpts.map((excerpt) => excerpt.plain)).toEqual(["2016 | Page 1"]);
});
