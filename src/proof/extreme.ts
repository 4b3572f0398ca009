import type { Call } from "../core/claim.ts";
import { type Measure, measure } from "./file.ts";
import type { Ground } from "./ground.ts";
import { awaits } from "./lack.ts";
import { members, scopeOf } from "./members.ts";
import { form, type Predicate } from "./predicate.ts";
import type { Scene } from "./scene.ts";
import type { Lack, Members, Unknown } from "./value.ts";

/** The sets of files that tie for the most or the least of a measure. */
export const extremePredicates: Record<string, Predicate> = {
  largest: {
    forms: [form("files", "scope", "size")],
    example: '"a.md" in largest("**/*.md", lines)',
    means: "the files that tie for the largest",
    evaluate: (call, scene) => extreme(call, 1, measureOf(call, "bytes"), scene),
    set: (call, tell) => `files with the most ${measured(call, "bytes")} among ${tell.scope(call.args[0])}`,
  },
  smallest: {
    forms: [form("files", "scope", "size")],
    example: '"a.md" in smallest("**/*.md", bytes)',
    means: "the files that tie for the smallest",
    evaluate: (call, scene) => extreme(call, -1, measureOf(call, "bytes"), scene),
    set: (call, tell) => `files with the fewest ${measured(call, "bytes")} among ${tell.scope(call.args[0])}`,
  },
  newest: {
    forms: [form("files", "scope"), form("files", "scope", "time measure")],
    example: '"a.md" in newest("**/*.md")',
    means: "the files that were changed last",
    evaluate: (call, scene) => extreme(call, 1, "modified", scene),
    set: (call, tell) => `files changed last among ${tell.scope(call.args[0])}`,
  },
  oldest: {
    forms: [form("files", "scope"), form("files", "scope", "time measure")],
    example: '"a.md" in oldest("**/*.md")',
    means: "the files that were changed first",
    evaluate: (call, scene) => extreme(call, -1, "modified", scene),
    set: (call, tell) => `files changed first among ${tell.scope(call.args[0])}`,
  },
};

/** A file of the scope. `known`: its measure is exactly `low`; otherwise it lies anywhere. `sure`: it is in the scope. */
type Runner = { path: string; sure: boolean; known: boolean; low: number; high: number; ground: Ground[] };

function measureOf(call: Call, fallback: Measure): Measure {
  const argument = call.args[1];
  return argument?.is === "name" ? (argument.name as Measure) : fallback;
}

/** `sign` 1 seeks the most; -1 the least, by negating every measure. */
function extreme(call: Call, sign: 1 | -1, by: Measure, scene: Scene): Members | Unknown {
  const scope = scopeOf(call.args[0], scene);
  if (scope.is === "unknown") return scope;
  const everyone = [...scope.certain, ...scope.maybe];
  const waiting = awaits(scope.lacks);
  const lacks: Lack[] = [...scope.lacks];
  const runners = waiting ? [] : race(scope, everyone, sign, by, lacks, scene);
  if (waiting || awaits(lacks)) {
    const parts = { certain: [], maybe: everyone, open: scope.open, lacks, from: [scope.ground] };
    return members(call, "extreme", parts, scene);
  }
  return members(call, "extreme", { ...podium(runners, scope), lacks }, scene);
}

function race(scope: Members, everyone: string[], sign: 1 | -1, by: Measure, lacks: Lack[], scene: Scene): Runner[] {
  return everyone.map((path, index) => {
    const found = measure(path, by, scene);
    const sure = index < scope.certain.length;
    if ("is" in found) {
      lacks.push(...found.lacks);
      return { path, sure, known: false, low: -Infinity, high: Infinity, ground: [found.ground] };
    }
    const value = sign * found.value;
    return { path, sure, known: true, low: value, high: value, ground: found.sights };
  });
}

/**
 * A file is certainly among the first when it is certainly in the scope, its measure is known, and nothing else can
 * exceed it; it may be when no other certain file certainly exceeds it. Files that were not listed may exceed anything.
 */
function podium(runners: Runner[], scope: Members) {
  const [best, second] = runners.map(({ high }) => high).sort((left, right) => right - left);
  const bar = runners.reduce((low, runner) => (runner.sure ? Math.max(low, runner.low) : low), -Infinity);
  const winners = { certain: [] as string[], maybe: [] as string[], open: scope.open };
  const from: Ground[] = [scope.ground];
  const others: Ground[] = [];
  for (const runner of runners) {
    const rival = (runner.high === best ? second : best) ?? -Infinity;
    const leads = runner.high >= bar;
    const wins = runner.sure && runner.known && !scope.open && runner.low >= rival;
    (leads ? from : others).push(...runner.ground);
    if (wins) winners.certain.push(runner.path);
    else if (leads) winners.maybe.push(runner.path);
  }
  return { ...winners, from, others };
}

function measured(call: Call, fallback: string): string {
  const by = call.args[1]?.is === "name" ? call.args[1].name : fallback;
  return by === "modified" ? "recent time of change" : by;
}
