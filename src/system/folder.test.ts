import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "./folder.ts";

function place(): string {
  const dir = mkdtempSync(join(tmpdir(), "ergo-folder-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("a folder is made with those above it, each for this user alone, and stands when it is made again", () => {
  const dir = place();
  makeFolder(join(dir, "a/b/c"));
  makeFolder(join(dir, "a/b/c"));
  for (const made of ["a", "a/b", "a/b/c"]) expect(statSync(join(dir, made)).mode & 0o777).toBe(0o700);
});

test("a folder that a link leads to is that folder; a file or a link to nothing in its place is said", () => {
  const dir = place();
  writeFileSync(join(dir, "file"), "");
  symlinkSync(dir, join(dir, "link"));
  symlinkSync(join(dir, "nowhere"), join(dir, "broken"));
  makeFolder(join(dir, "link/below"));
  expect(statSync(join(dir, "below")).isDirectory()).toBe(true);
  for (const other of ["file", "file/below", "broken"]) {
    expect(() => makeFolder(join(dir, other))).toThrow(expect.objectContaining({ code: "ENOTDIR" }));
  }
});

test("a folder that denies that anything can be below it is asked once", ({ skip }) => {
  if (!existsSync("/proc/self")) skip("there is no /proc here");
  expect(() => makeFolder("/proc/ergo/below")).toThrow(expect.objectContaining({ code: "ENOENT" }));
});
