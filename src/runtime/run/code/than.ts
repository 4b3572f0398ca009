import type { DeclaredQuestion } from "../../../code/ask/declared.ts";
import type { Draft } from "../../../core/answer.ts";
import { blank } from "../../../engines/state.ts";
import { every } from "../../../proof/build.ts";
import { concluded } from "../conclude.ts";
import { type Counts, claimOf, together } from "./count.ts";
import { holdersIn } from "./holder.ts";
import { codeOf, type Look } from "./look.ts";
import { hasMethods } from "./most.ts";
import { markedSo, numbered, said } from "./said.ts";
import { scoped } from "./scope.ts";

/** Whether one type or file declares more than another, or which does. */
export async function comparedDeclared(here: Look, asked: DeclaredQuestion, sources: string[]): Promise<Draft> {
  const { of, kind, language } = asked;
  if (of.is !== "than") return blank("no_plan", "Nothing is compared.");
  const seen = await codeOf(here, sources);
  const sides: { name: string; counts: Counts; text: string }[] = [];
  const say = said(language);
  for (const name of of.names) {
    const places = scoped(here, { ...asked.files, places: [name] })?.sources ?? [];
    const [holder = null, ...others] = places.length > 0 ? [] : holdersIn(seen, name, kind);
    if (others.length > 0) return blank("no_plan", `Several types are called ${name}.`);
    const paths = holder ? (holder.files ?? sources) : places;
    const marks = [asked.marks, holder?.marks ?? ""].filter((each) => each !== "").join(" ");
    const set = { ...asked, marks, holder: holder ? name : null, kind: holder?.kind ?? kind };
    const kinds = asked.marks !== "" && hasMethods(seen, asked) ? ["function", "method"] : [set.kind];
    const counts = paths.length > 0 ? await together(here, set, kinds, paths) : null;
    if (counts === null || !counts.isWhole) return blank("no_plan", `How much ${name} declares can't be told.`);
    const shownAs = holder ? name : paths.length === 1 ? paths[0]! : name;
    sides.push({
      name: shownAs,
      counts,
      text: say.has
        .replace("{name}", () => shownAs)
        .replace("{n}", `${numbered(say, kind, counts.names.length)}${markedSo(say, asked.marks)}`),
    });
  }
  const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const gap = one.counts.names.length - other.counts.names.length;
  const isSo = of.more ? gap > 0 : gap < 0;
  const first = of.which && gap !== 0 && !isSo ? [other, one] : [one, other];
  const head = of.which ? "" : `${isSo ? say.yes : say.no}: `;
  const text = `${head}${first.map((side) => side.text).join(", ")}.`;
  return await concluded(
    [{ text, claim: every(sides.map(({ counts }) => claimOf(counts))) }],
    here.board,
    here.asking,
    [here.glob],
  );
}
