import type { Call } from "../core/claim.ts";
import { isSource } from "../core/declaration.ts";
import type { LinkFacts, Observation } from "../core/observation.ts";
import { isTest } from "../core/testfile.ts";
import { openings } from "./among.ts";
import { filter, type Test } from "./filter.ts";
import type { Ground, Sight } from "./ground.ts";
import { awaits, blinded, nothing, unseen, valueless } from "./lack.ts";
import { isListed, listingOf } from "./listing.ts";
import { members, scopeOf } from "./members.ts";
import { name, verb } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { type Lack, type Members, stringTerm, type Truth, type Unknown, type Value } from "./value.ts";

/** Predicates and sets that tell where imports lead. A source file is one of a language that Ergo parses. */
export const linkPredicates: Record<string, Predicate> = {
  importers: {
    forms: [form("files", "file"), form("files", "file", "scope")],
    example: '"src/b.ts" in importers("src/a.ts")',
    means: "the source files with an import that leads to the file",
    evaluate: (call, scene) => importers(call, scene),
    set: (call, tell) =>
      `source files${call.args[1] ? ` among ${tell.scope(call.args[1])}` : ""} that import ${name(call.args[0])}`,
  },
  tests: {
    forms: [form("files", "file")],
    example: '"src/a.test.ts" in tests("src/a.ts")',
    means: "the test files, by their names and folders, with an import that leads to the file",
    evaluate: (call, scene) => importers(call, scene, isTest),
    set: (call) => `test files that import ${name(call.args[0])}`,
  },
  unused: {
    forms: [form("files", "scope")],
    example: '"src/old.ts" in unused("src/**")',
    means: "the source files that no other file of the folder imports",
    evaluate: unused,
    set: (call, tell) => `source files among ${tell.scope(call.args[0])} that no other file imports`,
  },
  cycle: {
    forms: [form("boolean", "file")],
    example: 'cycle("src/a.ts")',
    means: "imports lead from the source file back to it",
    evaluate: cycle,
    statement: (call) => verb(call, "is part of a cycle of imports", "is part of no cycle of imports"),
  },
  depends: {
    forms: [form("boolean", "file", "text")],
    example: 'depends("src/a.ts", "react")',
    means: "the source file imports the package, or something in it",
    evaluate: depends,
    statement: (call) =>
      verb(call, `imports the package ${name(call.args[1])}`, `imports nothing of the package ${name(call.args[1])}`),
  },
};

type Seen = { facts: LinkFacts; observation: Observation<"links"> };

function look(path: string, scene: Scene): Seen | Unknown {
  const observation = scene.board.links(path);
  if (!observation) return unseen({ see: "links", path });
  return observation.seen.ok ? { facts: observation.seen, observation } : blinded(observation);
}

/** Files that no language of ours is, but that may import those of JavaScript. */
const foreign = /\.(?:vue|svelte|astro|mdx|coffee)$/;
/** Their files see each other in a package without an import. */
const packaged = /\.(?:java|go)$/;

/** Whether a file imports another. */
function leads(from: string, to: string, scene: Scene): Test | Unknown {
  if (!isSource(from)) {
    if (!foreign.test(from) || !/\.(?:[cm]?[jt]s|[jt]sx)$/.test(to)) return none;
    const lack: Lack = { is: "void", message: `${from} may import it, in a language that Ergo can't parse` };
    return { holds: null, lacks: [lack], ground: none.ground };
  }
  const seen = look(from, scene);
  if ("is" in seen) return seen;
  const { facts, observation } = seen;
  const sure = facts.links.find(({ certain }) => certain.includes(to));
  if (sure) {
    const show = { line: sure.line, text: `${from}:${sure.line} imports ${sure.module}, which is ${to}` };
    return { holds: true, lacks: nothing, ground: { seen: observation, show } satisfies Sight };
  }
  const lacks = openings(from, facts.open);
  const maybe = facts.links.find(({ possible }) => possible.includes(to));
  if (maybe)
    lacks.push({ is: "void", message: `${from} imports ${maybe.module}, which may be ${to} (line ${maybe.line})` });
  return { holds: lacks.length > 0 ? null : false, lacks, ground: { seen: observation } };
}

const none: Test = {
  holds: false,
  lacks: nothing,
  ground: { calculated: "a file that is no source file imports nothing" },
};

const aside: Test = { holds: false, lacks: nothing, ground: { calculated: "only test files are asked for" } };

function importers(call: Call, scene: Scene, counts: (path: string) => boolean = () => true): Value {
  const to = pathOf(call.args[0], scene);
  const missing = unlisted(to, scene);
  if (missing) return missing;
  return filter(call, scopeOf(call.args[1] ?? stringTerm("**"), scene), scene, (from): Test => {
    if (!counts(from)) return aside;
    if (from === to) return none;
    const found = leads(from, to, scene);
    if ("is" in found) return { holds: null, lacks: found.lacks, ground: found.ground };
    if (found.holds !== false || !packaged.test(to) || !from.endsWith(/\.\w+$/.exec(to)![0])) return found;
    if (folderOf(from) !== folderOf(to)) return found;
    return {
      ...found,
      holds: null,
      lacks: [{ is: "void", message: `${from} stands in the same package as ${to} and needs no import to use it` }],
    };
  });
}

/** Nothing is said of a file that is not there. */
function unlisted(path: string, scene: Scene): Unknown | null {
  const universe = scene.board.universe();
  if (!universe) return unseen({ see: "universe" });
  const listing = listingOf(universe);
  if (!listing) return blinded(universe);
  if (isListed(listing, path) !== "no") return null;
  return { ...valueless(`there is no file ${path}`), ground: { seen: universe } };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The source files of a scope of which no other file's import leads. All source files of the folder are looked at. */
function unused(call: Call, scene: Scene): Members | Unknown {
  const [scope, all] = [scopeOf(call.args[0], scene), scopeOf(stringTerm("**"), scene)];
  if (scope.is === "unknown") return scope;
  if (all.is === "unknown") return all;
  const everyone = [...all.certain, ...all.maybe];
  const lacks: Lack[] = [...scope.lacks, ...all.lacks];
  const grounds: Ground[] = [];
  const [taken, maybe] = [new Map<string, Ground>(), new Set<string>()];
  for (const from of everyone) {
    if (foreign.test(from))
      lacks.push({ is: "void", message: `${from} may import others, in a language that Ergo can't parse` });
    if (!isSource(from)) continue;
    const seen = look(from, scene);
    if ("is" in seen) {
      lacks.push(...seen.lacks);
      continue;
    }
    grounds.push({ seen: seen.observation });
    lacks.push(...openings(from, seen.facts.open));
    for (const { certain, possible } of seen.facts.links) {
      for (const to of certain) if (to !== from) taken.set(to, { seen: seen.observation });
      for (const to of possible) if (to !== from) maybe.add(to);
    }
  }
  const sources = (paths: string[]) => paths.filter((path) => isSource(path) && !taken.has(path));
  const isOpen = awaits(lacks) || lacks.length > 0;
  const doubtful = (path: string) => isOpen || maybe.has(path) || packaged.test(path);
  const certain = sources(scope.certain);
  const kept = {
    certain: certain.filter((path) => !doubtful(path)),
    maybe: [...certain.filter(doubtful), ...sources(scope.maybe)].sort(),
  };
  for (const path of certain.filter((each) => packaged.test(each)))
    lacks.push({ is: "void", message: `${path} may be used in its package without an import` });
  for (const path of certain.filter((each) => maybe.has(each)))
    lacks.push({ is: "void", message: `an import may lead to ${path}` });
  return members(call, "links", { ...kept, open: scope.open, lacks, from: [scope.ground], others: grounds }, scene);
}

/** Follows imports from a file until one leads back; that none does is said once every file that may be reached was seen. */
function cycle(call: Call, scene: Scene): Truth | Unknown {
  const start = pathOf(call.args[0], scene);
  if (!isSource(start)) return decided(false, infer("observe", [none.ground], call, false, scene));
  const lacks: Lack[] = [];
  const grounds: Ground[] = [];
  const seen = new Map<string, { from: string | null; sure: boolean }>([[start, { from: null, sure: true }]]);
  const ahead = [start];
  for (let path = ahead.shift(); path !== undefined; path = ahead.shift()) {
    const found = look(path, scene);
    if ("is" in found) {
      lacks.push(...found.lacks);
      if (path === start) return found;
      continue;
    }
    grounds.push({ seen: found.observation });
    lacks.push(...openings(path, found.facts.open));
    for (const { certain, possible, line, module } of found.facts.links) {
      const { sure } = seen.get(path)!;
      for (const to of [...certain, ...possible]) {
        const isSure = sure && certain.includes(to);
        if (to === start && path !== start) {
          if (isSure) return proven(call, [...wayTo(path, seen), start], scene);
          lacks.push({
            is: "void",
            message: `${path} imports ${module}, which may lead back to ${start} (line ${line})`,
          });
        }
        const known = seen.get(to);
        if (!isSource(to) || (known && (known.sure || !isSure))) continue;
        seen.set(to, { from: path, sure: isSure });
        ahead.push(to);
      }
    }
  }
  if (lacks.length > 0) return { is: "unknown", lacks, ground: grounds[0]! };
  return decided(false, infer("links", grounds, call, false, scene));
}

function wayTo(path: string, seen: ReadonlyMap<string, { from: string | null }>): string[] {
  const way = [path];
  for (let at = seen.get(path)?.from ?? null; at !== null; at = seen.get(at)?.from ?? null) way.unshift(at);
  return way;
}

function proven(call: Call, way: string[], scene: Scene): Truth {
  const sights = way.slice(0, -1).flatMap((from, at): Ground[] => {
    const found = leads(from, way[at + 1]!, scene);
    return "is" in found ? [] : [found.ground];
  });
  return decided(true, infer("links", sights, call, true, scene));
}

function depends(call: Call, scene: Scene): Truth | Unknown {
  const [path, wanted] = [pathOf(call.args[0], scene), textOf(call.args[1], scene)];
  if (!isSource(path)) return decided(false, infer("observe", [none.ground], call, false, scene));
  const seen = look(path, scene);
  if ("is" in seen) return seen;
  const { facts, observation } = seen;
  const isOf = (given: string | null) =>
    given === wanted || (given?.startsWith(`${wanted}/`) ?? false) || (given?.startsWith(`${wanted}.`) ?? false);
  const found = facts.links.find((link) => isOf(link.package));
  if (!found) {
    const lacks = openings(path, facts.open);
    if (lacks.length > 0) return { is: "unknown", lacks, ground: { seen: observation } };
  }
  const show = found && { line: found.line, text: `${path}:${found.line} imports ${found.module}` };
  const sight: Sight = show ? { seen: observation, show } : { seen: observation };
  return decided(found !== undefined, infer("observe", [sight], call, found !== undefined, scene));
}
