import { expect, test } from "vitest";
import { readHistory } from "./history.ts";

test.each([
  ["which files changed last week?", { asks: "files", who: null, yields: true }],
  ["which files were changed by Bob?", { asks: "files", who: "Bob", yields: false }],
  ["did bob change src/a.ts?", { asks: "any", who: "bob", files: { places: ["src/a.ts"] } }],
  ["when was src/a.ts added?", { asks: "first", added: true }],
  ["when was src/a.ts last changed and by whom?", { asks: "last", of: "authors" }],
  ["who wrote most of lib/command.js?", { asks: "most", of: "authors", files: { places: ["lib/command.js"] } }],
  ["how many commits did Bob Smith make in src?", { asks: "commits", how: "count", who: "Bob Smith" }],
  ["how many people have worked on src/core?", { asks: "authors" }],
  ["what changed in the last 3 commits?", { asks: "files", latest: 3 }],
  ["Wie oft wurde src/a.ts geändert?", { asks: "often", language: "de" }],
  ["quels fichiers ont été modifiés par Ann ?", { asks: "files", who: "Ann", language: "fr" }],
  ["qué archivos cambió Ann esta semana?", { asks: "files", who: "Ann", files: { times: [{ said: "esta semana" }] } }],
])("a question for the history: %s", (question, read) => {
  expect(readHistory(question)).toMatchObject(read);
});

test.each([
  "who wrote the pier?",
  "who wrote PEP 8?",
  "which keywords were added recently",
  "which PEPs were added?",
  "who created Ergo?",
  "how do I commit?",
  "what does commit do?",
  "what changed?",
  "what was changed by the committee",
  "by whom is the budget changed?",
  "who is allowed to change the limit?",
  "when was retry logic added?",
  "who deleted src/a.ts?",
  "who did not change src/a.ts?",
  "¿quién no cambió src/a.ts?",
  "who changed each file?",
  "who last changed the Markdown files?",
  "who changed most files?",
  "who added the most files?",
  "which file was added most often?",
  "Does npm ci change my package.json?",
])("no question for the history: %s", (question) => {
  expect(readHistory(question)).toBeNull();
});
