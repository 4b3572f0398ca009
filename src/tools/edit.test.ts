import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { type Change, inverse } from "../core/patch.ts";
import { applyPatch, planPatch } from "./edit.ts";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "ergo-edit-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function code(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (thrown) {
    return (thrown as { code?: string }).code;
  }
}

test("a replacement is planned without a write, made once, found made, and undone", () => {
  const dir = folder();
  const file = join(dir, "a.txt");
  writeFileSync(file, "\uFEFFone two\r\ntwo\r\n");
  chmodSync(file, 0o640);
  const patch = planPatch(dir, "a.txt", { old: "one two", new: "three" });
  expect(readFileSync(file, "utf8")).toBe("\uFEFFone two\r\ntwo\r\n");
  expect(applyPatch(dir, patch)).toMatchObject({ path: "a.txt", already: false });
  expect(readFileSync(file, "utf8")).toBe("\uFEFFthree\r\ntwo\r\n");
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(applyPatch(dir, patch)).toMatchObject({ already: true });
  applyPatch(dir, inverse(patch));
  expect(readFileSync(file, "utf8")).toBe("\uFEFFone two\r\ntwo\r\n");
  expect(readdirSync(dir)).toEqual(["a.txt"]);
});

test("files are made and removed, and that is undone", () => {
  const dir = folder();
  mkdirSync(join(dir, "sub"));
  const make = planPatch(dir, "sub/new.txt", { text: "hello\n" });
  applyPatch(dir, make);
  expect(readFileSync(join(dir, "sub/new.txt"), "utf8")).toBe("hello\n");
  const remove = planPatch(dir, "sub/new.txt", { remove: true });
  applyPatch(dir, remove);
  expect(applyPatch(dir, remove).already).toBe(true);
  expect(readdirSync(join(dir, "sub"))).toEqual([]);
  applyPatch(dir, inverse(remove));
  applyPatch(dir, inverse(make));
  expect(readdirSync(join(dir, "sub"))).toEqual([]);
});

test("any change of any text is undone by its inverse, byte by byte", () => {
  const dir = folder();
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "é", "🙂", "ab") });
  const changes: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ text: texts }),
    fc.record({ old: texts, new: texts, every: fc.boolean() }),
    fc.constant({ remove: true } as const),
  );
  fc.assert(
    fc.property(texts, changes, (text, change) => {
      const file = join(dir, "f");
      writeFileSync(file, text);
      const refused = code(() => planPatch(dir, "f", change));
      if (refused) return refused === "EDIT_MISMATCH";
      const patch = planPatch(dir, "f", change);
      applyPatch(dir, patch);
      if ("text" in change) expect(readFileSync(file, "utf8")).toBe(change.text);
      if ("old" in change) expect(readFileSync(file, "utf8")).toBe(text.replaceAll(change.old, () => change.new));
      applyPatch(dir, inverse(patch));
      return readFileSync(file, "utf8") === text;
    }),
  );
});

test("a file that changed since is left alone", () => {
  const dir = folder();
  writeFileSync(join(dir, "a.txt"), "one");
  const patch = planPatch(dir, "a.txt", { old: "one", new: "two" });
  writeFileSync(join(dir, "a.txt"), "one more");
  expect(code(() => applyPatch(dir, patch))).toBe("EDIT_CONFLICT");
  expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("one more");
  rmSync(join(dir, "a.txt"));
  expect(code(() => applyPatch(dir, patch))).toBe("EDIT_CONFLICT");
  expect(readdirSync(dir)).toEqual([]);
});

test("an old text must stand once, or every place be meant", () => {
  const dir = folder();
  writeFileSync(join(dir, "a.txt"), "x x x");
  expect(code(() => planPatch(dir, "a.txt", { old: "x", new: "y" }))).toBe("EDIT_MISMATCH");
  expect(code(() => planPatch(dir, "a.txt", { old: "z", new: "y" }))).toBe("EDIT_MISMATCH");
  expect(code(() => planPatch(dir, "b.txt", { old: "z", new: "y" }))).toBe("EDIT_MISMATCH");
  applyPatch(dir, planPatch(dir, "a.txt", { old: "x", new: "xx", every: true }));
  expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("xx xx xx");
});

test("nothing is written outside the folder, through links, or to what steers Ergo and git", () => {
  const [dir, outside] = [folder(), folder()];
  writeFileSync(join(outside, "secret"), "kept");
  symlinkSync(outside, join(dir, "out"));
  symlinkSync(join(outside, "secret"), join(dir, "link"));
  linkSync(join(outside, "secret"), join(dir, "hard"));
  mkdirSync(join(dir, ".git/hooks"), { recursive: true });
  mkdirSync(join(dir, "sub/.git"), { recursive: true });
  const write = (path: string) => code(() => applyPatch(dir, planPatch(dir, path, { text: "gone" })));
  for (const path of ["../x", "/etc/x", "a/../../x", "", "a//b", "./a"])
    expect(write(path), path).toBe("OUTSIDE_FOLDER");
  for (const path of [
    "out/secret",
    "out/new",
    "link",
    ".git/config",
    ".git/hooks/pre-commit",
    ".GIT/config",
    "sub/.git/config",
    ".ergo/traces/x",
    "ergo.yaml",
    "Ergo.yaml",
    "nowhere/new",
    "sub",
    "a\0b",
  ]) {
    expect(write(path), path).toBe("EDIT_REFUSED");
  }
  expect(readdirSync(outside)).toEqual(["secret"]);
  // A file that has another name outside is replaced here, not written through.
  expect(write("hard")).toBe(undefined);
  expect(readFileSync(join(outside, "secret"), "utf8")).toBe("kept");
});

test("a file that is to be made anew replaces none", () => {
  const dir = folder();
  writeFileSync(join(dir, "a.txt"), "kept");
  expect(code(() => planPatch(dir, "a.txt", { text: "x", fresh: true }))).toBe("EDIT_MISMATCH");
  applyPatch(dir, planPatch(dir, "b.txt", { text: "x", fresh: true }));
  expect(readFileSync(join(dir, "b.txt"), "utf8")).toBe("x");
});

test("what is not text is not edited", () => {
  const dir = folder();
  writeFileSync(join(dir, "a.bin"), Uint8Array.of(0xff, 0xfe, 0, 1));
  expect(code(() => planPatch(dir, "a.bin", { text: "x" }))).toBe("EDIT_REFUSED");
  expect(code(() => planPatch(dir, "b", { text: "\ud800" }))).toBe("EDIT_MISMATCH");
});
