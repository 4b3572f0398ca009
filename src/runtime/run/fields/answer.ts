import type { Draft } from "../../../core/answer.ts";
import type { Claim } from "../../../core/claim.ts";
import { foldValue } from "../../../core/field.ts";
import { blank } from "../../../engines/state.ts";
import type { FieldQuestion } from "../../../fields/catalog.ts";
import { createBoard } from "../../../proof/board.ts";
import { joined } from "../../../proof/build.ts";
import { decide } from "../../../proof/decide.ts";
import { stringTerm } from "../../../proof/value.ts";
import { type Asking, concluded, type Said } from "../conclude.ts";
import { claimOf, compared, denied, firstDay, valued } from "./claim.ts";
import { firstOf, grouped, matching } from "./sets.ts";
import { fieldsSeen, seen, valueSaid } from "./told.ts";

/**
 * Answers a question over fields: looks at the files themselves, whatever the index says, and proves each sentence. What
 * the files no longer bear out is left to others ("no_plan"). Throws what `observe` and the signal throw.
 */
export async function answerFields(question: FieldQuestion, asking: Asking): Promise<Draft> {
  switch (question.asks) {
    case "value":
      return await values(question, asking);
    case "whether":
      return await whether(question, asking);
    case "order":
      return await order(question, asking);
    case "shared":
      return await shared(question, asking);
    case "first":
      return await firstOf(question, asking);
    case "groups":
      return await grouped(question, asking);
    default:
      return await matching(question, asking);
  }
}

type By<Asks extends FieldQuestion["asks"]> = Extract<FieldQuestion, { asks: Asks }>;

async function values({ of, by }: By<"value">, asking: Asking): Promise<Draft> {
  const board = createBoard();
  const said: Said[] = by.map(({ path, field, value }) => ({
    text: `${field} of ${path}: ${value}.`,
    claim: valued(stringTerm(path), field, value),
  }));
  for (const { path, field } of of) {
    const told = await valueSaid(path, field, board, asking);
    if (!told) return blank("no_plan", `${path} has no field ${field}.`);
    said.push(told);
  }
  const paths = [...by, ...of].map(({ path }) => path);
  const draft = await concluded(said, board, asking, [...new Set(paths)]);
  return draft.stop === "success" ? draft : blank("no_plan", "The documents no longer say so.");
}

async function whether({ path, test }: By<"whether">, asking: Asking): Promise<Draft> {
  const board = createBoard();
  const claim = claimOf(test, stringTerm(path));
  const { verdict } = await decide(claim, board, asking.observe, asking.signal);
  const fields = fieldsIn(test);
  const own = board.fields(path)?.seen;
  const found = own?.ok ? own.fields.find(({ name }) => fields.includes(name)) : undefined;
  if (verdict === "undecidable" || (!found && test.is !== "has")) return blank("no_plan", `${path} has no such field.`);
  const holds = verdict === "provable";
  const told = found ? `${found.name} of ${path} is ${found.text}` : `${path} has no field ${fields.join(" or ")}`;
  const sentence = `${holds ? "Yes" : "No"}: ${told}.`;
  return await concluded([{ text: sentence, claim: holds ? claim : denied(claim) }], board, asking, [path]);
}

function fieldsIn(test: By<"whether">["test"]): string[] {
  if (test.is === "or") return test.tests.flatMap(fieldsIn);
  if (test.is === "not") return fieldsIn(test.test);
  return "fields" in test ? test.fields : [test.field];
}

/** Which of two documents has the earlier or later date. */
async function order({ field, earlier, paths }: By<"order">, asking: Asking): Promise<Draft> {
  const board = createBoard();
  const dates: { path: string; text: string; iso: string }[] = [];
  for (const path of paths) {
    const [date, ...more] = (await fieldsSeen(path, field, board, asking)).flatMap((each) => each.values);
    if (date?.type !== "date" || more.length > 0) return blank("no_plan", `${path} has no one date in ${field}.`);
    dates.push({ path, text: date.text, iso: date.as });
  }
  const [one, other] = dates.sort((a, b) => (a.iso < b.iso ? -1 : 1) * (earlier ? 1 : -1)) as [
    (typeof dates)[0],
    (typeof dates)[0],
  ];
  const both = [one, other].map(({ path, text }) => valued(stringTerm(path), field, text));
  const told = `${field} is ${one.text}, of ${other.path} ${other.text}.`;
  if (one.iso === other.iso) {
    const text = `Neither: of ${one.path} ${told}`;
    return await concluded([{ text, claim: joined("and", both) }], board, asking, paths);
  }
  const [older, newer] = earlier ? [one, other] : [other, one];
  const day = firstDay(newer.iso);
  const apart = [compared(stringTerm(older.path), field, "<", day), compared(stringTerm(newer.path), field, ">=", day)];
  const text = `${one.path} is ${earlier ? "older" : "newer"}: its ${told}`;
  const draft = await concluded([{ text, claim: joined("and", [...both, ...apart]) }], board, asking, paths);
  return draft.stop === "success" ? draft : blank("no_plan", "The dates have no one order.");
}

/** Whether two documents have the same values in their fields, or one in common. */
async function shared({ fields, paths, all }: By<"shared">, asking: Asking): Promise<Draft> {
  const board = createBoard();
  const [one, other] = [await seen(paths[0], fields[0], board, asking), await seen(paths[1], fields[1], board, asking)];
  if (one.length === 0 || other.length === 0) return blank("no_plan", "One of the documents has no such field.");
  const has = (list: string[], value: string) => list.some((each) => foldValue(each) === foldValue(value));
  const here = (value: string) => valued(stringTerm(paths[0]), fields[0], value);
  const there = (value: string) => valued(stringTerm(paths[1]), fields[1], value);
  const both = one.filter((value) => has(other, value));
  const [ours, theirs] = [one.filter((value) => !has(other, value)), other.filter((value) => !has(one, value))];
  const told: Claim[] = [...one.map(here), ...other.map(there)];
  const unlike = [...ours.map((value) => denied(there(value))), ...theirs.map((value) => denied(here(value)))];
  const yes = all ? ours.length + theirs.length === 0 : both.length > 0;
  const lists = `${fields[0]} of ${paths[0]}: ${one.join(", ")}; ${fields[1]} of ${paths[1]}: ${other.join(", ")}`;
  const common = !all && yes ? ` (both: ${both.join(", ")})` : "";
  const claims =
    yes && all ? [...told, ...one.map(there), ...other.map(here)] : [...told, ...both.map(there), ...unlike];
  return await concluded(
    [{ text: `${yes ? "Yes" : "No"}: ${lists}${common}.`, claim: joined("and", claims) }],
    board,
    asking,
    paths,
  );
}
