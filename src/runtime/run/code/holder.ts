import { isDeclaredAs, typeKinds } from "../../../core/declaration.ts";
import type { CodeFacts, Declaration } from "../../../core/observation.ts";
import { isTest } from "../../../core/testfile.ts";
import type { Seen } from "./look.ts";

/**
 * A type whose members are asked for: what they are declared as there, the files that may hold them (null: any), and whether that none are seen means that it has none.
 */
export type Holder = { kind: string; marks: string; files: string[] | null; isEmpty: boolean };

/** The name of the one type that is called so: as it is written, else in other letters or the plural; null for none or several. */
export function typeCalled(seen: readonly Seen<CodeFacts>[], name: string): string | null {
  const names = new Set(
    seen.flatMap(({ facts }) => facts.defines.filter(({ kind }) => typeKinds.has(kind)).map((each) => each.name)),
  );
  if (names.has(name)) return name;
  const forms = [name, name.replace(/s$/, ""), name.replace(/es$/, "")].map((form) => form.toLowerCase());
  for (const form of forms) {
    const found = [...names].filter((each) => each.toLowerCase() === form);
    if (found.length > 0) return found.length === 1 ? found[0]! : null;
  }
  return null;
}

/** So many types of one name are told of. */
const most = 5;

/** The types of a name among files; none where none has it, or where it can't be told apart what is a member of which. */
export function holdersIn(seen: readonly Seen<CodeFacts>[], name: string, wanted: string): Holder[] {
  const declaring = seen.filter(({ facts }) => typesIn(facts, name).length > 0);
  const first = declaring.filter(({ path }) => !isAside(path));
  const all = first.length > 0 ? first : declaring;
  if (all.length === 0) return strange(seen, name, wanted);
  const found = all.map((one) => holderAt(one, name, wanted, seen));
  const isApart = all.length === 1 || found.every((holder) => holder?.files?.length === 1);
  return isApart && all.length <= most && !found.includes(null) ? (found as Holder[]) : [];
}

function holderAt(
  { path, facts }: Seen<CodeFacts>,
  name: string,
  wanted: string,
  seen: readonly Seen<CodeFacts>[],
): Holder | null {
  const [type, ...others] = typesIn(facts, name);
  if (type === undefined || (others.length > 0 && [type, ...others].some(({ kind }) => kind !== "interface")))
    return null;
  const { language } = facts;
  const held = heldAs(wanted, type, language);
  if (held === null) return null;
  const { kind, marks } = held;
  // What a constructor gives a value, and the fields of a tuple, are declared by no name.
  const isEmpty = kind !== "field" || !["javascript", "python", "rust"].includes(language);
  const isSpread = (language === "go" || language === "rust") && kind !== "field" && kind !== "variant";
  if (!isSpread) return { kind, marks, files: [path], isEmpty };
  const folder = (one: string) => one.slice(0, one.lastIndexOf("/") + 1);
  const isNear = (other: Seen<CodeFacts>) =>
    other.facts.language === language && (language === "rust" || folder(other.path) === folder(path));
  return { kind, marks, files: seen.filter(isNear).map((each) => each.path), isEmpty };
}

/** A type that other files declare: what stands here of its members counts. */
function strange(seen: readonly Seen<CodeFacts>[], name: string, wanted: string): Holder[] {
  const held = seen.some(({ facts }) =>
    facts.defines.some(({ kind, holder }) => holder === name && isDeclaredAs(kind, wanted, facts.language)),
  );
  return held ? [{ kind: wanted, marks: "", files: null, isEmpty: false }] : [];
}

function typesIn({ defines }: CodeFacts, name: string) {
  return defines.filter((each) => each.name === name && typeKinds.has(each.kind));
}

/** Declarations without code, tests and what they use, of which others are meant first. */
function isAside(path: string): boolean {
  return isTest(path) || /\.d\.[cm]?ts$|\.pyi$|(?:^|\/)(?:testdata|fixtures)\//.test(path);
}

/** What members that a question calls so are declared and marked as in a type; null where it has none of them. */
export function heldAs(
  wanted: string,
  { kind: type, marks = [] }: Declaration,
  language: string,
): { kind: string; marks: string } | null {
  const as = (kind: string, more = "") => ({ kind, marks: more });
  // In Python an enum is a class of a base that makes it one, and its members are variables of it.
  const isClass = type === "class" && marks.includes("enum");
  const isEnum = type === "enum" || isClass;
  if (wanted === "member" || ((wanted === "constant" || wanted === "variant") && isEnum)) {
    if (!isEnum) return null;
    return isClass ? as("field", "-private -initial") : as(language === "rust" ? "variant" : "constant");
  }
  // A getter of Python is a method that is decorated as one.
  if (wanted === "getter" && language === "python") return as("method", "@property|@cached_property");
  const isTypescript = language === "typescript" || language === "tsx";
  if (wanted !== "property" && wanted !== "field") return as(wanted);
  return as(isTypescript && type !== "class" ? "property" : "field");
}
