import { expect, test } from "vitest";
import { findCensus } from "./census.ts";

test.each([
  ["How many documents mention Norway?", { kind: "count", of: "documents", mention: "Norway", conditions: [] }],
  [
    "In how many documents is Anna Reis mentioned?",
    { kind: "count", of: "documents", mention: "Anna Reis", conditions: [] },
  ],
  [
    'Which documents mention the words "borrow checker"?',
    { kind: "list", of: "documents", mention: "borrow checker", conditions: [] },
  ],
  ["List all documents about lighthouses", { kind: "list", of: "documents", about: "lighthouses", conditions: [] }],
  ["How often is Norway mentioned?", { kind: "count", of: "mentions", mention: "Norway", conditions: [] }],
  ["How many passages mention ownership?", { kind: "count", of: "passages", mention: "ownership", conditions: [] }],
  ["How many documents per year?", { kind: "group", of: "documents", by: "year", conditions: [] }],
  [
    "Which PEPs were created between 2001 and 2003?",
    {
      kind: "list",
      of: "documents",
      called: "PEP",
      conditions: [
        { field: "date", is: ">=", value: "2001" },
        { field: "date", is: "<=", value: "2003" },
      ],
    },
  ],
  [
    "List the articles with status Final created in 2006 that mention generators",
    {
      kind: "list",
      of: "documents",
      mention: "generators",
      conditions: [
        { field: "status", is: "=", value: "Final" },
        { field: "date", is: "=", value: "2006" },
      ],
    },
  ],
  [
    "How many documents with score at least 0.5?",
    { kind: "count", of: "documents", conditions: [{ field: "score", is: ">=", value: "0.5" }] },
  ],
  [
    "How many documents mention both Norway and Ole Lund per year?",
    { kind: "group", of: "documents", mention: "Norway", also: ["Ole Lund"], by: "year", conditions: [] },
  ],
  [
    "Which of the PEPs before 2001 are Final?",
    {
      kind: "list",
      of: "documents",
      called: "PEP",
      conditions: [
        { field: "date", is: "<", value: "2001" },
        { field: "", is: "=", value: "Final" },
      ],
    },
  ],
  ["Combien de documents mentionnent Oslo ?", { kind: "count", of: "documents", mention: "Oslo", conditions: [] }],
  [
    "Welche Dokumente erwähnen Oslo seit 2019?",
    {
      kind: "list",
      of: "documents",
      mention: "Oslo",
      conditions: [{ field: "date", is: ">=", value: "2019" }],
    },
  ],
  [
    "¿Cuántos documentos mencionan tanto Oslo como Bergen?",
    { kind: "count", of: "documents", mention: "Oslo", also: ["Bergen"], conditions: [] },
  ],
])("%s", (question, census) => {
  expect(findCensus(question)).toEqual(census);
});

test.each([
  "How many days of leave do I get?",
  "Which documents do I need for a visa?",
  "What is ownership?",
  "Which document says how to install Rust?",
  "How many articles mention both A and B and are funny?",
  "How often are backups made?",
  "Combien de jours de congés ont les employés ?",
  "Welche Dokumente brauche ich für ein Visum?",
  "¿Qué documentos necesito para un visado?",
  "What papers must be signed before the trip?",
  "",
])("%s is another question", (question) => {
  expect(findCensus(question)).toBeNull();
});
