import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noCompiler, place } from "./program.ts";
import { endScene, makeScene, missing, type Scene, tree, tryInside } from "./scene.ts";

let scene: Scene;
let before: Record<string, string>;

/** A folder with texts, data, sources and a repository with history. */
async function prepare(): Promise<void> {
  scene = await makeScene();
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", scene.root, "-c", "user.name=a", "-c", "user.email=a@example.org", ...words]);
  execFileSync("mkdir", ["-p", join(scene.root, "src")]);
  writeFileSync(join(scene.root, "src/x.ts"), "export const x = 1; // TODO\nexport function f() {}\n");
  writeFileSync(join(scene.root, "data.csv"), "name,count\nalpha,3\nbeta,5\ngamma,1\n");
  writeFileSync(join(scene.root, "data.json"), '{"a": [1, 2, {"b": "c"}]}\n');
  execFileSync("tar", ["-C", scene.root, "-czf", join(scene.root, "a.tar.gz"), "a.txt", "b.txt"]);
  execFileSync("rm", ["-rf", join(scene.root, "lib/.git")]);
  git("add", "a.txt", "b.txt", "src", "data.csv");
  git("commit", "-q", "-m", "first");
  writeFileSync(join(scene.root, "a.txt"), "one\nmore\n");
  git("commit", "-q", "-am", "second");
  writeFileSync(join(scene.root, "b.txt"), "changed\n");
  if (noCompiler === "") place(scene.root);
  tree(scene.root); // Reads everything once: only a first reading moves the time of the last one.
  before = everything();
}

/** Content, mode, owner, links and all three times of every entry. */
function everything(): Record<string, string> {
  const stamps = Object.keys(tree(scene.root, false)).map((path) => {
    const { mode, uid, gid, nlink, ino, size, atimeMs, mtimeMs, ctimeMs } = lstatSync(path);
    return [`${path} `, [mode, uid, gid, nlink, ino, size, atimeMs, mtimeMs, ctimeMs].join(" ")];
  });
  return { ...Object.fromEntries(stamps), ...tree(scene.root) };
}

beforeEach(({ skip }) => skip(missing !== "", missing));

describe("no way of writing changes a read-only folder", () => {
  beforeAll(async () => {
    if (missing === "") await prepare();
  });
  afterAll(() => {
    if (missing === "") endScene(scene);
  });

  test.each([
    "echo x > a.txt",
    "echo x >> a.txt",
    "touch a.txt",
    "touch new",
    "touch -d 2001-01-01 a.txt",
    "touch -a a.txt",
    "mkdir d",
    "rm a.txt",
    "rm -rf sub",
    "mv a.txt c.txt",
    "ln a.txt hard",
    "ln -s a.txt soft",
    "cp a.txt c.txt",
    "chmod 777 a.txt",
    "chmod 700 .",
    "chown 1:1 a.txt",
    "truncate -s 0 a.txt",
    "sed -i s/one/two/ a.txt",
    "perl -pi -e s/one/two/ a.txt",
    "sort -o a.txt a.txt",
    "dd if=/dev/zero of=a.txt count=1",
    "find . -name '*.txt' -delete",
    "tar -xzf a.tar.gz",
    "gzip a.txt",
    "git add b.txt",
    "git commit -qam x",
    "git status",
    "git gc",
    "git stash",
    "git checkout b.txt",
    "git update-index --refresh",
    "git config a.b c",
    "git fetch",
    "mkfifo p",
    "install a.txt d",
    "split a.txt",
    "patch -i a.txt b.txt",
    "echo x > .git/config",
    "echo x > ergo.yaml",
    "echo x > .ergo/x",
    "exec 5<a.txt; echo x > /proc/self/fd/5",
    "exec 5<>a.txt; echo x >&5",
    "tee a.txt < b.txt",
  ])("%s", async (line) => {
    await tryInside(scene, line, false);
    expect(everything()).toEqual(before);
  });

  test
    .skipIf(noCompiler !== "")
    .each([
      "mmap a.txt",
      "truncate a.txt",
      "utimes a.txt",
      "xattr a.txt",
      "tmpfile .",
      "fallocate a.txt",
      "remount {root}",
      "umount {root}",
    ])("the system call %s", async (words) => {
    const ran = await tryInside(scene, `./attempt ${words}`, false);
    expect(ran.stdout).toMatch(/^refused/);
    expect(everything()).toEqual(before);
  });
});

/** Commands that only read, from the list that the policy is measured on. */
const list = new URL("../../bench/policy/readonly.json", import.meta.url).pathname;
const commands: string[] = existsSync(list)
  ? (JSON.parse(readFileSync(list, "utf8")) as { command: string }[]).map(({ command }) => command)
  : [
      "ls -la",
      "cat a.txt",
      "grep -rn TODO src",
      "git log --stat",
      "git status",
      "wc -l *.txt",
      "sort data.csv",
      "find . -type f",
    ];

describe("commands that only read", () => {
  beforeAll(async () => {
    if (missing === "") await prepare();
  });
  afterAll(() => {
    if (missing === "") endScene(scene);
  });

  test.each(commands.map((command, index) => [index + 1, command] as const))("%i: %s", async (_, command) => {
    const ran = await scene.sandbox.run({ argv: ["bash", "-c", command] }, { writable: false });
    expect(ran.signal).toBe(null);
    expect(everything()).toEqual(before);
  });
});
