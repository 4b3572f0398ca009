import type { Call } from "../core/claim.ts";
import { isSource } from "../core/declaration.ts";
import { isOfSort, type LinkSort, tellsSort } from "../core/linked.ts";
import type { Ground } from "./ground.ts";
import { blinded, unseen } from "./lack.ts";
import { byCodeUnit } from "./listing.ts";
import { members, scopeOf } from "./members.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { type Scene, textOf } from "./scene.ts";
import type { Lack, Members, Unknown } from "./value.ts";

/** What imports of a sort name. */
export const modulePredicates: Record<string, Predicate> = {
  modules: {
    forms: [form("names", "scope", "import")],
    example: '"react" in modules("src/**", "package")',
    means:
      "the modules, as they are written, that source files import: what comes with the language (builtin), packages of others (package), files of the folder (own), for types alone (types) or not (runtime), within a function (late), to export what they take (again)",
    evaluate: modules,
    set: (call, tell) => `modules of the sort ${name(call.args[1])} that ${tell.scope(call.args[0])} import`,
  },
};

/** The modules of a sort that files import; open where one of them may import more than it says. */
function modules(call: Call, scene: Scene): Members | Unknown {
  const scope = scopeOf(call.args[0], scene);
  if (scope.is === "unknown") return scope;
  const sort = textOf(call.args[1], scene) as LinkSort;
  const lacks: Lack[] = [...scope.lacks];
  const others: Ground[] = [];
  const [certain, maybe] = [new Set<string>(), new Set<string>()];
  const look = (path: string, into: Set<string>) => {
    const observation = scene.board.links(path);
    if (!observation) return lacks.push(...unseen({ see: "links", path }).lacks);
    if (!observation.seen.ok) return lacks.push(...blinded(observation).lacks);
    others.push({ seen: observation });
    const { language, links, open } = observation.seen;
    for (const { line, because } of open) lacks.push({ is: "void", message: `${path} ${because} (line ${line})` });
    if (!tellsSort(language, sort) && links.length > 0)
      lacks.push({ is: "void", message: `${path} does not write down which imports are so` });
    for (const link of links) if (isOfSort(link, sort)) into.add(link.module);
    return;
  };
  for (const path of scope.certain) if (isSource(path)) look(path, certain);
  for (const path of scope.maybe) if (isSource(path)) look(path, maybe);
  const sorted = (all: Iterable<string>) => [...all].sort(byCodeUnit);
  return members(
    call,
    "names",
    {
      certain: sorted(certain),
      maybe: sorted(maybe).filter((each) => !certain.has(each)),
      open: scope.open || lacks.length > scope.lacks.length,
      lacks,
      from: [scope.ground],
      others,
    },
    scene,
  );
}
