import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Node, NodeFlags, SyntaxKind } from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";
import type { Counted } from "./counted.ts";

/** A node with what any node may have. */
type Any = Node & {
  name?: Any;
  initializer?: Any;
  expression?: Any;
  isExportEquals?: boolean;
  elements?: Any[];
  modifiers?: Any[];
  keyword?: SyntaxKind;
  text?: string;
};

/** Declarations of files by kind, as the compiler of TypeScript sees them. */
export function countByTypescript(paths: string[]): Counted[] {
  const config = join(mkdtempSync(join(tmpdir(), "ergo-declare-")), "tsconfig.json");
  const compilerOptions = { allowJs: true, noLib: true, noResolve: true, types: [], jsx: "preserve", noEmit: true };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: paths }));
  const api = new API();
  try {
    const { program } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    return paths.map((path) => {
      const file = program.getSourceFile(path);
      if (!file) return { path, fault: "not read" };
      const faults = program.getSyntacticDiagnostics(path);
      if (faults.length > 0) return { path, fault: faults[0]!.text };
      const counts: Record<string, number> = Object.create(null);
      visit(file as unknown as Any, (kind) => {
        counts[kind] = (counts[kind] ?? 0) + 1;
      });
      return { path, counts };
    });
  } finally {
    api.close();
  }
}

type Add = (kind: string) => void;

/** Goes over a tree without recursion: sums and chains nest deeply. */
function visit(root: Any, add: Add): void {
  const left: { node: Any; above: Any | null }[] = [{ node: root, above: null }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, above } = next;
    // What a comment of JSDoc declares is made up to nodes of the tree.
    if (node.flags & NodeFlags.Reparsed) continue;
    declare(node, above, add);
    node.forEachChild((child) => {
      left.push({ node: child as Any, above: node });
    });
  }
}

function declare(node: Any, above: Any | null, add: Add): void {
  if (node.kind === SyntaxKind.VariableDeclaration) declareVariable(node, add);
  else if (node.kind === SyntaxKind.ExportAssignment) exportDefault(node, add);
  else if (node.kind === SyntaxKind.Parameter) declareProperty(node, above, add);
  else if (node.kind === SyntaxKind.ModuleDeclaration) {
    // `declare global` adds to what is there.
    if (node.keyword === SyntaxKind.NamespaceKeyword || node.name?.text !== "global") add("namespace");
  } else if (named[node.kind]) {
    if (node.name) add(named[node.kind]!);
  } else if (always[node.kind]) add(always[node.kind]!);
}

/** Expressions that declare where they have a name. */
const named: Partial<Record<SyntaxKind, string>> = {
  [SyntaxKind.FunctionExpression]: "function",
  [SyntaxKind.ClassExpression]: "class",
};

const always: Partial<Record<SyntaxKind, string>> = {
  [SyntaxKind.FunctionDeclaration]: "function",
  [SyntaxKind.ClassDeclaration]: "class",
  [SyntaxKind.MethodDeclaration]: "method",
  [SyntaxKind.MethodSignature]: "method",
  [SyntaxKind.GetAccessor]: "getter",
  [SyntaxKind.SetAccessor]: "setter",
  [SyntaxKind.Constructor]: "constructor",
  [SyntaxKind.PropertyDeclaration]: "field",
  [SyntaxKind.PropertySignature]: "property",
  [SyntaxKind.InterfaceDeclaration]: "interface",
  [SyntaxKind.TypeAliasDeclaration]: "type",
  [SyntaxKind.EnumDeclaration]: "enum",
  [SyntaxKind.EnumMember]: "constant",
};

function declareVariable(node: Any, add: Add): void {
  if (node.name?.kind === SyntaxKind.Identifier) add(kindOfUnnamed(node.initializer) ?? "variable");
  else for (let count = namesIn(node.name!); count > 0; count--) add("variable");
}

function namesIn(pattern: Any): number {
  if (pattern.kind === SyntaxKind.Identifier) return 1;
  return (pattern.elements ?? []).reduce((sum, { name }) => sum + (name ? namesIn(name) : 0), 0);
}

function exportDefault(node: Any, add: Add): void {
  const kind = node.isExportEquals ? null : kindOfUnnamed(node.expression);
  if (kind !== null) add(kind);
}

/** A parameter of a constructor with a modifier is a field. */
function declareProperty(node: Any, above: Any | null, add: Add): void {
  const words = node.modifiers?.filter(({ kind }) => kind !== SyntaxKind.Decorator) ?? [];
  if (above?.kind === SyntaxKind.Constructor && words.length > 0) add("field");
}

/** What an anonymous function or class is; null for any other expression. */
function kindOfUnnamed(expression: Any | undefined): string | null {
  let inner = expression;
  while (inner && wrappers.has(inner.kind)) inner = inner.expression;
  if (!inner || inner.name) return null;
  if (inner.kind === SyntaxKind.ClassExpression) return "class";
  return inner.kind === SyntaxKind.ArrowFunction || inner.kind === SyntaxKind.FunctionExpression ? "function" : null;
}

const wrappers = new Set([
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.AsExpression,
  SyntaxKind.SatisfiesExpression,
  SyntaxKind.NonNullExpression,
  SyntaxKind.TypeAssertionExpression,
]);
