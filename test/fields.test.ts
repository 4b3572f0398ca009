import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshen, search } from "../src/runtime/index/search.ts";
import { ask } from "../src/runtime/run/ask.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { folder } from "./ergo.ts";

const none = ["worker", "planner", "verifier", "embedder", "reranker"].map((role) => `${role}=none`);
const head = (number: number, title: string, rest: string) =>
  `RFD: ${number}\nTitle: ${title}\n${rest}\n\nSummary\n=======\n\nThis text is about how ${title.toLowerCase()} works.\n`;
const files = {
  "rfd-0001.rst": head(
    1,
    "Naming of Ships",
    "Author: Ann Lee <a@x.org>, Bo Ray\nStatus: Final\nShip-Version: 2.1\nCreated: 05-Jul-2001",
  ),
  "rfd-0002.rst": head(2, "Painting of Hulls", "Author: Bo Ray\nStatus: Draft\nCreated: 2003-02-01\nSuperseded-By: 3"),
  "rfd-0004.rst": head(4, "New Anchors", "Author: Di Fox\nStatus: Open"),
  "rfd-0003.rst": head(3, "Coating of Hulls", "Author: Cy Poe\nStatus: Draft\nCreated: 2004-01-01\nReplaces: 2"),
  "rfd-0005.rst": head(5, "Old Ropes", "Author: Al Kay\nStatus: Rejected\nSuperseded-By: 4"),
};

async function open(dir: string) {
  const session = await openSession({ dir, models: none, cache: false });
  const answer = async (question: string) => {
    const { answer, stop, claims, evidence } = await ask(session, { question });
    const proven = stop === "success" && claims.length > 0 && claims.every(({ verdict }) => verdict === "proven");
    return {
      answer,
      proven,
      claims,
      lines: evidence.flatMap(({ path, lines }) => (lines ? [`${path}:${lines[0]}`] : [])),
    };
  };
  return { session, answer };
}

test("questions over fields are answered from the files, and proven", async () => {
  const { session, answer } = await open(folder(files));
  const status = await answer("What is the status of RFD 1?");
  expect(status).toMatchObject({ proven: true, answer: "Status of rfd-0001.rst: Final.", lines: ["rfd-0001.rst:4"] });
  expect(await answer("what replaced RFD 2")).toMatchObject({
    proven: true,
    answer: "Superseded-By of rfd-0002.rst: 3.",
  });
  // Two numbers are no two folders.
  expect((await answer("Which RFDs replaced 2 (painting of hulls) and 5 (old ropes)?")).answer.split("\n")).toEqual([
    "Superseded-By of rfd-0002.rst: 3.",
    "Superseded-By of rfd-0005.rst: 4.",
  ]);
  expect(await answer("what does RFD 3 replace?")).toMatchObject({ answer: "Replaces of rfd-0003.rst: 2." });
  expect((await answer("who wrote Naming of Ships")).answer).toBe("Author of rfd-0001.rst: Ann Lee, Bo Ray.");
  const drafts = await answer("How many RFDs are still drafts?");
  expect(drafts.answer.split("\n")).toEqual([
    "2 files have Status Draft.",
    "rfd-0002.rst (RFD 2: Painting of Hulls)",
    "rfd-0003.rst (RFD 3: Coating of Hulls)",
  ]);
  expect(drafts.claims[0]?.formal).toBe('having("Status", "Draft", "**") = 2');
  expect((await answer("which RFDs did Bo Ray write?")).answer.split("\n").slice(1)).toEqual([
    "rfd-0001.rst (RFD 1: Naming of Ships)",
    "rfd-0002.rst (RFD 2: Painting of Hulls)",
  ]);
  expect((await answer("Which RFDs by Bo Ray are final?")).answer.split("\n").slice(1)).toEqual([
    "rfd-0001.rst (RFD 1: Naming of Ships)",
  ]);
  expect((await answer("Which final RFDs are for Ship 2.1?")).answer).toMatch(
    /^1 file has Status Final and Ship-Version 2\.1\./,
  );
  expect((await answer("Which RFDs were created before 2004?")).answer).toMatch(/^2 files/);
  expect((await answer("Is RFD 1 a draft?")).answer).toBe("No: Status of rfd-0001.rst is Final.");
  await session.close();
});

test("a document is named by words of its title beside a word for documents", async () => {
  const { session, answer } = await open(folder(files));
  expect((await answer("who wrote the RFD on the naming of ships?")).answer).toBe(
    "Author of rfd-0001.rst: Ann Lee, Bo Ray.",
  );
  expect((await answer("state of the painting RFD?")).answer).toBe("Status of rfd-0002.rst: Draft.");
  expect(await answer("state of the painting and rigging RFD?")).toMatchObject({ proven: false });
  expect(await answer("status of the painting RFD and of the coating proposal?")).toMatchObject({
    proven: true,
    answer: "Status of rfd-0002.rst: Draft.\nStatus of rfd-0003.rst: Draft.",
  });
  // "The new one" is none by its title.
  expect(await answer("who wrote the new RFD?")).toMatchObject({ proven: false });
  // Of several no title is meant.
  expect((await answer("Which draft RFDs are there by Bo Ray?")).answer).toMatch(/^1 file/);
  // Two are about hulls.
  expect(await answer("what is the status of the hulls RFD")).toMatchObject({ proven: false });
  expect((await answer("list all RFDs where Bo Ray is (co-)author, and how many are they")).answer).toMatch(/^2 files/);
  await session.close();
});

test("what asks of more than fields is not answered from them", async () => {
  const { session, answer } = await open(folder(files));
  for (const question of [
    "Which RFDs are not drafts and by Bo Ray?",
    "What is RFD 1 about?",
    "what replaced RFD 1?",
    "Who wrote RFD 99?",
    "How many RFDs does Bo Ray dislike?",
    "Is RFD 1 a final draft?",
  ])
    expect(await answer(question)).toMatchObject({ proven: false });
  await session.close();
});

const decisions = {
  "adr/0001-use-rust.md": "# 1. Use Rust\n\nDate: 2021-02-03\n\n## Status\n\nAccepted\n\n## Context\n\nText.\n",
  "adr/0002-use-go.md": "# 2. Use Go\n\nDate: 2022-02-03\n\n## Status\n\nRejected\n\n## Context\n\nText.\n",
  "posts/delta.md": '+++\ntitle = "Sorting Ropes"\ndate = 2024-03-01\n[author]\nname = "Ines Roth"\n+++\n\nHello.\n',
  "posts/eps.md":
    "---\ntitle: Old Ropes\ndraft: true\ndate: 2025-05-01\nupdated: 2025-06-01\nauthor: Paul Kern\n---\n\nHello.\n",
  "posts/zeta.md": "---\ntitle: Knots\ndraft: false\ndate: 2025-07-01\nauthor: [Lea Moss, Paul Kern]\n---\n\nHello.\n",
  "posts/eta.md": "---\ntitle: Sails\ndate: 2023-07-01\n---\n\nHello.\n",
  "posts/sail.txt.png": "no document",
};

const read: [question: string, answer: string | null][] = [
  // What is not so, of the documents that are meant.
  ["How many posts have no author?", "1 file has no field author."],
  ["how many documents have no author", "3 files of the documents (**/*.md) have no field author."],
  ["Which posts are not drafts?", "3 files have no draft true."],
  ["Which decisions are not accepted?", "1 file has a field Status, but not Accepted."],
  ["Which posts did Paul not write?", "1 file has a field author, but not Paul Kern."],
  ["Which posts weren't written by Lea or Ines?", "1 file has a field author, but neither Lea Moss nor Ines Roth."],
  ["Which posts are not by Paul and Lea?", null],
  ["Which posts have no author but Paul?", null],
  ["Which posts are not by Paul or drafts?", null],
  ["Which posts have one author?", null],
  ["Which decisions were rejected by Paul?", null],
  ["Which posts have the author of eps.md?", null],
  ["How many posts by Paul were drafts in 2025?", null],
  ["Which posts by Paul were not created in 2025?", null],
  ["Which posts did Paul not write in 2025?", null],
  ["Which posts by Paul and not created in 2025 are there?", null],
  ["Which posts aren't about ropes?", null],
  ["How many RFCs are accepted?", null],
  ["Which posts were recently written by Paul?", null],
  ["Which posts name Paul Kern?", null],
  // Either of two, and both.
  ["How many decisions are accepted or rejected?", "2 files have Status Accepted or Rejected."],
  ["which posts are by Paul and Lea?", "1 file has author Paul Kern and author Lea Moss."],
  ["How many decisions are accepted and rejected?", null],
  // The first, the most, and each.
  ["what is the newest post?", "The latest date is 2025-07-01: posts/zeta.md (Knots)."],
  [
    "What is the title of the oldest post by Paul?",
    "The earliest date among files that have author Paul Kern is 2025-05-01: posts/eps.md (Old Ropes).",
  ],
  ["Who has written the most posts?", "author Paul Kern: 2 files, the most."],
  ["How many documents are there per status?", "Status Accepted: 1 file."],
  ["Which post has the most authors?", null],
  ["Who wrote most of the posts?", null],
  // What is told of a title, and of times.
  ["which posts about ropes are drafts?", '1 file has "rope" or "ropes" in title and draft true.'],
  [
    "how many posts did Paul write in 2025?",
    "2 files have author Paul Kern and date from 2025-01-01 and before 2026-01-01.",
  ],
  ["which posts were updated between 2024 and 2025?", "1 file has updated from 2024-01-01 and before 2026-01-01."],
  // Two documents beside each other.
  ["which is older, zeta.md or eps.md?", "posts/eps.md is older: its date is 2025-05-01, of posts/zeta.md 2025-07-01."],
  [
    "do zeta.md and eps.md have a common author?",
    "Yes: author of posts/zeta.md: Lea Moss, Paul Kern; author of posts/eps.md: Paul Kern (both: Paul Kern).",
  ],
  [
    "are the authors of zeta.md and eps.md the same?",
    "No: author of posts/zeta.md: Lea Moss, Paul Kern; author of posts/eps.md: Paul Kern.",
  ],
  // Other languages; values as the folder has them.
  ["Wie viele Entscheidungen sind abgelehnt?", "1 file has Status Rejected."],
  ["Welche Beiträge hat Paul Kern geschrieben?", "2 files have author Paul Kern."],
  ["quelles décisions sont rejetées ?", "1 file has Status Rejected."],
  ["qui a écrit zeta.md ?", "author of posts/zeta.md: Lea Moss, Paul Kern."],
  ["¿qué documentos escribió Paul Kern?", "2 files have author Paul Kern."],
];

test("questions over fields are read part by part: what is not so, either of two, the first or the most", async () => {
  const { session, answer } = await open(folder(decisions));
  for (const [question, said] of read) {
    const { answer: told, proven } = await answer(question);
    const [first] = told.split("\n");
    expect.soft([question, proven ? first : null]).toEqual([question, said]);
  }
  await session.close();
});

const standards = {
  "rfc2068.txt":
    "\nNetwork Working Group      R. Fielding\nRequest for Comments: 2068      UC Irvine\nCategory: Standards Track      January 1997\n\n",
  "rfc2616.txt":
    "\nNetwork Working Group      R. Fielding\nRequest for Comments: 2616      UC Irvine\nObsoletes: 2068      J. Gettys\nCategory: Standards Track      June 1999\n\n",
  "rfc7231.txt":
    "\nInternet Engineering Task Force      R. Fielding, Ed.\nRequest for Comments: 7231      Adobe\nObsoletes: 2616      J. Reschke, Ed.\nCategory: Standards Track      June 2014\n\n",
};

test("a relation is followed from either side, and to what the other document says", async () => {
  const { session, answer } = await open(folder(standards));
  const told = async (question: string) => {
    const { answer: said, proven } = await answer(question);
    return proven ? said.split("\n") : null;
  };
  expect(await told("which RFC does RFC 7231 obsolete?")).toEqual(["Obsoletes of rfc7231.txt: 2616."]);
  expect((await told("what obsoletes RFC 2616?"))?.[1]).toBe("rfc7231.txt (Request for Comments 7231)");
  expect(await told("who wrote the RFC that obsoletes RFC 2616?")).toEqual([
    "Obsoletes of rfc7231.txt: 2616.",
    "Authors of rfc7231.txt: R. Fielding, J. Reschke.",
  ]);
  expect(await told("when was the RFC that RFC 7231 obsoletes published?")).toEqual([
    "Obsoletes of rfc7231.txt: 2616.",
    "Date of rfc2616.txt: June 1999.",
  ]);
  expect(await told("what obsoletes RFC 7231?")).toBeNull();
  await session.close();
});

test("a changed file is answered anew, a deleted one no more", async () => {
  const dir = folder(files);
  const { session, answer } = await open(dir);
  expect((await answer("How many RFDs are drafts?")).answer).toMatch(/^2 files/);
  writeFileSync(join(dir, "rfd-0003.rst"), files["rfd-0003.rst"].replace("Draft", "Final"));
  rmSync(join(dir, "rfd-0002.rst"));
  expect((await answer("Which documents are final?")).answer.split("\n").slice(1)).toEqual([
    "rfd-0001.rst (RFD 1: Naming of Ships)",
    "rfd-0003.rst (RFD 3: Coating of Hulls)",
  ]);
  expect(await answer("What is the status of RFD 2?")).toMatchObject({ proven: false });
  await session.close();
});

test("a search keeps to fields, and names those that there are", async () => {
  const { session } = await open(folder(files));
  await freshen(session, 0);
  const found = async (name: string, value: string) =>
    (await search(session, "how hulls work", 8, { fields: [{ name, value }] })).hits.map(({ path }) => path);
  expect(new Set(await found("Status", "draft"))).toEqual(new Set(["rfd-0002.rst", "rfd-0003.rst"]));
  expect(new Set(await found("author", "Cy Poe"))).toEqual(new Set(["rfd-0003.rst"]));
  await expect(found("Stat", "x")).rejects.toMatchObject({
    code: "FIELD_UNKNOWN",
    remedy: expect.stringContaining("Status"),
  });
  await session.close();
});

test("a document that the question names is among the passages, its fields first", async () => {
  const others = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `note-${at}.md`,
      `# What replaced what, part ${at}\n\nWhat replaced this was replaced.\n`,
    ]),
  );
  const { session } = await open(folder({ ...files, ...others }));
  await freshen(session, 0);
  const { hits } = await search(session, "what replaced what in RFD 2", 8);
  expect(hits.find(({ path }) => path === "rfd-0002.rst")?.lines?.[0]).toBe(1);
  await session.close();
});
