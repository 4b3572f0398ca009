import type { Random } from "./random.ts";

/** A source file and what is known of it because it was made that way. Null symbols: its syntax is broken. */
export type Source = { text: string; symbols: Symbols | null };

/** `bound` names are made in ways that are no declaration; whether the modules `nearby` count is a matter of opinion. */
export type Symbols = {
  defines: Set<string>;
  imports: Set<string>;
  exports: Set<string> | null;
  bound: Set<string>;
  nearby: Set<string>;
};

const stems = [
  "parse",
  "load",
  "Board",
  "user",
  "render",
  "Token",
  "find",
  "MAX",
  "cache",
  "π",
  "init",
  "walk",
  "Node",
];
const modules = ["node:fs", "./a.ts", "lodash", "../core/x.ts", "os", "react", "@scope/pkg"];

export function makeSource(random: Random, extension: ".ts" | ".js" | ".py"): Source {
  const symbols: Symbols = {
    defines: new Set(),
    imports: new Set(),
    exports: extension === ".py" ? null : new Set(),
    bound: new Set(),
    nearby: new Set(),
  };
  const parts = extension === ".py" ? python(random, symbols) : ecmascript(random, symbols, extension === ".ts");
  for (const name of symbols.imports) symbols.nearby.delete(name);
  if (random.chance(0.1))
    return { text: `${parts.join("\n")}\n${extension === ".py" ? "def (:" : "const = {;"}\n`, symbols: null };
  return { text: `${parts.join(random.chance(0.2) ? "\r\n" : "\n")}\n`, symbols };
}

function ecmascript(random: Random, symbols: Symbols, typed: boolean): string[] {
  const { defines, imports, exports, bound } = symbols;
  const fresh = namer(random);
  const define = () => note(defines, fresh());
  const bind = () => note(bound, fresh());
  const module = () => note(imports, random.pick(modules));
  const give = (name: string) => note(exports!, name);
  const forms: (() => string)[] = [
    () => `import ${bind()} from "${module()}";`,
    () => `import { x as ${bind()} } from '${module()}';`,
    () => `import "${module()}";`,
    () => `const ${define()} = require("${module()}");`,
    () => `await import(\`${module()}\`);`,
    () => `export { x as ${give(fresh())} } from "${module()}";`,
    () => `function ${define()}(${bind()}) {}`,
    () => `export function ${give(define())}() { const ${define()} = 1; }`,
    () => `export const ${give(define())} = 1, { a: ${give(define())} } = {};`,
    () => `class ${define()} { ${define()}() {} }`,
    () => `export default class ${note(exports!, "default") && define()} {}`,
    () => `let [${define()}, ...${define()}] = [];`,
    () => `// function ${fresh()}() {} import "never";`,
    () => `const ${define()} = "class ${fresh()} {}";`,
    () => `for (const ${define()} of []) {}`,
    () => `${random.pick(stems)}(${random.pick(stems)});`,
  ];
  const typedForms: (() => string)[] = [
    () => `interface ${define()} { ${bind()}: string }`,
    () => `export type ${give(define())} = string;`,
    () => `enum ${define()} { ${define()} }`,
    () => `import type { y as ${bind()} } from "${module()}";`,
    () => `abstract class ${define()} { abstract ${define()}(): void; }`,
    () => `namespace ${define()} { export const ${define()} = 1; }`,
  ];
  const all = typed ? [...forms, ...typedForms] : forms;
  let hasDefault = false;
  return Array.from({ length: random.below(12) }, () => {
    const form = random.pick(all.filter((one) => !hasDefault || one !== forms[10]));
    hasDefault ||= form === forms[10];
    return form();
  });
}

function python(random: Random, symbols: Symbols): string[] {
  const { defines, imports, bound, nearby } = symbols;
  const fresh = namer(random);
  const define = () => note(defines, fresh());
  const bind = () => note(bound, fresh());
  const names = ["os", "sys", "numpy", "json"];
  const forms: (() => string)[] = [
    () => `import ${note(imports, random.pick(names))}`,
    () => {
      const [outer, inner] = [random.pick(names), random.pick(names)];
      imports.add(outer);
      return `import ${note(imports, `${outer}.${inner}`)} as ${bind()}`;
    },
    () => {
      const [module, name] = [random.pick(names), bind()];
      nearby.add(`${module}.${name}`).add(name);
      return `from ${note(imports, module)} import ${name}`;
    },
    () => `def ${define()}(${bind()}=1):\n    ${define()} = 2`,
    () => `class ${define()}:\n    ${define()} = 1\n    def ${define()}(self): pass`,
    () => `${define()} = ${random.below(9)}`,
    () => `${define()}, ${define()} = 1, 2`,
    () => `async def ${define()}():\n    """def ${fresh()}(): pass"""`,
    () => `# def ${fresh()}(): import never`,
  ];
  return Array.from({ length: random.below(12) }, () => random.pick(forms)());
}

/** Names that no other form of the same file uses. */
function namer(random: Random): () => string {
  let count = 0;
  return () => `${random.pick(stems)}${count++}`;
}

function note(set: Set<string>, name: string): string {
  set.add(name);
  return name;
}
