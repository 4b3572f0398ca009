import { expect, test } from "vitest";
import { sha256 } from "../../core/digest.ts";
import { createRetriever } from "../search/retrieve.ts";
import { findCensus } from "./census.ts";

const rows = [
  {
    id: "a",
    title: "Oslo",
    text: "Oslo is the capital of Norway. Norway has fjords.",
    year: 2019,
    tags: ["north", "city"],
  },
  { id: "b", title: "Bergen", text: "Bergen lies in norway too.", year: 2021, tags: ["north"] },
  { id: "c", title: "Lisbon", text: "Lisbon is in Portugal, not in Norwayland.", year: 2021 },
  { id: "d", title: "Rome", text: "Rome is old." },
];
const files: Record<string, string> = {
  "c.jsonl": rows.map((row) => JSON.stringify(row)).join("\n"),
  "notes/rfc-1.txt":
    "Title: Ports\nAuthor: Ada Berg <a@b.c>,\n  Ole Lund\nCreated: 03-May-2019\n\nNorway is named here.\n",
};
const retriever = createRetriever({
  store: ":memory:",
  list: async () => Object.entries(files).map(([path, text]) => ({ path, bytes: text.length, modified: 0 })),
  read: async (path) => ({ text: files[path]!, hash: sha256(files[path]!), size: files[path]!.length }),
});
const ask = async (question: string) => await retriever.survey(findCensus(question)!);

test.each([
  ["How many documents mention Norway?", '3 of 5 documents mention "Norway".'],
  ["How often is Norway mentioned?", '"Norway" is mentioned 4 times, in 3 of 5 documents.'],
  ["How many passages mention Norway?", '3 passages of 3 of 5 documents mention "Norway".'],
  ["Which documents mention Portugal?", '1 of 5 documents mention "Portugal": Lisbon (c).'],
  ["How many documents mention Atlantis?", '0 of 5 documents mention "Atlantis".'],
  ["List documents about Bergen", '1 of 5 documents have "Bergen" in their title or a heading: Bergen (b).'],
  ["How many documents are from 2019?", "2 of 5 documents are dated 2019."],
  ["How many documents are from after 2019?", "2 of 5 documents are dated after 2019."],
  [
    "Which documents after 2020 mention Norway?",
    '1 of 5 documents mention "Norway" and are dated after 2020: Bergen (b).',
  ],
  ["How many documents per year?", "5 of 5 documents; by year: 2019 2; 2021 2; none said 1."],
  ["How many documents with tags city?", "1 of 5 documents have tags city."],
  ["Which documents by Ole Lund?", "1 of 5 documents have author Ole Lund: Ports (notes/rfc-1.txt)."],
  ["How many documents mention both Norway and fjords?", '1 of 5 documents mention "Norway" and "fjords".'],
  ["Wie viele Dokumente erwähnen Norway seit 2020?", '1 of 5 documents mention "Norway" and are dated since 2020.'],
  ["How many documents by folder?", "5 of 5 documents; by folder: . 4; notes 1."],
])("%s", async (question, text) => {
  expect(await ask(question)).toMatchObject({ found: true, text, complete: true });
});

test("what the documents leave open is said, and one is shown where it stands", async () => {
  const survey = await ask("Which documents from 2019 mention Norway?");
  expect(survey?.coverage).toContain("1 of them leave date open");
  expect(survey?.names).toEqual(["Oslo (a)", "Ports (notes/rfc-1.txt)"]);
  expect(survey?.excerpts[0]).toMatchObject({ plain: "Oslo is the capital of Norway.", doc: "a", lines: [1, 1] });
});

test("a field that no document has is no answer; a date that none has is said", async () => {
  expect(await ask("How many documents with colour red?")).toBeNull();
  const undated = createRetriever({
    store: ":memory:",
    list: async () => [{ path: "a.md", bytes: 5, modified: 0 }],
    read: async () => ({ text: "Hello there.", hash: sha256("h"), size: 5 }),
  });
  expect(await undated.survey(findCensus("How many documents are from 2019?")!)).toMatchObject({
    found: false,
    text: "None of 1 documents says its date.",
  });
});
