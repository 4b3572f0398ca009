import type { Draft } from "../../../core/answer.ts";
import type { Call, Claim, Term } from "../../../core/claim.ts";
import { foldValue } from "../../../core/field.ts";
import { compileGlob } from "../../../core/glob.ts";
import { visible } from "../../../core/visible.ts";
import { blank } from "../../../engines/state.ts";
import { type FieldQuestion, type FieldScope, type FieldTest, ofWords } from "../../../fields/catalog.ts";
import { isDocument } from "../../../fields/read.ts";
import { type Board, createBoard } from "../../../proof/board.ts";
import { call, equals, joined } from "../../../proof/build.ts";
import { measure } from "../../../proof/decide.ts";
import { stringTerm } from "../../../proof/value.ts";
import { type Asking, concluded, type Said } from "../conclude.ts";
import { compared, denied, described, firstDay, nextDay, scopeTerm, setOf, valued, x } from "./claim.ts";
import { nameOf, valueSaid, valuesOf } from "./told.ts";

type By<Asks extends FieldQuestion["asks"]> = Extract<FieldQuestion, { asks: Asks }>;

/** So many files of a list are shown, and so many values are counted one by one. */
const shown = 100;
const mostGroups = 60;

/** Counts or lists the documents for which all tests hold; where some can't be known, at least so many. */
export async function matching({ where, scope, asks }: By<"count" | "list">, asking: Asking): Promise<Draft> {
  // What is about a thing need not have it in its title.
  if (where.some((test) => test.is === "not" && ofWords(test))) return blank("no_plan", "What is about it is open.");
  const board = createBoard();
  const base = await baseOf(scope, board, asking);
  const value = base && (await sizeOf(setOf(where, base), board, asking));
  if (!base || !value || (value.certain.length === 0 && value.maybe.length > 0))
    return blank("no_plan", "The files that the question is about can't be read.");
  const set = setOf(where, base);
  const n = value.certain.length;
  if (n === 0 && where.some(ofWords)) return blank("no_plan", "No title has these words.");
  const whole = value.maybe.length === 0 && !value.open;
  const what = where.map(described).join(" and ");
  const among = scope.is === "documents" ? ` of the documents (${globOf(base)})` : "";
  const rest = whole
    ? "."
    : value.maybe.length > 0
      ? `; of ${value.maybe.length} others that can't be known.`
      : "; not all could be looked at.";
  const text = `${whole ? "" : "At least "}${n} ${n === 1 ? "file" : "files"}${among} ${n === 1 ? "has" : "have"} ${what}${rest}`;
  const said: Said[] = [{ text, claim: equals(set, n, whole ? "=" : ">=") }];
  if (scope.is === "having" || scope.is === "under") said.push(...(await lacking(where, base, board, asking)));
  const list = value.certain.slice(0, shown).map((path) => visible(`${path}${nameOf(path, board)}`));
  const more = n > shown ? [`and ${n - shown} more`] : [];
  const draft = await concluded(said, board, asking, [asking.only]);
  const [head = "", ...others] = draft.answer.split("\n");
  return asks === "count" && n > shown ? draft : { ...draft, answer: [head, ...list, ...more, ...others].join("\n") };
}

/** What is said beside a value that is denied: how many documents have no such field at all. */
async function lacking(where: FieldTest[], base: Term, board: Board, asking: Asking): Promise<Said[]> {
  const said: Said[] = [];
  for (const test of where) {
    if (test.is !== "not" || test.told === null) continue;
    const none: FieldTest = { is: "not", test: { is: "has", fields: test.told }, told: null };
    const set = setOf([none], base);
    const size = await sizeOf(set, board, asking);
    const n = size?.certain.length ?? 0;
    if (n > 0) said.push({ text: `${n} ${n === 1 ? "has" : "have"} ${described(none)}.`, claim: equals(set, n, ">=") });
  }
  return said;
}

/** The documents with the earliest or latest date in a field, and what is asked of them. */
export async function firstOf({ first, where, scope, of }: By<"first">, asking: Asking): Promise<Draft> {
  const board = createBoard();
  const base = await baseOf(scope, board, asking);
  const set = base && setOf([...where, { is: "has", fields: [first.field] }], base);
  const files = set && (await sizeOf(set, board, asking));
  if (!set || !files || files.open || files.maybe.length > 0 || files.certain.length === 0)
    return blank("no_plan", "The files that the question is about can't all be read.");
  const dated = files.certain.map((path) => ({ path, dates: datesOf(path, first.field, board) }));
  if (dated.some(({ dates }) => dates?.length !== 1))
    return blank("no_plan", `Not all have one date in ${first.field}.`);
  // A month is neither before nor after a day in it.
  if (new Set(dated.map(({ dates }) => dates![0]!.length)).size > 1)
    return blank("no_plan", "Some dates are more exact than others.");
  const sorted = dated
    .map(({ path, dates }) => ({ path, date: dates![0]! }))
    .sort((one, other) => (one.date < other.date ? -1 : 1));
  const { date } = first.earliest ? sorted[0]! : sorted.at(-1)!;
  const winners = sorted.filter((one) => one.date === date);
  const bound = (file: Term) =>
    first.earliest
      ? compared(file, first.field, "<", firstDay(date))
      : compared(file, first.field, ">=", nextDay(date));
  const none = equals(call("where", x, set, bound(x)), 0);
  const held = winners.flatMap(({ path }): Claim[] => [
    { is: "in", item: stringTerm(path), set, at: 0 },
    valued(stringTerm(path), first.field, date),
  ]);
  const names = winners.map(({ path }) => `${path}${nameOf(path, board)}`).join(", ");
  const what = where.length > 0 ? ` among files that have ${where.map(described).join(" and ")}` : "";
  const text = `The ${first.earliest ? "earliest" : "latest"} ${first.field}${what} is ${date}: ${names}.`;
  const said: Said[] = [{ text, claim: joined("and", [...held, none]) }];
  for (const { path } of winners) {
    const told = await ofOne(path, of, board, asking);
    if (of.length > 0 && !told) return blank("no_plan", `${path} has no field ${of.join(" or ")}.`);
    if (told) said.push(told);
  }
  const draft = await concluded(said, board, asking, [asking.only]);
  return draft.stop === "success" ? draft : blank("no_plan", "The dates have no one order.");
}

async function ofOne(path: string, fields: string[], board: Board, asking: Asking): Promise<Said | null> {
  for (const field of fields) {
    const told = await valueSaid(path, field, board, asking);
    if (told) return told;
  }
  return null;
}

/** How many documents give each value of a field, or which value most give. */
export async function grouped({ field, most, where, scope }: By<"groups">, asking: Asking): Promise<Draft> {
  const board = createBoard();
  const base = await baseOf(scope, board, asking);
  const set = base && setOf([...where, { is: "has", fields: [field] }], base);
  const files = set && (await sizeOf(set, board, asking));
  if (!base || !set || !files || files.open || files.maybe.length > 0 || files.certain.length === 0)
    return blank("no_plan", "The files that the question is about can't all be read.");
  const counts = countsOf(files.certain, field, board);
  const top = counts.filter(({ files }) => files === counts[0]!.files);
  const kept = most ? top : counts;
  if (kept.length > mostGroups) return blank("no_plan", `${field} has ${kept.length} values.`);
  const has = (value: string) => setOf([{ is: "value", fields: [field], value }], set);
  const said = kept.map(({ value, files }): Said => {
    const exact = equals(has(value), files);
    const leads: Claim = { is: "in", item: stringTerm(value), set: call("commonest", stringTerm(field), set), at: 0 };
    const text = `${field} ${value}: ${files} ${files === 1 ? "file" : "files"}${most ? ", the most" : ""}.`;
    return { text, claim: most ? joined("and", [leads, exact]) : exact };
  });
  if (!most)
    said.push(
      noOther(
        field,
        set,
        counts.map(({ value }) => value),
      ),
    );
  const draft = await concluded(said, board, asking, [asking.only]);
  return draft.stop === "success" ? draft : blank("no_plan", "Not all values could be counted.");
}

/** That no document gives another value. */
function noOther(field: string, set: Call, values: string[]): Said {
  const any = joined(
    "or",
    values.map((value) => valued(x, field, value)),
  );
  return { text: "No file has another.", claim: equals(call("where", x, set, denied(any)), 0) };
}

/** Values by how many files give them, most first, each as it is written first. */
function countsOf(paths: string[], field: string, board: Board): { value: string; files: number }[] {
  const counts = new Map<string, { value: string; files: number }>();
  for (const path of paths) {
    const own = new Map(valuesOf(path, field, board).map(({ as }) => [foldValue(as), as]));
    for (const [key, value] of own)
      counts.set(key, { value: counts.get(key)?.value ?? value, files: (counts.get(key)?.files ?? 0) + 1 });
  }
  return [...counts.values()].sort((one, other) => other.files - one.files);
}

/** The dates of a file's field; null where one is none. */
function datesOf(path: string, field: string, board: Board): string[] | null {
  const values = valuesOf(path, field, board);
  return values.every(({ type }) => type === "date") ? values.map(({ as }) => as) : null;
}

async function sizeOf(set: Call, board: Board, { observe, signal }: Asking) {
  const value = await measure(set, board, observe, signal);
  return value.is === "set" ? value : null;
}

/** The files that a scope means; null where its word for documents may mean only some of what is there. */
async function baseOf(scope: FieldScope, board: Board, asking: Asking): Promise<Term | null> {
  const all = stringTerm(asking.only);
  if (scope.is === "any") return all;
  if (scope.is === "having") return call("having", stringTerm(scope.field), all);
  const stem = scope.is === "under" ? scope.glob : "**/*";
  const files = await sizeOf(call("files", all), board, asking);
  const { matches } = compileGlob(stem);
  const paths = [...(files?.certain ?? []), ...(files?.maybe ?? [])].filter(
    (path) => isDocument(path) && matches(path),
  );
  const endings = [...new Set(paths.map((path) => /[^.]+$/.exec(path)![0]))].sort();
  if (endings.length === 0 || endings.some((ending) => !/^[A-Za-z0-9]+$/.test(ending))) return null;
  const base = scopeTerm(`${stem}.${endings.length === 1 ? endings[0] : `{${endings.join(",")}}`}`, asking.only);
  if (scope.is === "under" || !scope.sort) return base;
  const none: FieldTest = { is: "not", test: { is: "has", fields: ["title"] }, told: null };
  await measure(setOf([none], base), board, asking.observe, asking.signal);
  const says = (path: string) => {
    const seen = board.fields(path)?.seen;
    return seen?.ok === true && seen.fields.length > 0;
  };
  return paths.every(says) ? base : null;
}

function globOf(base: Term): string {
  const [first] = base.is === "call" ? base.args : [base];
  return first?.is === "string" ? first.value : "**";
}
