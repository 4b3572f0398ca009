import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Random } from "./random.ts";
import { makeSource, type Symbols } from "./source.ts";

/** Words that texts are made of, and that claims look for. */
export const vocabulary = [
  ..."TODO todo fixme the The cat concat cats café cafe\u0301 Straße STRASSE naïve x x_1 42 3.14 ΟΔΟΣ οδός 日本 don't 😀".split(
    " ",
  ),
  "C++",
  "# Title",
  "\u00a0",
];

const folders = [
  "src",
  "docs",
  "deep/er/est",
  "a b",
  "é",
  "e\u0301",
  "*x",
  "-d",
  'q"u',
  "new\nline",
  ".hidden",
  "日本",
  "node_modules",
  "build",
];
const stems = [
  "README",
  "notes",
  "data",
  "x'y",
  "*",
  "[z]",
  "-rf",
  " lead",
  "a\nb",
  "ünï",
  "é",
  "e\u0301",
  "#h",
  "!b",
  "k e",
  "\\b",
  "{1,2}",
];
const extensions = [".md", ".txt", ".md", ".txt", ".ts", ".js", ".py", ".json", "", ".log", ".MD", ".bin"];
const rules = [
  "*.log",
  "node_modules/",
  "/docs/",
  "!notes.log",
  "**/est",
  "*.j??n",
  "a b/",
  "\\*x",
  "é*",
  "[[]z]*",
  "deep/**/er",
  ".hidden",
  "!README*",
  "build",
  "/*.bin",
  "?.md",
  "日本/",
  "*\\ e*",
  "# nothing",
  "src/*.py",
  "trail  ",
];

const ruleParts = [
  "**",
  "*",
  "?",
  "/",
  "/",
  "src",
  "é",
  "e",
  "[a-n]",
  "[!a-n]",
  "[^]x]",
  "\\*",
  "\\ ",
  ".md",
  ".t[sx]*",
  "README",
  "[",
  "\\",
  "d",
  "[[:upper:]]",
];

/** Fills a folder with what makes reading folders hard. Gives the symbols of its source files. `gaps`: with names and
 * ignore files that can't be read, so that listings are incomplete. */
export function makeFolder(root: string, random: Random, gaps: boolean): Map<string, Symbols | null> {
  const symbols = new Map<string, Symbols | null>();
  const texts: { path: string; content: Buffer }[] = [];
  const put = (path: string, content: string | Buffer) => {
    const folders = path
      .split("/")
      .slice(0, -1)
      .map((_, index, parts) => parts.slice(0, index + 1).join("/"));
    if (existsSync(join(root, path)) || folders.some((folder) => texts.some((file) => file.path === folder)))
      return false;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    texts.push({ path, content: Buffer.from(content) });
    return true;
  };
  for (let count = 30 + random.below(40); count > 0; count--) {
    const extension = random.pick(extensions);
    const parent = random.chance(0.3) ? "" : `${random.pick(folders)}/`;
    const path = `${parent}${random.pick(stems)}${random.chance(0.3) ? random.below(3) : ""}${extension}`;
    if (extension === ".ts" || extension === ".js" || extension === ".py") {
      const source = makeSource(random, extension);
      if (put(path, source.text)) symbols.set(path, source.symbols);
    } else {
      put(path, random.chance(0.15) && texts.length > 0 ? random.pick(texts).content : makeContent(random));
    }
  }
  for (const path of ["", "src", "docs", "deep"].filter(() => random.chance(0.5))) {
    const file = random.chance(0.3) ? ".ergoignore" : ".gitignore";
    const lines = Array.from({ length: 1 + random.below(3) }, () =>
      random.chance(0.7) ? random.pick(rules) : makeRule(random),
    );
    put(join(path, file), lines.join(random.chance(0.3) ? "\r\n" : "\n"));
  }
  for (const path of [".git/HEAD", ".ergo/traces/x", "src/.git/config", "docs/.ergo/y"])
    if (random.chance(0.5)) put(path, "TODO\n");
  makeLinks(root, random, texts[0]!.path);
  if (random.chance(0.5)) execFileSync("mkfifo", [join(root, "pipe.md")]);
  if (gaps) makeGaps(root, random);
  for (const { path } of texts) {
    const seconds = 1_600_000_000 + random.below(12) * 86_400 + random.below(3) * 7 + (random.chance(0.1) ? 0.5 : 0);
    utimesSync(join(root, path), seconds, seconds);
  }
  return symbols;
}

function makeRule(random: Random): string {
  const parts = Array.from({ length: 1 + random.below(4) }, () => random.pick(ruleParts));
  return `${random.chance(0.2) ? "!" : ""}${parts.join("")}`;
}

function makeLinks(root: string, random: Random, file: string): void {
  const links: Record<string, string> = {
    link: file,
    door: "src",
    gone: "nowhere",
    loop: "loop",
    away: "/usr",
    "docs.md": "docs",
    up: "../..",
  };
  for (const [name, target] of Object.entries(links)) {
    if (random.chance(0.6) && !existsSync(join(root, name))) symlinkSync(target, join(root, name));
  }
}

function makeGaps(root: string, random: Random): void {
  mkdirSync(join(root, "torn"), { recursive: true });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/torn/`), Buffer.from([0xff, 0x80]), Buffer.from(".md")]), "TODO\n");
  writeFileSync(join(root, "torn/a.md"), "TODO\n");
  mkdirSync(join(root, "odd"), { recursive: true });
  writeFileSync(join(root, "odd/a.md"), "TODO\n");
  if (random.chance(0.5)) symlinkSync("../torn/a.md", join(root, "odd/.gitignore"));
  else writeFileSync(join(root, "odd/.gitignore"), Buffer.from([0x2a, 0xff]));
}

function makeContent(random: Random): Buffer {
  switch (random.below(16)) {
    case 0:
      return Buffer.alloc(0);
    case 1:
      return Buffer.from(random.pick(["\ufeff", "\r", "\n", "\r\n", "\n\n\n", "a\rb\r", "\0", "\ufeff\ufeffx"]));
    case 2:
      return Buffer.from([0x54, 0x4f, 0x44, 0x4f, 0xff, 10, random.below(256), 0xc0]);
    case 3:
      return Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(makeText(random), "utf16le"),
        Buffer.alloc(random.below(4) === 0 ? 1 : 0),
      ]);
    case 4:
      return Buffer.concat([
        Buffer.from([0xfe, 0xff]),
        Buffer.from(`${makeText(random)}${random.chance(0.2) ? "\ud800" : ""}`, "utf16le").swap16(),
      ]);
    case 5:
      return Buffer.from(`\ufeff${makeText(random)}`);
    case 6:
      return Buffer.from(`${"x".repeat(random.below(200_000))}${makeText(random)}`);
    case 7:
      return Buffer.from(makeText(random), "latin1");
    default:
      return Buffer.from(makeText(random));
  }
}

function makeText(random: Random): string {
  const ends = random.pick([["\n"], ["\n"], ["\r\n"], ["\n", "\r\n", "\r", "\n\n"]]);
  let text = "";
  for (let lines = random.below(25); lines > 0; lines--) {
    const words = Array.from({ length: random.below(8) }, () => random.pick(vocabulary));
    text += words.join(random.pick([" ", " ", "  ", "\t", "\u2003", ", "])) + random.pick(ends);
  }
  return random.chance(0.4) ? text.trimEnd() : text;
}
