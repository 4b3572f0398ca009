import { isTest } from "../../../code/facts/project.ts";
import { isDeclaredAs, typeKinds } from "../../../core/declaration.ts";
import type { CodeFacts } from "../../../core/observation.ts";
import type { Seen } from "./look.ts";

/**
 * A type whose members are asked for: what they are declared as there, the files that may hold them (null: any), and whether that none are seen means that it has none.
 */
export type Holder = { kind: string; files: string[] | null; isEmpty: boolean };

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
  const kind = heldAs(wanted, type.kind, language);
  if (kind === null) return null;
  // What a constructor gives a value, and the fields of a tuple, are declared by no name.
  const isEmpty = kind !== "field" || !["javascript", "python", "rust"].includes(language);
  const isSpread = (language === "go" || language === "rust") && kind !== "field" && kind !== "variant";
  if (!isSpread) return { kind, files: [path], isEmpty };
  const folder = (one: string) => one.slice(0, one.lastIndexOf("/") + 1);
  const isNear = (other: Seen<CodeFacts>) =>
    other.facts.language === language && (language === "rust" || folder(other.path) === folder(path));
  return { kind, files: seen.filter(isNear).map((each) => each.path), isEmpty };
}

/** A type that other files declare: what stands here of its members counts. */
function strange(seen: readonly Seen<CodeFacts>[], name: string, wanted: string): Holder[] {
  const held = seen.some(({ facts }) =>
    facts.defines.some(({ kind, holder }) => holder === name && isDeclaredAs(kind, wanted, facts.language)),
  );
  return held ? [{ kind: wanted, files: null, isEmpty: false }] : [];
}

function typesIn({ defines }: CodeFacts, name: string) {
  return defines.filter((each) => each.name === name && typeKinds.has(each.kind));
}

/** Declarations without code, tests and what they use, of which others are meant first. */
function isAside(path: string): boolean {
  return isTest(path) || /\.d\.[cm]?ts$|\.pyi$|(?:^|\/)(?:testdata|fixtures)\//.test(path);
}

/** What members that a question calls so are declared as in a type of a kind; null where it has none of them. */
export function heldAs(wanted: string, type: string, language: string): string | null {
  const isEnum = type === "enum";
  if (wanted === "member" || ((wanted === "constant" || wanted === "variant") && isEnum))
    return !isEnum ? null : language === "rust" ? "variant" : "constant";
  const isTypescript = language === "typescript" || language === "tsx";
  if (wanted !== "property" && wanted !== "field") return wanted;
  return isTypescript && type !== "class" ? "property" : "field";
}
