import type { Call } from "../core/claim.ts";
import { isSource } from "../core/declaration.ts";
import type { Ground } from "./ground.ts";
import { blinded, unseen } from "./lack.ts";
import { members, scopeOf } from "./members.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { type Scene, textOf } from "./scene.ts";
import { type Lack, type Members, stringTerm, type Unknown } from "./value.ts";

/** The places of calls. */
export const sitePredicates: Record<string, Predicate> = {
  sites: {
    forms: [form("names", "text"), form("names", "text", "scope")],
    example: '"src/a.ts:12 in main" in sites("parse", "src/**")',
    means:
      "the calls that source files write with the name, each by its file and line, and the function around it where there is one",
    evaluate: sites,
    set: (call, tell) =>
      `calls of ${name(call.args[0])}${call.args[1] ? ` in ${tell.scope(call.args[1])}` : ""}, by their places`,
  },
};

/** Each call of a name; open where a file may call it in a way that is not written down. */
function sites(call: Call, scene: Scene): Members | Unknown {
  const wanted = textOf(call.args[0], scene);
  const scope = scopeOf(call.args[1] ?? stringTerm("**"), scene);
  if (scope.is === "unknown") return scope;
  const lacks: Lack[] = [...scope.lacks];
  const others: Ground[] = [];
  const found = { certain: [] as string[], maybe: [] as string[] };
  const look = (path: string, into: string[]) => {
    const observation = scene.board.calls(path, wanted);
    if (!observation) return lacks.push(...unseen({ see: "calls", path, name: wanted }).lacks);
    if (!observation.seen.ok) return lacks.push(...blinded(observation).lacks);
    others.push({ seen: observation });
    const { calls, mentions, open } = observation.seen;
    for (const { line, within } of calls) into.push(`${path}:${line}${within === null ? "" : ` in ${within}`}`);
    for (const { line, because } of open) lacks.push({ is: "void", message: `${path} ${because} (line ${line})` });
    if (mentions) lacks.push({ is: "void", message: `${path} names ${wanted} other than by calling it` });
    return;
  };
  for (const path of scope.certain) if (isSource(path)) look(path, found.certain);
  for (const path of scope.maybe) if (isSource(path)) look(path, found.maybe);
  const open = scope.open || lacks.length > scope.lacks.length;
  return members(call, "names", { ...found, open, lacks, from: [scope.ground], others }, scene);
}
