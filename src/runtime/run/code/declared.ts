import type { DeclaredQuestion } from "../../../code/ask/declared.ts";
import { vague } from "../../../code/ask/parts.ts";
import type { Draft } from "../../../core/answer.ts";
import type { Claim } from "../../../core/claim.ts";
import { isDeclaredAs, isMember, kindsIn } from "../../../core/declaration.ts";
import type { CodeFacts } from "../../../core/observation.ts";
import { unescapeGlob } from "../../../core/wildcard.ts";
import { blank } from "../../../engines/state.ts";
import { call, equals, every, member } from "../../../proof/build.ts";
import type { Members } from "../../../proof/value.ts";
import { concluded } from "../conclude.ts";
import { claimOf, countedIn, mostFiles, shown, type Wanted } from "./count.ts";
import { filesDeclaring } from "./declaring.ts";
import { type Holder, holdersIn, typeCalled } from "./holder.ts";
import { codeOf, constantsOf, done, functionsOf, headed, holds, type Look, meantSources, type Seen } from "./look.ts";
import { hasMethods, mostDeclared } from "./most.ts";
import { declaredAs, markedSo, numbered, type Said, said } from "./said.ts";
import { scoped } from "./scope.ts";
import { comparedDeclared } from "./than.ts";

/**
 * Answers what source files declare. "no_plan" where a place is not in the folder, no source file lies there, or no type, or more than one,
 * has the name of which members are asked for: then something else was meant.
 */
export async function answerDeclared(look: Look, question: DeclaredQuestion): Promise<Draft> {
  const asked = scoped(look, question.files) === null ? await ofType(look, question) : question;
  const here = asked && scoped(look, asked.files);
  const sources = here ? meantSources(here) : [];
  if (!here || sources.length === 0) return blank("no_plan", "No source file lies in what the question names.");
  // Tests of Rust stand in the files that they test.
  if (question.files.not.kinds.includes("test") && sources.some((path) => path.endsWith(".rs")))
    return blank("no_plan", "Which functions of Rust are tests is not told apart here.");
  if (asked.of.is === "files") return await filesDeclaring(here, asked, sources);
  if (asked.of.is === "most") return await mostDeclared(here, asked, sources);
  if (asked.of.is === "where") {
    const { yes, no } = said(asked.language);
    return await placed(asked.of.polar ? { ...here, polar: { yes, no } } : here, asked.of, sources);
  }
  if (asked.of.is === "than") return await comparedDeclared(here, asked, sources);
  const seen = await codeOf(here, sources);
  const name = asked.holder && (typeCalled(seen, asked.holder) ?? asked.holder);
  if (asked.with === "must" && !(await isFirst(here, name ?? "", sources)))
    return blank("no_plan", "What of it is inherited is not looked at.");
  const holders = name === null ? wholes(asked, seen) : holdersIn(seen, name, asked.kind);
  const sets = holders.flatMap((holder) => setsOf({ ...asked, holder: name }, holder));
  const told = await Promise.all(sets.map(({ set, holder }) => tell(here, set, holder, seen)));
  if (told.length === 0 || told.some((one) => typeof one === "string"))
    return blank("no_plan", "What of it is declared there can't be told.");
  const parts = told.filter((one) => typeof one !== "string");
  const isSplit = name === null && asked.beside === null && parts.length > 1;
  return await concluded(
    [...(isSplit ? inAll(asked, parts) : []), ...parts.map(({ text, claim }) => ({ text, claim }))],
    ...[here.board, here.asking, [here.glob]],
    parts.flatMap(({ list }) => list),
  );
}

/** How many there are in all of what is told kind by kind; none where a count is open. */
function inAll({ language }: DeclaredQuestion, parts: { n: number | null }[]): { text: string; claim: Claim }[] {
  const counts = parts.map(({ n }) => n);
  if (!counts.every((n) => n !== null)) return [];
  const [n, sum] = [counts.reduce((total, each) => total + each, 0), counts.join(" + ")];
  const text = said(language).sum.replace("{n}", String(n)).replace("{sum}", sum);
  return [{ text, claim: equals(call("value", sum), n) }];
}

/** The question as one of the members of the type that a place which is not here is called like; null where none is. */
async function ofType(look: Look, asked: DeclaredQuestion): Promise<DeclaredQuestion | null> {
  const { places } = asked.files;
  if (asked.holder !== null || asked.of.is !== "all" || !(asked.kind === "member" || isMember(asked.kind, "")))
    return null;
  const strange = places.filter((place) => scoped(look, { ...asked.files, places: [place] }) === null);
  if (strange.length !== 1) return null;
  const here = scoped(look, { ...asked.files, places: places.filter((place) => place !== strange[0]) });
  const holder = here && typeCalled(await codeOf(here, here.sources), strange[0]!);
  return holder === null
    ? null
    : { ...asked, holder, files: { ...asked.files, places: places.filter((place) => place !== strange[0]) } };
}

/** All that is declared as a kind; of functions that are marked somehow, methods as well, which may be meant. */
function wholes(asked: DeclaredQuestion, seen: Seen<CodeFacts>[]): Holder[] {
  const { kind, marks } = asked;
  if (vague.has(kind)) return [];
  const whole = { kind, marks: "", files: null, isEmpty: true };
  if (marks === "" || /nested|exported/.test(marks) || !hasMethods(seen, asked)) return [whole];
  const hasFunctions = seen.some(({ facts }) => kindsIn(facts.language).includes(kind));
  return [...(hasFunctions ? [whole] : []), { ...whole, kind: "method" }];
}

/** What is counted of a holder: all that is asked for, and what of it is marked so besides. */
function setsOf(asked: DeclaredQuestion, holder: Holder): { set: DeclaredQuestion; holder: Holder }[] {
  const own = asked.with === "must" ? "abstract" : "";
  const marks = [asked.marks, holder.marks, own].filter((each) => each !== "").join(" ");
  const all = { set: { ...asked, kind: holder.kind, marks }, holder };
  if (asked.beside === null) return [all];
  return [all, { set: { ...all.set, marks: `${marks} ${asked.beside}`.trim() }, holder }];
}

/** Whether a type extends none but those that make it abstract, so that what it declares is all that there is to implement. */
async function isFirst(here: Look, name: string, sources: string[]): Promise<boolean> {
  const types = (await functionsOf(here, sources)).flatMap(({ facts }) =>
    facts.types.filter((each) => each.name === name),
  );
  return (
    types.length === 1 &&
    types[0]!.extends.every((each) => /^(?:ABC|ABCMeta|abc|object|Object|Generic|Protocol)$/.test(each))
  );
}

/** The sentence of what is declared, with its claim and where it stands; why there is none. */
async function tell(
  here: Look,
  asked: DeclaredQuestion,
  holder: Holder,
  all: Seen<CodeFacts>[],
): Promise<{ text: string; claim: Claim; list: string[]; n: number | null } | string> {
  const seen = all.filter(({ path }) => holder.files?.includes(path) !== false);
  const sources = meantSources(here);
  const paths = holder.files ?? sources;
  const isAll = here.wanted === null && (holder.files === null || paths.length > mostFiles);
  const counts = await countedIn(here, asked, isAll ? null : paths, paths);
  if (counts === null) return "What is declared there can't be told.";
  const { names, isWhole, parts } = counts;
  const rows = rowsOf(seen, asked, new Set(names));
  if (rows.length === 0 && !isWhole && asked.marks !== "") return "Whether any counts is open.";
  if (rows.length === 0 && !holder.isEmpty) return "None is declared by its name.";
  const place = holder.files?.length === 1 ? holder.files[0]! : here.glob;
  const text = `${sentence(asked, names.length, place, isWhole)}${rows.length > 0 ? ":" : "."}`;
  const values = asked.with === "values" ? await valuesOf(here, asked.holder ?? "", rows) : null;
  const list = rows.slice(0, shown).map((row) => {
    const value = values?.get(row.name);
    return `${row.name}${value === undefined ? "" : ` = ${value.written}`} (${row.places.join(", ")})`;
  });
  const say = said(asked.language);
  if (rows.length > shown) list.push(say.more.replace("{n}", String(rows.length - shown)));
  const open = parts.find(({ value }) => value.open || value.maybe.length > 0);
  if (open) list.push(lackOf(open.value, say));
  const claims = [...(values?.values() ?? [])].flatMap(({ claim }) => claim ?? []);
  return { text, claim: every([claimOf(counts), ...claims]), list, n: isWhole ? names.length : null };
}

/** The values that are written for members of a type, each with its claim where it is a literal. */
async function valuesOf(
  here: Look,
  holder: string,
  rows: Row[],
): Promise<Map<string, { written: string; claim?: Claim }>> {
  const found = new Map<string, { written: string; claim?: Claim }>();
  const places = new Set(rows.flatMap((row) => row.places.map((place) => place.replace(/:\d+$/, ""))));
  for (const { path, facts } of await constantsOf(here, [...places]))
    for (const { name } of rows) {
      const [one, ...more] = facts.constants.filter((each) => each.name === `${holder}.${name}`);
      if (!one || more.length > 0 || one.written === null) continue;
      const term = call("constant", path, one.name);
      const claim = one.value !== null && /^-?\d+$/.test(one.value) ? { claim: equals(term, Number(one.value)) } : {};
      found.set(name, { written: one.written, ...claim });
    }
  return found;
}

/** Where what is called so is declared: as the kind that the question says, if it says one. */
async function placed(
  here: Look,
  { name, kind }: { name: string; kind: string | null },
  sources: string[],
): Promise<Draft> {
  const found = (await codeOf(here, sources)).flatMap(({ path, facts }) =>
    facts.defines
      .filter((each) => each.name === name && (kind === null || isDeclaredAs(each.kind, kind, facts.language)))
      .map((each) => ({ path, ...each })),
  );
  if (found.length === 0) return await undeclared(here, name, sources);
  const places = found.map(({ path, line, kind: as, holder }) => {
    const what = holder ? `${as} of ${holder}` : as;
    return `${path}:${line} (${what})`;
  });
  const text = headed(here, true, `${name}: ${places.slice(0, shown).join(", ")}.`);
  const claim = every(found.slice(0, shown).map((one) => member(name, call("declares", one.path, one.kind))));
  return await concluded([{ text, claim }], here.board, here.asking, [here.glob]);
}

/** That the one file which is asked about declares nothing of a name; "no_plan" where that is not asked, or not proven. */
async function undeclared(here: Look, name: string, [path, ...others]: string[]): Promise<Draft> {
  const none = blank("no_plan", `Nothing of that kind is called ${name}.`);
  if (!here.polar || path === undefined || others.length > 0) return none;
  const claim: Claim = { is: "not", part: call("defines", path, name), at: 0 };
  return (await holds(here, claim))
    ? await done(here, [{ text: headed(here, false, `${path} declares no ${name}.`), claim }])
    : none;
}

type Row = { name: string; places: string[] };

/** The names that were counted, each with where it is declared. */
function rowsOf(seen: Seen<CodeFacts>[], { kind, holder, marks }: Wanted, counts: ReadonlySet<string>): Row[] {
  const rows = new Map<string, Row>();
  for (const { path, facts } of seen)
    for (const { name, line } of declaredAs(facts, kind, holder, marks)) {
      if (!counts.has(name)) continue;
      const row = rows.get(name) ?? { name, places: [] };
      row.places.push(`${path}:${line}`);
      rows.set(name, row);
    }
  return [...rows.values()];
}

function sentence(
  { kind, holder, marks, language }: DeclaredQuestion,
  n: number,
  glob: string,
  isWhole: boolean,
): string {
  const say = said(language);
  const [one, many] = say.kind[kind] ?? [kind, `${kind}s`];
  const number = isWhole ? numbered(say, kind, n) : say.least.replace("{n}", `${n} ${n === 1 ? one : many}`);
  const of = `${markedSo(say, marks)}${holder === null ? "" : say.of.replace("{holder}", () => holder)}`;
  const isAll = glob === "**" || glob === "**/*";
  const place = unescapeGlob(glob.replace(/\/\*\*$/, "/"));
  return (isAll ? say.whole : say.place)
    .replace("{place}", () => place)
    .replace("{n}", () => number)
    .replace("{of}", () => of);
}

function lackOf({ lacks }: Members, say: Said): string {
  const reasons = [
    ...new Set(
      lacks.flatMap((lack) => (lack.is === "void" ? [lack.message] : lack.is === "blind" ? [lack.blind.message] : [])),
    ),
  ];
  const more = reasons.length > 3 ? [say.others.replace("{n}", String(reasons.length - 3))] : [];
  return say.open.replace("{why}", () => [...reasons.slice(0, 3), ...more].join("; "));
}
