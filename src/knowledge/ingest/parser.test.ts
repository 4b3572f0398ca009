import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Source } from "./parse.ts";
import { createParser, type Parser } from "./parser.ts";

const source = (path: string, text: string): Source => ({ path, format: "text", hash: path, size: text.length, text });

async function read({ parse }: Parser, path: string, text: string): Promise<string> {
  let titles = "";
  for await (const { documents } of parse(source(path, text))) titles += documents.map(({ title }) => title).join();
  return titles;
}

test("files are parsed side by side, more of them than there are processes", async () => {
  const parser = createParser({}, 2);
  const paths = Array.from({ length: 9 }, (_, at) => `f${at}.md`);
  const titles = await Promise.all(paths.map((path) => read(parser, path, `# About ${path}\n\nText.\n`)));
  expect(titles).toEqual(paths.map((path) => `About ${path}`));
  await parser.close();
});

test("data written as letters gives no passages, and is said; what stands around it does", async () => {
  const parser = createParser();
  const data = createHash("sha512").update("a").digest("base64").repeat(300);
  const lines = data.replace(/.{76}/g, "$&\n");
  const prose = `A whale breathes air. ${"It surfaces every 20 minutes or so to do that. ".repeat(30)}`;
  const parsed = async (path: string, text: string) => {
    for await (const one of parser.parse(source(path, text))) return one;
  };
  const held = await parsed(
    "a.json",
    `{ "about": "whales",\n"image": "${data}",\n"end": "${"a whale dives with its fluke ".repeat(50)}" }`,
  );
  const text = held!.documents[0]!.chunks.map((chunk) => chunk.text).join();
  expect(text).toContain("whales");
  expect(text).toContain("fluke");
  expect(text.length).toBeLessThan(data.length / 2);
  expect(held!.note).toMatchObject({ code: "encoded" });
  expect((await parsed("a.pem", lines))!.documents[0]!.chunks.length).toBeLessThan(2);
  const headed = await parsed("a.crt", `certificate of the lighthouse\n${lines}`);
  expect(headed!.documents[0]!.chunks.map((chunk) => chunk.text).join()).toContain("lighthouse");
  expect(await parsed("a.md", prose)).toMatchObject({ note: null });
  expect((await parsed("sum.txt", data.slice(0, 88)))!.note).toBe(null);
  await parser.close();
});

test.each([
  ["zh.txt", "鲸鱼每20分钟浮出水面呼吸一次。".repeat(100)],
  ["th.txt", "วาฬหายใจทุก20นาที ".repeat(100)],
  ["he.txt", "הלוויתן נושם כל 20 דקות. ".repeat(80)],
  ["years.csv", "YEAR,GDP,POP\n2001,12,45\n".repeat(100)],
  ["log.txt", "10.0.0.1 - - [2026] GET /A/B/C 200 17\n".repeat(60)],
  ["paths.txt", "packages/knowledge/ingest/fixtures/contents/passages/lighthouse-2024\n".repeat(40)],
  ["numbers.txt", "1234567890".repeat(300)],
  ["query.sql", "SELECT ID, SKU FROM STOCK WHERE QTY > 20;\n".repeat(60)],
])("text without such data stays, whatever it is written in: %s", async (path, text) => {
  const parser = createParser();
  for await (const { documents, note } of parser.parse(source(path, text))) {
    expect(documents[0]!.chunks.length).toBeGreaterThan(0);
    expect(note).toBe(null);
  }
  await parser.close();
});

test("a file that ends its process is refused, and the others are read", async () => {
  const parser = createParser({ heapMiB: 40 }, 2);
  const wide = { ...source("wide.html", "<p>x".repeat(600_000)), format: "html" as const };
  const refused = (async () => {
    for await (const _ of parser.parse(wide));
  })();
  const others = ["a.md", "b.md", "c.md"].map((path) => read(parser, path, `# ${path}\n\nText.\n`));
  await expect(refused).rejects.toMatchObject({ code: "memory" });
  expect(await Promise.all(others)).toEqual(["a.md", "b.md", "c.md"]);
  await parser.close();
});

test.each([1, 2, 3])("closed while files are parsed and their reading is called off, it ends, time %s", async () => {
  const parser = createParser({}, 2);
  const stop = new AbortController();
  const paths = Array.from({ length: 6 }, (_, at) => `f${at}.md`);
  const ended = Promise.allSettled(
    paths.map(async (path) => {
      for await (const _ of parser.parse(source(path, "# a\n\ntext\n".repeat(20_000)), stop.signal));
    }),
  );
  stop.abort();
  await parser.close();
  expect((await ended).every(({ status }) => status === "rejected")).toBe(true);
});

test("once it is closed, nothing is parsed", async () => {
  const parser = createParser({}, 1);
  const begun = [read(parser, "a.md", "# a\n"), read(parser, "b.md", "# b\n")];
  const ended = Promise.allSettled(begun);
  await parser.close();
  expect((await ended).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(read(parser, "c.md", "# c\n")).rejects.toThrow("closed");
});
