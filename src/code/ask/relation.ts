import { type FileSort, type Files, filesIn, isEnding, isPlaced, settled } from "../../language/files.ts";
import {
  isPath,
  type Name,
  namesIn,
  type Part,
  type Placed,
  readIn,
  readTables,
  type Tongue,
} from "../../language/part.ts";

/** How one part of a code base stands to another. */
type Relation = "imports" | "calls" | "uses" | "extends" | "exports";

/**
 * A question for what stands in a relation. `of`: what the thing called `name` imports, or exports; `by`: who imports, calls, uses or extends
 * it; `whether`: if `subject` does. `where`: words of the place in which the thing lies. `files` are those over which it ranges; `tests`:
 * whether those of tests are left out, or alone are meant; `stdlib`: only what comes with the language. `how`: which, how many, if any,
 * or how many times.
 */
export type RelationQuestion = {
  relation: Relation;
  asks: "by" | "of" | "whether";
  name: string;
  subject: string | null;
  where: string[];
  files: Files;
  tests: "only" | "without" | null;
  stdlib: boolean;
  how: "list" | "count" | "any" | "sites";
  language: Tongue;
};

/** How a relation is put: "imports x", "x is imported", "importers of x", "imports of x". */
type Voice = "does" | "done" | "doers" | "things";
type Sort =
  | (FileSort | Voice | "verb" | "root" | "lack")
  | ("tests" | "untested" | "by" | "from" | "sites" | "stdlib" | "none" | "passive" | "members")
  | ("if" | "change");
type Parts = Part<Sort>[];

const voices: Voice[] = ["does", "done", "doers", "things"];

const tables = readTables<Sort>("code/relations.json", voices);

/**
 * Reads a question for a relation, part by part. Null where a word of it is no part of one, for it may ask for something else. What is said
 * before the last sentence may name the thing: "I'd like to drop simplejson. Who imports it?" Pure.
 */
export function readRelation(question: string): RelationQuestion | null {
  const [, before = "", last = question] = /^(.*[.:;!?])\s+(\S.*)$/s.exec(question.trim()) ?? [];
  if (!isIdle(before)) return null;
  return readIn(last, tables, (all, language) => {
    const parts = meant(all);
    const [at, ...more] = parts.flatMap(({ sort }, place) => (voices.some((voice) => voice === sort) ? [place] : []));
    if (at === undefined || has(parts, "none") || !(isAsked(parts) || isTurnedRound(parts, at, language))) return null;
    // "Delete what uses x" asks for something to be done.
    if (has(parts, "change") && !has(parts, "if")) return null;
    const { is, sort } = parts[at] as { is: Relation; sort: Voice };
    if (more.some((place) => (parts[place] as { is: string }).is !== is)) return null;
    // Files or names are counted, not the functions among them.
    if (has(parts, "count") && has(all, "members")) return null;
    const found = named(parts, at, language) ?? recalled(before);
    const files = found && filesIn(parts, found.taken);
    if (!found || !files || files.own !== null) return null;
    const { taken: _, ...about } = found;
    const isOfSites = is === "calls" && has(parts, "count") && (sort === "doers" || more.length > 0);
    const how = isOfSites ? "sites" : howOf(parts);
    const tests = has(parts, "untested") ? "without" : has(parts, "tests") ? "only" : null;
    return { relation: is, ...about, files, tests, stdlib: has(parts, "stdlib"), how, language };
  });
}

/** Words by what they are where they stand: "and how often" asks no other question, and what lacks tests is no test. */
function meant(all: Parts): Parts {
  const parts = settled(all);
  return parts.map((part, at): Part<Sort> => {
    if (part.sort === "members") return { ...part, sort: "idle" };
    if (part.sort === "and" && parts[at + 1]?.sort === "sites") return { ...part, sort: "idle" };
    if (part.sort === "but" || part.sort === "lack") {
      const next = parts.slice(at + 1).find(({ sort }) => !["idle", "within"].includes(sort));
      return { ...part, sort: next?.sort === "tests" ? "untested" : "but" };
    }
    return part.sort === "does" && has(parts, "passive") ? { ...part, sort: "done" } : part;
  });
}

function has(parts: Parts, ...sorts: Sort[]): boolean {
  return parts.some(({ sort }) => sorts.some((one) => one === sort));
}

function isAsked(parts: Parts): boolean {
  return has(parts, "list", "count", "polar", "verb", "passive", "sites", "doers", "things");
}

function isPolar(parts: Parts): boolean {
  const first = parts.find(({ sort }) => sort !== "idle")?.sort;
  return first === "verb" || first === "polar" || first === "passive";
}

function howOf(parts: Parts): RelationQuestion["how"] {
  if (has(parts, "sites")) return "sites";
  if (has(parts, "count")) return "count";
  return isPolar(parts) && !has(parts, "list") ? "any" : "list";
}

type Named = Pick<RelationQuestion, "asks" | "name" | "subject" | "where"> & { taken: Set<number> };

/** What is named as the thing, and as what does it; null where that isn't told. */
function named(parts: Parts, at: number, language: Tongue): Named | null {
  const names = namesIn(parts).filter((name) => !isEnding(name));
  const free = names.filter((name) => !isPlaced(parts, name.at));
  const run = (some: readonly Placed[]) => adjacent(some, parts);
  const [before, after] = [run(free.filter((name) => name.at < at)), run(free.filter((name) => name.at > at))];
  const next = run(names.filter((name) => name.at > at));
  const { sort, is } = parts[at] as { sort: Voice; is: Relation };
  // "Ruft main run auf?" has both behind the verb.
  const [one, other, ...more] = free.filter((name) => name.at > at);
  if (isTurnedRound(parts, at, language) && one && other && more.length === 0)
    return put("whether", { meant: other, all: [other] }, { subject: { meant: one, all: [one] } });
  if (sort === "things") return next && put("of", next);
  if (sort === "doers") return put("by", next ?? before);
  if (is === "exports" && isPolar(parts) && before && after && isPath(before.meant))
    return put("whether", after, { subject: before });
  if (is === "exports") return put("of", before ?? after ?? next);
  if (sort === "done") {
    const agent = names.find((name) => name.at > at && parts[name.at - 1]?.sort === "by");
    const thing = before ?? run(free.filter((name) => name.at > at && name !== agent));
    return thing && agent ? put("whether", thing, { subject: { meant: agent, all: [agent] } }) : put("by", thing);
  }
  if (after && before) return isPolar(parts) ? put("whether", after, { subject: before }) : null;
  if (before) return put("of", before);
  // "Imports in a.ts".
  if (!after) return is === "imports" && next && isPath(next.meant) ? put("of", next) : null;
  const where = free.filter((name) => name.at > after.all.at(-1)!.at && parts[name.at - 1]?.sort === "from");
  const isTurned = is === "imports" && isPath(after.meant) && at === 1 && turned[language]?.test(parts[0]!.text);
  return put(isTurned ? "of" : "by", after, { where });
}

/** Whether a question begins with what is done, as in German one that asks if it is so does. */
function isTurnedRound(parts: Parts, at: number, language: Tongue): boolean {
  return language === "de" && parts[at]?.sort === "does" && parts.slice(0, at).every(({ sort }) => sort === "idle");
}

/** Words that ask for a thing where the verb stands before who does it: "was importiert a.js?". */
const turned: Partial<Record<Tongue, RegExp>> = { de: /^was$/i, fr: /^(?:que|qu)$/i, es: /^(?:qué|que)$/i };

/** The first names that stand side by side, and the one of them that is meant: it is written as code is, "the batch helper ld()". */
type Run = { meant: Placed; all: Placed[] };

function adjacent(names: readonly Placed[], parts: Parts): Run | null {
  const isBeside = (one: Placed, other: Placed) =>
    parts.slice(one.at + 1, other.at).every(({ sort }) => sort === "idle");
  const end = names.findIndex((name, index) => index > 0 && !isBeside(names[index - 1]!, name));
  const all = names.slice(0, end < 0 ? names.length : end);
  const coded = all.filter(isCode);
  const [first] = all;
  if (first === undefined || (all.length > 1 && coded.length !== 1)) return null;
  return { meant: coded[0] ?? first, all };
}

function put(
  asks: Named["asks"],
  thing: Run | null,
  { subject, where = [] }: { subject?: Run | undefined; where?: readonly Placed[] } = {},
): Named | null {
  if (!thing) return null;
  const taken = new Set([...thing.all, ...where, ...(subject?.all ?? [])].map(({ at }) => at));
  const of = subject ? bare(subject.meant) : null;
  return { asks, name: bare(thing.meant), subject: of, where: where.map(({ text }) => text), taken };
}

/** A name without the brackets of a call, or the mark of a pointer. */
function bare({ text }: { text: string }): string {
  return text.replace(/\(\)?$/, "").replace(/^[*&](?=\w)/, "");
}

/** Whether a name is written as those of code are. */
function isCode({ text, quoted }: Pick<Name, "text" | "quoted">): boolean {
  return quoted || /\w[_$./:]\w|^_\w|\p{Ll}\p{Lu}|\(\)?$/u.test(text);
}

/** The thing that is named in what is said before a question: what is written as code is, or else the last word. */
function recalled(said: string): Named | null {
  const all = words(said);
  const coded = new Set(all.filter((text) => isCode({ text, quoted: false })));
  const name = coded.size > 0 ? [...coded][0] : all.at(-1);
  const about = { asks: "by", subject: null, where: [], taken: new Set<number>() } as const;
  return name === undefined || coded.size > 1 ? null : { ...about, where: [], name: bare({ text: name }) };
}

/** Whether what is said before a question narrows nothing. */
function isIdle(said: string): boolean {
  return !narrowing.test(said) && !/\d/.test(said);
}

const narrowing =
  /\b(?:only|just|except|not|don't|doesn't|without|excluding|ignor\w+|count\w*|nur|nicht|ohne|außer|seulement|sans|sauf|pas|solo|sólo|sin|salvo|excepto)\b/iu;

function words(said: string): string[] {
  return said.match(/[^\s("'`¿¡)?!,;:]*[^\s("'`¿¡)?!,;:.]/g) ?? [];
}
