import type { Call, Claim, Comparison, Literal } from "../core/claim.ts";
import { type Field, type FieldValue, fieldKey, foldValue } from "../core/field.ts";
import type { FieldFacts, Observation } from "../core/observation.ts";
import { compareExact, exact } from "./exact.ts";
import { filter, type Test } from "./filter.ts";
import type { Sight } from "./ground.ts";
import { blinded, nothing, unseen, valueless } from "./lack.ts";
import { open, scopeOf } from "./members.ts";
import { name, plain, quoted } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, ground, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import { parseTime } from "./time.ts";
import type { Lack, Truth, Unknown, Value } from "./value.ts";

type Compare = Extract<Claim, { is: "compare" }>;
type Seen = { facts: FieldFacts; observation: Observation<"fields"> };

/**
 * What documents say of themselves. A field that holds several values equals each of them, and all of them as they stand;
 * upper and lower case are the same. A file that was read whole and has no such field gives no value as that.
 */
export const fieldPredicates: Record<string, Predicate> = {
  field: {
    forms: [form("field", "file", "field name")],
    example: 'field("notes.md", "Status") = "Final"',
    means: "what the document says of itself: a header line, front matter, a `meta` element, a property",
    evaluate(call, scene) {
      const seen = look(pathOf(call.args[0], scene), scene);
      if ("is" in seen) return seen;
      const [found] = fieldsIn(seen.facts, textOf(call.args[1], scene));
      if (!found) return { ...missing(call, seen, scene), ground: { seen: seen.observation } };
      const gives = () => statement(ground(call, scene), made) as Claim;
      const from = [sightOf(seen.observation, found)];
      const made: Value = {
        is: "text",
        text: found.text,
        lacks: nothing,
        ground: { rule: "observe", from, others: [], gives },
      };
      return made;
    },
    noun: (call) => `the ${name(call.args[1])} of ${name(call.args[0])}`,
  },
  having: {
    forms: [form("files", "field name", "scope"), form("files", "field name", "text", "scope")],
    example: 'having("Status", "Draft", "**/*.md") = 3',
    means: "the files that have the field, or have that value in it",
    evaluate(call, scene) {
      const name = textOf(call.args[0], scene);
      const value = call.args.length === 3 ? textOf(call.args[1], scene) : null;
      const wanted: Literal | null = value === null ? null : { is: "string", value, at: 0 };
      return filter(call, scopeOf(call.args.at(-1), scene), scene, (path) => has(path, name, wanted, scene));
    },
    set: (call, tell) =>
      call.args.length === 2
        ? `${tell.scope(call.args[1])} that give their ${name(call.args[0])}`
        : `${tell.scope(call.args[2])} that give ${quoted(call.args[1])} as their ${name(call.args[0])}`,
  },
};

/** The field that a comparison is about; undefined where it is about none. */
export function fieldIn({ left, right }: Compare): Call | undefined {
  return [left, right].find((side): side is Call => side.is === "call" && side.name === "field");
}

/** Compares a field with a literal. What has an order with one of several values, and not with all, stays open. */
export function compareField(claim: Compare, scene: Scene): Truth {
  const call = fieldIn(claim)!;
  const turned = call !== claim.left;
  const literal = (turned ? claim.left : claim.right) as Literal;
  const operator = turned ? mirrored[claim.operator] : claim.operator;
  const [path, name] = [pathOf(call.args[0], scene), textOf(call.args[1], scene)];
  if (operator === "=" || operator === "!=") {
    const { holds, lacks, ground: sight } = has(path, name, literal, scene);
    if (holds === null) return open(lacks, [sight], claim, scene);
    const truth = holds === (operator === "=");
    return decided(truth, infer("compare", [sight], claim, truth, scene));
  }
  const seen = look(path, scene);
  if ("is" in seen) return open(seen.lacks, [seen.ground], claim, scene);
  const found = fieldsIn(seen.facts, name);
  const values = found.flatMap((field) => field.values.map((value) => ({ field, value })));
  const orders = new Set(values.map(({ value }) => order(value, operator, literal)));
  const holds = orders.size === 1 ? [...orders][0]! : null;
  const sight = found[0] ? sightOf(seen.observation, found[0], values[0]?.value) : { seen: seen.observation };
  if (holds !== null) return decided(holds, infer("compare", [sight], claim, holds, scene));
  const said = found[0]
    ? `the ${plain(name)} of ${path} is ${JSON.stringify(found[0].text)}, which has no one order with that`
    : null;
  const lacks = said === null ? missing(call, seen, scene).lacks : [{ is: "void", message: said } satisfies Lack];
  return open(lacks, [sight], claim, scene);
}

const mirrored: Record<Comparison, Comparison> = { "=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** Whether a file has the field, and the value in it where one is `wanted`. */
function has(path: string, name: string, wanted: Literal | null, scene: Scene): Test {
  const seen = look(path, scene);
  if ("is" in seen) return { ...seen, holds: null };
  const { facts, observation } = seen;
  const found = fieldsIn(facts, name);
  for (const field of found) {
    if (wanted === null) return { holds: true, lacks: nothing, ground: sightOf(observation, field) };
    const value = field.values.find((each) => equals(each, wanted));
    const whole = wanted.is === "string" && foldValue(field.text) === foldValue(wanted.value);
    if (value || whole) return { holds: true, lacks: nothing, ground: sightOf(observation, field, value) };
  }
  if (facts.open !== null) return { holds: null, lacks: [partly(path, facts.open)], ground: { seen: observation } };
  return { holds: false, lacks: nothing, ground: found[0] ? sightOf(observation, found[0]) : { seen: observation } };
}

export function look(path: string, scene: Scene): Seen | Unknown {
  const observation = scene.board.fields(path);
  if (!observation) return unseen({ see: "fields", path });
  return observation.seen.ok ? { facts: observation.seen, observation } : blinded(observation);
}

export function fieldsIn({ fields }: FieldFacts, name: string): Field[] {
  const key = fieldKey(name);
  return fields.filter((field) => field.key === key);
}

function missing(call: Call, { facts, observation }: Seen, scene: Scene): Unknown {
  const { path } = observation.query;
  if (facts.open !== null) return { is: "unknown", lacks: [partly(path, facts.open)], ground: { seen: observation } };
  return valueless(`${path} has no field ${plain(textOf(call.args[1], scene))}`);
}

export function partly(path: string, because: string): Lack {
  return { is: "void", message: `${path} may have more fields than were read: ${because}` };
}

/** The lines of a field up to that of a value, as they stand; a property as its name and value. */
export function sightOf(observation: Observation<"fields">, field: Field, value?: FieldValue): Sight {
  if (field.lines === null || field.shown === null)
    return { seen: observation, show: shown(field, value, { text: `${field.name}: ${value?.text ?? field.text}` }) };
  const [line] = field.lines;
  const last = value?.lines?.[1] ?? field.lines[1];
  const text = field.shown.slice(0, last - line + 1).join("\n");
  return { seen: observation, show: shown(field, value, { line, last, text }) };
}

/** One object for each value, so that it is one piece of evidence. */
function shown(
  field: Field,
  value: FieldValue | undefined,
  show: NonNullable<Sight["show"]>,
): NonNullable<Sight["show"]> {
  const known = shows.get(value ?? field) ?? show;
  shows.set(value ?? field, known);
  return known;
}

const shows = new WeakMap<object, NonNullable<Sight["show"]>>();

function equals({ text, as, type }: FieldValue, wanted: Literal): boolean {
  if (wanted.is === "string") return [text, as].some((one) => foldValue(one) === foldValue(wanted.value));
  if (wanted.is !== "number") return false;
  // A version's dots part numbers: 3.10 is not 3.1.
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(as) && type !== "version"
    ? compareExact(exact(as), exact(wanted.text)) === 0
    : as === wanted.text;
}

/** Whether a value is before, after or at a literal; null where the two have no order, or not for certain. */
function order(value: FieldValue, operator: Comparison, literal: Literal): boolean | null {
  const bounds = boundsOf(value, literal);
  if (bounds === null) return null;
  const [low, high] = bounds;
  switch (operator) {
    case "<":
      return high < 0 ? true : low >= 0 ? false : null;
    case "<=":
      return high <= 0 ? true : low > 0 ? false : null;
    case ">":
      return low > 0 ? true : high <= 0 ? false : null;
    default:
      return low >= 0 ? true : high < 0 ? false : null;
  }
}

/** How the least and the greatest that a value may mean compare with a literal. */
function boundsOf({ type, as }: FieldValue, literal: Literal): [low: number, high: number] | null {
  if (literal.is === "number") {
    if (type !== "number" && !(type === "document" && /^\d{1,15}$/.test(as))) return null;
    const sign = compareExact(exact(as), exact(literal.text));
    return [sign, sign];
  }
  if (literal.is !== "string") return null;
  const day = parseTime(literal.value);
  if (day) {
    if (type !== "date") return null;
    const [year, month, date] = as.split("-").map(Number);
    const first = Date.UTC(year!, (month ?? 1) - 1, date ?? 1);
    const last = date === undefined ? Date.UTC(year!, month === undefined ? 12 : month, 0) : first;
    return [Math.sign(first - day.low), Math.sign(last - day.low)];
  }
  if ((type !== "version" && type !== "number") || !/^\d{1,9}(?:\.\d{1,9})*$/.test(as)) return null;
  const [one, other] = [as.split(".").map(Number), literal.value.split(".").map(Number)];
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, i) => (one[i] ?? 0) - (other[i] ?? 0));
  const sign = Math.sign(at.find((difference) => difference !== 0) ?? 0);
  return [sign, sign];
}
