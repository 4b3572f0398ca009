import fc from "fast-check";
import { pairs } from "../../src/core/fixtures/globs.ts";
import { naive } from "../../src/core/fixtures/naive.ts";
import { compileGlob, globFault } from "../../src/core/glob.ts";
import { ignoredByGit } from "../../src/tools/fixtures/git.ts";
import { isIgnored, parseRules } from "../../src/tools/ignore.ts";
import type { Target } from "./target.ts";

/** Globs of one attempt, each with its paths; git is asked for all of them at once. */
const batch = 400;

/** Globs against a matcher that writes out every choice, ignore files against git itself, and the cost of hostile ones. */
export const target: Target = {
  about:
    "globs over paths against a matcher that tries every choice, lines of ignore files against git check-ignore, and hostile globs against the product of both lengths in steps",
  async attempt(random) {
    const made = fc.sample(pairs, { seed: Math.floor(random() * 2 ** 31), numRuns: batch });
    const tried = made.reduce((sum, { paths }) => sum + 2 * paths.length, 1);
    return { tried, wrong: byMatcher(made) ?? byGit(made) ?? byCost(random) };
  },
};

type Pairs = readonly { glob: string; paths: string[] }[];

function byMatcher(made: Pairs): string | null {
  for (const { glob, paths } of made) {
    const [takes, fault] = [naive(glob), globFault(glob)];
    if ((takes === null) !== (fault !== null)) return `${JSON.stringify(glob)}: ${fault ?? "taken for a glob"}`;
    if (takes === null) continue;
    const { matches, reaches } = compileGlob(glob);
    for (const path of paths) {
      if (matches(path) !== takes(path)) return `${JSON.stringify([glob, path])}: ${matches(path)}`;
      if (matches(path) && !reaches(path.slice(0, Math.max(0, path.lastIndexOf("/")))))
        return `${JSON.stringify([glob, path])}: does not reach its folder`;
    }
  }
  return null;
}

function byGit(made: Pairs): string | null {
  const ignored = ignoredByGit(made.map(({ glob, paths }) => ({ ignore: glob, paths })));
  for (const [index, { glob, paths }] of made.entries()) {
    const chain = [{ folder: "", rules: parseRules(Buffer.from(glob)) }];
    for (const path of paths) {
      const parts = path.split("/");
      const ours = parts.some((_, at) => isIgnored(chain, parts.slice(0, at + 1).join("/"), at + 1 < parts.length));
      if (ours !== ignored[index]!.includes(path))
        return `${JSON.stringify([glob, path])}: ignored ${ours}, not by git`;
    }
  }
  return null;
}

/** A glob of a few pieces many times over, and a long path of which most of it is matched. */
function byCost(random: () => number): string | null {
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]!;
  const pieces = [
    "*",
    "*a",
    "?",
    "**/",
    "**/a*/",
    "{a,b}",
    "{,a}",
    "{*,**,a*}",
    "{a,{b,*}}",
    "[!b]",
    "a",
    "a/",
    "{**/,}",
  ];
  const chosen = Array.from({ length: 1 + Math.floor(random() * 3) }, () => one(pieces)).join("");
  const glob = `${chosen.repeat(1 + Math.floor(random() * 60))}[c]`;
  const path = one(["a", "ab", "a/", "aa/b", "b"]).repeat(1 + Math.floor(random() * 300)) + one(["d", "c", "a"]);
  if (globFault(glob) !== null) return null;
  const compiled = compileGlob(glob);
  const before = compiled.steps;
  compiled.matches(path);
  const steps = compiled.steps - before;
  const most = 10 * glob.length * path.length + 1000;
  return steps <= most ? null : `${JSON.stringify([glob, path])}: ${steps} steps, at most ${most}`;
}
