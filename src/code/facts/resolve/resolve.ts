import type { LinkFacts } from "../../../core/observation.ts";
import type { Layout, Target } from "../layout.ts";
import type { Module } from "../module.ts";
import { isOfTypes, resolveEcmascript } from "./ecmascript.ts";
import { resolveC, resolveGo, resolveJava, resolveRust } from "./others.ts";
import { resolvePython } from "./python.ts";

/** An import with where it leads; `because`: why there may be more. */
export type Link = LinkFacts["links"][number] & { because: string | null };

/** The imports of a file, each with where it leads, in the order of the text. */
export function linksOf(
  module: Pick<Module, "path" | "language" | "symbols" | "bound" | "typed" | "declared">,
  layout: Layout,
): Link[] {
  const { path, language, symbols, bound, declared } = module;
  const areTypes = isOfTypes(path);
  const named = bound.map(({ types = false, again = false, late = false, ...each }) => ({
    ...each,
    types: types || areTypes,
    again,
    late,
  }));
  const plain = (symbols?.imports ?? []).filter(
    ({ module, line }) => !named.some((one) => one.line === line && one.module === module),
  );
  // Names that a statement binds tell more than its module alone; where they do, that stands for it.
  const isTold = language === "rust" || language === "java" ? named.length > 0 : false;
  const isLate = (line: number) =>
    declared.some(({ measures, line: first, last }) => measures && first <= line && line <= last);
  const alone = isTold
    ? []
    : plain.map((each) => ({
        ...{ ...each, name: null, again: false, late: isLate(each.line) },
        types: areTypes || isTyped(each, module),
      }));
  const links = new Map<string, Link>();
  for (const { module, name, line, types, again, late } of [...named, ...alone]) {
    const names = name === null || language === "cpp" ? [] : [name];
    const target = targetOf({ module, name, types }, path, language, layout);
    const made = { ...linked(module, line, target), types, again, late, names };
    const key = JSON.stringify([module, line]);
    const before = links.get(key);
    links.set(key, before ? merged(before, made) : made);
  }
  return [...links.values()].sort((a, b) => a.line - b.line);
}

/** Whether all that is imported of a module on a line stands in types. */
function isTyped(
  { module, line }: { module: string; line: number },
  { symbols, typed }: Pick<Module, "symbols" | "typed">,
) {
  const same = (each: { module: string; line: number }) => each.module === module && each.line === line;
  return typed.filter(same).length >= (symbols?.imports ?? []).filter(same).length;
}

type Taken = { module: string; name: string | null; types: boolean };

function targetOf({ module, name, types }: Taken, from: string, language: string, layout: Layout): Target {
  switch (language) {
    case "python":
      return resolvePython(module, name, from, layout);
    case "cpp":
      return resolveC(module, name === '"', from, layout);
    case "go":
      return resolveGo(module, from, layout);
    case "java":
      return resolveJava(name === null ? module : `${module}.${name}`, from, layout);
    case "rust":
      return resolveRust(name === null ? module : `${module}::${name}`, from, layout);
    default:
      return resolveEcmascript(module, from, layout, types);
  }
}

/** Of several files that it may lead to in Python, the package itself is sure. */
function linked(
  module: string,
  line: number,
  { to, sure, package: name, builtin, because }: Target,
): Omit<Link, "types" | "again" | "late" | "names"> {
  const first = !sure && to[0]?.endsWith("/__init__.py") && to.length > 1 ? to.slice(0, 1) : [];
  return {
    module,
    line,
    certain: sure ? to : first,
    possible: sure ? [] : to.slice(first.length),
    package: name,
    builtin: builtin === true,
    because: because ?? null,
  };
}

function merged(left: Link, right: Link): Link {
  const certain = [...new Set([...left.certain, ...right.certain])];
  const possible = [...new Set([...left.possible, ...right.possible])].filter((file) => !certain.includes(file));
  const names = [...new Set([...left.names, ...right.names])];
  const both = { types: left.types && right.types, again: left.again && right.again, late: left.late && right.late };
  return { ...left, ...both, names, certain, possible, because: left.because ?? right.because };
}
