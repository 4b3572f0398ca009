import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ergo, folder, write } from "./ergo.ts";

const passage = (id: string, title: string, text: string) => `${JSON.stringify({ id, title, text })}\n`;

test("ergo ingest: what it holds, what changed, and what it could not read", async () => {
  const dir = folder({
    "docs/leave.md": "# Leave\n\nEmployees of Acme Works get 25 days of leave a year.\n",
    "page.html": "<title>Menu</title>\n<body>\n<h1>Lunch</h1>\n<p>Soup is served at noon.</p>",
    "corpus.jsonl":
      passage("p1", "Lisbon", "Lisbon is the capital of Portugal.") + passage("p2", "Porto", "Porto makes wine."),
    "broken.docx": "no Word document",
    ".gitignore": "secret.txt\n",
    "secret.txt": "not asked about",
  });
  const ingest = async (...args: string[]) => (await ergo(["ingest", "--dir", dir, "--json", ...args])).json();
  const first = await ingest();
  expect(first).toMatchObject({ v: 1, documents: 5, added: 5, changed: 0, deleted: 0, vectors: null });
  expect(first.skipped).toMatchObject([{ path: "broken.docx", code: "damaged" }]);
  expect(first.chunks).toBeGreaterThanOrEqual(5);
  expect(first.entities).toBeGreaterThan(3);
  expect(first.edges).toBeGreaterThan(3);
  expect(await ingest()).toMatchObject({ documents: 5, added: 0, changed: 0, deleted: 0, corpus: first.corpus });
  write(dir, { "docs/leave.md": "# Leave\n\nEmployees get 30 days.\n", "docs/more.md": "# More\n" });
  rmSync(join(dir, "page.html"));
  expect(await ingest("docs")).toMatchObject({ documents: 6, added: 1, changed: 1, deleted: 0 });
  const last = await ingest();
  expect(last).toMatchObject({ documents: 5, deleted: 1 });
  expect(await ingest("--rebuild")).toMatchObject({ documents: 5, added: 5, corpus: last.corpus });
});

test("ergo ingest: paths that are not there, lead outside, or are ignored", async () => {
  const dir = folder({ "a.md": "# A\n\nwords", ".gitignore": "b.md\n", "b.md": "# B" });
  expect(await ergo(["ingest", "nowhere", "--dir", dir])).toMatchObject({ code: 2 });
  expect(await ergo(["ingest", folder({ "c.md": "# C" }), "--dir", dir])).toMatchObject({ code: 5 });
  const { json, out } = await ergo(["ingest", join(dir, "b.md"), "--dir", dir, "--json"]);
  expect(json()).toMatchObject({ documents: 0, skipped: [{ path: "b.md", code: "ignored" }] });
  expect(out.trim().split("\n")).toHaveLength(1);
});

test("ergo search: hits with their places, one question or many, in the whole folder or a part", async () => {
  const dir = folder({
    "docs/leave.md": "# Leave\n\nIntroduction.\n\n## Days\n\nEmployees get 25 days of leave a year.\n",
    "corpus.jsonl": passage("p1", "Lisbon", "Lisbon is the capital of Portugal."),
    "talk.vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\nWelcome to the harvest\n",
  });
  const search = (...args: string[]) => ergo(["search", "--dir", dir, ...args]);
  const { hits } = (await search("days of leave", "-k", "2", "--json")).json();
  expect(hits[0]).toMatchObject({
    rank: 1,
    path: "docs/leave.md",
    title: "Leave",
    heading: "Leave > Days",
    lines: [5, 7],
  });
  expect((await search("harvest", "--json")).json().hits[0]).toMatchObject({ path: "talk.vtt", lines: [3, 4] });
  expect(
    (await search("capital Portugal", "--only", "docs/**", "--json"))
      .json()
      .hits.map(({ path }: { path: string }) => path),
  ).not.toContain("corpus.jsonl");
  expect((await search("zeppelin", "--json")).json()).toEqual({ v: 1, hits: [] });
  expect((await search("leave", "-k", "none")).code).toBe(2);
  const batch = folder({ "q.jsonl": '{"id": 1, "question": "capital of Portugal"}\n{"id": 2}\n' });
  const { out, code } = await search("--batch", join(batch, "q.jsonl"));
  expect(code).toBe(0);
  const [one, two] = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(one).toMatchObject({ id: 1, hits: [{ path: "corpus.jsonl", doc: "p1", title: "Lisbon" }] });
  expect(two).toMatchObject({ id: 2, error: { code: "BATCH_LINE" } });
});
