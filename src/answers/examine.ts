import { call } from "../proof/build.ts";
import { groundsOf, isNone, isVacuous } from "./accept.ts";
import { type Asking, asMembers, decline, type Found, fill, type RecipeAnswer, stated } from "./asking.ts";
import { data, type Matched, type Slot } from "./data.ts";
import { nounOf } from "./describe.ts";
import { type Filter, partsOf } from "./filter.ts";
import { recipes } from "./recipes.ts";
import { scopeOf } from "./scope.ts";

/**
 * What was found as it may be said: a claim that nothing was found is accepted only over files that were looked at, and a sort of files
 * without the word for files ("images") only where there are some; what is not accepted is left to the texts (`declined`).
 */
export async function examined(
  asking: Asking,
  slots: Record<string, Slot>,
  given: Found,
): Promise<Found | RecipeAnswer> {
  const { matched, language } = asking;
  const isOpen = given.claims.some(({ formal }) => isVacuous(formal));
  const found = isOpen ? { ...given, say: language.say.noneSeen, claims: [] } : given;
  const isOfFiles = language.say.file.some((word) => matched.question.toLowerCase().includes(word.toLowerCase()));
  for (const part of isOfFiles ? [] : leavesOf(slots, matched))
    if ("kind" in part && !(await isThere(asking, part))) return decline(`No file here is what "${part.kind}" names.`);
  const [first] = found.claims;
  if (first !== undefined && isNone(first.formal))
    for (const glob of groundsOf(first.formal))
      if (asking.universe.files.length > 0 && (await membersOf(asking, glob)) === 0) return vacant(asking, slots, glob);
  return await dated(asking, slots, found);
}

/** Whether the folder has what a part of a reading names. */
async function isThere(asking: Asking, part: Filter): Promise<boolean> {
  const { term } = scopeOf(part, { universe: asking.universe, kinds: data().kinds });
  return asMembers(await asking.value(term)).certain.length > 0;
}

async function membersOf(asking: Asking, glob: string): Promise<number> {
  return asMembers(await asking.value(call("files", glob))).certain.length;
}

/** That there are no files among which something could be: what was asked of them is not answered by that. */
function vacant({ language, universe }: Asking, slots: Record<string, Slot>, glob: string) {
  const { kinds } = data();
  const chosen = partsOf((slots.files ?? { and: [] }) as Filter).filter(
    (part) => "kind" in part || "name" in part || "in" in part || "path" in part || "shallow" in part,
  );
  if (chosen.length === 0) return decline("There is no file here in which it could be looked for.");
  const filter: Filter = chosen.length === 1 ? chosen[0]! : { and: chosen };
  const sentence = fill(language.recipes["count-files"]!.none, nounOf(filter, { say: language.say, kinds }));
  const formal = `${scopeOf(filter, { universe, kinds }).term} = 0`;
  const found: Found = stated(sentence, formal, { globs: [glob], stop: "not_found" });
  return found;
}

/** With a word on what it goes by, where it goes by the times of files in a repository that has a history. */
async function dated(asking: Asking, slots: Record<string, Slot>, found: Found): Promise<Found> {
  if (!isTimed(slots, asking.matched)) return found;
  const { verdict } = await asking.judge('exists(".git")');
  if (verdict !== "provable") return found;
  const say = found.say.replace(/ ?[.:]?$/, (end) => ` (${asking.language.say.fileTimes})${end}`);
  return { ...found, say };
}

/** Whether a reading goes by when files were changed. */
function isTimed(slots: Record<string, Slot>, matched: Matched): boolean {
  const { rank } = slots as { rank?: { by?: string } };
  return (
    matched.id === "modified" || rank?.by === "modified" || leavesOf(slots, matched).some((part) => "time" in part)
  );
}

/** All that a reading says of files and folders, part by part. */
function leavesOf(slots: Record<string, Slot>, { id }: Matched): Filter[] {
  const named = Object.entries(recipes[id]!.links).filter(([, type]) => type !== "file");
  return named.flatMap(([name]) => (slots[name] === undefined ? [] : leavesIn(slots[name] as Filter)));
}

function leavesIn(filter: Filter): Filter[] {
  if ("and" in filter) return filter.and.flatMap(leavesIn);
  if ("or" in filter) return filter.or.flatMap(leavesIn);
  return "not" in filter ? leavesIn(filter.not) : [filter];
}
