import { expect, test } from "vitest";
import type { Passage } from "../../core/evidence.ts";
import { read } from "./read.ts";

const passage = (text: string, title = "Guide"): Passage => ({
  path: "guide.md",
  title,
  heading: "",
  lines: [1, text.split("\n").length],
  text,
  score: 0.9,
  source: { hash: "0", size: 1 },
});

test.each([
  ["When was the bridge opened?", "The bridge is long. The bridge was opened on 3 May 1932 by a queen.", "3 May 1932"],
  ["Who wrote the report?", "The report was long. The report was written by Anna Reis in Lisbon.", "Anna Reis"],
  ["How many days of leave do employees get?", "Leave is paid. Employees get 25 days of leave.", "25"],
  ["What is the timeout of a lock?", "Locks are kept. The timeout of a lock is 1 hour.", "1 hour"],
  ["Which port has the admin API?", "Ports are open. On port 8080 an admin API listens.", "8080"],
  ["In which country was the bridge built?", "The bridge was built in Norway, the first in the country.", "Norway"],
  [
    "Which command formats the code?",
    "Run it often. The command `cargo fmt` formats the code of a project.",
    "cargo fmt",
  ],
])("%s", (question, text, answer) => {
  const { short, excerpts } = read(question, [passage(text)], null);
  expect(short?.text).toContain(answer);
  // What answers alone stands in the sentence that it is shown with.
  expect(short?.rests).toEqual([{ excerpt: 0, words: short?.text }]);
  expect(excerpts[0]?.plain).toContain(short?.text);
});

test.each([
  ["Why was the bridge closed?", "The bridge was closed in May 1932 because rust had eaten the cables."],
  ["How do I build it?", "You build it by running the Makefile in Lisbon."],
  ["What is the difference between Rust and Go?", "The difference between Rust and Go is that Rust has no collector."],
  ["When was the bridge opened?", "The bridge was opened by a queen."],
])("%s has no short answer in: %s", (question, text) => {
  expect(read(question, [passage(text)], null).short).toBeNull();
});

test('the number of a section, and "one" of anything, are no numbers that are asked for', () => {
  const asked = (question: string, text: string) => read(question, [passage(text)], null).short?.text ?? null;
  expect(asked("How long are files preserved?", "5.15. Temporary files preserved between reboots:")).toBe(null);
  expect(asked("How often do releases come out?", "Releases come out often; this one took long.")).toBe(null);
});
