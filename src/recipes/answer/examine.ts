import { doubtful, groundsOf, inQuotes, isNone, isVacuous, loosely, nameIn } from "../accept.ts";
import { data } from "../data.ts";
import { type Filter, partsOf } from "../filter.ts";
import { isTimed, type Node, nodesOf } from "../nodes.ts";
import type { Slot } from "../slots.ts";
import { tokenize } from "../tokens.ts";
import { type Asking, asMembers, call, decline, type Found, fill, type RecipeAnswer, stated, text } from "./asking.ts";
import { nounOf } from "./describe.ts";
import { scopeOf } from "./scope.ts";

/**
 * What was found as it may be said: where the reading is not accepted, the folder decides between what is missing, which is said,
 * and another question, which is left to the texts (`declined`, with the question that may have been `meant`).
 */
export async function examined(
  asking: Asking,
  slots: Record<string, Slot>,
  given: Found,
): Promise<Found | RecipeAnswer> {
  const { matched, recipe, language } = asking;
  const isOpen = given.claims.some(({ formal }) => isVacuous(formal));
  const found = isOpen ? { ...given, say: language.say.noneSeen, claims: [] } : given;
  const tokens = tokenize(matched.question, language.words);
  const nodes = nodesOf(slots, recipe.slots);
  const [first] = found.claims;
  const none = isOpen || (first !== undefined && isNone(first.formal));
  for (const kind of loosely(nodes, tokens, language))
    if (!(await isThere(asking, { kind }))) return decline(`No file here is what "${kind}" names.`);
  const near = none ? nearIn(asking, nodes) : null;
  if (near) {
    const meant = near.paths.slice(0, 3).map((path) => matched.question.replace(near.name, () => `"${path}"`));
    return { ...decline(`What is here is ${near.paths.join(", ")}.`), meant };
  }
  const unknown: string[] = [];
  for (const part of doubtful(nodes, tokens, { isNone: none }))
    if (!(await isThere(asking, part))) unknown.push(nameIn(part)!);
  if (unknown.length > 0) {
    const meant = inQuotes(matched.question, unknown, tokens);
    return {
      ...decline(`Nothing here is named ${unknown.join(", ")}.`),
      ...(meant === null ? {} : { meant: [meant] }),
    };
  }
  if (none && first)
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
  return asMembers(await asking.value(call("files", text(glob)))).certain.length;
}

/** A name of a module with its parts apart, as Python and Rust write them too. */
const slashed = (module: string) => `/${module.replace(/::|\./g, "/")}/`;

/** Modules of which the name that was asked for is a part, where none has it in full: "mousetrap" of "github.com/spf13/mousetrap". */
function nearIn({ board, universe }: Asking, nodes: readonly Node[]): { name: string; paths: string[] } | null {
  for (const { part } of nodes) {
    if (!("imports" in part) || part.imports.startsWith(".")) continue;
    const name = part.imports;
    const seen = universe.files.map((path) => board.code(path)?.seen);
    const modules = new Set(seen.flatMap((one) => (one?.ok ? one.imports.map(({ module }) => module) : [])));
    const paths = [...modules].filter((module) => slashed(module).includes(slashed(name)));
    if (paths.length > 0) return { name, paths };
  }
  return null;
}

/** That there are no files among which something could be: what was asked of them is not answered by that. */
function vacant({ asked: _, language, universe }: Asking, slots: Record<string, Slot>, glob: string) {
  const { kinds } = data();
  const chosen = partsOf((slots.files ?? { and: [] }) as Filter).filter(
    (part) => "kind" in part || "name" in part || "in" in part || "path" in part || "shallow" in part,
  );
  if (chosen.length === 0) return decline("There is no file here in which it could be looked for.");
  const filter: Filter = chosen.length === 1 ? chosen[0]! : { and: chosen };
  const sentence = fill(language.recipes["count-files"]!.say.none, nounOf(filter, { say: language.say, kinds }));
  const formal = `${scopeOf(filter, { universe, kinds }).term} = 0`;
  const found: Found = stated(sentence, formal, { globs: [glob], stop: "not_found" });
  return found;
}

/** With a word on what it goes by, where it goes by the times of files in a repository that has a history. */
async function dated(asking: Asking, slots: Record<string, Slot>, found: Found): Promise<Found> {
  if (!isTimed(slots, asking.recipe)) return found;
  const { verdict } = await asking.judge('exists(".git")');
  if (verdict !== "provable") return found;
  const say = found.say.replace(/ ?[.:]?$/, (end) => ` (${asking.language.say.fileTimes})${end}`);
  return { ...found, say };
}
