import { type Change, type FoldersQuestion, release, scopeIn } from "../../../code/ask/folders.ts";
import type { Draft } from "../../../core/answer.ts";
import type { Call, Claim, Name } from "../../../core/claim.ts";
import { isSource } from "../../../core/declaration.ts";
import { escapePattern } from "../../../core/escape.ts";
import { compileGlob } from "../../../core/glob.ts";
import { blank } from "../../../engines/state.ts";
import { filesIn, isNarrow } from "../../../language/files.ts";
import { namesIn } from "../../../language/part.ts";
import { call, equals, every, member } from "../../../proof/build.ts";
import type { Said } from "../conclude.ts";
import { knownMembers, knownNumber } from "../known.ts";
import { grownFiles } from "./grown.ts";
import { functionsOf, type Look, numbered } from "./look.ts";
import { scoped } from "./scope.ts";
import { below, concludedOf, type Two } from "./two.ts";

/** Paths that are told in a sentence; beyond them they are listed. */
const most = 12;

/** How two folders that a question names differ: by the names of their files, by contents, by the lines of a file, by the functions of one. */
export async function folders(look: Look, asked: FoldersQuestion): Promise<Draft> {
  const pair = pairIn(look, asked);
  if (pair === null) return blank("no_plan", "The question names no two folders that are here.");
  const [first, second] = isTurned(pair, asked) ? [pair[1], pair[0]] : pair;
  // A folder that is called so asks for nothing new.
  const isCalled = asked.isFresh && asked.parts.some((part) => part.sort === "fresh" && pair.includes(part.text));
  const changes = isCalled ? asked.changes.filter((change) => change !== "added") : asked.changes;
  const two: Two = { look, first, second, wanted: null, scope: "" };
  const file = fileIn(two);
  // What is said of them besides is told by nothing here.
  if ((asked.of === "function" || file !== null) && !isPlain(two, asked, file)) return other;
  if (asked.of === "function") {
    if (!changes.includes("added") && !changes.includes("removed")) return other;
    return file === null ? await ofType(two, changes) : await ofFile(two, file, changes);
  }
  if (file !== null) return changes.length === 0 || asked.of === "lines" ? await linesOf(two, file) : other;
  if (asked.of === "lines" && asked.grown === null) return other;
  const meant = scopeOf(two, asked);
  if (meant === null) return other;
  return asked.grown === null ? await filesOf(meant, changes) : await grownFiles(meant, asked.grown);
}

const other = blank("no_plan", "It asks for more of two folders than what their files are.");

/** The two folders that a question names by their paths, or by a release or a word that is in the name of one alone; else the only two. */
function pairIn({ words, universe }: Look, { isBoth, parts }: FoldersQuestion): [string, string] | null {
  const { dirs } = universe;
  const top = dirs.filter((dir) => !dir.includes("/"));
  const said = [...words, ...parts.flatMap((part) => (part.sort === "fresh" ? [part.text] : []))];
  const found = said.flatMap((word) => {
    const path = word.replace(/^\.\//, "").replace(/\/$/, "");
    if (dirs.includes(path)) return [path];
    if (!release.test(path)) return [];
    const version = new RegExp(`(?<![\\d.])${escapePattern(path.replace(/^v/, ""))}(?!\\.?\\d)`);
    const held = top.filter((name) => version.test(name));
    return held.length === 1 ? held : [];
  });
  const pair = [...new Set(found)];
  const two = pair.length === 0 && isBoth && top.length === 2 ? top : pair;
  if (two.length !== 2 || two.some((dir) => two.some((other) => other.startsWith(`${dir}/`)))) return null;
  return two as [string, string];
}

/** Whether what is named first is the later: by the words between, else by the releases that both are called by. */
function isTurned([one, other]: [string, string], { first }: FoldersQuestion): boolean {
  if (first !== null) return first === "after";
  const [a, b] = [releaseOf(one), releaseOf(other)];
  if (a === null || b === null || a.name !== b.name) return false;
  const order = a.number.localeCompare(b.number, "en", { numeric: true });
  // What is yet to be released comes before: "1.0-rc.1" before "1.0".
  return order !== 0 ? order > 0 : a.stage === "" || (b.stage !== "" && a.stage > b.stage);
}

/** The name of a folder, and the release at its end. */
function releaseOf(dir: string): { name: string; number: string; stage: string } | null {
  const [, name, number, stage = ""] =
    /^(.*?)v?(\d+(?:\.\d+)*)(?:-?((?:alpha|beta|rc|pre|dev)[\w.]*))?$/i.exec(dir) ?? [];
  return name === undefined || number === undefined ? null : { name, number, stage };
}

/** Whether a name is one of both folders, or of what both are called by. */
function isSide({ first, second }: Two, name: string): boolean {
  const bare = name
    .toLowerCase()
    .replace(/^v(?=\d)/, "")
    .replace(/\/$/, "");
  return `${first} ${second}`.toLowerCase().includes(bare);
}

/** Whether a question names no more than the folders, and a file or a type in both: what is written as a type may be one. */
function isPlain(two: Two, { parts }: FoldersQuestion, file: string | null): boolean {
  const isOf = ({ text }: { text: string }) => file !== null && `/${file}`.endsWith(`/${text}`);
  return namesIn(parts).every((name) => isSide(two, name.text) || isOf(name) || /^\p{Lu}/u.test(name.text));
}

/** The same over the files that a question narrows it to; null where what it names is not below both. */
function scopeOf(two: Two, asked: FoldersQuestion): Two | null {
  const { look, first, second } = two;
  const isPlace = (name: string) => name.endsWith("/") && ![first, second].includes(name.slice(0, -1));
  const files = filesIn(scopeIn(asked, (name) => isSide(two, name) && !isPlace(name)));
  if (files === null || files.own !== null) return null;
  if (!isNarrow(files) && !files.direct && files.not.kinds.length + files.not.names.length === 0) return two;
  const universe = { ...look.universe, files: below(two, "files"), dirs: below(two, "dirs") };
  const here = scoped({ ...look, universe, asking: { ...look.asking, only: "**" } }, files);
  if (here === null) return null;
  const { matches } = compileGlob(here.glob);
  const out = [...files.not.kinds, ...files.not.names];
  const scope = [...files.kinds, ...files.places, ...out.map((each) => `no ${each}`)].join(", ");
  return { ...two, scope, wanted: (path) => matches(path) && here.wanted?.(path) !== false };
}

/** The file that a question names by its path below both folders, or below one. */
function fileIn(two: Two): string | null {
  const files = below(two, "files");
  for (const word of two.look.words) {
    if (!/[\w-]\.\w+$/.test(word) && !files.includes(word)) continue;
    const found = files.filter((file) => file === word || file.endsWith(`/${word}`));
    const exact = found.filter((file) => file === word);
    if (exact.length === 1 || found.length === 1) return exact[0] ?? found[0]!;
  }
  return null;
}

/** Which files are added, gone and changed, as far as they are asked for. */
async function filesOf(two: Two, changes: readonly Change[]): Promise<Draft> {
  const { first, second } = two;
  const names = changes.includes("added") || changes.includes("removed");
  const isAll = changes.length === 0;
  const rows = [
    {
      asked: isAll || changes.includes("added"),
      set: call("added", first, second),
      verb: "added",
      what: `${second} has and ${first} lacks`,
    },
    {
      asked: isAll || changes.includes("removed"),
      set: call("added", second, first),
      verb: "removed",
      what: `${first} has and ${second} lacks`,
    },
    {
      asked: isAll || (changes.includes("differs") && !names),
      set: call("changed", first, second),
      verb: "changed",
      what: `differ between ${first} and ${second}`,
    },
  ];
  const said: Said[] = [];
  const list: string[] = [];
  for (const { asked, set, verb, what } of rows) {
    if (!asked) continue;
    const all = await knownMembers(set, two.look);
    if (all === null) return blank("no_plan", "Not every file of both folders can be seen.");
    const found = two.wanted ? all.filter(two.wanted) : all;
    said.push(told({ found, all, scope: two.scope }, set, verb, what));
    if (found.length > most) list.push(...found.map((path) => `${verb}: ${path}`));
  }
  return await concludedOf(two, said, list);
}

type Found = { found: string[]; all: string[]; scope: string };

/** What is said of the files that are meant; the claim is of all, of which they are chosen by their names. */
function told({ found, all, scope }: Found, set: Call, verb: string, what: string): Said {
  const claim = every([equals(set, all.length), ...all.map((path) => member(path, set))]);
  const of = scope === "" ? "" : ` among ${scope}`;
  if (found.length === 0) return { text: `No files were ${verb}${of}: there are none that ${what}.`, claim };
  const names = found.length > most ? "" : `: ${found.join(", ")}`;
  const one = found.length === 1 ? "was" : "were";
  return { text: `${numbered(found.length, "file")} ${one} ${verb}${of} (${what})${names}.`, claim };
}

/** By how many lines a file is longer in one folder than in the other. */
async function linesOf(two: Two, file: string): Promise<Draft> {
  const { look, first, second } = two;
  const paths = [`${first}/${file}`, `${second}/${file}`];
  const before = await knownNumber(call("lines", paths[0]!), look);
  const after = await knownNumber(call("lines", paths[1]!), look);
  if (before === null || after === null) return blank("no_plan", `${file} can't be read in both folders.`);
  const claims: Claim[] = [equals(call("lines", paths[0]!), before), equals(call("lines", paths[1]!), after)];
  if (before === after) {
    const changed = call("changed", first, second);
    const differs = (await knownMembers(changed, look))?.includes(file) ?? false;
    const text = `${file} has ${numbered(before, "line")} in both${differs ? ", though its contents differ" : ""}.`;
    if (differs) claims.push(member(file, changed));
    return await concludedOf(two, [{ text, claim: every(claims) }]);
  }
  const by = Math.abs(after - before);
  claims.push(equals(call("value", `${Math.max(before, after)} - ${Math.min(before, after)}`), by));
  const text = `${file} ${after > before ? "grew" : "shrank"} by ${numbered(by, "line")}, from ${before} (${first}) to ${after} (${second}).`;
  return await concludedOf(two, [{ text, claim: every(claims) }]);
}

/** The functions of the type that a question names, in the file of both folders that declares it. */
async function ofType(two: Two, changes: readonly Change[]): Promise<Draft> {
  const { look, first, second } = two;
  const within = (dir: string) => look.universe.files.filter((file) => file.startsWith(`${dir}/`) && isSource(file));
  const types = (await functionsOf(look, [...within(first), ...within(second)])).flatMap(({ path, facts }) =>
    facts.types.map(({ name }) => ({ name, path })),
  );
  for (const word of look.words) {
    const found = types.filter(({ name }) => name === word);
    const files = [
      ...new Set(found.map(({ path }) => path.slice((path.startsWith(`${first}/`) ? first : second).length + 1))),
    ];
    const written = files.filter((file) => !file.endsWith(".d.ts"));
    if (written.length === 1) return await functionsIn(two, written[0]!, { type: word, changes });
  }
  return blank("no_plan", "The question names no type that is declared in one file of both folders.");
}

/** The functions of a file, or of the type in it that a question names. */
async function ofFile(two: Two, file: string, changes: readonly Change[]): Promise<Draft> {
  const { look, first, second } = two;
  const seen = await functionsOf(look, [`${first}/${file}`, `${second}/${file}`]);
  const types = new Set(seen.flatMap(({ facts }) => facts.types.map(({ name }) => name)));
  return await functionsIn(two, file, { type: look.words.find((word) => types.has(word)) ?? null, changes });
}

const x: Name = { is: "name", name: "x", at: 0 };

type OfFile = { type: string | null; changes: readonly Change[] };

async function functionsIn(two: Two, file: string, { type, changes }: OfFile): Promise<Draft> {
  const { first, second } = two;
  const set = (dir: string) =>
    type === null ? call("functions", `${dir}/${file}`) : call("functions", `${dir}/${file}`, type);
  const [before, after] = [await knownMembers(set(first), two.look), await knownMembers(set(second), two.look)];
  if (before === null || after === null) return blank("no_plan", `${file} can't be read in both folders.`);
  const isAll = changes.includes("added") === changes.includes("removed");
  const of = type === null ? file : `${type} in ${file}`;
  const rows = [
    {
      wanted: isAll || changes.includes("added"),
      one: set(second),
      other: set(first),
      verb: "new",
      found: after.filter((name) => !before.includes(name)),
    },
    {
      wanted: isAll || changes.includes("removed"),
      one: set(first),
      other: set(second),
      verb: "gone",
      found: before.filter((name) => !after.includes(name)),
    },
  ];
  const said = rows
    .filter(({ wanted }) => wanted)
    .map(({ one, other, verb, found }): Said => {
      const fresh = call("where", x, one, { is: "not", part: { is: "in", item: x, set: other, at: 0 }, at: 0 });
      const names = found.length === 0 ? "" : `: ${found.join(", ")}`;
      const text = `${found.length === 0 ? "No function is" : found.length === 1 ? "1 function is" : `${found.length} functions are`} ${verb} in ${of} from ${first} to ${second}${names}.`;
      return { text, claim: every([equals(fresh, found.length), ...found.map((name) => member(name, fresh))]) };
    });
  return await concludedOf(two, said);
}
