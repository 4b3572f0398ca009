import { isMember } from "../core/declaration.ts";
import type { CodeFacts, Declaration } from "../core/observation.ts";
import { attributesIn, namesIn, pathIn } from "./binding.ts";
import { holderOf, typeName } from "./holder.ts";
import type { Language } from "./languages.ts";
import { marksOf, type Named } from "./marks.ts";
import { all, type Declares, type Spot } from "./spot.ts";
import type { Node, Syntax } from "./syntax.ts";

/** What a file declares, and the other names that get a value. */
export type Definitions = Pick<CodeFacts, "defines" | "unsure" | "properties" | "bound">;

/**
 * A type, a function or another scope. `self`: what a method calls its object. `seen`: what was declared in it, of what counts
 * once. `elsewhere`: names that are declared in another scope, or in one that is not looked for (null).
 */
type Around = {
  end: number;
  isType: boolean;
  /** What a type is called. */
  name: string | undefined;
  isPassed: boolean;
  self: string | null;
  seen: Set<string>;
  elsewhere: Map<string, Set<string> | null>;
};

/**
 * Reads the declarations of a file, in the order of its text; `given`: names that it exports beside its declarations, null where that
 * is open.
 */
export function readDefinitions(
  path: string,
  language: Language,
  syntax: Syntax,
  given: ReadonlySet<string> | null = none,
): Definitions {
  const { declares, assigns, types, functions, spelling } = language;
  const defines: Declaration[] = [];
  const unsure: Declaration[] = [];
  const properties: Declaration[] = [];
  const bound = new Set<string>();
  const around: Around[] = [scope(syntax.text.length + 1)];

  function declare(node: Node, rule: Declares): void {
    const within = rule.past ? around.findLast(({ isPassed }) => !isPassed)! : around.at(-1)!;
    const kind =
      within.isType && rule.member ? rule.member : typeof rule.kind === "string" ? rule.kind : rule.kind(node);
    const line = node.startPosition.row + 1;
    // A variable of a class is a member of it in Python.
    const isHeld = (as: string) => isMember(as, language.grammar) || (as === "variable" && within.isType);
    const add = (name: string, as: string, seen: Set<string> | null, type = within.name): void => {
      const isSeen = seen?.has(`${as} ${name}`) ?? false;
      seen?.add(`${as} ${name}`);
      if (rule.aside) return;
      const holder = isHeld(as) ? (type ?? holderOf(node, as, language.grammar)) : undefined;
      const list = as === "property" ? properties : defines;
      const one = declaration(node, { name, kind: as, language: language.grammar, path, holder }, given);
      if (isSeen) also(list, one);
      else list.push(one);
    };
    for (const target of targetsOf(node, rule.spot)) {
      for (const name of namesIn(target, spelling)) {
        if (rule.unsure?.(name, node)) {
          bound.add(name);
          unsure.push({ name, kind, line, ...(within.name === undefined ? {} : { holder: within.name }) });
          continue;
        }
        const place = rule.once ? within.elsewhere.get(name) : undefined;
        if (place !== null) add(name, kind, rule.once ? (place ?? within.seen) : null);
      }
      const path = pathIn(target, spelling);
      if (path !== null) bound.add(path);
      for (const { object, name } of attributesIn(target, spelling)) {
        const owner = around.findLastIndex(({ self }) => self !== null && self === object.text) - 1;
        if (owner >= 0) add(name, "field", around[owner]!.seen, around[owner]!.name);
        else bound.add(name);
      }
    }
  }

  for (const node of syntax.all(kindsOf(language))) {
    while (around.at(-1)!.end <= node.startIndex) around.pop();
    const rule = declares[node.type];
    const spot = assigns[node.type];
    if (rule && (rule.when === undefined || rule.when(node))) declare(node, rule);
    else if (spot) for (const name of assigned(node, spot, language)) bound.add(name);
    const outer = language.outer?.[node.type];
    if (outer) {
      for (const name of assigned(node, all, language))
        around.at(-1)!.elsewhere.set(name, outer === "file" ? around[0]!.seen : null);
    }
    const isType = types.includes(node.type);
    if (!isType && (!functions.includes(node.type) || language.isSame?.(node))) continue;
    const self = around.at(-1)!.isType ? selfOf(node) : null;
    const isPassed = language.passed?.includes(node.type) ?? false;
    around.push({ ...scope(node.endIndex), isType, name: isType ? typeName(node) : undefined, isPassed, self });
  }
  for (const { name } of defines) bound.delete(name);
  return {
    defines,
    ...(unsure.length > 0 ? { unsure } : {}),
    ...(properties.length > 0 ? { properties } : {}),
    bound: [...bound].sort(),
  };
}

const none: ReadonlySet<string> = new Set();

function scope(end: number): Around {
  return { end, isType: false, name: undefined, isPassed: false, self: null, seen: new Set(), elsewhere: new Map() };
}

function declaration(node: Node, named: Named, given: ReadonlySet<string> | null): Declaration {
  const { name, kind, holder } = named;
  const marks = marksOf(node, named, given);
  const beside = { ...(holder === undefined ? {} : { holder }), ...(marks.length > 0 ? { marks } : {}) };
  return { name, kind, line: node.startPosition.row + 1, ...beside };
}

/** What is declared once has the marks of all that declares it. */
function also(list: Declaration[], { name, kind, holder, marks = [] }: Declaration): void {
  const one = list.findLast((each) => each.name === name && each.kind === kind && each.holder === holder);
  if (one && marks.length > 0) one.marks = [...new Set([...(one.marks ?? []), ...marks])].sort();
}

function kindsOf({ declares, assigns, outer = {}, types, functions }: Language): string[] {
  return [
    ...new Set([...Object.keys(declares), ...Object.keys(assigns), ...Object.keys(outer), ...types, ...functions]),
  ];
}

function targetsOf(node: Node, spot: Spot): Node[] {
  const found = typeof spot === "string" ? node.childrenForFieldName(spot) : spot(node);
  return found.filter((child) => child !== null);
}

function assigned(node: Node, spot: Spot, { spelling }: Language): string[] {
  return targetsOf(node, spot).flatMap((target) => [
    ...namesIn(target, spelling),
    ...attributesIn(target, spelling).map(({ name }) => name),
  ]);
}

/** What a method calls its object: its first parameter, whatever the type beside it. */
function selfOf(method: Node): string | null {
  let first = method.childForFieldName("parameters")?.namedChildren.find((child) => child !== null && !child.isExtra);
  if (first?.type === "typed_parameter") first = first.namedChildren[0];
  return first?.type === "identifier" ? first.text : null;
}
