import type { Call, Claim, Comparison, Term } from "../../../core/claim.ts";
import type { FieldTest } from "../../../fields/catalog.ts";
import { call, equals, joined } from "../../../proof/build.ts";
import { stringTerm } from "../../../proof/value.ts";

/** Claims over fields, put together. */
export const x: Term = { is: "name", name: "x", at: 0 };

export function fieldTerm(file: Term, field: string): Call {
  return call("field", file, stringTerm(field));
}

export function valued(file: Term, field: string, value: string): Claim {
  return compared(file, field, "=", value);
}

export function compared(file: Term, field: string, operator: Comparison, value: string): Claim {
  return equals(fieldTerm(file, field), value, operator);
}

/** The first day of a date that may be a month or a year, and the first day after it. */
export function firstDay(iso: string): string {
  return `${iso}-01-01`.slice(0, 10);
}

export function nextDay(iso: string): string {
  const [year, month, day] = iso.split("-").map(Number);
  const next = day
    ? Date.UTC(year!, month! - 1, day + 1)
    : month
      ? Date.UTC(year!, month, 1)
      : Date.UTC(year! + 1, 0, 1);
  return new Date(next).toISOString().slice(0, 10);
}

export function denied(part: Claim): Claim {
  return { is: "not", part, at: 0 };
}

/** The files of a glob among those that are looked at: a glob, or a set. */
export function scopeTerm(glob: string, only: string): Term {
  if (only === "**") return call("files", stringTerm(glob));
  const set = call("files", stringTerm(glob));
  return call("where", x, call("files", stringTerm(only)), { is: "in", item: x, set, at: 0 });
}

/** The files for which every test holds, each within those of the one before. */
export function setOf(where: FieldTest[], scope: Term): Call {
  const set = where.reduce<Term>((inner, test) => within(test, inner), scope);
  return set.is === "call" ? set : call("files", set);
}

function within(test: FieldTest, scope: Term): Call {
  const files = scope.is === "call" ? scope : call("files", scope);
  if (test.is === "has" && test.fields.length === 1) return call("having", stringTerm(test.fields[0]!), scope);
  if (test.is === "value" && test.fields.length === 1)
    return call("having", stringTerm(test.fields[0]!), stringTerm(test.value), scope);
  if (test.is === "time" && test.fields.length === 1)
    return call("where", x, call("having", stringTerm(test.fields[0]!), scope), claimOf(test, x));
  if (test.is === "not" && test.told?.length === 1)
    return call("where", x, call("having", stringTerm(test.told[0]!), scope), claimOf(test, x));
  if (test.is === "not" && test.told) {
    const has = claimOf({ is: "has", fields: test.told }, x);
    return call("where", x, files, joined("and", [has, claimOf(test, x)]));
  }
  return call("where", x, files, claimOf(test, x));
}

/** A test as a claim about a file. */
export function claimOf(test: FieldTest, file: Term): Claim {
  switch (test.is) {
    case "has":
      return joined(
        "or",
        test.fields.map((field) => call("gives", file, stringTerm(field))),
      );
    case "value":
      return joined(
        "or",
        test.fields.map((field) => valued(file, field, test.value)),
      );
    case "holds":
      return call("gives", file, stringTerm(test.field), stringTerm(test.text));
    case "time": {
      const bounds = (field: string): Claim[] => [
        ...(test.from === null ? [] : [compared(file, field, ">=", test.from)]),
        ...(test.to === null ? [] : [compared(file, field, "<", test.to)]),
      ];
      const [only, ...more] = test.fields;
      if (more.length === 0) return joined("and", bounds(only!));
      const has = (field: string): Claim => call("gives", file, stringTerm(field));
      return joined(
        "or",
        test.fields.map((field) => joined("and", [has(field), ...bounds(field)])),
      );
    }
    case "or":
      return joined(
        "or",
        test.tests.map((each) => claimOf(each, file)),
      );
    case "not":
      return denied(claimOf(test.test, file));
  }
}

/** A test in words, behind "files have". */
export function described(test: FieldTest): string {
  switch (test.is) {
    case "has":
      return `a field ${test.fields.join(" or ")}`;
    case "value":
      return `${test.fields.join(" or ")} ${test.value}`;
    case "holds":
      return `"${test.text}" in ${test.field}`;
    case "time":
      return `${test.fields.join(" or ")} ${spanOf(test)}`;
    case "or":
      return eitherOf(test.tests);
    case "not":
      return without(test.test, test.told);
  }
}

/** Values and words of one field are told together: "Status Final or Active". */
function eitherOf(tests: FieldTest[]): string {
  const said = new Map<string, string[]>();
  for (const test of tests) {
    const form =
      test.is === "value"
        ? `${test.fields.join(" or ")} *`
        : test.is === "holds"
          ? `* in ${test.field}`
          : described(test);
    const own = test.is === "value" ? [test.value] : test.is === "holds" ? [`"${test.text}"`] : [];
    said.set(form, [...(said.get(form) ?? []), ...own]);
  }
  const parts = [...said].map(([form, values]) => form.replace("*", () => values.join(" or ")));
  return parts.length > 1 ? `either ${parts.join(" or ")}` : parts[0]!;
}

/** What files have for which a test does not hold: `told` are the fields that they have. */
function without(test: FieldTest, told: string[] | null): string {
  const parts = test.is === "or" ? test.tests : [test];
  if (parts.every(({ is }) => is === "has"))
    return `${parts.length > 1 ? "neither " : "no "}${parts.map((part) => described(part).replace("a field", "field")).join(" nor ")}`;
  const values = parts.map((part) =>
    part.is === "value" ? part.value : part.is === "time" ? `one ${spanOf(part)}` : described(part),
  );
  const not = values.length > 1 ? `neither ${values.join(" nor ")}` : `not ${values[0]}`;
  return told === null ? `no ${parts.map(described).join(" nor ")}` : `a field ${told.join(" or ")}, but ${not}`;
}

function spanOf({ from, to }: FieldTest & { is: "time" }): string {
  return [from && `from ${from}`, to && `before ${to}`].filter(Boolean).join(" and ");
}
