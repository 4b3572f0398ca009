import type { Taken } from "../../core/observation.ts";
import { docOf } from "./documented.ts";
import type { Grammar } from "./grammar.ts";
import { codeLines, cognitive, cyclomatic, maintainability, nesting, vocabulary, volume } from "./measure.ts";
import { takenBy } from "./taken.ts";
import { around, type Branch, declaredBy, part, type Tree, textOf, walk } from "./tree.ts";

/**
 * What a function or type is called, as what, where, in what, and what it takes. `parent` is a qualified name. `isDecorated`: a type whose
 * decorators, annotations or metaclass may give it more members.
 */
export type Declared = {
  name: string;
  kind: string;
  line: number;
  last: number;
  parent: string | null;
  parameters: string[];
  taken: Taken[];
  visibility: "public" | "private" | "protected" | "package" | "exported";
  doc: string | null;
  isAbstract: boolean;
  isDecorated?: true;
  extends: string[];
  measures: Measures | null;
};

/** Measures of a function. `length` is in lines, `volume` in bits. */
type Measures = {
  cyclomatic: number;
  cognitive: number;
  nesting: number;
  parameters: number;
  length: number;
  volume: number;
  maintainability: number;
};

/** What a type implements by a block of its own, as those of Rust do, wherever the type itself is declared. */
export type Implemented = { name: string; of: string; line: number; last: number };

/** The blocks of a file in which types implement others, in the order of the text. */
export function readImplemented(tree: Tree): Implemented[] {
  const found: Implemented[] = [];
  walk(tree.root, (branch) => {
    if (branch.type !== "impl_item" || !part(branch, "trait")) return;
    const [name, of] = [bareName(tree, part(branch, "type")), bareName(tree, part(branch, "trait"))];
    found.push({ name, of, line: branch.line, last: branch.last });
  });
  return found;
}

/** The functions and types of a file, in the order of the text; functions without a name are called "". */
export function readDeclared(tree: Tree, grammar: Grammar, language: string): Declared[] {
  const found: Declared[] = [];
  walk(tree.root, (branch) => {
    if (!branch.named) return;
    const isFunction = Object.hasOwn(grammar.functions, branch.type);
    if (isFunction || Object.hasOwn(grammar.types, branch.type)) {
      // In C a type is named where it is used as it is where it is declared.
      const isUse = branch.type.endsWith("_specifier") && part(branch, "body") === null;
      if (branch.type !== "impl_item" && !isUse) found.push(declared(tree, branch, grammar, language, isFunction));
    }
  });
  return found;
}

/** A type's name without its path and arguments. */
function bareName(tree: Tree, branch: Branch | null): string {
  return textOf(tree, branch)
    .replace(/<.*$/s, "")
    .replace(/^.*::/s, "")
    .replace(/^[&\s]+/, "")
    .trim();
}

function declared(tree: Tree, branch: Branch, grammar: Grammar, language: string, isFunction: boolean): Declared {
  const name = nameOf(tree, branch);
  const outer = outerOf(tree, branch, grammar);
  const own = isFunction ? grammar.functions[branch.type]! : typeKind(branch, grammar);
  const kind = own === "function" && outer.isType && language !== "go" ? "method" : own;
  const taken = isFunction ? takenBy(tree, branch) : [];
  const parameters = taken.map((each) => each.name);
  const receiver = part(branch, "receiver");
  const typed = receiver && /[\w]+(?=\s*(?:\[[^\]]*\])?\s*\)$)/.exec(textOf(tree, receiver))?.[0];
  return {
    name,
    kind,
    line: branch.line,
    last: branch.last,
    parent: typed ?? outer.name,
    parameters,
    taken,
    visibility: visibilityOf(tree, branch, name, language),
    doc: docOf(tree, branch, grammar, language),
    isAbstract: kind === "interface" || kind === "trait" || /\babstract\b|\(ABC\)|ABCMeta/.test(headOf(tree, branch)),
    ...(!isFunction && isDecorated(tree, branch) ? { isDecorated: true as const } : {}),
    extends: isFunction ? [] : parentsOf(tree, branch),
    measures: isFunction
      ? measuresOf(tree, branch, grammar, name, taken.filter(({ marks }) => !marks.includes("self")).length)
      : null,
  };
}

/** Annotations that say something of what is written and write nothing. */
const plain = /^@(?:java\.lang\.)?(?:Override|Deprecated|SuppressWarnings|SafeVarargs|FunctionalInterface)\b/;

function isDecorated(tree: Tree, branch: Branch): boolean {
  const { parent } = branch;
  if (parent?.type === "decorated_definition" || parent?.children.some(({ type }) => type === "decorator")) return true;
  let found = false;
  walk(branch, (each) => {
    const isMeta = each.type === "keyword_argument" && each.parent === part(branch, "superclasses");
    const isMark = /^(?:decorator|marker_annotation|annotation)$/.test(each.type) && !plain.test(textOf(tree, each));
    found ||= isMeta || (isMark && each.parent?.type !== "decorated_definition");
    return !found;
  });
  return found;
}

function measuresOf(tree: Tree, branch: Branch, grammar: Grammar, name: string, parameters: number): Measures {
  const words = volume(vocabulary(tree, branch, grammar));
  const complexity = cyclomatic(tree, branch, grammar);
  const lines = codeLines({ text: tree.text, root: branch });
  return {
    cyclomatic: complexity,
    cognitive: cognitive(tree, branch, grammar, name),
    nesting: nesting(branch, grammar),
    parameters,
    length: branch.last - branch.line + 1,
    volume: round(words),
    maintainability: round(maintainability(words, complexity, lines)),
  };
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

/** Its own name, or that of what it is assigned to. */
export function nameOf(tree: Tree, branch: Branch): string {
  const own = part(branch, "name") ?? (branch.type === "impl_item" ? part(branch, "type") : null);
  if (own) return own.type === "string" ? textOf(tree, own).slice(1, -1) : textOf(tree, own);
  if (branch.type === "lambda") return "";
  if (branch.type === "function_definition") return textOf(tree, declaredBy(branch));
  const { parent } = branch;
  if (parent?.type === "variable_declarator" || parent?.type === "public_field_definition")
    return named(tree, parent, "name");
  if (parent?.type === "type_definition") return textOf(tree, declaredBy(parent));
  if (parent?.type === "field_definition") return named(tree, parent, "property");
  if (parent?.type === "pair") return named(tree, parent, "key");
  if (parent?.type === "assignment_expression") {
    const left = part(parent, "left");
    if (left?.type === "member_expression") return textOf(tree, part(left, "property"));
    return /[\w$#]+$/.exec(named(tree, parent, "left"))?.[0] ?? "";
  }
  return "";
}

function named(tree: Tree, branch: Branch, field: string): string {
  const given = part(branch, field);
  const name = textOf(tree, given);
  if (given?.type === "string") return name.slice(1, -1);
  return /^[\w$#."']+$/.test(name) ? name.replace(/^["']|["']$/g, "") : "";
}

function outerOf(tree: Tree, branch: Branch, grammar: Grammar): { name: string | null; isType: boolean } {
  const names: string[] = [];
  let isType: boolean | null = null;
  const isBlock = ({ type }: Branch) => type === "class_static_block";
  const isScope = ({ type, named }: Branch) =>
    named && (Object.hasOwn(grammar.functions, type) || Object.hasOwn(grammar.types, type));
  // What stands in a block that a class runs once is none of its methods.
  const first = around(branch, (above) => isScope(above) || isBlock(above));
  if (first && isBlock(first)) isType = false;
  for (let above = around(branch, isScope); above; above = around(above, isScope)) {
    isType ??= Object.hasOwn(grammar.types, above.type) && !/^(?:mod_item|internal_module)$/.test(above.type);
    const name = nameOf(tree, above);
    if (name !== "") names.unshift(name);
  }
  return { name: names.length > 0 ? names.join(".") : null, isType: isType ?? false };
}

function typeKind(branch: Branch, grammar: Grammar): string {
  const inner = branch.type === "type_spec" ? part(branch, "type")?.type : undefined;
  if (inner === "struct_type") return "struct";
  return inner === "interface_type" ? "interface" : grammar.types[branch.type]!;
}

/** What stands before the body of a declaration, with its wrappers. */
function headOf(tree: Tree, branch: Branch): string {
  const body = part(branch, "body");
  const outer = branch.parent?.type === "decorated_definition" ? branch.parent : branch;
  return tree.text.slice(outer.start, body?.start ?? Math.min(outer.end, outer.start + 300));
}

/** What a type extends or implements where it is declared, by name. */
function parentsOf(tree: Tree, branch: Branch): string[] {
  const heads = branch.children.filter(
    ({ type, field }) =>
      field === "superclasses" ||
      field === "superclass" ||
      field === "interfaces" ||
      (branch.type === "trait_item" && field === "bounds") ||
      /heritage|extends|super_interfaces|extends_type_clause/.test(type),
  );
  const found: string[] = [];
  for (const head of heads) {
    walk(head, (each) => {
      if (each.field === "path") return false;
      if (/^(?:type_arguments|keyword_argument|arguments|argument_list_inner)$/.test(each.type)) return false;
      if (/^(?:identifier|type_identifier|property_identifier)$/.test(each.type)) found.push(textOf(tree, each));
      return true;
    });
  }
  return [...new Set(found)];
}

function visibilityOf(tree: Tree, branch: Branch, name: string, language: string): Declared["visibility"] {
  const head = headOf(tree, branch);
  switch (language) {
    case "python":
      return name.startsWith("_") && !/^__\w+__$/.test(name) ? "private" : "public";
    case "go":
      return /^\p{Lu}/u.test(name) ? "exported" : "package";
    case "cpp":
      return /^\s*(?:inline\s+)?static\b/.test(head) ? "private" : "public";
    case "rust":
      return /^\s*(?:#\[[^\]]*\]\s*)*pub\b/.test(head) ? "public" : "private";
    case "java": {
      const word = /\b(public|protected|private)\b/.exec(head)?.[1];
      return (word as Declared["visibility"] | undefined) ?? "package";
    }
    default: {
      if (name.startsWith("#") || /\bprivate\b/.test(head)) return "private";
      if (/\bprotected\b/.test(head)) return "protected";
      const isExported = around(
        branch,
        ({ type }) => type !== "lexical_declaration" && type !== "variable_declarator",
      )?.type;
      return isExported === "export_statement" ? "exported" : "public";
    }
  }
}
