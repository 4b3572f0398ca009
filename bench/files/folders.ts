import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

/** A folder as its own reader sees it, with no help from src: everything that questions and their truths are made of. */
export type Folder = {
  root: string;
  now: number;
  files: string[];
  textFiles: string[];
  /** Text files whose base name no other file has. */
  unique: string[];
  dirs: string[];
  allDirs: string[];
  texts: string[];
  words: string[];
  symbols: { name: string; path: string }[];
  modules: string[];
  imports: { path: string; module: string }[];
  text(path: string): string;
  /** Lines as they end in LF or at the end of the file. */
  lines(path: string): string[];
  bytes(path: string): number;
  modified(path: string): number;
  content(path: string): string;
  random(): number;
  pick<T>(from: T[]): T;
  two<T>(from: T[]): [T, T];
};

const day = 86_400_000;
const words = [
  "ownership",
  "lantern",
  "error",
  "harbour",
  "compile",
  "meadow",
  "token",
  "async",
  "river",
  "borrow",
  "cache",
  "violet",
];
const phrases = [
  "hello world",
  "TODO",
  "FIXME",
  "return null",
  "connection refused",
  "see also",
  "v1.2.3",
  "max_retries",
  "user@example.com",
];
const modules = ["zod", "node:fs", "lodash", "./util.ts"];

/** A repeatable stream of numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Writes a folder of some tens of files: code, documents and data, nested, with files that are empty, binary, ignored,
 * alike, without a last line break, or with CRLF. */
export function generate(seed: number, now: number): Folder {
  const random = seeded(seed);
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!;
  const root = mkdtempSync(join(tmpdir(), `ergo-files-${seed}-`));
  const places = [
    "",
    "src",
    "src/core",
    "docs",
    "docs/guide",
    "tests",
    "data",
    "notes",
    "assets",
    "src/core/deep",
  ].filter((place) => place === "" || random() < 0.75);
  const ends = [".ts", ".py", ".md", ".json", ".yaml", ".csv", ".txt", ".yml", ".tsx", ".log"];
  const names = [
    "index",
    "notes",
    "parser",
    "intro",
    "data",
    "tests",
    "main",
    "report",
    "utils",
    "readme",
    "config",
    "table",
    "chapter",
    "model",
  ];
  const count = 25 + Math.floor(random() * 30);
  const put = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    const time = (now - Math.floor(random() * 300 * day) - 3_600_000) / 1000;
    utimesSync(join(root, path), time, time);
  };
  for (let index = 0; index < count; index++) {
    const end = pick(ends);
    put(join(pick(places), `${pick(names)}${random() < 0.5 ? index : ""}${end}`), contentFor(end, random, pick));
  }
  put(
    join(pick(places), "logo.png"),
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 255, Math.floor(random() * 255)]),
  );
  if (random() < 0.6) put(join(pick(places), "blank.txt"), "");
  if (random() < 0.4) put(join(pick(places), "void.md"), "");
  if (random() < 0.7) for (const name of ["copy-a.md", "copy-b.md"]) put(join("docs", name), `# Same ${seed}\n`);
  put(".gitignore", "build/\n*.tmp\n");
  put("build/out.ts", "export const ignored = 1;\n");
  put("scratch.tmp", "TODO ignored\n");
  return open(root, now, random, (path) => path.startsWith("build/") || path.endsWith(".tmp"));
}

/** Reads a folder that stands on the disk. */
export function open(
  root: string,
  now: number,
  random: () => number,
  ignored: (path: string) => boolean = () => false,
): Folder {
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!;
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => ({ entry, path: relative(root, join(entry.parentPath, entry.name)) }));
  const seen = paths.filter(({ path }) => !/(^|\/)\.git(\/|$)/.test(path) && !ignored(path) && !ignored(`${path}/`));
  const files = seen
    .filter(({ entry }) => entry.isFile())
    .map(({ path }) => path)
    .sort();
  const allDirs = seen
    .filter(({ entry }) => entry.isDirectory())
    .map(({ path }) => path)
    .sort();
  const content = (path: string) => readFileSync(join(root, path), "latin1");
  const textFiles = files.filter((path) => !path.endsWith(".png"));
  const text = (path: string) => readFileSync(join(root, path), "utf8");
  const base = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const alone = (path: string) =>
    files.filter((other) => base(other).toLowerCase() === base(path).toLowerCase()).length === 1;
  const code = textFiles.filter((path) => /\.tsx?$/.test(path));
  const found = code.flatMap((path) =>
    [...text(path).matchAll(/^export function (\w+)/gm)].map((hit) => ({ name: hit[1]!, path })),
  );
  const imports = code.flatMap((path) =>
    [...text(path).matchAll(/^import .* from "(.+)";/gm)].map((hit) => ({ module: hit[1]!, path })),
  );
  return {
    root,
    now,
    files,
    textFiles,
    unique: textFiles.filter(alone),
    dirs: allDirs,
    allDirs,
    texts: phrases,
    words,
    symbols: found.filter(({ name }) => found.filter((other) => other.name === name).length === 1),
    modules: [...new Set(imports.map(({ module }) => module))],
    imports,
    text,
    lines(path) {
      const lines = text(path).split("\n");
      if (lines.at(-1) === "") lines.pop();
      return lines;
    },
    bytes: (path) => statSync(join(root, path)).size,
    modified: (path) => statSync(join(root, path)).mtimeMs,
    content,
    random,
    pick,
    two<T>(from: T[]): [T, T] {
      const one = pick(from);
      const others = from.filter((other) => other !== one);
      return [one, others.length > 0 ? pick(others) : one];
    },
  };
}

function contentFor(end: string, random: () => number, pick: <T>(from: T[]) => T): string {
  const length = 1 + Math.floor(random() * 55);
  const lines = Array.from({ length }, (_, index) => {
    const prose = Array.from({ length: 4 }, () =>
      random() < 0.2 ? pick(words) : `w${Math.floor(random() * 999)}`,
    ).join(" ");
    const phrase = random() < 0.08 ? ` ${pick(phrases)}${random() < 0.2 ? ` ${pick(phrases)}` : ""}` : "";
    if (end === ".ts" || end === ".tsx")
      return index % 9 === 4 ? `export function fn${Math.floor(random() * 9999)}() {}` : `// ${prose}${phrase}`;
    if (end === ".py") return `# ${prose}${phrase}`;
    return `${prose}${phrase}`;
  });
  if (end === ".ts" && random() < 0.7) lines.unshift(`import { thing } from "${pick(modules)}";`);
  const feed = random() < 0.15 && !end.startsWith(".ts") ? "\r\n" : "\n";
  return lines.join(feed) + (random() < 0.2 ? "" : feed);
}
