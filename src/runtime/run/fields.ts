import type { Draft } from "../../core/answer.ts";
import type { Call, Claim, Term } from "../../core/claim.ts";
import { visible } from "../../core/visible.ts";
import { blank } from "../../engines/state.ts";
import type { FieldQuestion, FieldTest } from "../../fields/catalog.ts";
import { type Board, createBoard } from "../../proof/board.ts";
import { decide, measure } from "../../proof/decide.ts";
import { stringTerm } from "../../proof/value.ts";
import { type Asking, concluded, type Said } from "./conclude.ts";

/** So many files of a list are shown. */
const shown = 100;

/**
 * Answers a question over fields: looks at the files themselves, whatever the index says, and proves each sentence. What
 * the files no longer bear out is left to others ("no_plan"). Throws what `observe` and the signal throw.
 */
export async function answerFields(question: FieldQuestion, asking: Asking): Promise<Draft> {
  switch (question.asks) {
    case "value":
      return await values(question.of, asking);
    case "whether":
      return await whether(question, asking);
    default:
      return await matching(question.where, question.asks === "count", asking);
  }
}

async function values(of: { path: string; field: string }[], asking: Asking): Promise<Draft> {
  const board = createBoard();
  const said: Said[] = [];
  for (const { path, field } of of) {
    await measure(fieldTerm(stringTerm(path), field), board, asking.observe, asking.signal);
    const seen = board.fields(path)?.seen;
    const found = seen?.ok ? seen.fields.filter(({ name }) => name === field) : [];
    const all = found.flatMap((each) => each.values.map(({ text, type, as }) => (type === "person" ? as : text)));
    if (all.length === 0) return blank("no_plan", `${path} has no field ${field}.`);
    const claims = all.map((value) => equals(stringTerm(path), field, value));
    said.push({ text: `${field} of ${path}: ${all.join(", ")}.`, claim: joined("and", claims) });
  }
  return await concluded(
    said,
    board,
    asking,
    of.map(({ path }) => path),
  );
}

async function whether({ path, field, value }: FieldQuestion & { asks: "whether" }, asking: Asking): Promise<Draft> {
  const board = createBoard();
  const claim = equals(stringTerm(path), field, value);
  const { verdict } = await decide(claim, board, asking.observe, asking.signal);
  const own = board.fields(path)?.seen;
  const text = own?.ok ? own.fields.find(({ name }) => name === field)?.text : undefined;
  if (verdict === "undecidable" || text === undefined) return blank("no_plan", `${path} has no field ${field}.`);
  const holds = verdict === "provable";
  const sentence = `${holds ? "Yes" : "No"}: ${field} of ${path} is ${text}.`;
  return await concluded([{ text: sentence, claim: holds ? claim : denied(claim) }], board, asking, [path]);
}

async function matching(where: FieldTest[], counts: boolean, asking: Asking): Promise<Draft> {
  const board = createBoard();
  const set = setOf(where, stringTerm(asking.only));
  const value = await measure(set, board, asking.observe, asking.signal);
  if (value.is !== "set" || (value.certain.length === 0 && value.maybe.length > 0))
    return blank("no_plan", "The files that the question is about can't be read.");
  const n = value.certain.length;
  const whole = value.maybe.length === 0 && !value.open;
  const claim: Claim = {
    is: "compare",
    left: set,
    operator: whole ? "=" : ">=",
    right: { is: "number", text: String(n), at: 0 },
    at: 0,
  };
  const what = where.map(described).join(" and ");
  const text = `${whole ? "" : "At least "}${n} ${n === 1 ? "file has" : "files have"} ${what}${whole ? "." : `; of ${value.maybe.length} others that can't be known.`}`;
  const list = value.certain.slice(0, shown).map((path) => visible(`${path}${nameOf(path, board)}`));
  const more = n > shown ? [`and ${n - shown} more`] : [];
  const draft = await concluded([{ text, claim }], board, asking, [asking.only]);
  return counts && n > shown ? draft : { ...draft, answer: [draft.answer, ...list, ...more].join("\n") };
}

/** How a file calls itself, where that was seen: by the number that its name has too, and its title: " (RFC 9110: HTTP Semantics)". */
function nameOf(path: string, board: Board): string {
  const seen = board.fields(path)?.seen;
  if (!seen?.ok) return "";
  const numbers = (path.split("/").at(-1)!.match(/\d+/g) ?? []).map(Number);
  const number = seen.fields.find(({ text }) => /^\d+$/.test(text) && numbers.includes(Number(text)));
  const title = seen.fields.find(({ name }) => /^tit(?:le|el|re|ulo|olo)$/i.test(name));
  const parts = [number && `${number.name} ${number.text}`, title?.text].filter((part) => part !== undefined);
  return parts.length === 0 ? "" : ` (${parts.join(": ")})`;
}

/** The files for which every test holds, each within those of the one before. */
function setOf(where: FieldTest[], scope: Term): Call {
  return where.reduce<Term>((inner, test) => within(test, inner), scope) as Call;
}

function within(test: FieldTest, scope: Term): Call {
  if ("has" in test) return call("having", stringTerm(test.has), scope);
  const x: Term = { is: "name", name: "x", at: 0 };
  const among = scope.is === "call" ? scope : call("files", scope);
  if ("any" in test) {
    const [only, ...more] = test.any;
    if (more.length === 0) return call("having", stringTerm(only!), stringTerm(test.value), scope);
    return call(
      "where",
      x,
      among,
      joined(
        "or",
        test.any.map((field) => equals(x, field, test.value)),
      ),
    );
  }
  const bounds: Claim[] = [];
  const bound = (operator: ">=" | "<", day: string | null) => {
    if (day !== null)
      bounds.push({ is: "compare", left: fieldTerm(x, test.field), operator, right: stringTerm(day), at: 0 });
  };
  bound(">=", test.from);
  bound("<", test.to);
  return call("where", x, call("having", stringTerm(test.field), scope), joined("and", bounds));
}

function described(test: FieldTest): string {
  if ("has" in test) return `a field ${test.has}`;
  if ("any" in test) return `${test.any.join(" or ")} ${test.value}`;
  const { field, from, to } = test;
  return `${field} ${[from && `from ${from}`, to && `before ${to}`].filter(Boolean).join(" and ")}`;
}

function call(name: string, ...args: Claim[]): Call {
  return { is: "call", name, args, at: 0 };
}

function fieldTerm(file: Term, field: string): Call {
  return call("field", file, stringTerm(field));
}

function equals(file: Term, field: string, value: string): Claim {
  return { is: "compare", left: fieldTerm(file, field), operator: "=", right: stringTerm(value), at: 0 };
}

function denied(part: Claim): Claim {
  return { is: "not", part, at: 0 };
}

function joined(is: "and" | "or", parts: Claim[]): Claim {
  return parts.length === 1 ? parts[0]! : { is, parts, at: 0 };
}
