import { expect, test } from "vitest";
import { createBoard } from "./board.ts";
import { check } from "./check.ts";
import { line } from "./fixtures/board.ts";
import { parseClaim } from "./grammar.ts";

const lines = [
  "Ada designed the harbour in 1911.",
  "The port of the server is 7878.",
  "Bob did not design the tower.",
  "If Eve designed the mole, it fell.",
  "Ada may paint the wall.",
  "Carl says Ada built the wall.",
  "Ada designed the mill?",
  "~~Ada designed the gate.~~",
  '"Ada designed the dam."',
  "Ada designed the lock in no time.",
  "Ada designs the quay.",
];
const board = lines.map((said, at) => line("a.md", at + 1, said, lines.length));

test.each([
  ['says("a.md", "1", relation("Ada", "designed", "the harbour"))', "provable"],
  ['says("a.md", "1-2", attribute("the server", "port", "7878"))', "provable"],
  [
    'says("a.md", "1-2", relation("Ada", "designed", "the harbour") and attribute("the server", "port", "7878"))',
    "provable",
  ],
  ['says("a.md", "2", attribute("the server", "port", "8080"))', "undecidable"],
  ['says("a.md", "3", relation("Bob", "did design", "the tower"))', "refutable"],
  ['says("a.md", "1", relation("the harbour", "designed", "Ada"))', "undecidable"],
  ['says("a.md", "4", relation("Eve", "designed", "the mole"))', "undecidable"],
  ['says("a.md", "5", relation("Ada", "paint", "the wall"))', "undecidable"],
  ['says("a.md", "6", relation("Ada", "built", "the wall"))', "undecidable"],
  ['says("a.md", "7", relation("Ada", "designed", "the mill"))', "undecidable"],
  ['says("a.md", "8", relation("Ada", "designed", "the gate"))', "undecidable"],
  ['says("a.md", "9", relation("Ada", "designed", "the dam"))', "undecidable"],
  ['says("a.md", "10", relation("Ada", "designed", "the lock"))', "undecidable"],
  ['says("a.md", "11", relation("Ada", "designed", "the quay"))', "undecidable"],
  ['says("a.md", "11", relation("Ada", "designs", "the quay"))', "provable"],
  ['relation("Ada", "designed", "the harbour")', "undecidable"],
  ['says("b.md", "1", relation("Ada", "designed", "the harbour"))', "undecidable"],
])("%s is %s", (claim, verdict) => {
  expect(check(parseClaim(claim), createBoard(board)).verdict).toBe(verdict);
});
