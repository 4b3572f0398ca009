import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Blind, FileFacts } from "../core/observation.ts";
import { createObserver, type Observer } from "./observe.ts";

function folder(tree: Record<string, string | Buffer>): string {
  const root = mkdtempSync(join(tmpdir(), "ergo-file-"));
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

async function facts(from: string | Observer, path: string): Promise<FileFacts | Blind> {
  const { observe } = typeof from === "string" ? createObserver({ root: from }) : from;
  const [observation] = await observe([{ see: "file", path }]);
  return observation!.seen as FileFacts | Blind;
}

const bytes = (...values: number[]) => Buffer.from(values);
const utf16be = (text: string) => Buffer.concat([bytes(0xfe, 0xff), Buffer.from(text, "utf16le").swap16()]);
const utf16le = (text: string) => Buffer.concat([bytes(0xff, 0xfe), Buffer.from(text, "utf16le")]);

test.each<[string, Buffer, FileFacts["encoding"], number | null, number | null]>([
  ["empty", Buffer.from(""), "utf-8", 0, 0],
  ["no last line end", Buffer.from("a\nb"), "utf-8", 2, 1],
  ["last line end", Buffer.from("a\nb\n"), "utf-8", 2, 2],
  ["only a line end", Buffer.from("\n"), "utf-8", 1, 1],
  ["CRLF", Buffer.from("a\r\nb\r\n"), "utf-8", 2, 2],
  ["lone CR", Buffer.from("a\rb\rc"), "utf-8", 1, 0],
  ["BOM", Buffer.from("\ufeffa\n"), "utf-8", 1, 1],
  ["nothing but a BOM", Buffer.from("\ufeff"), "utf-8", null, 0],
  ["two BOMs", Buffer.from("\ufeff\ufeff"), "utf-8", 1, 0],
  ["NUL", bytes(97, 0, 98, 10), "utf-8", 1, 1],
  ["latin-1", bytes(0x63, 0x61, 0x66, 0xe9, 10), "binary", null, null],
  ["overlong", bytes(0xc0, 0xaf), "binary", null, null],
  ["surrogate in UTF-8", bytes(0xed, 0xa0, 0x80), "binary", null, null],
  ["cut UTF-8", bytes(0xe2, 0x82), "binary", null, null],
  ["beyond Unicode", bytes(0xf4, 0x90, 0x80, 0x80), "binary", null, null],
  ["UTF-16 LE", utf16le("a\né\n"), "utf-16le", 2, 2],
  ["UTF-16 LE without last line end", utf16le("a\né"), "utf-16le", 2, 1],
  ["UTF-16 BE", utf16be("a\r\n😀"), "utf-16be", 2, 1],
  ["UTF-16 with a byte too many", Buffer.concat([utf16le("a"), bytes(0)]), "binary", null, null],
  ["UTF-16 with half a pair", utf16le("a\ud800b"), "binary", null, null],
  ["UTF-16 without mark", Buffer.from("ab\n", "utf16le"), "utf-8", 2, 1],
  ["nothing but a UTF-16 mark", bytes(0xff, 0xfe), "utf-16le", null, 0],
  ["a very long line", Buffer.alloc(5_000_000, "x"), "utf-8", 1, 0],
])("facts of a file: %s", async (_, content, encoding, lines, lf) => {
  const root = folder({ f: content });
  utimesSync(join(root, "f"), 1_700_000_000, 1_700_000_000.25);
  expect(await facts(root, "f")).toEqual({
    ok: true,
    bytes: content.length,
    modified: 1_700_000_000_250,
    hash: createHash("sha256").update(content).digest("hex"),
    encoding,
    lines,
    lf,
  });
});

test.each([
  ["none", "missing"],
  ["d/none", "missing"],
  ["none/none", "missing"],
  ["a/below-a-file", "missing"],
  ["d", "not_a_file"],
  ["pipe", "not_a_file"],
  ["link", "link"],
  ["dangling", "link"],
  ["door/x", "link"],
  ["out/passwd", "link"],
  ["x.log", "ignored"],
  ["logs/x", "ignored"],
  ["logs/none", "ignored"],
  [".git/config", "ignored"],
  ["d/.ergo/x", "ignored"],
  ["sub/y", "ignored"],
  ["huge", "too_large"],
  ["nul\0", "missing"],
  ["half\ud800", "missing"],
  [`${"n".repeat(300)}`, "unreadable"],
])("%j can't be seen: %s", async (path, code) => {
  const root = folder({
    a: "",
    "d/x": "",
    ".gitignore": "*.log\nlogs/\n",
    "x.log": "",
    "logs/x": "",
    ".git/config": "",
  });
  mkdirSync(join(root, "d/.ergo"));
  mkdirSync(join(root, "sub"));
  writeFileSync(join(root, "d/.ergo/x"), "");
  writeFileSync(join(root, "sub/.ergoignore"), "y\n");
  writeFileSync(join(root, "sub/y"), "");
  writeFileSync(join(root, "huge"), "");
  truncateSync(join(root, "huge"), 2 ** 30);
  execFileSync("mkfifo", [join(root, "pipe")]);
  symlinkSync("a", join(root, "link"));
  symlinkSync("gone", join(root, "dangling"));
  symlinkSync("d", join(root, "door"));
  symlinkSync("/etc", join(root, "out"));
  const seen = await facts(root, path);
  expect(seen).toMatchObject({ ok: false, code });
  if (!seen.ok) expect(seen.message).toMatch(/^\S.*\.$/);
});

test("a path that leads out of the folder is an error of the caller", async () => {
  const root = folder({ a: "" });
  for (const path of ["../a", "/etc/passwd", "a/../../b", "", "a//b"]) {
    await expect(facts(root, path)).rejects.toThrow(expect.objectContaining({ code: "OUTSIDE_FOLDER" }));
  }
});

test("entries of the raw file system", async () => {
  const root = folder({ "d/x": "abc", ".gitignore": "d\n", ".git/config": "" });
  const outside = folder({ x: "" });
  const links = { good: "d/x", dir: "d", gone: "none", loop: "loop", away: outside, up: "..", top: ".", twice: "good" };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  execFileSync("mkfifo", [join(root, "pipe")]);
  const { observe } = createObserver({ root });
  const see = async (path: string) => (await observe([{ see: "entry", path }]))[0]!.seen;
  expect(await see("d/x")).toMatchObject({
    ok: true,
    kind: "file",
    bytes: 3,
    modified: statSync(join(root, "d/x")).mtimeMs,
  });
  expect(await see("d")).toMatchObject({ kind: "directory" });
  expect(await see(".git/config")).toMatchObject({ kind: "file" });
  expect(await see("pipe")).toMatchObject({ kind: "other" });
  for (const path of ["none", "none/none", "d/x/y", "nul\0", "half\ud800"])
    expect(await see(path)).toMatchObject({ kind: "none" });
  expect(await see("dir/x")).toMatchObject({ ok: false, code: "link" });
  const targets = await Promise.all(Object.keys(links).map(async (name) => [name, await see(name)] as const));
  expect(Object.fromEntries(targets.map(([name, seen]) => [name, "target" in seen ? seen.target : undefined]))).toEqual(
    {
      good: "file",
      dir: "directory",
      gone: null,
      loop: null,
      away: null,
      up: null,
      top: "directory",
      twice: "file",
    },
  );
});

test("what is kept of a file is used only while it is unchanged", async () => {
  const root = folder({ f: "one\n" });
  const observer = createObserver({ root });
  expect(await facts(observer, "f")).toMatchObject({ lines: 1 });
  const { atime, mtime } = statSync(join(root, "f"));
  for (let round = 0; round < 20; round++) {
    const content = round % 2 === 0 ? "a\nb\n" : "abc\n";
    writeFileSync(join(root, "f"), content);
    utimesSync(join(root, "f"), atime, mtime);
    expect(await facts(observer, "f")).toMatchObject({ lines: content.split("\n").length - 1, bytes: 4 });
  }
  rmSync(join(root, "f"));
  expect(await facts(observer, "f")).toMatchObject({ code: "missing" });
  symlinkSync("/etc/passwd", join(root, "f"));
  expect(await facts(observer, "f")).toMatchObject({ code: "link" });
});

test("what is kept of a file is not used once the file is ignored", async () => {
  const root = folder({ "d/f": "one\n" });
  const observer = createObserver({ root });
  expect(await facts(observer, "d/f")).toMatchObject({ lines: 1 });
  writeFileSync(join(root, ".ergoignore"), "d\n");
  expect(await facts(observer, "d/f")).toMatchObject({ code: "ignored" });
});

test("a file that is written all the time is reported", async () => {
  const root = folder({ f: "a".repeat(3_000_000) });
  const file = JSON.stringify(join(root, "f"));
  const script = `const fs = require("fs"); const fd = fs.openSync(${file}, "r+"); process.stdout.write("go");
    for (let i = 0; ; i++) { const b = Buffer.alloc(3000000, i % 2 ? "a" : "b"); fs.writeSync(fd, b, 0, b.length, 0); }`;
  const writer = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => writer.stdout.once("data", resolve));
  const observer = createObserver({ root });
  const codes = new Set<string>();
  // A busy machine may let the writer rest while the file is read.
  while (!codes.has("changing")) {
    const seen = await facts(observer, "f");
    codes.add(seen.ok ? "whole" : seen.code);
  }
  writer.kill("SIGKILL");
  await new Promise((resolve) => writer.once("exit", resolve));
  codes.delete("whole");
  expect([...codes]).toEqual(["changing"]);
});
