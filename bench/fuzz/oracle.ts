import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseSync } from "oxc-parser";

/**
 * What another parser sees in a source text. `dynamic`: something is loaded that the text doesn't name. `bound`: names that
 * get a value without being declared. Null where the parser doesn't take the text.
 */
export type Sight = { imports: Set<string>; defines: Set<string>; bound: Set<string>; dynamic: boolean };

type Tree = { type: string; [field: string]: unknown };

/** JavaScript and TypeScript by oxc (`path` says which). */
export function seeEcmascript(path: string, text: string): Sight | null {
  const { program, errors } = parseSync(path, text);
  if (errors.some(({ severity }) => severity === "Error")) return null;
  const sight: Sight = { imports: new Set(), defines: new Set(), bound: new Set(), dynamic: false };
  const visit = (node: Tree, above: Tree | null) => {
    see(node, above, sight, text);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isTree(child)) visit(child, node);
    }
  };
  visit(program as unknown as Tree, null);
  return sight;
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && typeof (value as Tree).type === "string";
}

function see(node: Tree, above: Tree | null, sight: Sight, text: string): void {
  const { imports, defines, bound } = sight;
  const source = isTree(node.source) ? constant(node.source) : null;
  const declare = (target: unknown) => {
    for (const name of namesIn(target)) defines.add(name);
  };
  const load = (given: unknown) => {
    const module = constant(given);
    if (module === null) sight.dynamic = true;
    else imports.add(module);
  };
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "TSImportType":
      if (source !== null) imports.add(source);
      return;
    case "ImportExpression":
      load(node.source);
      return;
    case "TSExternalModuleReference":
      load(node.expression);
      return;
    case "CallExpression":
      if (isNamed(bare(node.callee), "require")) load((node.arguments as unknown[])[0]);
      if (isNamed(bare(node.callee), "eval")) sight.dynamic = true;
      return;
    case "NewExpression":
      if (isNamed(bare(node.callee), "Function")) sight.dynamic = true;
      return;
    case "MemberExpression":
      if (attribute(node) === "require") sight.dynamic = true;
      return;
    case "Identifier":
      if (node.name === "createRequire" && (above?.key !== node || above.computed)) sight.dynamic = true;
      return;
    case "AssignmentExpression":
      for (const name of assignedIn(node.left)) bound.add(name);
      return;
    case "Property":
      if (above?.type === "ObjectExpression" && (node.method || node.kind !== "init")) declare(key(node, text));
      return;
    case "ExportDefaultDeclaration": {
      const given = bare(node.declaration);
      if (isTree(given) && unnamed.has(given.type) && !given.id) defines.add("default");
      return;
    }
    case "CatchClause":
      declare(node.param);
      return;
    case "TSParameterProperty":
      declare(node.parameter);
      return;
    case "TSModuleDeclaration":
      if (node.kind !== "global") declare(node.id);
      return;
    default:
      if (declarations.has(node.type)) declare(node.id);
      if (members.has(node.type)) declare(key(node, text));
  }
}

const declarations = new Set([
  ...["FunctionDeclaration", "FunctionExpression", "TSDeclareFunction", "ClassDeclaration", "ClassExpression"],
  ...["VariableDeclarator", "TSInterfaceDeclaration", "TSTypeAliasDeclaration", "TSEnumDeclaration", "TSEnumMember"],
]);

const members = new Set([
  ...["MethodDefinition", "PropertyDefinition", "AccessorProperty", "TSAbstractMethodDefinition", "TSMethodSignature"],
  ...["TSAbstractPropertyDefinition", "TSAbstractAccessorProperty"],
]);

const unnamed = new Set([
  ...["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "ClassDeclaration", "ClassExpression"],
]);

function key(node: Tree, source: string): unknown {
  const inner = bare(node.key) as Tree & { start: number; end: number };
  const text = constant(inner);
  if (text !== null && inner.type === "Literal") return { type: "Identifier", name: text };
  if (node.computed) return { type: "Identifier", name: `[${source.slice(inner.start, inner.end)}]` };
  return typeof inner.value === "number" ? { type: "Identifier", name: String(inner.value) } : node.key;
}

function attribute(node: Tree): string | null {
  return node.computed ? constant(node.property) : (namesIn(node.property)[0] ?? null);
}

function isNamed(node: unknown, name: string): boolean {
  return isTree(node) && node.type === "Identifier" && node.name === name;
}

function bare(node: unknown): unknown {
  const wrappers = ["ParenthesizedExpression", "TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"];
  const all = [...wrappers, "TSTypeAssertion", "TSInstantiationExpression"];
  return isTree(node) && all.includes(node.type) ? bare(node.expression) : node;
}

function constant(given: unknown): string | null {
  const node = bare(given);
  if (!isTree(node)) return null;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "BinaryExpression" && node.operator === "+")
    return join([constant(node.left), constant(node.right)]);
  if (node.type !== "TemplateLiteral") return null;
  const quasis = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  const values = (node.expressions as unknown[]).map(constant);
  return join(quasis.flatMap((text, index) => [text, values[index] === undefined ? "" : values[index]]));
}

function join(parts: (string | null)[]): string | null {
  return parts.includes(null) ? null : parts.join("");
}

/** The names that a pattern, a key or a name makes. */
function namesIn(target: unknown): string[] {
  if (!isTree(target)) return [];
  switch (target.type) {
    case "Identifier":
      return [String(target.name)];
    case "PrivateIdentifier":
      return [`#${target.name}`];
    case "Literal":
      return typeof target.value === "string" ? [target.value] : [];
    case "TSQualifiedName": {
      const parts = [...namesIn(target.left).filter((name) => !name.includes(".")), ...namesIn(target.right)];
      return [parts.join("."), ...parts];
    }
    case "ObjectPattern":
      return (target.properties as Tree[]).flatMap((one) => namesIn(one.value ?? one.argument));
    case "ArrayPattern":
      return (target.elements as unknown[]).flatMap(namesIn);
    case "RestElement":
      return namesIn(target.argument);
    case "AssignmentPattern":
      return namesIn(target.left);
    default:
      return [];
  }
}

function assignedIn(target: unknown): string[] {
  if (isTree(target) && target.type === "MemberExpression") return [attribute(target) ?? ""].filter(Boolean);
  return namesIn(target);
}

/** Python by its own `ast`, in a child that answers line by line. */
export type Python = { see(text: string): Promise<Sight | null>; version: string; library: string; close(): void };

/** Starts the parser of the Python that is installed; null where there is none. */
export async function startPython(): Promise<Python | null> {
  const child: ChildProcess = spawn("python3", ["-W", "ignore", "-c", program], { stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const ask = async (text: string) => {
    child.stdin!.write(`${JSON.stringify(text)}\n`);
    return JSON.parse((await answers.next()).value as string) as Record<string, string[]> & {
      dynamic: boolean;
      version: string;
      library: string;
    };
  };
  const started = await new Promise<{ version: string; library: string } | null>((resolve) => {
    child.on("error", () => resolve(null));
    ask("").then(
      (answer) => resolve(answer),
      () => resolve(null),
    );
  });
  if (started === null) return null;
  const see = async (text: string): Promise<Sight | null> => {
    const { imports, defines, bound, dynamic } = await ask(text);
    if (imports === undefined) return null;
    return { imports: new Set(imports), defines: new Set(defines), bound: new Set(bound), dynamic };
  };
  return { see, version: started.version, library: started.library, close: () => child.kill() };
}

const program = `
import ast, json, sys
def see(text):
    tree = ast.parse(text)
    imports, defines, bound = set(), set(), set()
    dynamic = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Import): imports.update(a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            imports.add("." * node.level + (node.module or ""))
            dynamic |= any(a.name == "*" for a in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)): defines.add(node.name)
        elif isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store): defines.add(node.id)
            dynamic |= node.id in ("exec", "eval", "__import__")
        elif isinstance(node, ast.Attribute):
            if isinstance(node.ctx, ast.Store): bound.add(node.attr)
            dynamic |= node.attr == "import_module"
        elif isinstance(node, ast.ExceptHandler) and node.name: defines.add(node.name)
        elif type(node).__name__ in ("MatchAs", "MatchStar") and node.name: defines.add(node.name)
        elif type(node).__name__ == "MatchMapping" and node.rest: defines.add(node.rest)
    return {"imports": sorted(imports), "defines": sorted(defines), "bound": sorted(bound), "dynamic": dynamic}
for line in sys.stdin:
    try: answer = see(json.loads(line))
    except (SyntaxError, ValueError, RecursionError, MemoryError): answer = {}
    print(json.dumps({**answer, "version": sys.version.split()[0], "library": ast.__file__.rsplit("/", 1)[0]}), flush=True)
`;
