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
