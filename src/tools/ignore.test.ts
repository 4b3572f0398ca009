import fc from "fast-check";
import { expect, test } from "vitest";
import { pairs } from "../core/fixtures/globs.ts";
import { compileGlob, globFault } from "../core/glob.ts";
import { hasGit, ignoredByGit } from "./fixtures/git.ts";
import { isIgnored, parseRules } from "./ignore.ts";

/** Those of the paths of files that an ignore file ignores, by themselves or with a folder that they lie in. */
function ignoredBy(ignore: string, paths: readonly string[]): string[] {
  const chain = [{ folder: "", rules: parseRules(Buffer.from(ignore)) }];
  return paths.filter((path) => {
    const parts = path.split("/");
    return parts.some((_, at) => isIgnored(chain, parts.slice(0, at + 1).join("/"), at + 1 < parts.length));
  });
}

const lines = [
  ...[
    "[!a]*",
    "[^a]*",
    "*.{md,txt}",
    "a**b",
    "**/b",
    "a/**",
    "a/**/b",
    "/a",
    "a/",
    "!a",
    "\\!a",
    "[a-]",
    "[]-a]",
    "[a-b-c]",
  ],
  ...[
    "[[:alpha:]]",
    "[[:space:]]x",
    "[[:cntrl:]]x",
    "[[:punct:]]",
    "[a-[:alpha:]]",
    "[[:alpha:]-z]",
    "[[:x:]]",
    "[[::]]",
    "[[:]",
    "[z-a]",
  ],
  ...[
    "[a/b]",
    "[",
    "a[",
    "\\",
    "a\\",
    "\\a",
    "a\\/b",
    "?",
    "??",
    "[\\]]",
    "[é]",
    "***",
    "*/**/*",
    "**/**/a",
    "{a}",
    "+(a)",
    "[!]a]",
  ],
];
const tried = [
  ...[
    "a",
    "b",
    "ab",
    "axb",
    "a/b",
    "a/x/b",
    "x/a",
    "x/a/b",
    ".a",
    "-",
    "]",
    "[",
    "c",
    "é",
    "😀",
    "\\",
    "!a",
    "z",
    "Z",
    "5",
    "_",
    "~",
  ],
  ...[
    "a.md",
    "a.{md,txt}",
    "{a}",
    "+(a)",
    "\tx",
    "\nx",
    "\vx",
    "\fx",
    "\rx",
    " x",
    "\x01x",
    "\x7fx",
    ":]",
    "a]",
    "l]",
    ":",
    "x:",
  ],
];

test.skipIf(!hasGit)("each line of an ignore file ignores what git ignores by it", () => {
  const asked = lines.map((ignore) => ({ ignore, paths: tried }));
  const byGit = ignoredByGit(asked);
  for (const [index, { ignore, paths }] of asked.entries())
    expect(ignoredBy(ignore, paths), ignore).toEqual(byGit[index]);
  expect(byGit.flat().length).toBeGreaterThan(200);
});

test.skipIf(!hasGit)("made lines of ignore files ignore what git ignores by them", () => {
  const asked = fc.sample(pairs, { seed: 1, numRuns: 2000 }).map(({ glob, paths }) => ({ ignore: glob, paths }));
  const byGit = ignoredByGit(asked);
  // Lines that stand far down are read in a way that takes less room.
  for (const [index, { ignore, paths }] of asked.entries())
    for (const above of ["", "#\n".repeat(300)])
      expect(ignoredBy(above + ignore, paths), JSON.stringify(ignore)).toEqual(byGit[index]);
  expect(byGit.flat().length).toBeGreaterThan(1000);
});

test.skipIf(!hasGit)("a glob without braces means to git, with a slash before it, what it means in a claim", () => {
  // Git takes a "**" right after the plain text that a line begins with for a part of its own.
  const isOdd = (glob: string) => glob.startsWith("./") || /^[^*?[\\]*[^*?[\\/]\*\*/.test(glob);
  const isShared = (glob: string) => globFault(glob) === null && /^[ -z|~]*[!-z|~]$/.test(glob) && !isOdd(glob);
  const made = fc.sample(pairs, { seed: 2, numRuns: 6000 }).filter(({ glob }) => isShared(glob));
  const asked = made.map(({ glob, paths }) => ({ ignore: `/${glob}`, paths: paths.filter(isAscii) }));
  const byGit = ignoredByGit(asked);
  const ours = asked.map(({ paths }, index) => {
    const { matches } = compileGlob(made[index]!.glob);
    return paths.filter((path) => path.split("/").some((_, at, parts) => matches(parts.slice(0, at + 1).join("/"))));
  });
  for (const [index, { ignore }] of asked.entries()) expect(ours[index], ignore).toEqual(byGit[index]);
  expect(byGit.flat().length).toBeGreaterThan(1000);
});

function isAscii(path: string): boolean {
  return Buffer.byteLength(path) === path.length;
}
