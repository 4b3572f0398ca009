import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Episode, type Label, labelled } from "./episode.ts";
import { note, prune } from "./events.ts";
import { extendIndex } from "./indexing.ts";
import { eventsNear, labelsOf } from "./near.ts";
import { remember } from "./recall.ts";

const now = 1_000_000_000_000;
const lines = 4000;

function episode(at: number): Episode {
  const question = `What is the ${at % 7 === 0 ? "colour" : "port"} of server s${at % 900} in rack r${at % 41}?`;
  const usual = { dir: "/here", kind: "cite", engine: at % 2 === 0 ? "cite" : "react", recipe: null } as const;
  return {
    v: 1,
    run: `run${at}`,
    time: now - (lines - at) * 1000,
    question,
    ...usual,
    stop: "success",
    paths: ["a.md"],
  };
}

/** A file of some thousand events with lines that are none, of which an index is made but for the last. */
function filled() {
  const dir = mkdtempSync(join(tmpdir(), "ergo-near-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, "experience"));
  const file = join(dir, "experience/events.jsonl");
  const labels: Label[] = [{ v: 1, run: "run30", time: now, label: "bad", said: "it is old" }];
  const texts = Array.from({ length: lines }, (_, at) => JSON.stringify(at === 500 ? labels[0] : episode(at)));
  writeFileSync(file, ["no event", ...texts].map((text) => `${text}\n`).join(""));
  extendIndex(file, 100);
  const found = (question: string) => {
    const { events, corpus } = eventsNear(file, question);
    return remember(question, labelled(events), { now, dir: "/here", corpus }).map(({ episode: { run } }) => run);
  };
  return { file, index: join(dir, "experience/index"), found };
}

test("of thousands of questions those that are alike come to mind, with what was said of them, indexed or not", () => {
  const { file, index, found } = filled();
  expect(readdirSync(index).length).toBeGreaterThan(0);
  expect(readdirSync(index).length).toBeLessThan(10);
  const { question } = episode(30);
  const { events, unread } = eventsNear(file, question);
  expect(unread).toBe(1);
  expect(events.length).toBeLessThan(1000);
  expect(events).toContainEqual(expect.objectContaining({ run: "run30", label: "bad" }));
  expect(found(episode(123).question)[0]).toBe("run123");
  note(file, { ...episode(0), run: "last", question: "Who rang the bell of Hallby?" });
  expect(found("Who rang the great bell of Hallby?")).toEqual(["last"]);
  expect(found("Who baked bread?")).toEqual([]);
  expect(labelsOf(file, "run30")).toMatchObject([{ said: "it is old" }]);
  rmSync(index, { recursive: true });
  expect(found("Who rang the great bell of Hallby?")).toEqual(["last"]);
  expect(labelsOf(file, "run30")).toMatchObject([{ said: "it is old" }]);
});

test("what is dropped comes to mind no more, what can't be read or is still being written stays", () => {
  const { file, found } = filled();
  appendFileSync(file, '{"v":1,"run":"half');
  const gone = prune(file, (event) => "question" in event && event.question.includes("rack r3 "));
  expect(gone).toBe(0);
  const { question } = episode(3);
  expect(found(question)).not.toEqual([]);
  expect(prune(file, (event) => "question" in event && event.question === question, true)).toBeGreaterThan(0);
  expect(found(question)).toContain(found(question)[0]);
  prune(file, (event) => "question" in event && event.question === question);
  const { events, unread } = eventsNear(file, question);
  expect(events.filter((event) => "question" in event && event.question === question)).toEqual([]);
  expect(unread).toBe(1);
  appendFileSync(file, ' line"}\n');
  expect(eventsNear(file, question).unread).toBe(2);
});

test("an index that is damaged, of another file, or has a gap is passed over", () => {
  const { file, index, found } = filled();
  const { question } = episode(77);
  const before = found(question)[0];
  for (const name of readdirSync(index)) writeFileSync(join(index, name), "damaged");
  expect(found(question)[0]).toBe(before);
  const [first] = readdirSync(index);
  rmSync(join(index, first!));
  expect(found(question)[0]).toBe(before);
  rmSync(file);
  expect(found(question)).toEqual([]);
});
