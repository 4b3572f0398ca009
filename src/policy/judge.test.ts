import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandJudge } from "../runtime/session/policy.ts";
import { allowed } from "./allow.ts";

const judge = commandJudge("/home/user/project");
const effects = async (command: string | string[]) => (await judge(command)).effects.join(" ");
const rows = (name: string): { command: string; reads?: boolean }[] =>
  JSON.parse(readFileSync(new URL(`../../bench/policy/${name}.json`, import.meta.url), "utf8"));
const list = (name: string) => rows(name).map(({ command }) => command);

test.each([
  ["ls -la", "read"],
  ["echo 'rm -rf /'", "read"],
  ["sort -o out.txt in.txt", "read write"],
  ["sort --outp=out.txt in.txt", "read write"],
  ["curl https://example.com", "network"],
  ["cat /etc/hosts", "read outside"],
  ["touch ../x", "write outside"],
  ["cp a b", "read write"],
  ["npm test", "exec"],
  ["npm install", "write network exec"],
  ["storm warning", "exec"],
  ["storm --force", "exec unknown"],
  ["git status", "read"],
  ["git push --force", "read network destructive"],
  ["rm file.txt", "write"],
  ["rm -rf src", "write destructive"],
  ["rm -rf /tmp/x", "write outside"],
  ["rm -rf /tmp/../home", "write outside destructive"],
  ["find . -name '*.txt' -exec rm {} \\;", "read write"],
  ["find . -exec rm {} \\;", "read write destructive"],
  ["a=$ rm -rf src", "unknown"],
  ["a=$\nrm -rf src", "unknown"],
  ["ls > /dev/null", "read"],
  ["ls > out", "read write"],
  ["echo x > .git/hooks/post-commit", "write outside"],
])("%s: %s", async (command, expected) => {
  expect(await effects(command)).toBe(expected);
});

test("every command of the lists is judged as the list says", async () => {
  for (const command of list("destructive")) expect(await effects(command), command).toMatch(/destructive|unknown/);
  for (const command of list("harmless")) expect(await effects(command), command).not.toMatch(/destructive|unknown/);
  for (const command of list("readonly")) expect(await effects(command), command).toBe("read");
  for (const command of list("sly")) expect(await effects(command), command).not.toBe("read");
  for (const command of list("day"))
    expect(allowed("dev", await judge(command)), command).toMatchObject({ allowed: true });
});

test.each(["operands", "variables", "numbers", "named", "lookups"])(
  "every line of %s that may do more than read is judged so, and no other",
  async (name) => {
    const read = await Promise.all(rows(name).map(async ({ command }) => (await effects(command)) === "read"));
    const wrong = rows(name).filter(({ reads }, at) => read[at] !== reads);
    expect(wrong).toEqual([]);
  },
);

test("the reasons name the word that decided", async () => {
  const { reasons } = await judge("git log; sudo find . -name x -delete");
  expect(reasons).toContain('destructive: "-delete" of find removes everything that it finds');
});

test("words without a shell are judged as they are: nothing in them is expanded", async () => {
  expect(await effects(["echo", "$(rm -rf /)", ">", "x"])).toBe("read");
  expect(await effects(["rm", "-rf", "src"])).toBe("write destructive");
  expect(await effects(["sh", "-c", "rm -rf src"])).toBe("write destructive");
});

test("what can't be parsed, is too deep or too long is unknown", async () => {
  for (const command of ["ls 'x", "ls (", "if true; then", "ls\u0000", `ls ${"x".repeat(30_000)}`])
    expect(await effects(command)).toBe("unknown");
  expect(await effects(`cat ${"$(ls ".repeat(200)}x${")".repeat(200)}`)).not.toBe("read");
  let nested = "ls";
  for (let depth = 0; depth < 12; depth++) nested = `bash -c ${JSON.stringify(nested).replaceAll("$", "\\$")}`;
  expect(await effects(nested)).toContain("unknown");
});

test("variables: a known value counts, one that may change does not", async () => {
  expect(await effects("X=rm; $X -rf src")).toContain("destructive");
  expect(await effects("X=ls; $X")).toBe("read");
  expect(await effects("X=ls; if a; then X=rm; fi; $X -rf src")).toContain("unknown");
  expect(await effects("X=ls; read X; $X -rf src")).toContain("unknown");
  expect(await effects("for d in src docs; do wc -l $d/*; done")).toBe("read");
  expect(await effects("for d in src ..; do touch $d/x; done")).toBe("write outside");
});

test("the folder that a line goes to counts for the words behind it", async () => {
  expect(await effects("cd src && touch x")).toBe("write");
  expect(await effects("cd .. && touch x")).toBe("write outside");
  expect(await effects("(cd ..); touch x")).toBe("write outside");
  expect((await judge("(cd ..); touch x")).reaches).toEqual([{ path: "..", does: "read", place: "elsewhere" }]);
  expect(await effects("cd /tmp && rm -rf build")).not.toContain("destructive");
  expect(await effects("cd $X && touch x")).toContain("outside");
});

test("words behind a redirect belong to the command", async () => {
  expect(await effects("rm > log -rf src")).toContain("destructive");
  expect(await effects("bash <<EOF -x\nrm -rf src\nEOF")).toMatch(/destructive|unknown/);
});

test("brackets hold no commands", async () => {
  for (const command of [
    "[\nrm -rf src\n]",
    "[ a && rm -rf src ]",
    "[ a || rm -rf src ]",
    "[ a > b ]",
    "[ a ; rm -rf src ]",
  ])
    expect(await effects(command), command).not.toBe("read");
  expect(await effects('[ "$(id -u)" -eq 0 ] && [ -f "a;b" ] && [[ a < b ]]')).toBe("read");
});

test("a comment hides nothing, and a continued line is one line", async () => {
  expect(await effects("ls # rm -rf src")).toBe("read");
  expect(await effects("ls # note \\\nrm -rf src")).toMatch(/destructive|unknown/);
  expect(await effects("r\\\nm -rf src")).toMatch(/destructive|unknown/);
  expect(await effects("ls \\\n  -la")).toBe("read");
});

test("a wildcard that may become an option may do what the options do", async () => {
  expect(await effects("sort *")).toBe("read write exec");
  expect(await effects("sort ./*")).toBe("read");
  expect(await effects("sort -- *")).toBe("read");
  expect(await effects("wc -l *")).toBe("read");
});
