import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Universe } from "../core/observation.ts";
import { createObserver, type Observer } from "./observe.ts";
import { walk } from "./universe.ts";

type Tree = Record<string, string | Buffer>;

function folder(tree: Tree): string {
  const root = mkdtempSync(join(tmpdir(), "ergo-universe-"));
  for (const [path, content] of Object.entries(tree)) put(root, path, content);
  return root;
}

function put(root: string, path: string, content: string | Buffer = ""): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

async function universe(from: string | Observer): Promise<Universe> {
  const { observe } = typeof from === "string" ? createObserver({ root: from }) : from;
  const [observation] = await observe([{ see: "universe" }]);
  return observation!.seen as Universe;
}

/** What git lists of a folder that is no repository yet. */
function listedByGit(root: string): string[] {
  execFileSync("git", ["init", "-q"], { cwd: root });
  const options = ["-c", "core.excludesFile=/dev/null", "ls-files", "-co", "--exclude-standard", "-z"];
  const output = execFileSync("git", options, { cwd: root, encoding: "utf8" });
  return output.split("\0").filter(Boolean).sort();
}

test("lists files, links and folders, sorted by code unit, dotfiles in, .git and .ergo out at any depth", async () => {
  const root = folder({
    "b.md": "",
    "a/x.md": "",
    "a-b": "",
    ".env": "",
    "a/.git": "gitdir: x",
    ".ergo/t": "",
    "a/.ergo/t": "",
  });
  symlinkSync("b.md", join(root, "link"));
  symlinkSync("a", join(root, "door"));
  const seen = await universe(root);
  expect(seen.files).toEqual([".env", "a-b", "a/x.md", "b.md"]);
  expect(seen.links).toEqual(["door", "link"]);
  expect(seen.dirs).toEqual(["a"]);
  expect(seen.skipped).toEqual([]);
  expect(seen.hash).toMatch(/^[0-9a-f]{64}$/);
});

test("an empty folder is a complete, empty universe", async () => {
  expect(await universe(folder({}))).toMatchObject({ files: [], links: [], dirs: [], skipped: [] });
});

const hasGit = spawnSync("git", ["--version"]).error === undefined;

test.skipIf(!hasGit)("ignore rules are git's", async () => {
  const tree: Tree = {
    ".gitignore":
      "\ufeff*.log\r\n!keep.log\n/top\nbuild/\n# note\n\\#hash\nsp \\ \ntrail   \ndoc/**/tmp\n?.one\n[a-c]x\n",
  };
  for (const name of [
    "a.log",
    "keep.log",
    "top",
    "sub/top",
    "build/x",
    "sub/build",
    "#hash",
    "# note",
    "sp  ",
    "trail",
  ])
    tree[name] = "";
  for (const name of ["doc/tmp", "doc/a/b/tmp", "doc/a/tmp2", "e.one", "é.one", "ax", "dx", "sub/cx"]) tree[name] = "";
  for (const name of ["in/.gitignore", "in/keep/a.log", "in/build"])
    tree[name] = name.endsWith("ignore") ? "!a.log\n*\n!.gitignore\n!keep\n!keep/**\n" : "";
  const root = folder(tree);
  const { files } = await universe(root);
  expect(files).toEqual(listedByGit(root));
  expect(files).toContain("é.one");
  expect(files).not.toContain("e.one");
});

test.skipIf(!hasGit)("a deeper ignore file wins, below an ignored folder nothing does", async () => {
  const root = folder({
    ".gitignore": "*.txt\nout/\n",
    "a/.gitignore": "!b.txt\n",
    "a/b.txt": "",
    "a/c.txt": "",
    "out/.gitignore": "!*\n",
    "out/x": "",
  });
  const { files } = await universe(root);
  expect(files).toEqual([".gitignore", "a/.gitignore", "a/b.txt"]);
  expect(files).toEqual(listedByGit(root));
});

test(".ergoignore is read after .gitignore of the same folder", async () => {
  const root = folder({ ".gitignore": "a\n!b\n", ".ergoignore": "!a\nb\n", a: "", b: "" });
  expect((await universe(root)).files).toEqual([".ergoignore", ".gitignore", "a"]);
});

test("an ignore rule can't make the listing slow", async () => {
  const root = folder({ ".gitignore": `${"*a".repeat(60)}*b\nx/${"**/a/".repeat(60)}b\n${"**/".repeat(5000)}q\n` });
  put(root, `${"x/".repeat(1)}${"a/".repeat(100)}${"a".repeat(200)}`);
  expect((await universe(root)).files).toHaveLength(2);
});

test("an ignore file that can't be read leaves its folder out, and says so", async () => {
  const root = folder({ "a/x": "", "b/x": "", "c/x": "", "d/.gitignore/x": "", e: "" });
  symlinkSync("../e", join(root, "a/.gitignore"));
  writeFileSync(join(root, "b/.gitignore"), Buffer.from([0x61, 0xff]));
  writeFileSync(join(root, "c/.ergoignore"), "#".repeat((1 << 20) + 1));
  const seen = await universe(root);
  expect(seen.files).toEqual(["d/.gitignore/x", "e"]);
  expect(seen.skipped.map(({ path, code }) => [path, code]).sort()).toEqual([
    ["a", "unreadable"],
    ["b", "unreadable"],
    ["c", "too_large"],
  ]);
  expect(seen.skipped[0]?.message).toMatch(/\.(git|ergo)ignore/);
});

test("pipes, sockets and link loops are no files and don't hold it up", async () => {
  const root = folder({ a: "" });
  execFileSync("mkfifo", [join(root, "pipe")]);
  const server = createServer().listen(join(root, "socket"));
  await new Promise((resolve) => server.once("listening", resolve));
  symlinkSync("loop", join(root, "loop"));
  symlinkSync(".", join(root, "self"));
  const seen = await universe(root);
  server.close();
  expect(seen.files).toEqual(["a"]);
  expect(seen.links).toEqual(["loop", "self"]);
});

test("names of every kind are listed as they are", async () => {
  const names = [
    "new\nline",
    "q'u\"o",
    "*?[x]",
    "-rf",
    " lead",
    "trail ",
    "é",
    "e\u0301",
    "\ufffd",
    "😀",
    "back\\slash",
    "tab\t",
  ];
  const root = folder(Object.fromEntries(names.map((name) => [`d/${name}`, name])));
  const seen = await universe(root);
  expect(seen.files).toEqual(names.map((name) => `d/${name}`).sort());
  expect(seen.skipped).toEqual([]);
});

test("a name that is not UTF-8 is reported", async () => {
  const root = folder({ "a.md": "", "d/b.md": "" });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/d/`), Buffer.from([0xff, 0xfe]), Buffer.from(".md")]), "");
  const seen = await universe(root);
  expect(seen.files).toEqual(["a.md", "d/b.md"]);
  expect(seen.skipped).toMatchObject([{ path: "d/\ufffd\ufffd.md", code: "unreadable" }]);
});

test("1,200 folders deep, and deeper than the system's paths", async () => {
  const root = folder({});
  put(root, `${"d/".repeat(1200)}f`);
  const seen = await universe(root);
  expect(seen.dirs).toHaveLength(1200);
  expect(seen.files).toEqual([`${"d/".repeat(1200)}f`]);
  const long = folder({});
  const nest = 'for (let i = 0; i < 30; i++) { fs.mkdirSync("n".repeat(200)); process.chdir("n".repeat(200)); }';
  execFileSync(process.execPath, ["-e", nest], { cwd: long });
  const cut = await universe(long);
  expect(cut.skipped).toMatchObject([{ code: "unreadable" }]);
  execFileSync("rm", ["-rf", long]);
});

test("a listing over the limit says so and names the way out", async () => {
  const root = folder(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`d${index % 3}/f${index}`, ""])));
  const seen = await universe(createObserver({ root, limits: { entries: 20 } }));
  expect(seen.skipped).toMatchObject([{ path: ".", code: "too_many" }]);
  expect(seen.skipped[0]?.message).toContain("--dir");
});

test.skipIf(process.getuid === undefined)("a folder without permission is reported", ({ skip }) => {
  const root = folder({ "open/a": "", "shut/b": "", "ignore/.gitignore": "", "ignore/c": "" });
  for (const path of ["", "open"]) chmodSync(join(root, path), 0o755);
  chmodSync(join(root, "shut"), 0);
  chmodSync(join(root, "ignore/.gitignore"), 0);
  chmodSync(join(root, "open/a"), 0);
  const script = `
    import { createObserver } from ${JSON.stringify(new URL("./observe.ts", import.meta.url).href)};
    const { observe } = createObserver({ root: ${JSON.stringify(root)} });
    const seen = await observe([{ see: "universe" }, { see: "file", path: "open/a" }, { see: "entry", path: "shut/b" },
      { see: "file", path: "ignore/c" }]);
    console.log(JSON.stringify(seen.map((one) => one.seen)));`;
  const uid = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    ...uid,
    encoding: "utf8",
    cwd: "/",
  });
  skip((child.error as NodeJS.ErrnoException | undefined)?.code === "EACCES", "another user can't read this checkout");
  expect(child.stderr).toBe("");
  const [seen, file, entry, below] = JSON.parse(child.stdout);
  expect(seen.files).toEqual(["open/a"]);
  expect(seen.skipped.map((one: { path: string; code: string }) => [one.path, one.code]).sort()).toEqual([
    ["ignore", "unreadable"],
    ["shut", "unreadable"],
  ]);
  expect([file.code, entry.code, below.code]).toEqual(["unreadable", "unreadable", "unreadable"]);
  chmodSync(join(root, "shut"), 0o755);
});

test("a kept listing is used only while nothing changed", async () => {
  const root = folder({ "a/x": "", ".gitignore": "*.log\n", "y.log": "", "z.tmp": "" });
  const observer = createObserver({ root });
  expect((await universe(observer)).files).toEqual([".gitignore", "a/x", "z.tmp"]);
  put(root, "a/new");
  expect((await universe(observer)).files).toEqual([".gitignore", "a/new", "a/x", "z.tmp"]);
  const { mtime, atime } = statSync(join(root, ".gitignore"));
  writeFileSync(join(root, ".gitignore"), "*.tmp\n");
  utimesSync(join(root, ".gitignore"), atime, mtime);
  expect((await universe(observer)).files).toEqual([".gitignore", "a/new", "a/x", "y.log"]);
  renameSync(join(root, "a"), join(root, "b"));
  expect((await universe(observer)).files).toEqual([".gitignore", "b/new", "b/x", "y.log"]);
  rmSync(join(root, "b/x"));
  expect((await universe(observer)).files).toEqual([".gitignore", "b/new", "y.log"]);
});

test("a folder that never stops changing is reported", async () => {
  const root = folder({ "a/f": "", "b/f": "" });
  let count = 0;
  const limits = { entries: 1000, bytes: 1000, source: 1000 };
  const { universe: seen } = await walk({ root, limits }, async () => {
    put(root, `a/new${count++}`);
    utimesSync(join(root, "a"), count, count);
  });
  expect(seen.skipped.map(({ code }) => code)).toContain("changing");
});

test("a look can be cancelled", async () => {
  const root = folder({ a: "" });
  const { observe } = createObserver({ root });
  const stop = new AbortController();
  stop.abort(new Error("stopped"));
  await expect(observe([{ see: "universe" }], stop.signal)).rejects.toThrow("stopped");
});

test("a root that is missing is an error with a code; one that goes away is reported", async () => {
  const root = folder({ a: "" });
  expect(() => createObserver({ root: join(root, "none") })).toThrow(
    expect.objectContaining({ code: "FOLDER_MISSING" }),
  );
  const observer = createObserver({ root });
  rmSync(root, { recursive: true });
  expect((await universe(observer)).skipped).toMatchObject([{ path: ".", code: "missing" }]);
});

test("what is left out is counted, and the first of it named", async () => {
  const root = folder({ ".gitignore": "out/\n*.log\n", "out/a": "", "out/b": "", "x.log": "", "y.md": "" });
  expect((await universe(root)).ignored).toEqual({ places: 2, first: ["out/", "x.log"] });
  expect((await universe(folder({ "y.md": "" }))).ignored).toBeUndefined();
});
