import type { Draft } from "../../core/answer.ts";
import type { Call, Claim, Term } from "../../core/claim.ts";
import { compileGlob } from "../../core/glob.ts";
import type { Universe } from "../../core/observation.ts";
import { blank } from "../../engines/state.ts";
import type { AmountQuestion, Named } from "../../language/amount.ts";
import { type Board, createBoard } from "../../proof/board.ts";
import { stringTerm } from "../../proof/value.ts";
import { call, equals, every, member } from "./code/look.ts";
import { type Asking, concluded, type Said } from "./conclude.ts";
import { knownMembers, knownNumber } from "./known.ts";
import { globOf } from "./place.ts";

/** The folder as it is looked at for one question. */
type Folder = { board: Board; universe: Universe; asking: Asking };

/** So many files are listed. */
const shown = 30;

/**
 * Answers a question for amounts of files, each sentence proven by its claim. "no_plan" where what it names is not in the folder, or a
 * number can't be told for sure: then others may answer.
 */
export async function answerAmount(question: AmountQuestion, asking: Asking): Promise<Draft> {
  const board = createBoard();
  board.add(await asking.observe([{ see: "universe" }], asking.signal));
  const universe = board.universe()?.seen;
  if (!universe?.ok) return blank("no_plan", "The folder can't be listed.");
  const folder = { board, universe, asking };
  if (question.asks === "compare") return (await compared(question, folder)) ?? unread;
  const globs = globsOf(question.files, folder);
  if (globs === null) return unread;
  if (question.asks === "sum") return (await summed(question, globs, folder)) ?? unread;
  if (question.asks === "extreme") return (await extreme(question, globs, folder)) ?? unread;
  return (await linesWith(question, globs, folder)) ?? unread;
}

const unread = blank("no_plan", "What the question names is not here, or can't be told for sure.");

/** The glob of the files that are meant; null where none of them is here. */
function globsOf({ kinds, places }: Named, { universe, asking }: Folder): string | null {
  const ending = kinds.length === 0 ? undefined : kinds.length === 1 ? kinds[0]! : `{${kinds.join(",")}}`;
  const glob = globOf(places, universe, asking.only, ending);
  return glob !== null && universe.files.some((path) => compileGlob(glob).matches(path)) ? glob : null;
}

type Asked<K extends AmountQuestion["asks"]> = Extract<AmountQuestion, { asks: K }>;

async function summed({ by }: Asked<"sum">, glob: string, folder: Folder): Promise<Draft | null> {
  const term = call("total", glob, measured(by));
  const sum = await knownNumber(term, folder);
  const files = await knownMembers(call("files", glob), folder);
  if (sum === null || files === null) return null;
  const [first] = files;
  const whose = files.length === 1 ? `${first} has` : `The ${files.length} files ${said(glob)} have`;
  const together = files.length === 1 ? "" : " in total";
  const claim = every([equals(term, sum), equals(call("files", glob), files.length)]);
  return await told([{ text: `${whose} ${counted(sum, by)}${together}.`, claim }], folder, glob);
}

async function extreme({ by, most }: Asked<"extreme">, glob: string, folder: Folder): Promise<Draft | null> {
  const term = call(most ? "largest" : "smallest", glob, measured(by));
  const files = await knownMembers(term, folder);
  const [first] = files ?? [];
  const number = first === undefined ? null : await knownNumber(call(by, first), folder);
  if (!files || first === undefined || number === null) return null;
  const order = `${most ? "most" : "fewest"} ${by} of the files ${said(glob)}`;
  const text =
    files.length === 1
      ? `${first} has the ${order}: ${number}.`
      : `${files.length} files have the ${order}, ${number} each:`;
  const claim = every([
    equals(term, files.length),
    ...files.slice(0, shown).map((path) => member(path, term)),
    equals(call(by, first), number),
  ]);
  return await told([{ text, claim }], folder, glob, files.length === 1 ? [] : files.slice(0, shown));
}

async function compared({ by, more, chooses, one, other }: Asked<"compare">, folder: Folder): Promise<Draft | null> {
  const { universe, asking } = folder;
  const paths = [...one, ...other].map((name) => globOf([name], universe, asking.only));
  if (!paths.every((path): path is string => path !== null && universe.files.includes(path))) return null;
  const [left, ...rest] = paths as [string, ...string[]];
  const right = rest.length === 1 ? call(by, rest[0]!) : call("total", `{${rest.join(",")}}`, measured(by));
  const [a, b] = [await knownNumber(call(by, left), folder), await knownNumber(right, folder)];
  if (a === null || b === null) return null;
  const claims = [equals(call(by, left), a), equals(right, b)];
  const others = rest.length === 1 ? `${rest[0]} has` : `${rest.join(" and ")} have`;
  const numbers = `${left} has ${counted(a, by)}, ${others} ${counted(b, by)}${rest.length === 1 ? "" : " together"}`;
  const gap = a === b ? "as many" : `${counted(Math.abs(a - b), by)} ${a > b ? "more" : "fewer"}`;
  const winner = a === b ? "Neither" : a > b === more ? left : rest[0]!;
  const verdict = chooses ? winner : (more ? a > b : a < b) ? "Yes" : "No";
  const order: Claim = { is: "compare", left: call(by, left), operator: a > b ? ">" : a < b ? "<" : "=", right, at: 0 };
  return await told(
    [{ text: `${verdict}: ${numbers}; that is ${gap}.`, claim: every([...claims, order]) }],
    folder,
    `{${paths.join(",")}}`,
  );
}

async function linesWith({ text }: Asked<"lines">, glob: string, folder: Folder): Promise<Draft | null> {
  const pattern: Term = text === null ? { is: "regex", source: "^\\s*$", flags: "", at: 0 } : stringTerm(text);
  const count: Call = { is: "call", name: "count", args: [pattern, stringTerm(glob)], at: 0 };
  const where: Call = { is: "call", name: "with", args: [pattern, stringTerm(glob)], at: 0 };
  const [number, files] = [await knownNumber(count, folder), await knownMembers(where, folder)];
  if (number === null || files === null) return null;
  const holds = text === null ? `${number === 1 ? "is" : "are"} blank` : `contain${number === 1 ? "s" : ""} "${text}"`;
  const isFile = folder.universe.files.includes(glob);
  const place = isFile ? `of ${glob}` : `of the files ${said(glob)}`;
  const spread = isFile || number === 0 ? "" : `, in ${files.length} file${files.length === 1 ? "" : "s"}`;
  const sentence = `${number === 0 ? "No" : number} line${number === 1 ? "" : "s"} ${place} ${holds}${spread}`;
  const list = text === null || number === 0 ? [] : placesOf(files, folder);
  const claim = every([equals(count, number), equals(where, files.length)]);
  return await told([{ text: `${sentence}${list.length > 0 ? ":" : "."}`, claim }], folder, glob, list);
}

/** The first lines that were seen to hold it, with their places. */
function placesOf(files: string[], { board }: Folder): string[] {
  const rows = board.observations.flatMap(({ query, seen }) =>
    query.see === "search" && seen.ok && "first" in seen && files.includes(query.path)
      ? seen.first.map(({ line, text }) => `${query.path}:${line} ${text.trim()}`)
      : [],
  );
  return [...rows.slice(0, shown), ...(rows.length > shown ? [`… and ${rows.length - shown} more`] : [])];
}

async function told(sentences: Said[], { board, asking }: Folder, glob: string, list: string[] = []): Promise<Draft> {
  return await concluded(sentences, board, asking, [glob], list);
}

function measured(by: string): Term {
  return { is: "name", name: by, at: 0 };
}

function counted(number: number, by: string): string {
  return `${number} ${number === 1 ? by.slice(0, -1) : by}`;
}

/** A glob as people read it. */
function said(glob: string): string {
  return glob === "**" || glob === "**/*" ? "here" : `that match ${glob}`;
}
