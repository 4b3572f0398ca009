import { expect, test } from "vitest";
import type { Passage } from "../../core/evidence.ts";
import { toneOf } from "../../core/port.ts";
import { read } from "./read.ts";

function readOver(question: string, text: string) {
  const passage: Passage = {
    path: "a.md",
    title: "Backups",
    heading: "",
    lines: [1, 1],
    text,
    score: 0.5,
    source: { hash: "0", size: 1 },
  };
  return read(question, [passage], null);
}

test.each([
  [
    "what does TAM stand for?",
    "TAM issues are rare. It has a tertiary authentication mechanism (TAM) since 1.0.",
    "tertiary authentication mechanism",
  ],
  [
    "What does TAM stand for and what is it?",
    "It has a tertiary authentication mechanism (TAM).",
    "tertiary authentication mechanism",
  ],
  ["What is GIL short for?", "The GIL (global interpreter lock) is held by one thread.", "global interpreter lock"],
  ["Wofür steht NFS?", "NFS stands for network file system.", "network file system"],
  [
    "what does DAG mean",
    "Objects form a directed acyclic graph, or DAG. A DAG, short for directed acyclic graph, has no cycles.",
    "directed acyclic graph",
  ],
])("%s", (question, text, words) => {
  const reading = readOver(question, text);
  expect(reading.short?.text).toBe(words);
  expect(reading.excerpts[0]!.plain).toContain(words);
  expect(toneOf(reading)).toBe("said");
});

test.each([
  ["what does TAM stand for?", "Check the mechanism of trust (TAM) first, it is a TAM."],
  ["what does Borg mean by a repository", "A repository is a folder."],
  ["What does TAM do?", "A tertiary authentication mechanism (TAM) is used."],
])("%s is answered by no words alone where nothing spells them out", (question, text) => {
  expect(readOver(question, text).reason).not.toBe("it spells the letters out");
});
