import { isMember } from "../../core/declaration.ts";
import { withoutBeside } from "../../language/beside.ts";
import { type Files, filesIn, isPlaced } from "../../language/files.ts";
import { does } from "../../language/grammar.ts";
import { isName, isPath, namesIn, type Placed, readIn, readTables, type Tongue } from "../../language/part.ts";
import { filesBy } from "./declaring.ts";
import { bare, isHolder, isOfPlace, meantBy, nextTo, type Parts, placed, type Sort, vague } from "./parts.ts";

/**
 * A question for what source files declare: of which kind, as members of which type (its name), in which files, and whether constructors are
 * left out. `of`: all of it; the files that declare some of it, or none; where the one called so is declared (`kind` is null where none is said), or whether it is in the one file that is named (`polar`); the file, or the type of a kind, that declares most of it, or least; or whether one type or file declares
 * more, or fewer, than another, where `which` asks for the one that does.
 */
export type DeclaredQuestion = {
  kind: string;
  holder: string | null;
  /** What it is marked as, as claims put it: "async -static". `beside`: how much of it is marked so is asked as well. */
  marks: string;
  beside: string | null;
  /** With the values that are written, or only what subclasses have to implement. */
  with: "values" | "must" | null;
  files: Files;
  withoutConstructors: boolean;
  of:
    | { is: "all" }
    | { is: "files"; none: boolean }
    | { is: "where"; name: string; kind: string | null; polar: boolean }
    | { is: "most"; kind: string; least: boolean }
    | { is: "than"; names: [string, string]; more: boolean; which: boolean };
  /** The language that it is read in. */
  language: Tongue;
};

const tables = readTables<Sort>("code/declared.json", ["declared", "declares", "marked", "more", "fewer"]);

/**
 * Reads a question for what is declared, part by part in any order: how many or which, a kind, files, and the type whose members are
 * meant. Null where a word of it is none of these, for it may ask for something else. Pure.
 */
export function readDeclared(question: string): DeclaredQuestion | null {
  const bare = withoutBeside(question, "place");
  return (bare === null ? null : read(bare)) ?? read(question);
}

function read(question: string): DeclaredQuestion | null {
  return readIn(question, tables, (all, language) => {
    // "Do all files declare a class" asks whether it is so of each.
    if (all.some(({ sort }) => sort === "polar") && all.some(({ sort }) => (sort as string) === "each")) return null;
    const whole = placed(all);
    // "… and how many of them have classes" is asked of files.
    const those = whole.findIndex(({ sort }) => sort === "those");
    if (those >= 0 && !whole.slice(0, those).some(({ sort }) => ["declared", "one", "thing"].includes(sort)))
      return null;
    const holding = filesBy(whole, language);
    if (holding) return holding;
    const { parts, beside } = halved(whole);
    const kind = kindOf(parts);
    // "… and how many are exported" is another question.
    if (kind === null || parts.filter(({ sort }) => sort === "count").length > 1) return null;
    if (kind === "") return where(parts, language);
    const names = namesIn(parts);
    const said = names.filter((name) => isOfPlace(name, parts));
    // "… and where is it imported" is another question.
    const places = parts.flatMap(({ sort }, at) => (sort === "where" ? [at] : []));
    if (places.some((at) => parts.slice(at + 1).some(({ sort }) => sort !== "idle"))) return null;
    const isHeld = kind === "member" || isMember(kind, "");
    const holders = isHeld ? names.filter((name) => !said.includes(name) && isHolder(name, parts)) : [];
    const of = asked(parts, holders, language);
    if (of === null) return null;
    const paths = of.is === "than" ? names.filter(({ text }) => of.names.includes(text)) : [];
    const files = filesIn(parts, new Set([...said, ...holders, ...paths].map(({ at }) => at)));
    if (files === null || files.own !== null || files.state !== null || files.bounds.length > 0) return null;
    // Types of much else are asked for in the same words.
    const isVague = kind === "type" ? files.places.length === 0 : vague.has(kind);
    // A place that is not here may be how a type is called.
    const isTyped = vague.has(kind) && files.places.some((place) => !isPath({ text: place }));
    if (isVague && !isTyped && holders.length === 0 && of.is !== "most") return null;
    if (kind === "member" && of.is === "most" && of.kind !== "enum") return null;
    const marks = [...new Set(meantBy(parts, "mark"))].join(" ");
    if (of.is === "most" && (beside !== null || (marks !== "" && of.kind !== "file"))) return null;
    // Classes are no functions: that they are left out says nothing.
    if (meantBy(parts, "aside").includes(kind)) return null;
    if (marks.includes("initial") && kind !== "field" && kind !== "property") return null;
    const isMust = meantBy(parts, "must").length > 0;
    if (isMust ? kind !== "method" || holders.length !== 1 : meantBy(parts, "heir").length > 0) return null;
    const beyond = isMust ? "must" : meantBy(parts, "valued").length > 0 ? "values" : null;
    if (beyond === "values" && kind !== "member" && kind !== "variant") return null;
    const withoutConstructors = parts.some(({ sort }) => sort === "initializer");
    const holder = of.is === "all" && holders[0] ? bare(holders[0].text) : null;
    return { kind, holder, marks, beside, with: beyond, files, withoutConstructors, of, language };
  });
}

/** "… and how many of those are exported": what is asked, and the marks of what is asked besides. */
function halved(parts: Parts): { parts: Parts; beside: string | null } {
  const at = parts.findIndex(({ sort }) => sort === "those");
  if (at < 0) return { parts, beside: null };
  const rest = parts.slice(at + 1).filter(({ sort }) => !["idle", "verb", "declares"].includes(sort));
  const isMarks = rest.length > 0 && rest.every(({ sort }) => sort === "mark");
  const first = parts.slice(0, at).filter(({ sort }, place) => place < at - 1 || (sort !== "and" && sort !== "or"));
  return { parts: isMarks ? first : parts, beside: isMarks ? meantBy(rest, "mark").join(" ") : null };
}

/** Words that say that a type is made of what is asked for, which its kind tells. */
const made: Readonly<Record<string, string>> = { struct: "field", record: "field", union: "field", enum: "member" };

/** The one kind that is asked for; "" where none is said, null where several are. */
function kindOf(parts: Parts): string | null {
  const said = new Set(meantBy(parts, "declared"));
  // "Which members are getters" asks for these.
  if (said.size > 1) said.delete("member");
  if (said.size > 1) return null;
  const [kind] = said;
  if (kind !== undefined) return kind;
  const has = (...sorts: string[]) => parts.some(({ sort }) => sorts.includes(sort));
  const isFree = (at: number) => !isName(nextTo(parts, at, -1)) && !isName(nextTo(parts, at, 1));
  const single = parts.flatMap((part, at) =>
    (part.sort === "thing" || part.sort === "one") && part.is !== "symbol" && isFree(at) ? [part.is] : [],
  );
  // One is asked for as many are: "is there an abstract method in lib", "every async method".
  if (single.length === 1 && !has("where", "most", "least", "more", "fewer") && (has("mark", "must") || has("polar")))
    return single[0]!;
  const type = parts.find(({ sort }, at) => sort === "one" && !isFree(at));
  const isMade = has("declares", "made") && has("list") && !has("where", "file", "polar", "thing", "mark");
  return (isMade && type && "is" in type && made[type.is]) || "";
}

/** "Where is f defined?", "which file declares the class C?", "is f defined in a.py?" */
function where(parts: Parts, language: Tongue): DeclaredQuestion | null {
  const has = (...sorts: string[]) => parts.some(({ sort }) => sorts.includes(sort));
  const isPolar = has("polar") && !has("where", "list");
  const holder = has("thing")
    ? parts.findIndex(({ sort }, at) => sort === "one" && parts[at - 1]?.sort === "list")
    : -1;
  const isAsked = isPolar || has("where") || (has("list") && (has("file") || holder >= 0));
  const names = namesIn(parts).filter((name) => !isPath(name) && !isPlaced(parts, name.at));
  const [name, ...more] = names;
  const others = ["count", "more", "fewer", "most", "least", "initializer", "included", "mark", "those", "must"];
  if (!isAsked || name === undefined || more.length > 0 || has(...others)) return null;
  if (!has("declares") && !isBare(parts)) return null;
  // "Which class has the method m" is told by where that is.
  const kinds = parts.flatMap((part, at) =>
    (part.sort === "one" || part.sort === "thing") && at !== holder ? [part.is] : [],
  );
  const files = filesIn(parts, new Set([name.at]));
  if (kinds.length > 1 || files === null || files.own !== null || files.state !== null) return null;
  const [place = ""] = files.places;
  if (has("polar") && !(isPolar && files.places.length === 1 && isPath({ text: place }))) return null;
  // A word is a name where it is written as one of code, or said to be one.
  if (kinds.length === 0 && !name.quoted && !/[_$]|\(\)|\p{Ll}\p{Lu}|^\p{Lu}\w*$/u.test(name.text)) return null;
  // "One function" is a number of them.
  const noun = parts.findIndex(({ sort }) => sort === "one" || sort === "thing");
  if (isPolar && noun > name.at && !name.quoted && /^\p{Ll}+$/u.test(name.text)) return null;
  const kind = kinds[0] === "symbol" ? null : (kinds[0] ?? null);
  const of = { is: "where" as const, name: name.text.replace(/\(\)?$/, ""), kind, polar: isPolar };
  return {
    kind: kind ?? "",
    holder: null,
    marks: "",
    beside: null,
    with: null,
    files,
    withoutConstructors: false,
    of,
    language,
  };
}

/** "Where is the enum E?", "which file has the class C?": nothing but a name, its kind and where it may be. */
function isBare(parts: Parts): boolean {
  const told = ["idle", "where", "one", "thing", "name", "within", "folder", "root", "list", "file", "kind"];
  // Where something is called is another question, unless a name follows.
  const isNaming = (at: number) => !/^(?:called|named)$/i.test(parts[at]!.text) || isName(parts[at + 1]);
  return parts.every(({ sort }, at) => told.includes(sort) && isNaming(at));
}

/** Of what it is asked; null where that isn't told. */
function asked(parts: Parts, holders: readonly Placed[], language: Tongue): DeclaredQuestion["of"] | null {
  const has = (...sorts: string[]) => parts.some(({ sort }) => sorts.includes(sort));
  const orders = parts.filter(({ sort }) => sort === "more" || sort === "fewer");
  const ends = parts.filter(({ sort }) => sort === "most" || sort === "least");
  const isMost = ends.length === 1 && orders.length === 0;
  // "Más" without anything that it is set against is the most.
  const isTurned = language === "es" && orders.length === 1 && ends.length === 0 && !has("than") && has("list");
  if (isMost || (isTurned && holders.length === 0))
    return most(parts, isMost ? ends[0]!.sort : orders[0]!.sort, holders);
  if (ends.length > 0 || orders.length > 1) return null;
  if (orders.length === 0) {
    // "Variants of Color?", "classes in src/a.py" ask without a word that does.
    const isOne = holders.length === 1 || namesIn(parts).some(isPath);
    const isTerse = isOne && has("declared") && parts.every(({ sort }) => terse.has(sort));
    const isAsked = (has("count", "list", "polar") || isTerse) && holders.length <= 1;
    return isAsked ? { is: "all" } : null;
  }
  const all = namesIn(parts);
  const compared =
    holders.length > 0 ? holders : all.filter((name) => isPath(name) || (all.length === 2 && all.some(isPath)));
  const [one, other, ...rest] = compared.map(({ text }) => text);
  // "Does A or B have more" asks which does.
  const isEither = has("polar") && !has("list", "than") && parts.some(({ text }) => does("or", text));
  const isWhich = isEither || (has("list") && !has("polar"));
  if (one === undefined || other === undefined || rest.length > 0 || (!isWhich && !(has("than") && has("polar"))))
    return null;
  const names: [string, string] = holders.length > 0 ? [bare(one), bare(other)] : [one, other];
  return has("count") || one === other ? null : { is: "than", names, more: orders[0]!.sort === "more", which: isWhich };
}

/** What a question that asks without a word for it is made of. */
const terse: ReadonlySet<string> = new Set([
  ...[
    "declared",
    "name",
    "idle",
    "within",
    "one",
    "mark",
    "included",
    "initializer",
    "root",
    "valued",
    "untested",
    "aside",
  ],
  ...["but", "lack", "and"],
]);

/** "Which class has the most methods", "which file declares the fewest functions". */
function most(parts: Parts, order: string, holders: readonly Placed[]): DeclaredQuestion["of"] | null {
  const ones = new Set(
    parts.flatMap((part) => (part.sort === "one" ? [part.is] : part.sort === "file" ? ["file"] : [])),
  );
  // A sort of files is one of files.
  if (ones.size === 0 && parts.some(({ sort }) => sort === "kind")) ones.add("file");
  const [kind] = ones;
  if (kind === undefined || ones.size > 1 || holders.length > 0 || !parts.some(({ sort }) => sort === "list"))
    return null;
  return { is: "most", kind, least: order === "least" || order === "fewer" };
}
