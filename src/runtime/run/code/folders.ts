import type { Draft } from "../../../core/answer.ts";
import type { Call, Claim, Name } from "../../../core/claim.ts";
import { isSource } from "../../../core/declaration.ts";
import { blank } from "../../../engines/state.ts";
import { isName, type Part, type Phrasebook, partsOf, readTable } from "../../../language/part.ts";
import { concluded, type Said } from "../conclude.ts";
import { knownMembers, knownNumber } from "../known.ts";
import { call, counted, equals, every, functionsOf, type Look, member } from "./look.ts";

type Asked = { look: Look; parts: ReadonlySet<string> };
/** Two folders, what is older first, and what is said of them. */
type Two = { look: Look; first: string; second: string; parts: ReadonlySet<string> };

/** Paths that are told in a sentence; beyond them they are listed. */
const most = 12;

/** How two folders that a question names differ: by the names of their files, by contents, by the lines of a file, by the functions of one. */
export async function folders({ look, parts }: Asked): Promise<Draft> {
  const named = pairIn(look);
  if (named === null) return blank("no_plan", "The question names no two folders that are here.");
  const asked = partsOf(look.question, table());
  // A folder that is called so asks for nothing new.
  const isFresh = look.words.some((word) => table().get(word)?.sort === "fresh" && named.includes(word));
  const [first, second] = isLater(named, asked) ? [named[1], named[0]] : named;
  const two = { look, first, second, parts: new Set([...parts].filter((each) => each !== "added" || !isFresh)) };
  const file = fileIn(two);
  const isBare = saysNoMore(two, file, isFresh ? asked.filter(({ sort }) => sort !== "fresh") : asked);
  const { parts: wanted } = two;
  if (wanted.has("functions")) {
    if (!wanted.has("added") && !wanted.has("removed")) return other;
    return file === null ? await ofType(two) : await ofFile(two, file);
  }
  if (file !== null) return isBare || wanted.has("lines") ? await linesOf(two, file) : other;
  return isBare || wanted.has("files") ? await filesOf(two) : other;
}

const other = blank("no_plan", "It asks for more of two folders than what their files are.");

type Sort = "idle" | "both" | "later" | "fresh";

let known: Phrasebook<Sort> | undefined;

function table(): Phrasebook<Sort> {
  known ??= readTable<Sort>("code/folders.json");
  return known;
}

/** Whether a question says no more than that what it names is to be compared: "what changed between v1 and v2?". */
function saysNoMore({ first, second }: Two, file: string | null, asked: Part<Sort>[]): boolean {
  const named = `${first} ${second} ${file ?? ""}`.toLowerCase();
  return asked.every((part) =>
    isName(part) ? named.includes(part.text.toLowerCase().replace(/^v(?=\d)/, "")) : part.sort !== "fresh",
  );
}

/** The two folders that a question names by their paths, or by a version or a word that is in the name of one alone; else the only two. */
function pairIn({ question, words, universe }: Look): [string, string] | null {
  const { dirs } = universe;
  const top = dirs.filter((dir) => !dir.includes("/"));
  const found = words.flatMap((word) => {
    const path = word.replace(/^\.\//, "").replace(/\/$/, "");
    if (dirs.includes(path)) return [path];
    const version = /^v?(\d+(?:\.[\w-]+)*)$/.exec(path)?.[1];
    const holds = (name: string) =>
      version !== undefined && new RegExp(`(?<![\\d.])${version.replaceAll(".", "\\.")}(?!\\.?\\d)`).test(name);
    const held = top.filter(holds);
    return held.length === 1 ? held : [];
  });
  const pair = [...new Set(found)];
  const isBoth = partsOf(question, table()).some(({ sort }) => sort === "both");
  const two = pair.length === 0 && isBoth && top.length === 2 ? top : pair;
  if (two.length !== 2 || two.some((dir) => two.some((other) => other.startsWith(`${dir}/`)))) return null;
  return two as [string, string];
}

/** Whether what is named first is the later: by its version, else by the words between. */
function isLater([first, second]: [string, string], asked: Part<Sort>[]): boolean {
  if (/\d/.test(first) && /\d/.test(second)) return first.localeCompare(second, "en", { numeric: true }) > 0;
  const has = (wanted: Sort) => asked.some(({ sort }) => sort === wanted);
  return has("later") && !has("both");
}

/** The file that a question names by its path below both folders, or below one. */
function fileIn({ look: { words, universe }, first, second }: Two): string | null {
  const below = new Set(
    [first, second].flatMap((dir) =>
      universe.files.flatMap((file) => (file.startsWith(`${dir}/`) ? [file.slice(dir.length + 1)] : [])),
    ),
  );
  for (const word of words) {
    if (!/[\w-]\.\w+$/.test(word) && !below.has(word)) continue;
    const found = [...below].filter((file) => file === word || file.endsWith(`/${word}`));
    const exact = found.filter((file) => file === word);
    if (exact.length === 1 || found.length === 1) return exact[0] ?? found[0]!;
  }
  return null;
}

const concludedOf = ({ look, first, second }: Two, said: Said[], list: string[] = []) =>
  concluded(said, look.board, look.asking, [`{${first},${second}}/**`], list);

/** Which files are added, gone and changed, as far as they are asked for. */
async function filesOf(two: Two): Promise<Draft> {
  const { first, second, parts } = two;
  const names = parts.has("added") || parts.has("removed");
  const isAll = !names && !parts.has("differs");
  const rows = [
    {
      wanted: isAll || parts.has("added"),
      set: call("added", first, second),
      verb: "added",
      what: `${second} has and ${first} lacks`,
    },
    {
      wanted: isAll || parts.has("removed"),
      set: call("added", second, first),
      verb: "removed",
      what: `${first} has and ${second} lacks`,
    },
    {
      wanted: isAll || (parts.has("differs") && !names),
      set: call("changed", first, second),
      verb: "changed",
      what: `differ between ${first} and ${second}`,
    },
  ];
  const said: Said[] = [];
  const list: string[] = [];
  for (const { wanted, set, verb, what } of rows) {
    if (!wanted) continue;
    const found = await knownMembers(set, two.look);
    if (found === null) return blank("no_plan", "Not every file of both folders can be seen.");
    said.push(told(found, set, verb, what));
    if (found.length > most) list.push(...found.map((path) => `${verb}: ${path}`));
  }
  return await concludedOf(two, said, list);
}

function told(found: string[], set: Call, verb: string, what: string): Said {
  if (found.length === 0) return { text: `No files were ${verb}: there are none that ${what}.`, claim: equals(set, 0) };
  const names = found.length > most ? "" : `: ${found.join(", ")}`;
  const all = found.length > most ? [] : found.map((path) => member(path, set));
  const text = `${counted(found.length, "file")} ${found.length === 1 ? "was" : "were"} ${verb} (${what})${names}.`;
  return { text, claim: every([equals(set, found.length), ...all]) };
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
    const text = `${file} has ${counted(before, "line")} in both${differs ? ", though its contents differ" : ""}.`;
    if (differs) claims.push(member(file, changed));
    return await concludedOf(two, [{ text, claim: every(claims) }]);
  }
  const by = Math.abs(after - before);
  claims.push(equals(call("value", `${Math.max(before, after)} - ${Math.min(before, after)}`), by));
  const text = `${file} ${after > before ? "grew" : "shrank"} by ${counted(by, "line")}, from ${before} (${first}) to ${after} (${second}).`;
  return await concludedOf(two, [{ text, claim: every(claims) }]);
}

/** The functions of the type that a question names, in the file of both folders that declares it. */
async function ofType(two: Two): Promise<Draft> {
  const { look, first, second } = two;
  const below = (dir: string) => look.universe.files.filter((file) => file.startsWith(`${dir}/`) && isSource(file));
  const types = (await functionsOf(look, [...below(first), ...below(second)])).flatMap(({ path, facts }) =>
    facts.types.map(({ name }) => ({ name, path })),
  );
  for (const word of look.words) {
    const found = types.filter(({ name }) => name === word);
    const files = [
      ...new Set(found.map(({ path }) => path.slice((path.startsWith(`${first}/`) ? first : second).length + 1))),
    ];
    const written = files.filter((file) => !file.endsWith(".d.ts"));
    if (written.length === 1) return await functionsIn(two, written[0]!, word);
  }
  return blank("no_plan", "The question names no type that is declared in one file of both folders.");
}

/** The functions of a file, or of the type in it that a question names. */
async function ofFile(two: Two, file: string): Promise<Draft> {
  const { look, first, second } = two;
  const seen = await functionsOf(look, [`${first}/${file}`, `${second}/${file}`]);
  const types = new Set(seen.flatMap(({ facts }) => facts.types.map(({ name }) => name)));
  return await functionsIn(two, file, look.words.find((word) => types.has(word)) ?? null);
}

const x: Name = { is: "name", name: "x", at: 0 };

async function functionsIn(two: Two, file: string, type: string | null): Promise<Draft> {
  const { first, second, parts } = two;
  const set = (dir: string) =>
    type === null ? call("functions", `${dir}/${file}`) : call("functions", `${dir}/${file}`, type);
  const [before, after] = [await knownMembers(set(first), two.look), await knownMembers(set(second), two.look)];
  if (before === null || after === null) return blank("no_plan", `${file} can't be read in both folders.`);
  const isAll = parts.has("added") === parts.has("removed");
  const of = `${type === null ? file : `${type} in ${file}`}`;
  const rows = [
    {
      wanted: isAll || parts.has("added"),
      one: set(second),
      other: set(first),
      verb: "new",
      found: after.filter((name) => !before.includes(name)),
    },
    {
      wanted: isAll || parts.has("removed"),
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
