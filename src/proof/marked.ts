import type { Call } from "../core/claim.ts";
import { isMarked, isMember, isSource, kindsIn } from "../core/declaration.ts";
import type { CodeFacts, Declaration } from "../core/observation.ts";
import { definitions } from "./code.ts";
import type { Ground } from "./ground.ts";
import { blinded, unseen } from "./lack.ts";
import { byCodeUnit } from "./listing.ts";
import { members, scopeOf } from "./members.ts";
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

type Parts = { certain: string[]; maybe: string[]; lacks: Lack[]; from: Ground[]; open: boolean };

function marked(call: Call, scene: Scene): Members | Unknown {
  const [place, kind, marks, type] = call.args;
  const scope = scopeOf(place, scene);
  if (scope.is !== "set") return scope;
  const wanted = {
    kind: textOf(kind, scene),
    marks: textOf(marks, scene),
    holder: type === undefined ? undefined : textOf(type, scene),
  };
  const all: Parts = { certain: [], maybe: [], lacks: [...scope.lacks], from: [scope.ground], open: scope.open };
  for (const [paths, isSure] of [[scope.certain, true] as const, [scope.maybe, false] as const])
    for (const path of paths.filter(isSource)) {
      const found = markedIn(path, wanted, scene);
      all.certain.push(...(isSure ? found.certain : []));
      all.maybe.push(...found.maybe, ...(isSure ? [] : found.certain));
      all.lacks.push(...found.lacks);
      all.from.push(...found.from);
      all.open ||= found.open;
    }
  const [certain, maybe] = [all.certain.sort(byCodeUnit), all.maybe.sort(byCodeUnit)];
  return members(call, "names", { ...all, certain, maybe }, scene);
}

type Wanted = { kind: string; marks: string; holder: string | undefined };

function markedIn(path: string, { kind, marks, holder }: Wanted, scene: Scene): Parts {
  const observation = scene.board.code(path);
  const none = { certain: [], maybe: [], from: [] };
  if (!observation) return { ...none, lacks: unseen({ see: "code", path }).lacks, open: true };
  if (!observation.seen.ok) return { ...none, lacks: blinded(observation).lacks, open: true };
  const facts: CodeFacts = observation.seen;
  if (!kindsIn(facts.language).includes(kind) || (holder !== undefined && !isMember(kind, facts.language)))
    return { ...none, lacks: [told(`${path} is in a language that declares nothing so as "${kind}"`)], open: true };
  const found = definitions(facts, holder === undefined ? { wanted: kind } : { wanted: kind, holder });
  const parts: Parts = {
    certain: [],
    maybe: [],
    lacks: [],
    from: [{ seen: observation }],
    open: found.open.length > 0,
  };
  for (const { line, because } of found.open) parts.lacks.push(told(`${path} ${because} (line ${line})`));
  for (const [list, isSure] of [[found.all, true] as const, [found.unsure, false] as const])
    for (const each of list as Declaration[]) {
      const holds = isMarked(each, marks, facts.language);
      if (holds === false) continue;
      if (holds && isSure) parts.certain.push(each.name);
      else {
        parts.maybe.push(each.name);
        parts.lacks.push(told(`whether ${each.name} counts is open (${path}, line ${each.line})`));
      }
    }
  return parts;
}

function told(message: string): Lack {
  return { is: "void", message };
}
