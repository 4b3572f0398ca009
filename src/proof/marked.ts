import type { Call } from "../core/claim.ts";
import { isMarked, isMember, kindsIn } from "../core/declaration.ts";
import type { CodeFacts, Declaration } from "../core/observation.ts";
import { among, type Had, openings } from "./among.ts";
import { definitions } from "./code.ts";
import { byCodeUnit } from "./listing.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { type Scene, textOf } from "./scene.ts";
import type { Lack, Members, Unknown } from "./value.ts";

/** What source files declare with modifiers, decorators, or in a form that says as much. */
export const markedPredicates: Record<string, Predicate> = {
  marked: {
    forms: [form("names", "scope", "declaration", "text"), form("names", "scope", "declaration", "text", "text")],
    example: '"load" in marked("src/**", "method", "async -static", "Store")',
    means:
      "what source files declare as that with all the marks (`-` before one: without it; `a|b`: either); of members, those of one type",
    evaluate: marked,
    set: (call, tell) =>
      `declarations as ${name(call.args[1])}${call.args[3] ? ` of ${name(call.args[3])}` : ""} marked ${name(call.args[2])} in source files among ${tell.scope(call.args[0])}`,
  },
};

function marked(call: Call, scene: Scene): Members | Unknown {
  const [place, kind, marks, type] = call.args;
  const wanted = {
    kind: textOf(kind, scene),
    marks: textOf(marks, scene),
    holder: type === undefined ? undefined : textOf(type, scene),
  };
  return among(
    call,
    place,
    scene,
    {
      query: (path) => ({ see: "code", path }),
      seen: (path) => scene.board.code(path),
      had: (path, facts) => markedIn(path, wanted, facts),
    },
    ({ certain, maybe }) => ({ certain: certain.sort(byCodeUnit), maybe: maybe.sort(byCodeUnit) }),
  );
}

type Wanted = { kind: string; marks: string; holder: string | undefined };

function markedIn(path: string, { kind, marks, holder }: Wanted, facts: CodeFacts): Had {
  if (!kindsIn(facts.language).includes(kind) || (holder !== undefined && !isMember(kind, facts.language))) {
    const lacks = [told(`${path} is in a language that declares nothing so as "${kind}"`)];
    return { certain: [], maybe: [], lacks, isOpen: true };
  }
  const found = definitions(facts, holder === undefined ? { wanted: kind } : { wanted: kind, holder });
  const had: Had = { certain: [], maybe: [], lacks: openings(path, found.open), isOpen: found.open.length > 0 };
  for (const [list, isSure] of [[found.all, true] as const, [found.unsure, false] as const])
    for (const each of list as Declaration[]) {
      const holds = isMarked(each, marks, facts.language);
      if (holds === false) continue;
      if (holds && isSure) had.certain.push(each.name);
      else {
        had.maybe.push(each.name);
        had.lacks.push(told(`whether ${each.name} counts is open (${path}, line ${each.line})`));
      }
    }
  return had;
}

function told(message: string): Lack {
  return { is: "void", message };
}
