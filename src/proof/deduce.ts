import type { Call } from "../core/claim.ts";
import { isSource } from "../core/declaration.ts";
import type { Observation } from "../core/observation.ts";
import { constantOf, sortOf } from "../solve/constant.ts";
import { checked, decide, hasDenial } from "../solve/deduction.ts";
import { type Statement, statementFrom, vocabularyOf } from "../solve/english.ts";
import { factsIn, hasState, type Tabled } from "../solve/table.ts";
import { sentencesOf } from "../solve/text.ts";
import { type Theory, theoryOf } from "../solve/theory.ts";
import { type Coded, importing, importsIn } from "./coded.ts";
import type { Ground } from "./ground.ts";
import { blinded, unseen, valueless } from "./lack.ts";
import { listingOf } from "./listing.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, infer, type Scene, textOf } from "./scene.ts";
import { citation, type Found, pipedTables, plainTable, relationsOf, tablesOf, withDay } from "./tables.ts";
import type { Lack, Truth, Unknown } from "./value.ts";

/**
 * What follows from the facts and rules that files list. Files of facts are called `facts` or `rules` (`.txt`, `.md`), or end in
 * `.facts`. Each sentence of all of them has to be read: of one that is not, nobody knows what it adds. Tables (`.csv`, `.tsv`, and those in
 * files of facts) give the facts of their rows, for the relations that are asked for or that rules name.
 */
export const deducedPredicates: Record<string, Predicate> = {
  fact: {
    forms: [form("boolean", "text", "text", "text")],
    example: 'fact("bald eagle", "chases", "the cat")',
    means: "derivable from the facts and rules that the folder's files of facts and tables list",
    evaluate: follows,
    statement: (call) => [said(call), `the listed facts and rules deny that ${said(call)}`],
  },
};

/** Whether a file is one of facts, by its name. */
export const isFacts = (path: string) => /(?:^|\/)(?:facts|rules)\.(?:txt|md)$|\.facts$/i.test(path);

/** Lines of all files of facts, at most. */
const most = 5000;

/** A line as it stands in a file, and the look that showed it. */
type Line = { path: string; line: number; text: string; seen: Observation };

function follows(call: Call, scene: Scene): Truth | Unknown {
  const listed = linesOf(scene);
  if ("is" in listed) return listed;
  const [subject, relation, object] = call.args.map((each) => textOf(each, scene)) as [string, string, string];
  const sentences = listed.lines.flatMap(({ text }) => sentencesOf(text));
  const about = /^(?:is|are)\b/.test(relation.trim()) ? [...sentences, `${subject} is a ${object}`] : sentences;
  const asked = statementFrom(subject, relation, withDay(object), vocabularyOf(about));
  if (!asked)
    return valueless(
      `"${relation}" is no relation that facts have: "is", "is not", a verb such as "chases", or a column`,
    );
  const stated = theoryOf(sentences, about);
  if (!stated) return valueless(unread(listed.lines));
  const told = tabledOf(listed, stated, asked.predicate, scene);
  if ("is" in told) return told;
  const { tabled, tables, heads, lacking, coded } = told;
  const theory = theoryOf(sentences, about, tabled)!;
  if (theory.closed && listed.gaps)
    return valueless("the listing of the folder is not complete, so other facts may be listed");
  const odd = coded && otherwise([subject, object], listed.files);
  if (odd) return valueless(odd);
  const found = decide(theory, asked);
  if ("fault" in found) return valueless(found.fault);
  if (lacking !== undefined && found.truth !== null && (found.absent || theory.program.rules.some(hasDenial)))
    return valueless(`${lacking} leaves a cell empty, so nothing shows what is not so`);
  if (found.absent && found.truth !== null) {
    const odd =
      oddOne(asked, tabled) ?? (coded && asked.predicate === importing ? unknownIn(listed.files, asked) : null);
    if (odd) return valueless(odd);
  }
  const other = checked(theory, asked);
  if (found.truth === null)
    return valueless(`${found.steps.join(" ")}; ${coded?.open ?? `${wanting(tables, asked)} would decide it`}`);
  if (other !== found.truth) return valueless("checking the deduction another way did not confirm it");
  const [cited, rest] = parted(
    [...listed.lines, ...tables.flatMap(({ rows }) => rows), ...(coded?.lines ?? [])],
    found.steps,
    theory,
  );
  const from: Ground[] = [...cited.map(sight), { calculated: found.steps.join("\n") }];
  const made = infer("deduce", from, call, found.truth, scene);
  const others = [...rest.map(({ seen }) => ({ seen })), ...tables.map(({ head }) => ({ seen: head })), ...heads];
  return decided(found.truth, { ...made, others: [...others, ...listed.looks] });
}

type Told = { tabled: Tabled; tables: Found[]; heads: Ground[]; lacking: string | undefined; coded: Coded | null };

/** What tables say of the relation that is asked for and of those that rules name; or what is missing to know it. */
function tabledOf(listed: Listed, stated: Theory, asked: string, scene: Scene): Told | Unknown {
  const rules = stated.program.rules.flatMap(({ head, body }) => [
    head.predicate,
    ...body.flatMap((literal) => (literal.is === "atom" ? [literal.atom.predicate] : [])),
  ]);
  const wanted = new Set([asked, ...rules].map((predicate) => predicate.replace(/^not /, "")));
  const closed = stated.closed || stated.complete.length > 0;
  const isWanted = (heads: readonly string[]) =>
    relationsOf(heads).some((each) => wanted.has(each)) || (closed && hasState(heads));
  const { tables, heads, blind, lacks, fault } = tablesOf(listed.files, isWanted, scene);
  if (fault) return valueless(fault);
  if (lacks.length > 0) return { is: "unknown", lacks, ground: { calculated: "" } };
  if (closed && blind[0]) return blinded(blind[0]);
  const all = [...tables, ...listed.tables.filter(({ heads }) => isWanted(heads))];
  const tabled = { facts: [] as Tabled["facts"], nouns: new Set<string>(), whole: new Set<string>() };
  let lacking: string | undefined;
  for (const table of all) {
    const read = factsIn(plainTable(table), wanted, closed);
    if ("fault" in read) return valueless(read.fault);
    tabled.facts.push(...read.facts);
    lacking ??= read.lacking;
    if (table.heads.length > 1) for (const each of relationsOf(table.heads)) tabled.nouns.add(each);
  }
  for (const file of stated.complete) {
    const path = listed.files.filter((each) => each === file || each.endsWith(`/${file}`));
    const [only] = path.includes(file) ? [file] : path;
    if (only === undefined || (path.length > 1 && only !== file))
      return valueless(`"${file} is complete": the folder has ${path.length === 0 ? "no" : "more than one"} such file`);
    for (const { path: one, heads } of tables)
      if (one === only) for (const each of relationsOf(heads)) tabled.whole.add(each);
  }
  // Where a table tells what imports what, code is not meant.
  const isTold = stated.program.facts
    .concat(tabled.facts.map(({ fact }) => fact))
    .some(({ predicate }) => predicate === importing);
  const coded = wanted.has(importing) && !isTold && listed.files.some(isSource) ? importsIn(listed.files, scene) : null;
  if (coded && coded.lacks.length > 0) return { is: "unknown", lacks: coded.lacks, ground: { calculated: "" } };
  if (coded?.open && stated.closed) return valueless(coded.open);
  tabled.facts.push(...(coded?.facts ?? []));
  if (coded?.open === null && !listed.gaps) tabled.whole.add(importing);
  return { tabled, tables: all, heads: [...heads, ...(coded?.looks ?? [])], lacking, coded };
}

/** Why nothing shows that one thing imports no other: of both only files of the folder are known. */
function unknownIn(files: readonly string[], { args }: Statement): string | null {
  const known = new Set(files.map((path) => constantOf(path)));
  const odd = args.find((term) => term.is === "constant" && !known.has(term.value));
  return odd?.is === "constant" ? `there is no file ${odd.value}` : null;
}

/** A name that only capitals keep from being a file's. */
function otherwise(names: readonly string[], files: readonly string[]): string | null {
  const odd = names.find(
    (name) => !files.includes(name) && files.some((path) => constantOf(path) === constantOf(name)),
  );
  return odd === undefined ? null : `no file is called ${odd}, but one is but for capitals`;
}

/** Why nothing shows that a table lacks what is asked: it is another sort of thing than all that the table lists. */
function oddOne({ predicate, args }: Statement, { facts }: Tabled): string | null {
  const same = facts.filter(({ fact }) => fact.predicate === predicate);
  for (const [at, term] of args.entries()) {
    const known = same[0]?.fact.args[at];
    if (term.is !== "constant" || known === undefined) continue;
    const [one, other] = [sortOf(term.value), sortOf(known)];
    if (one !== other || one === "doubtful")
      return `${JSON.stringify(term.value)} may be written otherwise in the tables`;
  }
  return null;
}

/** What would decide a statement that nothing decides. */
function wanting(tables: readonly Found[], { predicate }: Statement): string {
  const table = tables.find(({ heads }) => relationsOf(heads).includes(predicate));
  return `a fact, a rule or "${table ? `${table.path} is complete` : "Everything not stated is false"}."`;
}

type Listed = { files: readonly string[]; lines: Line[]; tables: Found[]; looks: Ground[]; gaps: boolean };

/** Every line of every file of facts; or what is missing to know them. */
function linesOf({ board }: Scene): Listed | Unknown {
  const universe = board.universe();
  if (!universe) return unseen({ see: "universe" });
  const listing = listingOf(universe);
  if (!listing) return blinded(universe);
  const paths = listing.universe.files.filter(isFacts);
  if (!listing.universe.files.some((path) => isFacts(path) || /\.[ct]sv$/i.test(path)))
    return valueless("the folder has no file of facts: facts.txt, rules.txt, a table, or one that ends in .facts");
  const { files } = listing.universe;
  const found: Listed = { files, lines: [], tables: [], looks: [{ seen: universe }], gaps: listing.gaps.length > 0 };
  const lacks: Lack[] = [];
  for (const path of paths) {
    const facts = board.file(path);
    if (!facts) lacks.push(...unseen({ see: "file", path }).lacks);
    else if (!facts.seen.ok) return blinded(facts);
    else if (facts.seen.lines === null || facts.seen.lines > most)
      return valueless(`${path} has no lines, or more than ${most}`);
    else {
      found.looks.push({ seen: facts });
      const lines: Line[] = [];
      for (let line = 1; line <= facts.seen.lines; line++) {
        const query = { see: "search", path, pattern: { kind: "line", text: String(line) } } as const;
        const seen = board.search(path, query.pattern);
        if (!seen) lacks.push(...unseen(query).lacks);
        else if (!seen.seen.ok) return blinded(seen);
        else lines.push({ path, line, text: seen.seen.first[0]?.text ?? "", seen });
      }
      found.tables.push(...pipedTables(lines));
      found.lines.push(...lines.map((line) => ({ ...line, text: plainOf(line.text) })));
    }
  }
  return lacks.length > 0 ? { is: "unknown", lacks, ground: { calculated: "" } } : found;
}

/** A line without its mark of a list; a heading, a remark and the row of a table say nothing as sentences. */
export function plainOf(line: string): string {
  return /^\s*(?:#|\/\/|%|\|.*\|\s*$)/.test(line) ? "" : line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").trim();
}

/** Where the first sentence stands that the grammar does not hold. */
function unread(lines: readonly Line[]): string {
  const all = lines.flatMap(({ text }) => sentencesOf(text));
  const odd = lines.find(({ text }) => sentencesOf(text).some((sentence) => theoryOf([sentence], all) === null));
  return odd ? `${odd.path}:${odd.line} is not read: ${odd.text}` : "a sentence of the facts is not read";
}

/** The lines and rows that a proof cites, and all others. */
function parted(lines: readonly Cited[], steps: readonly string[], { closed, complete }: Theory): [Cited[], Cited[]] {
  const proof = steps.join("\n");
  const isCited = (one: Cited) =>
    one.text !== "" &&
    ((one.last !== undefined && proof.includes(`"${citation(one)}"`)) ||
      sentencesOf(one.text).some((sentence) => proof.includes(`"${sentence}"`)) ||
      (closed && /\bnot\b.*\bfalse\b/i.test(one.text)) ||
      (complete.length > 0 && /\bis complete\b/i.test(one.text)));
  return [lines.filter(isCited), lines.filter((line) => !isCited(line))];
}

/** A line, or a row with its last line. */
type Cited = Line & { last?: number };

function sight({ seen, line, last, text }: Cited): Ground {
  return { seen, show: { line, ...(last !== undefined && last !== line ? { last } : {}), text } };
}

function said(call: Call): string {
  return call.args.map(name).join(" ");
}
