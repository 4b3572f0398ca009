import type { Call, Claim } from "../core/claim.ts";
import type { HistoryFacts } from "../core/project.ts";
import { blinded, unseen, valueless } from "./lack.ts";
import { byCodeUnit } from "./listing.ts";
import { members } from "./members.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { ground, pathOf, type Scene } from "./scene.ts";
import { statement } from "./statement.ts";
import type { Lack, Quantity, Unknown, Value } from "./value.ts";

/** What the history of the folder tells of a file, by the path that it has now. */
export const historyPredicates: Record<string, Predicate> = {
  authors: {
    forms: [form("names", "file")],
    example: '"Ada" in authors("src/a.ts")',
    means:
      "who changed the file, by the commits of the repository that touch its present path; without a history nothing is said, and where it was renamed there may be others",
    evaluate(call, scene) {
      const found = commitsOf(call, scene);
      if ("is" in found) return found;
      const certain = [...new Set(found.commits.map(({ author }) => author))].sort(byCodeUnit);
      const { lacks } = found;
      const parts = { certain, maybe: [], open: lacks.length > 0, lacks, from: [found.ground] };
      return members(call, "names", parts, scene);
    },
    set: (call) => `authors of ${name(call.args[0])}`,
  },
  churn: {
    forms: [form("number", "file")],
    example: 'churn("src/a.ts") >= 3',
    means:
      "how many commits of the repository changed the file at its present path; without a history nothing is said, and where it was renamed there may be more",
    evaluate: churn,
    noun: (call) => `the number of commits that changed ${name(call.args[0])}`,
  },
};

/** The commits that changed a file; `lacks`: why there may be more. */
function commitsOf(call: Call, scene: Scene) {
  const path = pathOf(call.args[0], scene);
  const observation = scene.board.history();
  if (!observation) return unseen({ see: "history", path: "." });
  if (!observation.seen.ok) return blinded(observation);
  const { commits, whole, because }: HistoryFacts = observation.seen;
  if (because !== null) return { ...valueless(because), ground: { seen: observation } } satisfies Unknown;
  const lacks: Lack[] = whole ? [] : [{ is: "void", message: "the history was not read whole" }];
  const before = renaming(path, observation.seen);
  if (before !== null) lacks.push({ is: "void", message: before });
  return { commits: commits.filter(({ files }) => files.includes(path)), lacks, ground: { seen: observation } };
}

/** That a file was renamed, so that its history by the path that it has now is not all of it; null where it was not. Pure. */
export function renaming(path: string, { commits }: HistoryFacts): string | null {
  for (const { hash, renamed = [] } of commits) {
    const found = renamed.find(({ to }) => to === path);
    if (found) return `${path} was ${found.from} before ${hash.slice(0, 10)}, and only its present path is looked at`;
  }
  return null;
}

function churn(call: Call, scene: Scene): Value {
  const found = commitsOf(call, scene);
  if ("is" in found) return found;
  const { commits, lacks, ground: seen } = found;
  const made: Quantity = {
    is: "number",
    low: commits.length,
    high: lacks.length > 0 ? Number.POSITIVE_INFINITY : commits.length,
    lacks,
    ground: { rule: "observe", from: [seen], others: [], gives: () => statement(ground(call, scene), made) as Claim },
  };
  return made;
}
