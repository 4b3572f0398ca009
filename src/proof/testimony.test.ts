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
  "The bridge was painted by Lena Voss in 1911.",
  "In 1911, Lena Voss painted the bridge.",
  "The order may be cancelled by the customer.",
  "The order must be cancelled by the customer.",
  "The order must not be changed by the clerk.",
  "The ship may not arrive in May.",
  "The track has a length of 3,000 m.",
  "The term began on 3 March 2024.",
  "In theory, Lena Voss painted the pier.",
  "The ferry is painted by Lena Voss.",
  "The load is at least 2 t.",
  "The bridge was not built by Lena Voss.",
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
  // Passive and active, with when it was before or behind.
  ['says("a.md", "12", relation("Lena Voss", "painted", "the bridge"))', "provable"],
  ['says("a.md", "12", relation("Anna Voss", "painted", "the bridge"))', "undecidable"],
  ['says("a.md", "12", relation("the bridge", "painted", "Lena Voss"))', "undecidable"],
  ['says("a.md", "12", relation("Lena Voss", "paints", "the bridge"))', "undecidable"],
  ['says("a.md", "13", relation("Lena Voss", "painted", "the bridge"))', "provable"],
  ['says("a.md", "13", relation("the bridge", "was painted by", "Lena Voss"))', "provable"],
  ['says("a.md", "20", relation("Lena Voss", "painted", "the pier"))', "undecidable"],
  ['says("a.md", "21", relation("Lena Voss", "painted", "the ferry"))', "undecidable"],
  // What may be is no more than that.
  ['says("a.md", "14", relation("the order", "may be cancelled by", "the customer"))', "provable"],
  ['says("a.md", "14", relation("the customer", "may cancel", "the order"))', "provable"],
  ['says("a.md", "14", relation("the customer", "must cancel", "the order"))', "undecidable"],
  ['says("a.md", "14", relation("the customer", "cancelled", "the order"))', "undecidable"],
  ['says("a.md", "15", relation("the customer", "must cancel", "the order"))', "provable"],
  ['says("a.md", "15", relation("the customer", "may cancel", "the order"))', "undecidable"],
  ['says("a.md", "16", relation("the clerk", "must change", "the order"))', "refutable"],
  ['says("a.md", "17", relation("the ship", "may arrive", "in May"))', "undecidable"],
  // A denial says that it is not so.
  ['says("a.md", "3", not relation("Bob", "did design", "the tower"))', "provable"],
  ['says("a.md", "1", not relation("Ada", "designed", "the harbour"))', "refutable"],
  ['says("a.md", "1", not relation("Bob", "designed", "the harbour"))', "undecidable"],
  ['says("a.md", "16", not relation("the clerk", "must change", "the order"))', "provable"],
  ['says("a.md", "23", not relation("Lena Voss", "built", "the bridge"))', "provable"],
  // Amounts and days by what they are worth.
  ['says("a.md", "18", attribute("the track", "length", "3 km"))', "provable"],
  ['says("a.md", "18", attribute("the track", "length", "30 km"))', "undecidable"],
  ['says("a.md", "18", attribute("the track", "length", "3 m"))', "undecidable"],
  ['says("a.md", "18", attribute("the track", "length", "3,000 km"))', "undecidable"],
  ['says("a.md", "18", attribute("the track", "length", "3,000"))', "undecidable"],
  ['says("a.md", "19", relation("the term", "began on", "2024-03-03"))', "provable"],
  ['says("a.md", "19", relation("the term", "began on", "2024-03-04"))', "undecidable"],
  ['says("a.md", "22", attribute("the load", "", "2 t"))', "undecidable"],
  ['relation("Ada", "designed", "the harbour")', "undecidable"],
  ['says("b.md", "1", relation("Ada", "designed", "the harbour"))', "undecidable"],
])("%s is %s", (claim, verdict) => {
  expect(check(parseClaim(claim), createBoard(board)).verdict).toBe(verdict);
});
