import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { Reference, Site } from "./reference.ts";

/** As much of the compiler's interface as is used here; version 5, which runs in this process, is installed beside the packages. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler's own types are those of another version
type Any = any;

/** What TypeScript's compiler says of source files below a folder: their declarations, and where its checker leads imports and calls. */
export function readByTypescript(tools: string, folder: string, files: string[]): Reference[] {
  const ts = createRequire(join(tools, "package.json"))("typescript") as Any;
  const options = optionsOf(ts, folder);
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    options,
  );
  const checker = program.getTypeChecker();
  const known = new Map<string, string>();
  return files.map((path) => {
    const file = program.getSourceFile(join(folder, path));
    if (!file || program.getSyntacticDiagnostics(file).length > 0) return { path, fault: "not read" };
    return { path, ...readFile({ ts, checker, options, folder, file, path, known }) };
  });
}

function optionsOf(ts: Any, folder: string): Any {
  const own = join(folder, "tsconfig.json");
  const given = existsSync(own) ? ts.parseConfigFileTextToJson(own, readFileSync(own, "utf8")).config : {};
  const { paths, baseUrl } = given?.compilerOptions ?? {};
  return {
    allowJs: true,
    noLib: true,
    types: [],
    noEmit: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    ...(paths ? { paths, baseUrl: join(folder, baseUrl ?? ".") } : {}),
  };
}

type Place = {
  ts: Any;
  checker: Any;
  options: Any;
  folder: string;
  file: Any;
  path: string;
  known: Map<string, string>;
};

function readFile(place: Place): { declared: Site[]; imports: Site[]; calls: Site[] } {
  const { ts, file } = place;
  const [declared, imports, calls]: Site[][] = [[], [], []];
  const lineAt = (at: number) => file.getLineAndCharacterOfPosition(at).line + 1;
  const lineOf = (node: Any) => lineAt(node.getStart(file));
  const visit = (node: Any) => {
    const one = declarationOf(ts, node);
    if (one) declared!.push([one[0], one[1], lineAt(afterDecorators(ts, node, file))]);
    const module = moduleOf(ts, node);
    if (module) imports!.push([lineOf(node), targetOf(place, module)]);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = calleeOf(ts, node.expression);
      const isWord =
        node.expression.kind === ts.SyntaxKind.SuperKeyword || node.expression.kind === ts.SyntaxKind.ImportKeyword;
      if (isWord || (module && name)) calls!.push([lineOf(node.expression), node.expression.getText(file), "?"]);
      else if (name) calls!.push([lineOf(name), name.text, resolved(place, node.expression)]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { declared: declared!, imports: imports!, calls: calls! };
}

function afterDecorators(ts: Any, node: Any, file: Any): number {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators.length > 0 ? decorators.at(-1).end : node.getStart(file);
}

function declarationOf(ts: Any, node: Any): [kind: string, name: string] | null {
  const types: [string, string][] = [
    ["isClassLike", "class"],
    ["isInterfaceDeclaration", "interface"],
    ["isEnumDeclaration", "enum"],
    ["isTypeAliasDeclaration", "type"],
  ];
  const type = types.find(([is]) => ts[is](node));
  if (type) return nameOf(ts, node, type[1]);
  if (ts.isModuleDeclaration(node) && ts.isIdentifier(node.name) && node.name.text !== "global")
    return ["namespace", node.name.text];
  if (!ts.isFunctionLike(node) || !node.body) return null;
  const isMember = ts.isMethodDeclaration(node) || ts.isAccessor(node) || ts.isConstructorDeclaration(node);
  const isField = ts.isPropertyDeclaration(node.parent) && !ts.isFunctionDeclaration(node);
  if (ts.isConstructorDeclaration(node)) return ["method", "constructor"];
  return nameOf(ts, node, isMember || isField ? "method" : "function");
}

/** Its own name, else that of the variable, the property or the member that it becomes; null where it has none that is a word. */
function nameOf(ts: Any, node: Any, kind: string): [string, string] | null {
  const { parent } = node;
  const isGiven =
    (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) &&
    parent.initializer === node;
  const isAssigned =
    ts.isBinaryExpression(parent) && parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  const left = isAssigned ? (ts.isPropertyAccessExpression(parent.left) ? parent.left.name : parent.left) : null;
  const name = node.name ?? (isGiven ? parent.name : left);
  if (name && name === node.name && ts.isComputedPropertyName(name)) return [kind, name.getText()];
  if (!name || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name))) return null;
  return [kind, name.text];
}

/** The specifier of a module that a statement or a call names. */
function moduleOf(ts: Any, node: Any): Any {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
    return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (!ts.isCallExpression(node) || node.arguments.length !== 1) return null;
  const isImport =
    node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(node.expression) && node.expression.text === "require");
  return isImport && ts.isStringLiteralLike(node.arguments[0]) ? node.arguments[0] : null;
}

/** The file that a specifier leads to, from the folder; "" where it leads out of it. */
function targetOf(place: Place, specifier: Any): string {
  const key = `${dirname(place.path)} ${specifier.text}`;
  const found = place.known.get(key) ?? target(place, specifier);
  place.known.set(key, found);
  return found;
}

function target({ ts, options, folder, file }: Place, specifier: Any): string {
  const { resolvedModule } = ts.resolveModuleName(specifier.text, file.fileName, options, ts.sys);
  const found = resolvedModule?.resolvedFileName as string | undefined;
  // The compiler doesn't resolve data and folders by their manifests the way Node does.
  if (found === undefined)
    return /^\.+(?:\/|$)/.test(specifier.text) ? nodeTarget(folder, file.fileName, specifier.text) : "";
  const path = relative(folder, found);
  if (path.startsWith("..") || path.includes("node_modules/")) return "";
  const code = path.replace(/\.d\.([cm]?)ts$/, ".$1js");
  return existsSync(join(folder, code)) ? code : path;
}

function nodeTarget(folder: string, from: string, module: string): string {
  try {
    return relative(folder, createRequire(from).resolve(module));
  } catch {
    return "";
  }
}

function calleeOf(ts: Any, expression: Any): Any {
  if (ts.isIdentifier(expression)) return expression;
  return ts.isPropertyAccessExpression(expression) ? expression.name : null;
}

/**
 * The file whose function a call is of by its name alone: this one, or the one that the name is imported from; "" for one out of the
 * folder, null for what a value decides.
 */
function resolved(place: Place, callee: Any): string | null {
  const { ts, checker, path, file } = place;
  const base = ts.isIdentifier(callee) ? callee : callee.expression;
  const symbol = ts.isIdentifier(base) ? checker.getSymbolAtLocation(base) : undefined;
  const declarations: Any[] = symbol?.declarations ?? [];
  const own = declarations.filter((each) => each.getSourceFile() === file);
  if (own.length === 0) return null;
  const modules = own.map((each) => importedBy(ts, each));
  if (modules.every((module) => module === null))
    return ts.isIdentifier(callee) && own.every((each) => isFunction(ts, each) || isExpando(ts, each)) ? path : null;
  const [first] = modules;
  if (modules.length > 1 || !first) return null;
  if (!ts.isIdentifier(callee) && !first.whole) return null;
  return targetOf(place, first.module);
}

/** The module that a declaration imports from. `whole`: it binds the module itself. */
function importedBy(ts: Any, declaration: Any): { module: Any; whole: boolean } | null {
  if (ts.isImportSpecifier(declaration))
    return { module: declaration.parent.parent.parent.moduleSpecifier, whole: false };
  if (ts.isImportClause(declaration)) return { module: declaration.parent.moduleSpecifier, whole: false };
  if (ts.isNamespaceImport(declaration)) return { module: declaration.parent.parent.moduleSpecifier, whole: true };
  const variable = ts.isBindingElement(declaration) ? declaration.parent.parent : declaration;
  if (!ts.isVariableDeclaration(variable) || !variable.initializer) return null;
  const member = ts.isPropertyAccessExpression(variable.initializer);
  const module = moduleOf(ts, member ? variable.initializer.expression : variable.initializer);
  return module ? { module, whole: variable === declaration && !member } : null;
}

/** What is given to a property of a function counts as a declaration of it. */
function isExpando(ts: Any, declaration: Any): boolean {
  return ts.isPropertyAccessExpression(declaration) || ts.isBinaryExpression(declaration);
}

function isFunction(ts: Any, declaration: Any): boolean {
  if (ts.isFunctionLike(declaration) || ts.isClassLike(declaration)) return true;
  const isConstant = ts.isVariableDeclaration(declaration) && declaration.initializer;
  return Boolean(isConstant) && (ts.isFunctionLike(declaration.initializer) || ts.isClassLike(declaration.initializer));
}
