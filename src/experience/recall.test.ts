import fc from "fast-check";
import { expect, test } from "vitest";
import { type Episode, eventIn, type Labelled, labelled } from "./episode.ts";
import { remember } from "./recall.ts";
import { summed, type Worked, warnings } from "./uses.ts";

const day = 86_400_000;
const now = 1_000 * day;

function episode(question: string, other: Partial<Labelled> = {}): Labelled {
  const usual = {
    kind: "cite",
    engine: "cite",
    recipe: null,
    stop: "success",
    label: null,
    said: null,
  } as const;
  return { v: 1, run: question, time: now - day, dir: "/here", question, ...usual, paths: ["a.md"], ...other };
}

test("the question that shares its rare words comes to mind first, and one that shares none does not", () => {
  const all = [
    episode("What is the port of the server?"),
    episode("What is the colour of the harbour?"),
    episode("Which recipe bakes bread?"),
  ];
  const found = remember("What is the default port of the server?", all, { now, dir: "/here" });
  expect(found[0]!.episode.question).toBe("What is the port of the server?");
  expect(found.map(({ episode: { question } }) => question)).not.toContain("Which recipe bakes bread?");
});

test("a tool that gave little for like questions is told of, one that was hardly used is not", () => {
  const worked: Worked[] = [
    { search: { done: 2, found: 2 }, files: { done: 3, found: 0 } },
    { files: { done: 2, found: 1 }, count: { done: 1, found: 0 } },
  ];
  expect(warnings(summed(worked))).toEqual(["for like questions, files gave something in 1 of 5 steps"]);
});

test("what was said of an answer, how it ended, how long ago and where decide among equals", () => {
  const same = "What is the port?";
  const first = (...all: Labelled[]) => remember(same, all, { now, dir: "/here" })[0]!.episode.run;
  const old = episode(same, { run: "old", time: now - 60 * day });
  expect(first(old, episode(same, { run: "new" }))).toBe("new");
  expect(first(episode(same, { run: "there", dir: "/there" }), episode(same, { run: "here" }))).toBe("here");
  expect(first(episode(same, { run: "lost", stop: "not_found" }), episode(same, { run: "found" }))).toBe("found");
  expect(first(episode(same, { run: "plain" }), episode(same, { run: "said", label: "bad", said: "old port" }))).toBe(
    "said",
  );
});

test("at most two come to mind of one engine, and each question once", () => {
  const all = Array.from({ length: 6 }, (_, at) => episode(`What is the port ${at}?`, { run: `c${at}` }));
  const other = episode("What is the port now?", { run: "r", engine: "react" });
  const found = remember("What is the port?", [...all, all[0]!, other], { now, dir: "/here" });
  expect(found.filter(({ episode: { engine } }) => engine === "cite")).toHaveLength(2);
  expect(found.some(({ episode: { engine } }) => engine === "react")).toBe(true);
});

test("a lesson tells how it was answered and what was said of it", () => {
  const [found] = remember("What is the port?", [episode("What is the port?", { label: "bad", said: "it is old" })], {
    now,
    dir: "/here",
  });
  expect(found!.lesson).toBe("“What is the port?” was answered by cite from a.md; the user found that bad: it is old");
});

test("labels join their episodes, the later one counts, and any other line is none", () => {
  const { label: _, said: __, ...plain } = episode("Q");
  const made: Episode = plain;
  const labels = ["bad", "good"].map((label) => JSON.stringify({ v: 1, run: "Q", time: 1, label, said: null }));
  const events = [JSON.stringify(made), ...labels].flatMap((line) => eventIn(line) ?? []);
  expect(labelled(events)).toEqual([{ ...made, label: "good", said: null }]);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => eventIn(text)).not.toThrow();
    }),
  );
  for (const line of ["{}", "null", '{"v":1}', '{"v":1,"run":"a","time":1,"label":"great"}'])
    expect(eventIn(line)).toBeNull();
});
