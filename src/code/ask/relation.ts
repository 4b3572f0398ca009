import { lazy } from "../../core/lazy.ts";
import { linkSorts } from "../../core/linked.ts";
import { narrows } from "../../language/clause.ts";
import { readData } from "../../language/data.ts";
import { filesIn, settled } from "../../language/files.ts";
import { does } from "../../language/grammar.ts";
import { has, isName, isSaid, type Part, readIn, readTables, type Tongue } from "../../language/part.ts";
import { type Named, named, recalled } from "./named.ts";
import {
  isPolar,
  isTurnedRound,
  type Parts,
  type Relation,
  type RelationQuestion,
  type Sort,
  type Voice,
} from "./voice.ts";

const voices: Voice[] = ["does", "done", "doers", "things"];

const tables = readTables<Sort>("code/relations.json", [...voices, "unused", "sort", "importless"]);

/**
 * Reads a question for a relation, part by part. Null where a word of it is no part of one, for it may ask for something else. What is said
 * before the last sentence may name the thing: "I'd like to drop simplejson. Who imports it?" What is said beside may be part of it as
 * well: "only one file uses yaml. Which one?" Pure.
 */
export function readRelation(question: string): RelationQuestion | null {
  const whole = question.trim().replace(/\b(?:i\.e|e\.g|d\.h|z\.B|c\.-à-d|p\.ej)\.,?\s+/g, "");
  const [, before = "", last = whole] = /^(.*(?:[.:;!?]|\s[–—-]))\s+(\S.*)$/s.exec(whole) ?? [];
  const asked = narrows(before) ? null : readLast(last, before);
  return asked ?? (before === "" ? null : readLast(joined(whole), "", narrows(before)));
}

/** Several sentences as one. */
function joined(said: string): string {
  return said.replace(/[.:;!?](?=\s)|\s[–—-](?=\s)/g, ",");
}

/** `isNarrowed`: what stands before the last sentence narrows it, unless it says a number of those that it asks for. */
function readLast(last: string, before: string, isNarrowed = false): RelationQuestion | null {
  return readIn(last, tables, (all, language) => {
    const whole = meant(all);
    if (isNarrowed && !has(whole, "claimed")) return null;
    const parts = whole.filter(({ sort }) => !["nil", "than", "claimed", "confirm", "only"].includes(sort));
    const found = voiceOf(parts, whole);
    if (found === null || has(parts, "none") || !isAsked(whole, found.at, language)) return null;
    // "Delete what uses x" asks for something to be done.
    if (has(parts, "change") && !has(parts, "if")) return null;
    const relation = relationOf(found.relation, parts);
    const own = named(parts, { ...found, relation, language });
    // What is told beside what stands by itself is looked at where the folder is known.
    if (own && before !== "") return null;
    const about = own ?? recalled(before) ?? nameless(parts, found.at);
    const files = about && filesIn(parts, about.taken);
    if (!about || !files || files.own !== null) return null;
    const { taken: _, ...rest } = about;
    const read: RelationQuestion = {
      ...{ relation, ...rest, files, sort: sortOf(parts), language },
      ...{ tests: testsOf(whole), how: howOf(whole, relation, found.at) },
      ...{ not: found.not || has(whole, "nil"), unused: found.unused, than: thanOf(whole) },
    };
    return isWhole(read, whole) ? read : null;
  });
}

/** Whether what narrows a question goes with what it asks. */
function isWhole(read: RelationQuestion, parts: Parts): boolean {
  const { relation, asks, name, not, than, sort, tests, from, how } = read;
  const sorts = parts.flatMap((part) => (part.sort === "sort" ? [part.is] : []));
  // "At run time or just for types?" is told by what is said of an import in any case.
  if (new Set(sorts).size > 1 && asks !== "whether") return false;
  if (sort !== null && relation !== "imports" && relation !== "calls") return false;
  if (sort !== null && (not || (relation === "calls" && asks !== "of"))) return false;
  if (sort === "other" && relation !== "calls") return false;
  if (name === null && relation !== "imports") return false;
  // "Called test_*.py" says how files are named.
  if (name?.includes("*") && relation === "calls") return false;
  if (relation === "exports" && asks === "of" && isOfSort(parts)) return false;
  if (asks === "of" && name !== null && isThing(parts, name)) return false;
  if (name === null && asks === "by" && (!not || parts.some(({ sort }) => sort === "done"))) return false;
  if (not && (relation !== "imports" || asks !== "by" || how === "sites")) return false;
  if (has(parts, "nil") && name !== null) return false;
  if (than !== null && (relation !== "calls" || asks !== "by")) return false;
  // "Who calls it? only in tests" may ask for the calls there.
  if (has(parts, "only") && has(parts, "tests") && !isPolar(parts)) return false;
  if (has(parts, "only") && (tests !== "alone" || relation !== "calls" || asks !== "by")) return false;
  // Numbers that are said to be so stand for nothing where it is asked which they are.
  if (has(parts, "claimed") && !parts.some(({ sort }, at) => sort === "list" && at > 0)) return false;
  return from === null || (relation === "imports" && asks === "of");
}

/** "The parser" is a thing of the program, which one file that is called so need not be all of. */
function isThing(parts: Parts, name: string): boolean {
  const at = parts.findIndex((part) => isName(part) && !part.quoted && part.text === name);
  const [before, next] = [parts[at - 1], parts[at + 1]];
  const isSaid = ["file", "folder", "kind", "root", "idle"].some((sort) => sort === next?.sort);
  return at > 0 && /^\p{Ll}+$/u.test(name) && !isSaid && does("article", before?.text);
}

/** What sorts of declarations are called, in all languages. */
const declarations = lazy(() => {
  const { $schema: _, ...said } =
    readData<Record<string, { declared: Record<string, string[]> }>>("code/declared.json");
  return new Set(Object.values(said).flatMap(({ declared }) => Object.values(declared).flat()));
});

/** Whether one sort of declarations is asked for: "which classes does a.ts export?" is told by what is declared. */
function isOfSort(parts: Parts): boolean {
  return parts.some(
    (part) => !isName(part) && part.text.split(" ").some((word) => declarations().has(word.toLowerCase())),
  );
}

/** The words for the relation, and whether who does not stand in it is asked for, or whether nothing does. */
function voiceOf(
  parts: Parts,
  all: Parts,
): { at: number; relation: Relation; voice: Voice; not: boolean; unused: boolean } | null {
  const said = parts.flatMap(({ sort }, at) => (voices.some((voice) => voice === sort) ? [at] : []));
  const dead = parts.findIndex(({ sort }) => sort === "unused");
  if (dead >= 0)
    return said.length > 0 ? null : { at: dead, relation: "uses", voice: "done", not: false, unused: true };
  const [at, ...more] = said;
  if (at === undefined) return null;
  const { is, sort } = parts[at] as { is: Relation; sort: Voice };
  const isOther = (place: number) => (parts[place] as { is: string }).is !== is;
  // "What breaks" and "who has to change it" say the same of a use or a call.
  if (more.some((place) => isOther(place) && !has(all, "if"))) return null;
  const before = parts.slice(0, at).findLastIndex((part) => part.sort !== "idle");
  const not = parts[before]?.sort === "but" && sort !== "things";
  if (not) parts[before] = { sort: "idle", is: "idle", text: "" };
  return { at, relation: is, voice: sort, not, unused: false };
}

/** A change of what a function takes or gives concerns who calls it; what is used of a sort of modules is imported. */
function relationOf(relation: Relation, parts: Parts): Relation {
  if (relation !== "uses") return relation;
  if (has(parts, "signature") && has(parts, "change")) return "calls";
  const sort = sortOf(parts);
  if (sort === "other" || (sort === "own" && has(parts, "members"))) return "calls";
  return sort === null ? relation : "imports";
}

/** All files, where nothing is named as what imports. */
function nameless(parts: Parts, at: number): Named | null {
  const isOf = parts[at]?.sort === "things" || has(parts, "sort") || parts[at]?.sort === "done";
  const none = { name: null, subject: null, where: [], from: null, taken: new Set<number>() };
  return { ...none, asks: isOf && !has(parts, "file", "kind") ? "of" : "by" };
}

/** Words by what they are where they stand: "and how often" asks no other question, and what lacks tests is no test. */
function meant(all: Parts): Parts {
  const parts = exported(settled(stated(all.flatMap(importing))));
  return parts.map((part, at): Part<Sort> => {
    if (part.sort === "signature" && !has(parts, "change")) return { sort: "name", text: part.text, quoted: false };
    if (part.sort === "and" && parts[at + 1]?.sort === "sites") return { ...part, sort: "idle" };
    if (part.sort === "but" || part.sort === "lack") {
      const next = parts.slice(at + 1).find(({ sort }) => !["idle", "within"].includes(sort));
      return { ...part, sort: next?.sort === "tests" ? "untested" : "but" };
    }
    if (part.sort === "or" && parts[at + 1]?.sort === "sort") return { ...part, sort: "idle" };
    if (isIncluded(parts, at)) return { sort: "idle", is: "idle", text: part.text };
    return part.sort === "does" && has(parts, "passive") ? { ...part, sort: "done" } : part;
  });
}

/** "Without imports" is to import nothing. */
function importing(part: Part<Sort>): Parts {
  if (part.sort !== "importless") return [part];
  return [
    { sort: "does", is: "imports", text: part.text },
    { sort: "nil", is: "nil", text: "" },
  ];
}

/** Whether a part says that a folder counts which would count in any case: "including the doc folder". */
function isIncluded(parts: Parts, at: number): boolean {
  if (parts.some(({ sort }) => sort === "within")) return false;
  const said = (place: number) => parts.slice(0, place).findLastIndex(({ sort }) => sort !== "idle");
  const isIt = (place: number) => parts[place]?.sort === "including";
  if (isIt(at)) return true;
  const last = said(at);
  return (isName(parts[at]) && isIt(last)) || (parts[at]?.sort === "folder" && isName(parts[last]) && isIt(said(last)));
}

/** To export on is a relation where no other is named. */
function exported(parts: Parts): Parts {
  if (parts.some(({ sort }) => voices.some((voice) => voice === sort))) return parts;
  const at = parts.findIndex((part) => part.sort === "sort" && part.is === "again");
  return at < 0 ? parts : parts.toSpliced(at, 0, { sort: "does", is: "imports", text: "" });
}

/** A statement of Python that is put as it is written: "from a import b" is the import of a.b. */
function stated(parts: Parts): Parts {
  const at = parts.findIndex(
    (part, place) =>
      /^from$/i.test(part.text) && /^import$/i.test(parts[place + 2]?.text ?? "") && isName(parts[place + 3]),
  );
  if (at < 0 || !isName(parts[at + 1])) return parts;
  const text = `${parts[at + 1]!.text}.${parts[at + 3]!.text}`;
  const verb: Part<Sort> = { sort: "does", is: "imports", text: "" };
  return [...parts.slice(0, at), verb, { sort: "name", text, quoted: true }, ...parts.slice(at + 4)];
}

/** Whether a question is asked: by a word that asks, or by who does it, as in "files importing x". */
function isAsked(parts: Parts, at: number, language: Tongue): boolean {
  if (has(parts, "list", "count", "polar", "verb", "passive", "sites", "doers", "things", "unused", "confirm", "sort"))
    return true;
  const first = parts.find(isSaid)?.sort;
  const isElliptic = first === "done" || ["file", "kind", "untested", "members", "tests", "but"].includes(first ?? "");
  return isElliptic || isTurnedRound(parts, at, language);
}

function howOf(parts: Parts, relation: Relation, at: number): RelationQuestion["how"] {
  const voices = parts.filter(({ sort }) => ["does", "done", "doers", "things"].includes(sort));
  if (relation === "calls" && has(parts, "count") && (parts[at]?.sort === "doers" || voices.length > 1)) return "sites";
  if (has(parts, "sites")) return "sites";
  if (has(parts, "count")) return "count";
  return isPolar(parts) && !has(parts, "list") ? "any" : "list";
}

function sortOf(parts: Parts): RelationQuestion["sort"] {
  const found = parts.find(({ sort }) => sort === "sort");
  const is = found && !isName(found) ? found.is : null;
  return is === "other" ? "other" : (linkSorts.find((sort) => sort === is) ?? null);
}

function testsOf(parts: Parts): RelationQuestion["tests"] {
  if (has(parts, "untested")) return "without";
  if (!has(parts, "tests")) return null;
  return has(parts, "only") ? "alone" : "only";
}

function thanOf(parts: Parts): RelationQuestion["than"] {
  const found = parts.find(({ sort }) => sort === "than");
  const [least, most] = found && !isName(found) ? found.is.split("-") : [];
  return least === undefined ? null : { least: Number(least), most: most ? Number(most) : null };
}
