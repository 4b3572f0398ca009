import type { Amount } from "../proof/predicate.ts";
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
import { average, modified, same, size, truth, versus } from "./facts.ts";
import { type Filter, type Measure, type Named, type Operator, partsOf } from "./filter.ts";
import { type Fullest, folders, fullest, holders } from "./folders.ts";
import { bounds, type Compared, gap, outweigh } from "./gaps.ts";
import { linesAt, type Stretch } from "./lines.ts";
import { type Comparing, isExtreme, rankFiles } from "./ranks.ts";
import { isUnresolved, resolve, type Unresolved } from "./resolve.ts";
import { allFiles, countFiles, groups, listFiles, more, twins } from "./sets.ts";
import { mentions, places, tally } from "./texts.ts";

/**
 * Answers a question by the recipe that it matched: looks at what the recipe needs, fills the hole, and proves the
 * claim that the answer asserts. Throws FOLDER_MISSING, and what `observe` and the signal throw.
 */
export async function runRecipe(matched: Matched, means: Means): Promise<RecipeAnswer> {
  const recipe = data().recipes.find(({ id }) => id === matched.id)!;
  const asking = await startAsking(matched, recipe, means);
  const slots: Record<string, Slot> = {};
  let several: Several | null = null;
  for (const [name, type] of Object.entries(recipe.slots)) {
    const slot = matched.slots[name] ?? (type === "files" && means.only !== undefined ? { and: [] } : undefined);
    if (slot === undefined) continue;
    if (type === "files" || type === "folders" || type === "claim") {
      const resolved = resolve(slot as Filter, asking.universe, data().kinds, type === "folders" ? "folders" : "files");
      const within = (filter: Filter) => (type === "files" ? narrowed(filter, means.only) : filter);
      if (!isUnresolved(resolved)) slots[name] = within(resolved);
      else if (type === "files" && "file" in (slot as Filter) && isFew(resolved))
        several = {
          slot: name,
          name: resolved.named.name,
          values: pathsOf(resolved).map((path) => within({ file: { name: path } })),
        };
      else return await unresolved(asking, resolved);
    } else slots[name] = slot;
  }
  const found =
    recipe.form === "find" ? await find(asking, matched.slots.file as Named) : await withFiles(asking, slots, several);
  if (found === null) return decline(`Nothing in this folder fits the question as ${recipe.id} reads it.`);
  if ("what" in found) return await unresolved(asking, found);
  const held = await examined(asking, slots, found);
  return "say" in held ? await conclude(asking, held) : held;
}

/** A slot whose name several files have, and what it may be filled with. */
type Several = { slot: string; name: string; values: Slot[] };

/** Up to so many files of one name are answered for, each by itself. */
const few = 10;

function isFew({ what, meaning }: Unresolved): boolean {
  return what === "file" && meaning.is === "many" && meaning.paths.length <= few;
}

function pathsOf({ meaning }: Unresolved): string[] {
  return meaning.is === "many" ? meaning.paths : [];
}

/** A filter within the files that match a glob. */
function narrowed(filter: Filter, only: string | undefined): Filter {
  return only === undefined ? filter : { and: [...partsOf(filter), { path: only }] };
}

/** Runs a form with the files that its slots name. Where several files have the name, each is answered for. */
async function withFiles(
  asking: Asking,
  slots: Record<string, Slot>,
  given: Several | null,
): Promise<Found | Unresolved | null> {
  const named = Object.entries(asking.recipe.slots).filter(([, type]) => type === "file");
  let several = given;
  for (const [slot] of named) {
    const resolved = resolve({ file: slots[slot] as Named }, asking.universe, data().kinds);
    if (!isUnresolved(resolved)) slots[slot] = (resolved as { file?: Named }).file?.name ?? "";
    else if (several === null && named.length === 1 && isFew(resolved))
      several = { slot, name: resolved.named.name, values: pathsOf(resolved) };
    else return resolved;
    if (slots[slot] === "") return null;
  }
  if (several === null) return await form(asking, slots);
  const parts: Found[] = [];
  for (const value of several.values) {
    const part = await form(asking, { ...slots, [several.slot]: value });
    if (part) parts.push(part);
  }
  return {
    say: fill(asking.language.say.several.file, { n: parts.length, name: several.name }),
    list: parts.flatMap(({ say, list = [] }) => [say, ...list.map((item) => `  ${item}`)]),
    claims: parts.flatMap(({ claims }) => claims),
    globs: parts.flatMap(({ globs }) => globs),
    undecided: parts.map(({ undecided }) => undecided).find(Boolean) ?? null,
  };
}

async function form(asking: Asking, slots: Record<string, Slot>): Promise<Found | null> {
  const files = (slots.files ?? { and: [] }) as Filter;
  const run = forms[asking.recipe.form];
  if (!run) throw new Error(`the recipe ${asking.recipe.id} has the unknown form ${asking.recipe.form}`);
  return await run(asking, { ...slots, files } as Filled);
}

/** The slots of all recipes, each as its recipes fill it. */
type Filled = {
  files: Filter;
  claim: Filter;
  folders: Filter;
  text: Filter;
  file: string;
  one: Filter & string;
  other: Filter & string;
  rank: Comparing;
  by?: Measure;
  count?: number;
  nth?: number;
  asked: string;
  unit: string;
  bound: [by: Compared, operator: Operator, n: number];
  lines: Stretch;
  edge?: "some" | "none";
  measure: Amount;
};

const forms: Record<string, (asking: Asking, slots: Filled) => Promise<Found | null>> = {
  count: (asking, { files }) => countFiles(asking, files),
  list: (asking, { files }) => listFiles(asking, files),
  any: (asking, { files }) => listFiles(asking, files),
  all: (asking, { files, claim }) => allFiles(asking, files, claim),
  twins: (asking, { files }) => twins(asking, files),
  groups: (asking, { files }) => groups(asking, files),
  more: (asking, { one, other, asked }) => more(asking, one, other, asked),
  folders: (asking, slots) => folders(asking, slots.folders),
  fullest: (asking, slots) => fullest(asking, slots as Fullest),
  rank,
  mentions: (asking, { text, files, unit }) => mentions(asking, text, files, unit),
  tally: (asking, { text, files, unit }) => tally(asking, text, files, unit),
  places: (asking, { text, files }) => places(asking, text, files),
  size: (asking, { files, measure }) => size(asking, files, measure),
  line: (asking, { file, lines }) => linesAt(asking, file, lines),
  gap: (asking, { one, other, measure }) => gap(asking, one, other, measure),
  outweigh: (asking, { one, other, rank }) => outweigh(asking, one, other, rank),
  bounds: (asking, { files, bound }) => bounds(asking, files, bound),
  holders: (asking, { folders, files, edge }) => holders(asking, folders, files, edge === "none" ? "none" : "some"),
  extreme: (asking, { file, files, rank }) => isExtreme(asking, file, files, rank),
  average: (asking, { files, measure }) => average(asking, files, measure),
  modified: (asking, { file }) => modified(asking, file),
  truth: (asking, { file, text }) => truth(asking, file, text),
  versus: (asking, slots) => versus(asking, slots.one, slots.other, slots.rank),
  same: (asking, { one, other }) => same(asking, one, other),
};

/** So many files are shown where a question asks for several without saying how many. */
const several = 5;

async function rank(asking: Asking, { files, rank, by = rank.by, count, nth }: Filled): Promise<Found | null> {
  if (count === 0 || nth === 0) return null;
  const wanted = count ?? (nth === undefined && asksSeveral(asking) ? several : null);
  return await rankFiles(asking, files, { ...rank, by }, wanted, nth ?? null);
}

/** Whether the words ask for more than one, where the pattern that they fit leaves that open. */
function asksSeveral({ language: { several }, matched: { question } }: Asking): boolean {
  if (!several) return false;
  const isOne = new RegExp(several.one, "iu").test(question);
  const rest = question.toLowerCase().replace(new RegExp(several.without, "gu"), "");
  return !isOne && new RegExp(several.many, "u").test(rest);
}

/** Whether there is a file, or else a folder, of a name, and where. */
async function find(asking: Asking, named: Named): Promise<Found | Unresolved> {
  const say = asking.says;
  const resolved = resolve({ file: named }, asking.universe, data().kinds);
  if (!isUnresolved(resolved)) {
    const path = "file" in resolved ? resolved.file.name : (resolved as { in: Named }).in.name;
    const sentence = fill(say.yes, { path: "file" in resolved ? path : `${path}/` });
    return stated(sentence, `exists(${quote(path)})`);
  }
  if (resolved.meaning.is !== "many" || resolved.what === "folder") return resolved;
  const { paths } = resolved.meaning;
  const sentence = fill(say.many, { n: paths.length, name: named.name });
  return stated(sentence, paths.map((path) => `exists(${quote(path)})`).join(" and "), { list: paths });
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
  const sentence = fill(say.missing[what], { name });
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
