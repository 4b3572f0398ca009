import type { Draft } from "../../core/answer.ts";
import type { Claim } from "../../core/claim.ts";
import type { Observation } from "../../core/observation.ts";
import { blank } from "../../engines/state.ts";
import type { FactQuestion, Operator, Property } from "../../language/fact.ts";
import { call, every } from "../../proof/build.ts";
import { decide } from "../../proof/decide.ts";
import { plainTable } from "../../proof/tables.ts";
import { constantOf } from "../../solve/constant.ts";
import { relationNamed } from "../../solve/relation.ts";
import { columnsOf } from "../../solve/table.ts";
import { verbed } from "../../solve/tell.ts";
import { type Asking, concluded, type Said } from "./conclude.ts";
import { type FactBase, factBase } from "./factbase.ts";

/** The facts of a folder as they are looked at for one question. */
type Facts = FactBase & { asking: Asking };
type Asked<K extends FactQuestion["asks"]> = Extract<FactQuestion, { asks: K }>;
/** A cell that says something of a thing, and what it says. */
type Entry = { path: string; subject: string; value: string };

/** So many things may be tried for what only rules tell, and so many are listed. */
const most = { tried: 150, listed: 60 };

/**
 * Answers a question by the listed facts and rules, each sentence proven by its claim; that nothing else is listed is at most supported, for what tables do
 * not say may be so. "no_plan" where the tables or rules don't tell it: then others may answer. Throws what `observe` and the signal throw.
 */
export async function answerFacts(question: FactQuestion, asking: Asking): Promise<Draft> {
  const base = await factBase(asking.observe, asking.signal);
  if (!base) return untold;
  const facts = { ...base, asking };
  if (question.asks === "value") return (await related(question, facts)) ?? untold;
  if (question.asks === "whether") return (await whether(question, facts)) ?? untold;
  return (await which(question, facts)) ?? untold;
}

const untold = blank("no_plan", "The tables and rules here don't tell it for sure.");

async function related({ subject, relation, within }: Asked<"value">, facts: Facts): Promise<Draft | null> {
  const entries = entriesOf(relation, within, facts).filter((entry) => isSame(entry.subject, subject));
  const values = distinct(entries.map(({ value }) => value));
  const derived = values.length > 0 ? [] : await derivedFor(subject, relation, facts);
  const all = values.length > 0 ? values : derived;
  if (all.length === 0) return null;
  const claims = all.map((value) => fact(subject, relation, value));
  return await told([{ text: `${sentence(said(subject, relation, listed(all)))}.`, claim: every(claims) }], facts);
}

/** What rules give a thing to be related to, among all that is named. */
async function derivedFor(subject: string, relation: string, facts: Facts): Promise<string[]> {
  if (!isDerived(relation, facts)) return [];
  const objects = everything(facts);
  return objects.length > most.tried ? [] : await holding(objects, (object) => fact(subject, relation, object), facts);
}

async function whether(asked: Asked<"whether">, facts: Facts): Promise<Draft | null> {
  const { subject, property, within, follows } = asked;
  if (property.is === "test") return await tested(subject, property, within, facts);
  const claim = claimOf(subject, property);
  const denial: Claim = { is: "not", part: claim, at: 0 };
  const what =
    property.is === "trait" ? `${subject} is ${property.trait}` : said(subject, property.relation, property.object);
  if (await holds(claim, facts)) return await told([{ text: `Yes: ${what}.`, claim }], facts);
  if (await holds(denial, facts)) return await told([{ text: `No: it is denied that ${what}.`, claim: denial }], facts);
  if (property.is === "relation") {
    const entries = entriesOf(property.relation, within, facts).filter((entry) => isSame(entry.subject, subject));
    const values = distinct(entries.map(({ value }) => value));
    if (values.length > 0) {
      const text = `What is listed is that ${said(subject, property.relation, listed(values))}; not that ${what}.`;
      return await told(
        [{ text, claim: every(values.map((value) => fact(subject, property.relation, value))) }],
        facts,
      );
    }
  }
  // Only rules tell of traits.
  if (!follows && property.is !== "trait") return null;
  const judged = await decide(claim, facts.board, facts.asking.observe, facts.asking.signal);
  const why = judged.because[0] ? ` ${sentence(judged.because[0])}.` : "";
  return blank("unproven", `Neither that ${what} nor that it is not so was found to follow from what is listed.${why}`);
}

/** "Is Ben older than 40?": by the one number that is listed. */
async function tested(
  subject: string,
  { relation, operator, number }: Extract<Property, { is: "test" }>,
  within: string | null,
  facts: Facts,
): Promise<Draft | null> {
  const entries = entriesOf(relation, within, facts).filter((entry) => isSame(entry.subject, subject));
  const [value, ...others] = distinct(entries.map((entry) => entry.value));
  if (value === undefined || others.length > 0 || typeof constantOf(value) !== "number") return null;
  const passes = isPassed(Number(value), operator, Number(number));
  const text = `${passes ? "Yes" : "No"}: ${said(subject, relation, value)}.`;
  return await told(
    [
      {
        text,
        claim: every([
          fact(subject, relation, value),
          comparing(value, passes ? operator : opposite[operator], number),
        ]),
      },
    ],
    facts,
  );
}

async function which({ property, within, counts }: Asked<"which">, facts: Facts): Promise<Draft | null> {
  const found =
    property.is === "trait" ? await ofTrait(property.trait, within, facts) : await ofTable(property, within, facts);
  if (!found || found.members.length > most.listed) return null;
  const { members, others, seen, where } = found;
  const what = property.is === "trait" ? property.trait : describe(property);
  const claims = members.map((subject) => claimFor(subject, property, found.values.get(subject)));
  const number = counts ? `${members.length}: ` : "";
  const yes: Said[] =
    members.length === 0 ? [] : [{ text: `${number}${listed(members)} (${what}).`, claim: every(claims) }];
  const denied = every(others.map((subject) => ({ is: "not", part: claimOf(subject, property), at: 0 }) as Claim));
  const isClosed = property.is !== "test" && others.length > 0 && (await holds(denied, facts));
  const rest = members.length === 0 ? `No ${where} says so (${what}).` : `No other ${where} says so.`;
  const no: Said = isClosed
    ? { text: rest, claim: denied }
    : { text: rest, seen: seen.map((each) => ({ seen: each })) };
  return await told([...yes, no], facts);
}

/** Who is found among all who were looked at; `values`: the numbers that pass a test. */
type Chosen = { members: string[]; others: string[]; values: Map<string, string>; seen: Observation[]; where: string };

/** The things of the one table that has the relation. Null where several have it, where one holds no number that should, or where rules add to it. */
async function ofTable(
  property: Exclude<Property, { is: "trait" }>,
  within: string | null,
  facts: Facts,
): Promise<Chosen | null> {
  const { relation } = property;
  const tables = tablesWith(relation, within, facts);
  const [table] = tables;
  if (!table || tables.length > 1 || isDerived(relation, facts)) return null;
  const entries = entriesOf(relation, table.path, facts);
  if (entries.length === 0 || entries.some(({ subject }) => typeof constantOf(subject) === "number")) return null;
  if (property.is === "test" && entries.some(({ value }) => typeof constantOf(value) !== "number")) return null;
  const passes = ({ value }: Entry) =>
    property.is === "test"
      ? isPassed(Number(value), property.operator, Number(property.number))
      : isSame(value, property.object);
  const chosen = entries.filter(passes);
  const members = distinct(chosen.map(({ subject }) => subject));
  const others = distinct(entries.map(({ subject }) => subject)).filter(
    (subject) => !members.some((one) => isSame(one, subject)),
  );
  const values = new Map(chosen.map(({ subject, value }) => [subject, value]));
  return {
    members,
    others,
    values,
    seen: [table.head, ...table.rows.map(({ seen }) => seen)],
    where: `row of ${table.path}`,
  };
}

/** What rules tell to have a trait, among all things that are named. */
async function ofTrait(trait: string, within: string | null, facts: Facts): Promise<Chosen | null> {
  const tables = facts.tables.filter(({ path }) => within === null || path === within);
  const subjects = distinct([
    ...tables.flatMap(({ rows }) => rows.map(({ cells }) => cells[0]?.trim() ?? "")),
    ...(within === null ? facts.things : []),
  ]).filter((name) => name !== "" && typeof constantOf(name) === "string");
  if (subjects.length === 0 || subjects.length > most.tried) return null;
  const members = await holding(subjects, (subject) => claimOf(subject, { is: "trait", trait }), facts);
  const others = subjects.filter((subject) => !members.includes(subject));
  const seen = [facts.board.universe()!, ...tables.flatMap(({ head, rows }) => [head, ...rows.map((row) => row.seen)])];
  return {
    members,
    others,
    values: new Map(),
    seen,
    where: within === null ? "fact or rule here" : `fact or rule about what is in ${within}`,
  };
}

async function holding(all: string[], claim: (one: string) => Claim, facts: Facts): Promise<string[]> {
  const found: string[] = [];
  for (const each of all) if (await holds(claim(each), facts)) found.push(each);
  return found;
}

async function holds(claim: Claim, { board, asking }: Facts): Promise<boolean> {
  return (await decide(claim, board, asking.observe, asking.signal)).verdict === "provable";
}

async function told(sentences: Said[], { board, asking, tables }: Facts): Promise<Draft | null> {
  const globs = tables.map(({ path }) => path);
  const draft = await concluded(sentences, board, asking, globs);
  // What CHECK does not bear out is no answer.
  return draft.stop === "success" ? draft : null;
}

function tablesWith(relation: string, within: string | null, { tables }: Facts) {
  const name = relationNamed(relation);
  return tables.filter(
    ({ path, heads }) =>
      (within === null || path === within) && columnsOf(heads).some(({ predicate }) => predicate === name),
  );
}

/** What the cells beneath a relation say, row by row; empty ones say nothing. */
function entriesOf(relation: string, within: string | null, facts: Facts): Entry[] {
  const name = relationNamed(relation);
  return tablesWith(relation, within, facts).flatMap((table) => {
    const { at } = columnsOf(table.heads).find(({ predicate }) => predicate === name)!;
    return plainTable(table).rows.flatMap(({ cells }): Entry[] => {
      const [subject, value] = [cells[0]?.trim() ?? "", cells[at]?.trim() ?? ""];
      return subject === "" || value === "" ? [] : [{ path: table.path, subject, value }];
    });
  });
}

/** Whether rules or sentences give a relation, too. */
function isDerived(relation: string, { relations }: Facts): boolean {
  return relations.some((each) => relationNamed(each) === relationNamed(relation));
}

/** All that the tables and sentences name. */
function everything({ tables, things }: Facts): string[] {
  const cells = tables.flatMap((table) =>
    plainTable(table).rows.flatMap((row) => row.cells.map((cell) => cell.trim())),
  );
  return distinct([...cells.filter((cell) => cell !== ""), ...things]);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Map(texts.map((text) => [constantOf(text), text])).values()];
}

function isSame(one: string, other: string): boolean {
  return constantOf(one) === constantOf(other);
}

function fact(subject: string, relation: string, object: string): Claim {
  return call("fact", subject, relation, object);
}

function claimOf(subject: string, property: Property): Claim {
  if (property.is === "trait") return fact(subject, "is", property.trait);
  return fact(subject, property.relation, property.is === "test" ? property.number : property.object);
}

function claimFor(subject: string, property: Property, value: string | undefined): Claim {
  if (property.is !== "test") return claimOf(subject, property);
  return every([fact(subject, property.relation, value!), comparing(value!, property.operator, property.number)]);
}

const opposite: Record<Operator, Operator> = { ">": "<=", "<": ">=", ">=": "<", "<=": ">" };

function isPassed(value: number, operator: Operator, than: number): boolean {
  if (operator === ">") return value > than;
  if (operator === "<") return value < than;
  return operator === ">=" ? value >= than : value <= than;
}

/** That a number is so and so against another, as arithmetic. */
function comparing(value: string, operator: Operator, number: string): Claim {
  return { is: "compare", left: call("value", value), operator, right: { is: "number", text: number, at: 0 }, at: 0 };
}

function said(subject: string, relation: string, object: string): string {
  const head = relation.replace(/[_-]+/g, " ");
  const named = verbed(relationNamed(head));
  const phrase = named === relationNamed(head) ? head : named;
  return / (?:to|of|in|by|at|for|with|from|on)$/i.test(phrase)
    ? `${subject} ${phrase} ${object}`
    : `the ${phrase} of ${subject} is ${object}`;
}

function describe(property: Exclude<Property, { is: "trait" }>): string {
  const phrase = property.relation.replace(/[_-]+/g, " ");
  return property.is === "test" ? `${phrase} ${property.operator} ${property.number}` : `${phrase} ${property.object}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(all: readonly string[]): string {
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
