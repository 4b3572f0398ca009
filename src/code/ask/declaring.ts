import { filesIn, isEnding } from "../../language/files.ts";
import { does } from "../../language/grammar.ts";
import { isName, isSaid, type Tongue } from "../../language/part.ts";
import type { DeclaredQuestion } from "./declared.ts";
import { meantBy, type Parts, vague } from "./parts.ts";

/** Words between the files that are asked for and the kind that they declare. */
const between: ReadonlySet<string> = new Set(["but", "declares", "verb", "mark"]);

/** Sorts of words that such a question may have. */
const known: ReadonlySet<string> = new Set(
  "list count file kind stem name within folder root direct top deep but declares verb mark declared one and or".split(
    " ",
  ),
);

/** "Which files in src declare no classes?": files, by what they declare; null where a question asks for none so. Pure. */
export function filesBy(parts: Parts, language: Tongue): DeclaredQuestion | null {
  const said = parts.filter(isSaid);
  const asks = said.findIndex(isAsking);
  const at = said.findIndex(({ sort }) => sort === "declared" || sort === "one");
  const kind = said[at];
  const before = said.slice(asks + 1, at);
  const of = before.findIndex(({ sort }) => sort === "file" || sort === "kind");
  const [files, rest] = [before.slice(0, of + 1), before.slice(of + 1)];
  const isOfFiles = of >= 0 && files.slice(0, of).every((part) => isName(part) && isEnding(part));
  if (asks < 0 || !kind || isName(kind) || vague.has(kind.is) || !isOfFiles) return null;
  const verbs = rest.filter(({ sort }) => between.has(sort));
  // "But" says right before that none is declared: what stands before it is left out of the files.
  const none = verbs.some(({ sort }) => sort === "but");
  const isTold = none || verbs.some(({ sort, text }) => sort === "declares" || does("have", text));
  const isRun = rest.slice(rest.length - verbs.length).every((part) => verbs.includes(part));
  const after = said.slice(at + 1);
  const isNamed = isName(after[0]) || (kind.sort === "one" && isName(said[at - 1]));
  const isOther = said.filter(isAsking).length > 1 || said.some(({ sort }) => !known.has(sort));
  if (isOther || !isTold || !isRun || isNamed || !after.every((part) => part.sort === "within" || isName(part)))
    return null;
  const where = filesIn([...files, ...rest.filter((part) => !verbs.includes(part)), ...after]);
  if (where === null || where.own !== null || where.state !== null || where.bounds.length > 0) return null;
  return {
    ...{ kind: kind.is, holder: null, marks: [...new Set(meantBy(parts, "mark"))].join(" "), beside: null, with: null },
    ...{ files: where, withoutConstructors: false, of: { is: "files", none }, language },
  };
}

function isAsking({ sort }: Parts[number]): boolean {
  return sort === "list" || sort === "count";
}
