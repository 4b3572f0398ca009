import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Blind, Row } from "../core/observation.ts";
import { createObserver } from "./observe.ts";

const root = mkdtempSync(join(tmpdir(), "ergo-table-"));
const { observe } = createObserver({ root, shown: (text) => text.replaceAll("secret", "******") });

async function row(content: string, number: number, path = "f.csv"): Promise<Row | Blind> {
  writeFileSync(join(root, path), content);
  const [observation] = await observe([{ see: "row", path, row: number }]);
  return observation!.seen as Row | Blind;
}

test("a row has the cells that RFC 4180 writes, and the lines that it stands on", async () => {
  const text = '\n"a ""b""",c\r\n\r\n1,"x,\ny"\n,\n';
  expect(await row(text, 1)).toMatchObject({ names: ['a "b"', "c"], cells: ['a "b"', "c"], lines: [2, 2], rows: 3 });
  expect(await row(text, 2)).toMatchObject({ cells: ["1", "x,\ny"], lines: [4, 5], text: '1,"x,\ny"' });
  expect(await row(text, 3)).toMatchObject({ cells: ["", ""], lines: [6, 6] });
  expect(await row(text, 4)).toMatchObject({ ok: true, cells: null, rows: 3 });
  expect(await row("", 1)).toMatchObject({ ok: true, cells: null, names: [], rows: 0 });
});

test("cells are apart by what stands in the first row, in .tsv by tabs", async () => {
  expect(await row('"a,b";c\n1,5;2', 2)).toMatchObject({ cells: ["1,5", "2"] });
  expect(await row("a,b\tc;d", 1, "f.tsv")).toMatchObject({ cells: ["a,b", "c;d"] });
  expect(await row("a\n1", 2)).toMatchObject({ cells: ["1"] });
  expect(await row("a,b;c\n1", 2)).toMatchObject({ ok: false, code: "syntax_error" });
});

test.each([
  ['a,b\n1,"2', "never closed"],
  ['a,b\n1,2"', "within a cell|in a cell"],
  ['a,b\n"1"2,3', "right after"],
  ["a,b\r1,2", "without a line feed"],
])("%j is no table", async (text, message) => {
  expect(await row(text, 1)).toMatchObject({
    ok: false,
    code: "syntax_error",
    message: expect.stringMatching(message),
  });
});

test("what looks like a secret, and what is too long to show, is not seen; other files are no tables", async () => {
  expect(await row("a\nsecret\nb", 2)).toMatchObject({ ok: false, code: "redacted" });
  expect(await row("a\nsecret\nb", 3)).toMatchObject({ ok: true, cells: ["b"] });
  expect(await row("secret\nb", 2)).toMatchObject({ ok: false, code: "redacted" });
  expect(await row('a\n"sec""ret"', 2)).toMatchObject({ ok: true });
  expect(await row(`a\n${"x".repeat(20_000)}`, 2)).toMatchObject({ ok: false, code: "too_large" });
  expect(await row("a\n1", 2, "f.md")).toMatchObject({ ok: false, code: "language" });
});

test("what any writer of such tables writes is read again", async () => {
  const cell = fc.oneof(fc.string(), fc.stringMatching(/^[",;\t\r\nab ]{0,6}$/));
  const tables = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }));
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const written = (text: string) => (/[",;\t\r\n]/.test(text) ? quoted(text) : text);
  await fc.assert(
    fc.asyncProperty(
      tables,
      fc.constantFrom(",", ";", "\t"),
      fc.constantFrom("\n", "\r\n"),
      async (rows, sign, end) => {
        const text = rows.map((cells) => cells.map(written).join(sign)).join(end);
        for (const [index, cells] of rows.entries()) {
          expect(await row(text, index + 1)).toMatchObject({ ok: true, cells, names: rows[0], rows: rows.length });
        }
      },
    ),
    { numRuns: 200 },
  );
});
