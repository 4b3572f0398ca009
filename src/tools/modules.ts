import type { CodeFacts, Opening } from "../core/observation.ts";
import { cImports, cOpenings } from "./c.ts";
import { readEcmascript } from "./ecmascript.ts";
import { readExports } from "./exports.ts";
import { above, type Imported } from "./imported.ts";
import type { Language } from "./languages.ts";
import { goString } from "./literal.ts";
import { pythonImports, pythonOpenings, pythonStatements } from "./python.ts";
import { rustImports, rustOpenings } from "./rust.ts";
import type { Node, Syntax } from "./syntax.ts";

/** What a file imports and exports, and what may make it import, declare or export more. */
export type Modules = Pick<CodeFacts, "imports" | "nearby" | "exports" | "open">;

/** Reads imports and exports as the language writes them. Where a language doesn't write its exports down, they are open. */
export function readModules({ modules }: Language, path: string, syntax: Syntax): Modules {
  switch (modules) {
    case "ecmascript": {
      const { imports, open } = readEcmascript(syntax);
      const given = readExports(path, syntax);
      return { imports, nearby: [], exports: given.exports, open: [...open, ...given.open] };
    }
    case "python":
      return importing(syntax.by(/import/g, pythonStatements), syntax, pythonImports, pythonOpenings);
    case "go":
      return importing(specsIn(syntax), syntax, goImports, goOpenings);
    case "java":
      return importing(
        syntax.by(/import|requires/g, ["import_declaration", "requires_module_directive"]),
        syntax,
        javaImports,
        javaOpenings,
      );
    case "c":
      return importing(syntax.all(["preproc_include"]), syntax, cImports, cOpenings);
    case "rust":
      return importing(
        syntax.by(/use|extern|mod/g, ["use_declaration", "extern_crate_declaration", "mod_item"]),
        syntax,
        rustImports,
        rustOpenings,
      );
  }
}

function importing(
  nodes: Node[],
  syntax: Syntax,
  read: (node: Node) => Imported,
  openings: (syntax: Syntax, imports: Modules["imports"]) => Opening[],
): Modules {
  const imports: Modules["imports"] = [];
  const nearby = new Set<string>();
  for (const node of nodes) {
    const imported = read(node);
    const line = node.startPosition.row + 1;
    imports.push(...imported.modules.map((module) => ({ module, line })));
    for (const name of imported.nearby) nearby.add(name);
  }
  for (const { module } of imports) nearby.delete(module);
  const unwritten: Opening = { what: "exports", line: 1, because: "is in a language that doesn't write exports down" };
  return { imports, nearby: [...nearby].sort(), exports: [], open: [unwritten, ...openings(syntax, imports)] };
}

function specsIn(syntax: Syntax): Node[] {
  const found = syntax.by(/import/g, ["import_declaration"]);
  return found.flatMap((node) => node.descendantsOfType("import_spec")).filter((node) => node !== null);
}

function goImports(node: Node): Imported {
  return { modules: [goString(node.childForFieldName("path"))], nearby: [] };
}

function goOpenings(_syntax: Syntax, imports: Modules["imports"]): Opening[] {
  const found = imports.filter(({ module }) => module === "C" || module === "plugin");
  return found.map(({ module, line }) => ({
    what: "imports",
    line,
    because: `imports ${module}, which may load anything`,
  }));
}

/** An import names a type or its members; the packages above it are loaded on the way. */
function javaImports(node: Node): Imported {
  const names = node.descendantsOfType("identifier").map((part) => part!.text);
  if (node.type !== "import_declaration") return { modules: [], nearby: [names.join(".")] };
  const isAll = node.namedChildren.some((child) => child?.type === "asterisk");
  const name = [...names, ...(isAll ? ["*"] : [])].join(".");
  return { modules: [name], nearby: above(name, ".") };
}

function javaOpenings(syntax: Syntax): Opening[] {
  const found = syntax
    .at(new RegExp(javaLoaders, "g"))
    .filter((leaf) => leaf.type.endsWith("identifier") && isWhole.test(leaf.text));
  return found.map((leaf) => ({
    what: "imports",
    line: leaf.startPosition.row + 1,
    because: `uses ${leaf.text}, which loads what is named when it runs`,
  }));
}

/** Names by which a program of Java loads what it names when it runs. */
export const javaLoaders = /forName|loadClass|findClass|defineClass|ServiceLoader/;
const isWhole = new RegExp(`^(?:${javaLoaders.source})$`);
