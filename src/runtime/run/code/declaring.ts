import type { DeclaredQuestion } from "../../../code/ask/declared.ts";
import type { Draft } from "../../../core/answer.ts";
import { kindsIn } from "../../../core/declaration.ts";
import { blank } from "../../../engines/state.ts";
import { every } from "../../../proof/build.ts";
import { concluded } from "../conclude.ts";
import { claimOf, shown, together } from "./count.ts";
import { codeOf, type Look } from "./look.ts";
import { hasMethods } from "./most.ts";
import { markedSo, said } from "./said.ts";

/**
 * The source files that declare some of a kind, or none, of those in whose language there are any. "no_plan" where there are none of those, more
 * than are looked at one by one, or it is open of one.
 */
export async function filesDeclaring(look: Look, asked: DeclaredQuestion, sources: string[]): Promise<Draft> {
  const { of, kind, marks, language } = asked;
  const seen = (await codeOf(look, sources)).filter(({ facts }) => kindsIn(facts.language).includes(kind));
  if (of.is !== "files" || seen.length === 0) return blank("no_plan", "No source file there can declare any.");
  // Where a language has no such kind, its files declare none, and yet none of them was meant.
  if (of.none && seen.length < sources.length) return blank("no_plan", "Not every language there has such a kind.");
  if (seen.length > shown) return blank("no_plan", "Those are more files than are looked at one by one.");
  // What is written as a function may stand in a type.
  const kinds = hasMethods(seen, asked) ? [kind, "method"] : [kind];
  const counts = await Promise.all(seen.map(({ path }) => together(look, asked, kinds, [path])));
  const paths = seen.map(({ path }) => path);
  const known = counts.filter((each) => each !== null);
  if (known.length < counts.length || known.some(({ isWhole, names }) => !isWhole && names.length === 0))
    return blank("no_plan", "What one of them declares is open.");
  const found = paths.filter((_, at) => (known[at]!.names.length === 0) === of.none);
  const say = said(language);
  const many = kinds.map((each) => say.kind[each]?.[1] ?? `${each}s`).join("/");
  const text = (of.none ? say.without : say.with)
    .replace("{total}", `${paths.length} ${say.file[paths.length === 1 ? 0 : 1]}`)
    .replace("{n}", String(found.length))
    .replace("{many}", () => `${many}${markedSo(say, marks)}`);
  const end = found.length > 0 ? ":" : ".";
  const claim = every(known.map((each) => claimOf({ ...each, names: [] })));
  return await concluded([{ text: `${text}${end}`, claim }], look.board, look.asking, [look.glob], found);
}
