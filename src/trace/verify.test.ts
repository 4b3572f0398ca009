import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { resealed } from "../../bench/fuzz/chain.ts";
import type { Json } from "../core/journal.ts";
import { createTrace } from "./append.ts";
import { blobsOf } from "./blobs.ts";
import { headsFile } from "./heads.ts";
import { hashOf, isSealed } from "./line.ts";
import { readTrace } from "./read.ts";
import { verifyChain } from "./verify.ts";

const dir = mkdtempSync(join(tmpdir(), "ergo-verify-"));
afterAll(() => rmSync(dir, { recursive: true }));
const place = { root: dir, state: join(dir, ".ergo"), home: join(dir, "home") };
const heads = headsFile(place.home);

let runs = 0;
type Made = { file: string; head: string; lines: Buffer[] };

/** A finished trace of so many lines; every fifth holds a payload of its own file. */
function make(count: number, finished = true): Made {
  const run = `r${++runs}`;
  const trace = createTrace(place, { run, start: { session: "s", parent: null, question: "How many?" } });
  for (let i = 1; i < count - 1; i++) trace.append("tool.end", `A.1/tool.${i}`, dataAt(i));
  const head = finished ? trace.finish({ stop: "success" }) : "";
  if (!finished) trace.close();
  return { file: trace.file, head, lines: linesOf(readFileSync(trace.file)) };
}

function dataAt(i: number): Json {
  return i % 5 === 0 ? { result: `${i} `.repeat(3000) } : { result: { text: `naïve "${i}"`, list: [i, null, true] } };
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; from = bytes.indexOf(10, from) + 1) {
    lines.push(bytes.subarray(from, bytes.indexOf(10, from) + 1));
  }
  return lines;
}

function checked(made: Made, lines: Buffer[], options?: { head?: string; heads?: string }) {
  writeFileSync(made.file, Buffer.concat(lines));
  return verifyChain(made.file, options);
}

const whole = make(12);

test("a trace as it was written is intact", () => {
  const chain = checked(whole, whole.lines, { head: whole.head, heads });
  expect(chain).toEqual({ intact: true, events: 12, head: whole.head, problems: [], pruned: [] });
  expect(hashOf(whole.lines.at(-1)!)).toBe(whole.head);
  expect(isSealed(whole.lines.at(-1)!)).toBe(true);
  expect(JSON.parse(whole.lines.at(-1)!.toString()).data).toMatchObject({
    stop: "success",
    head: hashOf(whole.lines.at(-2)!),
  });
});

test("any byte changed, of any line, is found in that line, with no known head", () => {
  const bytes = Buffer.concat(whole.lines);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytes);
      changed[at]! ^= change;
      const line = bytes.subarray(0, at).filter((byte) => byte === 10).length + 1;
      const { intact, problems } = checked(whole, [changed]);
      expect(intact).toBe(false);
      expect(problems[0]).toMatchObject({ line, where: expect.stringMatching(new RegExp(`^line ${line}( |$)`)) });
    }),
    { numRuns: 1500 },
  );
});

test("every byte of the two last lines and of a first line is covered", () => {
  for (const number of [1, 11, 12]) {
    const line = whole.lines[number - 1]!;
    for (let at = 0; at < line.length; at++) {
      const changed = Buffer.from(line);
      changed[at]! ^= 1;
      expect(checked(whole, whole.lines.with(number - 1, changed)).problems[0]?.line).toBe(number);
    }
  }
});

test("a line removed or put elsewhere is found where it is missing", () => {
  fc.assert(
    fc.property(fc.nat(11), fc.nat(11), (i, j) => {
      const without = checked(whole, whole.lines.toSpliced(i, 1));
      expect(without.intact).toBe(false);
      expect(without.problems[0]).toMatchObject(
        i === 11 ? { line: 11, code: "UNFINISHED" } : { line: i + 1, code: "LINE_ORDER" },
      );
      if (i === j) return;
      const swapped = whole.lines.with(i, whole.lines[j]!).with(j, whole.lines[i]!);
      const { intact, problems } = checked(whole, swapped);
      expect(intact).toBe(false);
      expect(problems[0]).toMatchObject({ line: Math.min(i, j) + 1, code: "LINE_ORDER" });
      expect(problems.map(({ line }) => line)).toContain(Math.max(i, j) + 1);
    }),
    { numRuns: 300 },
  );
});

test("a tail cut off is found, and against a known head even if the cut end was sealed anew", () => {
  fc.assert(
    fc.property(fc.nat(10), (keep) => {
      const cut = checked(whole, whole.lines.slice(0, keep), { heads });
      const codes = cut.problems.map(({ code }) => code);
      expect(codes).toContain("UNFINISHED");
      // With its first line cut off, the run is the one that the file is named after.
      expect(codes).toContain("HEAD_MISMATCH");
      expect(cut.problems.every(({ line }) => line === keep)).toBe(true);
    }),
  );
  const shorter = resealed([...whole.lines.slice(0, 5), whole.lines.at(-1)!].map(String)).map((line) =>
    Buffer.from(line),
  );
  expect(checked(whole, shorter).intact).toBe(true);
  for (const known of [{ head: whole.head }, { heads }]) {
    expect(checked(whole, shorter, known).problems).toMatchObject([{ line: 6, code: "HEAD_MISMATCH" }]);
  }
  expect(checked(whole, [...whole.lines, whole.lines[3]!]).problems[0]).toMatchObject({ line: 13, code: "AFTER_END" });
});

test("another run's trace is not that of the run that it is named after", () => {
  const other = make(12);
  expect(checked(whole, other.lines).problems).toMatchObject([
    { line: 1, code: "RUN_OTHER", message: expect.stringContaining("begins the run") },
  ]);
  expect(checked(whole, other.lines, { head: other.head }).intact).toBe(false);
  expect(() => [...readTrace(whole.file)]).toThrow(/it holds the run/);
  const nameless = JSON.parse(String(whole.lines[0]));
  delete nameless.data.run;
  const forged = resealed([JSON.stringify(nameless), ...whole.lines.slice(1).map(String)]);
  expect(
    checked(
      whole,
      forged.map((line) => Buffer.from(line)),
    ).problems,
  ).toMatchObject([{ line: 1, code: "RUN_OTHER" }]);
});

test("a run whose question is long keeps its name where its payload is gone", () => {
  const trace = createTrace(place, { run: "long", start: { session: "s", parent: null, question: "?".repeat(9000) } });
  const head = trace.finish({ stop: "success" });
  rmSync(blobsOf(trace.file), { recursive: true });
  expect(verifyChain(trace.file, { head })).toMatchObject({ intact: true, pruned: [{ code: "BLOB_PRUNED" }] });
  cpSync(trace.file, join(dirname(trace.file), "longer.jsonl"));
  expect(verifyChain(join(dirname(trace.file), "longer.jsonl")).problems).toMatchObject([{ code: "RUN_OTHER" }]);
});

test("a line that says the same in another way is no line of a trace, sealed anew or not", () => {
  const text = whole.lines.map(String);
  const ways: [string, string][] = [
    ['"path":"A.1/tool.1"', '"path":"B","path":"A.1/tool.1"'],
    ['"data":{"result":{', '"data":{"result":1,"result":{'],
    ['{"v":1,', '{ "v":1,'],
    ['{"v":1,', '{"__proto__":null,"v":1,'],
    ['"v":1,"seq":1', '"seq":1,"v":1'],
    ["na\u00efve", "na\\u00efve"],
  ];
  for (const [from, to] of ways) {
    const line = text[1]!.replace(from, to);
    expect(line).not.toBe(text[1]);
    let prev = hashOf(line);
    const rest = text.slice(2).map((each) => {
      const next = each.replace(/"prev":"\w{64}"/, `"prev":"${prev}"`);
      prev = hashOf(next);
      return next;
    });
    const { problems } = checked(
      whole,
      [text[0]!, line, ...rest].map((each) => Buffer.from(each)),
    );
    expect(problems[0]).toMatchObject({ line: 2, code: "LINE_INVALID" });
  }
  checked(whole, whole.lines);
});

test("what stands in the place of a trace or a payload and is no file is refused, not waited for", () => {
  const made = make(7);
  const blob = join(blobsOf(made.file), JSON.parse(String(made.lines[5])).data.blob);
  for (const path of [blob, made.file]) {
    renameSync(path, `${path}.kept`);
    const places = [
      () => execFileSync("mkfifo", [path]),
      () => mkdirSync(path),
      () => symlinkSync(`${path}.kept`, path),
      () => symlinkSync("/dev/zero", path),
    ];
    for (const put of places) {
      put();
      const look = () => verifyChain(made.file, { heads });
      if (path === blob) expect(look().problems).toMatchObject([{ code: "BLOB_UNREADABLE" }]);
      else expect(look).toThrow(expect.objectContaining({ code: "TRACE_READ" }));
      rmSync(path, { recursive: true });
    }
    renameSync(`${path}.kept`, path);
  }
  expect(verifyChain(made.file, { heads }).intact).toBe(true);
});

test("a torn end and a run that has not ended are told apart", () => {
  const open = make(8, false);
  expect(verifyChain(open.file).problems).toMatchObject([{ code: "UNFINISHED", where: "line 7 (seq 6, tool.end)" }]);
  writeFileSync(open.file, Buffer.concat(open.lines).subarray(0, -9));
  expect(verifyChain(open.file).problems).toMatchObject([
    { line: 7, code: "LINE_TORN" },
    { line: 7, code: "UNFINISHED" },
  ]);
  writeFileSync(open.file, "");
  expect(verifyChain(open.file)).toMatchObject({ intact: false, events: 0, problems: [{ code: "UNFINISHED" }] });
});

test("a payload that was changed is tampered with, one that is gone was pruned", () => {
  const made = make(7);
  const { blob } = JSON.parse(made.lines[5]!.toString()).data;
  const file = join(blobsOf(made.file), blob);
  const bytes = readFileSync(file);
  const changed = Buffer.from(bytes);
  changed[77]! ^= 4;
  writeFileSync(file, changed);
  expect(verifyChain(made.file)).toMatchObject({
    intact: false,
    problems: [{ code: "BLOB_CHANGED", where: "line 6 (seq 5, tool.end)" }],
  });
  rmSync(file);
  expect(verifyChain(made.file, { head: made.head })).toMatchObject({
    intact: true,
    problems: [],
    pruned: [{ code: "BLOB_PRUNED", where: "line 6 (seq 5, tool.end)" }],
  });
  writeFileSync(file, bytes);
  expect(verifyChain(made.file)).toMatchObject({ intact: true, pruned: [] });
});

test("whatever the file holds, the check ends with a verdict", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 400 }),
        fc.json().map((text) => Buffer.from(`${text}\n`)),
      ),
      (bytes) => {
        writeFileSync(whole.file, bytes);
        expect(verifyChain(whole.file, { heads }).intact).toBe(false);
      },
    ),
  );
  expect(() => verifyChain(join(dir, "none.jsonl"))).toThrow("cannot read the trace");
});
