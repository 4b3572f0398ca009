import type { Call, Claim } from "../core/claim.ts";
import type { Entry, FileFacts, Observation } from "../core/observation.ts";
import type { Ground, Sight } from "./ground.ts";
import { blinded, bothLack, nothing, unseen, valueless } from "./lack.ts";
import { isListed, listingOf } from "./listing.ts";
import { namesFolder } from "./path.ts";
import { name, verb } from "./phrase.ts";
import { type Amount, form, type Predicate } from "./predicate.ts";
import { decided, ground, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import type { Moment, Quantity, Truth, Unknown, Value } from "./value.ts";

/** Predicates and terms about one path that need no search and no syntax tree. */
export const filePredicates: Record<string, Predicate> = {
  exists: {
    forms: [form("boolean", "place")],
    example: 'exists("README.md")',
    means: "there is a file or folder at that path",
    evaluate: (call, scene) =>
      aboutEntry(call, scene, namesFolder(textOf(call.args[0], scene)) ? isDirectoryBy : existsBy),
    statement: (call) => verb(call, "exists", "does not exist"),
  },
  is_dir: {
    forms: [form("boolean", "place")],
    example: 'is_dir("docs")',
    means: "there is a folder at that path",
    evaluate: (call, scene) => aboutEntry(call, scene, isDirectoryBy),
    statement: (call) => verb(call, "is a folder", "is not a folder"),
  },
  text: {
    forms: [form("boolean", "file")],
    example: 'text("README.md")',
    means: "the file is text (UTF-8, or UTF-16 with its mark)",
    evaluate: (call, scene) =>
      aboutFile(call, scene, (facts, sight) => truth(facts.encoding !== "binary", call, sight, scene)),
    statement: (call) => verb(call, "is text", "is not text"),
  },
  encoding: {
    forms: [form("text", "file")],
    example: 'encoding("README.md") = "utf-8"',
    means: "utf-8, utf-16le, utf-16be or binary",
    evaluate: (call, scene) =>
      aboutFile(call, scene, ({ encoding }, sight) => known({ is: "text", text: encoding }, call, [sight], scene)),
    noun: (call) => `the encoding of ${name(call.args[0])}`,
  },
  lines: measuring("lines", "lines of the file", 'lines("README.md") = 35'),
  bytes: measuring("bytes", "size of the file", 'bytes("README.md") < 2000'),
  words: measuring("words", "words of the file: what stands between white space", 'words("README.md") > 200'),
  characters: measuring(
    "characters",
    "characters (Unicode code points) of the file",
    'characters("README.md") <= 9000',
  ),
  modified: measuring("modified", "when the file was last changed", 'modified("README.md") > "2024-01-01"'),
  same: {
    forms: [form("boolean", "file", "file")],
    example: 'same("a.txt", "b.txt")',
    means: "both files hold the same bytes",
    evaluate: isSame,
    statement: (call) => verb(call, `and ${name(call.args[1])} are identical`, `and ${name(call.args[1])} differ`),
  },
};

export type Measure = Amount | "modified";

/** How many lines, bytes, words or characters a file has, or when it was changed. */
export function measure(path: string, by: Measure, scene: Scene): { value: number; sights: Sight[] } | Unknown {
  if (by === "lines") return linesOf(path, scene);
  return by === "words" || by === "characters" ? wordsOf(path, by, scene) : statOf(path, by, scene);
}

/** The term of one measure of a file. */
function measuring(by: Measure, means: string, example: string): Predicate {
  return {
    forms: [form(by === "modified" ? "time" : "number", "file")],
    example,
    means,
    evaluate: (call, scene) => measureOf(call, scene, by),
    noun: ({ args }) =>
      by === "modified" ? `the time when ${name(args[0])} was last changed` : `the number of ${by} of ${name(args[0])}`,
  };
}

function measureOf(call: Call, scene: Scene, by: Measure): Value {
  const found = measure(pathOf(call.args[0], scene), by, scene);
  if ("is" in found) return found;
  const { value, sights } = found;
  const is = by === "modified" ? "time" : "number";
  return known({ is, low: value, high: value }, call, sights, scene);
}

/** A value that observations of one path give. */
function known(
  value: Bare<Moment> | Bare<Quantity> | { is: "text"; text: string },
  call: Call,
  from: Ground[],
  scene: Scene,
): Value {
  const made = { ...value, lacks: nothing } as Value;
  made.ground = { rule: "observe", from, others: [], gives: () => statement(ground(call, scene), made) as Claim };
  return made;
}

type Bare<T> = Omit<T, "lacks" | "ground">;

function linesOf(path: string, scene: Scene): { value: number; sights: Sight[] } | Unknown {
  const observation = scene.board.file(path);
  if (!observation) return unseen({ see: "file", path });
  const { seen } = observation;
  if (!seen.ok) return blinded(observation);
  if (seen.lines !== null) return { value: seen.lines, sights: [{ seen: observation }] };
  const why =
    seen.encoding === "binary"
      ? "is not text, so it has no lines"
      : "is nothing but a byte order mark; whether that is a line is open";
  const lack = { code: "binary" as const, message: `${path} ${why}` };
  return {
    is: "unknown",
    lacks: [{ is: "blind", query: observation.query, blind: lack }],
    ground: { seen: observation },
  };
}

function wordsOf(
  path: string,
  by: "words" | "characters",
  { board }: Scene,
): { value: number; sights: Sight[] } | Unknown {
  const observation = board.words(path);
  if (!observation) return unseen({ see: "words", path });
  return observation.seen.ok ? { value: observation.seen[by], sights: [{ seen: observation }] } : blinded(observation);
}

/**
 * Size and time of change. The entry of a path tells them without reading the file, but only a listing tells that the
 * file is one of those asked about.
 */
function statOf(path: string, by: "bytes" | "modified", scene: Scene): { value: number; sights: Sight[] } | Unknown {
  const { board } = scene;
  const file = board.file(path);
  if (file?.seen.ok) return { value: file.seen[by], sights: [{ seen: file }] };
  if (file && !file.seen.ok && file.seen.code !== "too_large") return blinded(file);
  const universe = board.universe();
  const listing = universe && listingOf(universe);
  if (universe && listing && !board.unstable.has(path) && isListed(listing, path) === "yes") {
    const entry = board.entry(path);
    if (!entry) return unseen({ see: "entry", path });
    if (!entry.seen.ok) return blinded(entry);
    return { value: entry.seen[by], sights: [{ seen: universe }, { seen: entry }] };
  }
  if (!file) return unseen({ see: "file", path });
  return universe ? blinded(file) : unseen({ see: "universe" });
}

function isSame(call: Call, scene: Scene): Value {
  const [left, right] = call.args.map((argument) => read(pathOf(argument, scene), scene));
  if (!left || !right) throw new Error("same takes two files");
  if ("is" in left || "is" in right) {
    const hopeless = [left, right].some((one) => "is" in one && one.lacks.some(({ is }) => is !== "unseen"));
    const lacks = bothLack("is" in left ? left.lacks : [], "is" in right ? right.lacks : [], hopeless);
    return { is: "unknown", lacks, ground: ("is" in left ? left : (right as Unknown)).ground };
  }
  const from = [{ seen: left.observation }, { seen: right.observation }];
  const holds = left.facts.hash === right.facts.hash;
  return decided(holds, infer("observe", from, call, holds, scene));
}

function read(path: string, scene: Scene): { facts: FileFacts; observation: Observation<"file"> } | Unknown {
  const observation = scene.board.file(path);
  if (!observation) return unseen({ see: "file", path });
  return observation.seen.ok ? { facts: observation.seen, observation } : blinded(observation);
}

function aboutFile(call: Call, scene: Scene, answer: (facts: FileFacts, sight: Sight) => Value): Value {
  const found = read(pathOf(call.args[0], scene), scene);
  return "is" in found ? found : answer(found.facts, { seen: found.observation });
}

function aboutEntry(call: Call, scene: Scene, answer: (entry: Entry) => boolean | string): Truth | Unknown {
  const path = pathOf(call.args[0], scene);
  const observation = scene.board.entry(path);
  if (!observation) return unseen({ see: "entry", path });
  if (!observation.seen.ok) return blinded(observation);
  const holds = answer(observation.seen);
  if (typeof holds === "boolean") return truth(holds, call, { seen: observation }, scene);
  return { ...valueless(`${path} ${holds}`), ground: { seen: observation } };
}

function existsBy({ kind, target }: Entry): boolean | string {
  if (kind !== "link") return kind !== "none";
  return target ? true : "is a link that leads to nothing inside the folder";
}

function isDirectoryBy({ kind, target }: Entry): boolean | string {
  if (kind !== "link") return kind === "directory";
  return target && target !== "directory" ? false : "is a link, and not one to a file in the folder";
}

function truth(holds: boolean, call: Call, sight: Sight, scene: Scene): Truth {
  return decided(holds, infer("observe", [sight], call, holds, scene));
}
