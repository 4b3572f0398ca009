import {
  type Asking,
  conclude,
  decline,
  type Found,
  fill,
  type Means,
  quote,
  type RecipeAnswer,
  startAsking,
  stated,
} from "./asking.ts";
import { data, type Matched, type Slot } from "./data.ts";
import { examined } from "./examine.ts";
import { type Filter, type Named, partsOf } from "./filter.ts";
import { type Filled, recipes } from "./recipes.ts";
import { isUnresolved, resolve, type Unresolved } from "./resolve.ts";

/**
 * Answers a question by the recipe that it matched: looks up its names, fills the hole, and proves the
 * claim that the answer asserts. Throws FOLDER_MISSING, and what `observe` and the signal throw.
 */
export async function runRecipe(matched: Matched, means: Means): Promise<RecipeAnswer> {
  const asking = await startAsking(matched, means);
  const linked = linkedIn(asking, means.only);
  if (linked === null) return declined(matched);
  if ("what" in linked) return await unresolved(asking, linked);
  const found = linked.several
    ? await ofSeveral(asking, linked.slots, linked.several)
    : await recipes[matched.id]!.run(asking, linked.slots as Filled);
  if (found === null) return declined(matched);
  if ("what" in found) return await unresolved(asking, found);
  const held = await examined(asking, linked.slots, found);
  return "say" in held ? await conclude(asking, held) : held;
}

function declined({ id }: Matched): RecipeAnswer {
  return decline(`Nothing in this folder fits the question as ${id} reads it.`);
}

type Slots = Record<string, Slot>;

/** A slot whose name several files have, and what it may be filled with. */
type Several = { slot: string; name: string; values: Slot[] };

/** Up to so many files of one name are answered for, each by itself. */
const few = 10;

/** The slots with what their names mean here; null where a folder stands where a file is asked for. */
function linkedIn(
  { matched, universe }: Asking,
  only: string | undefined,
): { slots: Slots; several: Several | null } | Unresolved | null {
  const { links } = recipes[matched.id]!;
  const slots: Slots = { ...matched.slots };
  const isOne = Object.values(links).filter((type) => type === "file").length === 1;
  let several: Several | null = null;
  for (const [name, type] of Object.entries(links)) {
    const slot = slots[name] as Filter & Named;
    const filter: Filter = type === "file" ? { file: slot } : slot;
    const resolved = resolve(filter, universe, data().kinds, type === "folders" ? "folders" : "files");
    const put = (is: Filter): Slot | undefined =>
      type === "files" ? narrowed(is, only) : type === "folders" ? is : "file" in is ? is.file.name : undefined;
    if (isUnresolved(resolved)) {
      const paths: string[] | null =
        "file" in filter && (type === "files" || (isOne && several === null)) ? fewOf(resolved) : null;
      if (paths === null) return resolved;
      several = { slot: name, name: resolved.named.name, values: paths.map((path) => put({ file: { name: path } })!) };
    } else {
      const value = put(resolved);
      if (value === undefined) return null;
      slots[name] = value;
    }
  }
  return { slots, several };
}

function fewOf({ what, meaning }: Unresolved): string[] | null {
  return what === "file" && meaning.is === "many" && meaning.paths.length <= few ? meaning.paths : null;
}

/** A filter within the files that match a glob. */
function narrowed(filter: Filter, only: string | undefined): Filter {
  return only === undefined ? filter : { and: [...partsOf(filter), { path: only }] };
}

/** Where several files have the name, each is answered for. */
async function ofSeveral(asking: Asking, slots: Slots, several: Several): Promise<Found> {
  const parts: Found[] = [];
  for (const value of several.values) {
    const part = await recipes[asking.matched.id]!.run(asking, { ...slots, [several.slot]: value } as Filled);
    if (part && !("what" in part)) parts.push(part);
  }
  return {
    say: fill(asking.language.say.several.file, { n: parts.length, name: several.name }),
    list: parts.flatMap(({ say, list = [] }) => [say, ...list.map((item) => `  ${item}`)]),
    claims: parts.flatMap(({ claims }) => claims),
    globs: parts.flatMap(({ globs }) => globs),
    undecided: parts.map(({ undecided }) => undecided).find(Boolean) ?? null,
  };
}

/** The answer where a name means nothing here, or several things. */
async function unresolved(asking: Asking, { what, named, meaning }: Unresolved): Promise<RecipeAnswer> {
  const { say } = asking.language;
  const { name } = named;
  if (meaning.is === "many") {
    const sentence = fill(say.several[what], { n: meaning.paths.length, name });
    const formal = meaning.paths.map((path) => `exists(${quote(path)})`).join(" and ");
    return await conclude(asking, stated(sentence, formal, { list: meaning.paths, stop: "clarify" }));
  }
  const isPath = /^[^/].*[^/]$|^[^/]$/.test(name) && !name.split("/").some((part) => /^\.{0,2}$/.test(part));
  const there = isPath ? await asking.judge(`exists(${quote(name)})`) : null;
  if (there?.verdict === "provable") {
    const sentence = fill(isIgnored(name, asking) ? say.ignored : say.aside, { name });
    return await conclude(asking, stated(sentence, `exists(${quote(name)})`));
  }
  if (!isPath || !/[./]/.test(name)) return decline(`${name} may be a word like any other.`);
  if (name.includes(" ") && !/["'`“”‘’«»„›‹]/.test(asking.matched.question))
    return decline(`${name} may be more than a name.`);
  const sentence = fill(say.missing, { name });
  const formal = `not exists(${quote(name)}) and ${meaning.formal}`;
  return await conclude(asking, stated(sentence, formal, { globs: ["**"] }));
}

/**
 * Whether it is an ignore file that leaves out a path that is there: what the whole listing misses, and is file or folder.
 * Links are not followed, what is in .git and .ergo is never listed, and pipes, sockets and devices hold no text.
 */
function isIgnored(path: string, { board, universe }: Asking): boolean {
  const entry = board.entry(path)?.seen;
  const plain = entry?.ok === true && (entry.kind === "file" || entry.kind === "directory");
  const reserved = path.split("/").some((part) => part === ".git" || part === ".ergo");
  return plain && !reserved && universe.skipped.length === 0 && ![...universe.files, ...universe.dirs].includes(path);
}
