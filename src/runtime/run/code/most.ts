import type { DeclaredQuestion } from "../../../code/ask/declared.ts";
import type { Draft } from "../../../core/answer.ts";
import { isDeclaredAs, kindsIn } from "../../../core/declaration.ts";
import type { CodeFacts, Declaration } from "../../../core/observation.ts";
import { escapeGlob } from "../../../core/wildcard.ts";
import { blank } from "../../../engines/state.ts";
import { call, equals, every } from "../../../proof/build.ts";
import { concluded } from "../conclude.ts";
import { heldAs } from "./holder.ts";
import { codeOf, type Look, type Seen } from "./look.ts";
import { declaredAs, markedSo, said } from "./said.ts";

/** So many are claimed one by one to have no more. */
const claimed = 100;

/** A type or a file, what it is called and where it stands, and how much it declares; `kind`: what that is declared as. */
type Unit = {
  path: string;
  name: string;
  place: string;
  count: number;
  kind: string;
  marks: string;
  holder: string | null;
};

/** The type or file that declares most of a kind, or least. "no_plan" where none declares any, or the first is not told apart by its name. */
export async function mostDeclared(look: Look, asked: DeclaredQuestion, sources: string[]): Promise<Draft> {
  const { of, language } = asked;
  if (of.is !== "most") return blank("no_plan", "Nothing is ranked.");
  const seen = await codeOf(look, sources);
  const units = seen.flatMap((each) => (of.kind === "file" ? ofFile(each, asked) : ofTypes(each, of.kind, asked)));
  const order = units.toSorted((a, b) => (of.least ? a.count - b.count : b.count - a.count));
  const [first] = order;
  if (asked.marks !== "" && hasMethods(seen, asked)) return blank("no_plan", "Methods may be meant as well.");
  if (!first || first.count === 0) return blank("no_plan", "Nothing there declares any.");
  // Methods of Go and Rust may stand in other files than their type.
  const isSpread = of.kind !== "file" && asked.kind === "method" && sources.some((path) => /\.(?:go|rs)$/.test(path));
  // Types of one name in a file are not told apart: together they have more than each.
  const keys = order.filter(({ holder }) => holder !== null).map(({ path, name }) => `${path} ${name}`);
  const isTwice = keys.filter((key, at) => keys.indexOf(key) < at).includes(`${first.path} ${first.name}`);
  if (isSpread || isTwice || (of.least && new Set(keys).size < keys.length))
    return blank("no_plan", "Types of the same name are not told apart.");
  const say = said(language);
  const [one, many] = of.kind === "file" ? say.file : (say.kind[of.kind] ?? [of.kind, `${of.kind}s`]);
  const equal = order.filter(({ count }) => count === first.count).slice(1);
  const sentence = (of.least ? say.fewest : say.most)
    .replace("{total}", `${units.length} ${units.length === 1 ? one : many}`)
    .replace("{name} ({place})", () => (of.kind === "file" ? first.path : `${first.name} (${first.place})`))
    .replace("{many}", `${(say.kind[asked.kind] ?? [])[1] ?? asked.kind}${markedSo(say, asked.marks)}`)
    .replace("{n}", String(first.count));
  const also =
    equal.length > 0
      ? `, ${say.also.replace("{names}", () =>
          equal
            .slice(0, 10)
            .map(({ name }) => name)
            .join(", "),
        )}`
      : "";
  const text = `${sentence}${also}.`;
  const isKnown = seen.length === sources.length && order.length <= claimed;
  const claim = every(
    order.map((unit, at) =>
      equals(setOf(unit), at === 0 ? unit.count : first.count, at === 0 ? "=" : of.least ? ">=" : "<="),
    ),
  );
  const sights = seen.map(({ observation }) => ({ seen: observation }));
  const more = order
    .slice(1, 6)
    .map(({ place, name, count, holder }) => `${place}${holder === null ? "" : ` ${name}`}: ${count}`);
  return await concluded(
    [isKnown ? { text, claim } : { text, seen: sights }],
    look.board,
    look.asking,
    [look.glob],
    more,
  );
}

/** Whether methods are marked as functions are asked for, which may be meant as well. */
export function hasMethods(
  seen: readonly Seen<CodeFacts>[],
  { kind, marks }: Pick<DeclaredQuestion, "kind" | "marks">,
): boolean {
  return kind === "function" && seen.some(({ facts }) => declaredAs(facts, "method", null, marks).length > 0);
}

function setOf({ path, kind, marks, holder }: Unit) {
  if (marks !== "") return call("marked", escapeGlob(path), kind, marks);
  return call("declares", path, kind, ...(holder === null ? [] : [holder]));
}

function ofFile({ path, facts }: Seen<CodeFacts>, { kind, marks, withoutConstructors }: DeclaredQuestion): Unit[] {
  if (!kindsIn(facts.language).includes(kind) || withoutConstructors) return [];
  const count = declaredAs(facts, kind, null, marks).length;
  return [{ path, name: path, place: path, count, kind, marks, holder: null }];
}

function ofTypes({ path, facts }: Seen<CodeFacts>, wanted: string, { kind: asked }: DeclaredQuestion): Unit[] {
  const isWanted = ({ kind }: Declaration) => isDeclaredAs(kind, wanted, facts.language);
  return facts.defines.filter(isWanted).flatMap((type) => {
    const { name, line } = type;
    const held = heldAs(asked, type, facts.language);
    // What is marked is not counted by the claims that these rest on.
    if (held === null || held.marks !== "") return [];
    const { kind } = held;
    const count = new Set(declaredAs(facts, kind, name).map((each, at) => (kind === "field" ? each.name : at))).size;
    return [{ path, name, place: `${path}:${line}`, count, kind, marks: "", holder: name }];
  });
}
