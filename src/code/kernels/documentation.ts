import { posix } from "node:path";
import { commandsIn, commandWords } from "../facts/commands.ts";
import { folderOf, foldersOf, joined } from "../facts/layout.ts";
import type { Project } from "../facts/project.ts";
import { type Claim, calledIn, type Judge, judgeOf, programsOf, typedIn } from "./claims.ts";
import { kernel, partly, rowOf, type Source, worst } from "./kernel.ts";

/** `what`: a `path`, `script`, `link`, `name`, `command`, `option` or `function` that a document tells of; `found`: whether the folder has it. */
export type DocumentationRow = Source & { what: string; claim: string; found: boolean; why: string };

/**
 * What documents claim against what the folder has: paths in links and in code, scripts that they tell to run, names that they import from
 * the package, commands and options that they type at its programs, functions. Rows that don't hold come first.
 */
export const documentation = kernel<DocumentationRow>({
  name: "documentation",
  means:
    "paths, scripts, commands, options, functions and exported names that documents tell of, against what is there",
  schema: rowOf({ what: "text", claim: "text", found: "flag", why: "text" }),
  run(project) {
    const documents = [...project.texts].filter(([path]) => isCurrent(path));
    const { judge, open } = judgeOf(project);
    const asked: Asked = { project, judge, programs: programsOf(project), untold: new Set() };
    const rows = documents.flatMap(([path, text]) => claimsIn(path, text, asked));
    const [first] = asked.untold;
    const untold =
      first === undefined ? [] : [`whether the code has ${first}${more(asked.untold.size - 1)} can't be told`];
    return {
      rows: worst(rows, ({ found }) => Number(!found)),
      open: [...partly(project), ...(first === undefined ? [] : open), ...untold],
    };
  },
  tell: ({ what, claim, found, why }) => `${what} ${claim}: ${found ? "there" : why}`,
});

function more(count: number): string {
  return count === 0 ? "" : ` and ${count} more that documents name`;
}

/** What claims are judged by; `untold` gathers those that can't be. */
type Asked = { project: Project; judge: Judge; programs: ReadonlySet<string>; untold: Set<string> };

/** Whether a file is a text for people. */
export function isDocument(path: string): boolean {
  return /\.(?:md|mdx|rst)$/i.test(path);
}

/** Documents about the code as it is: not what changed in it once. */
function isCurrent(path: string): boolean {
  return isDocument(path) && !/(?:change|history|release|news|migrat|upgrad)/i.test(posix.basename(path));
}

/** A claim of a document as a row, once each. */
type Add = (what: string, claim: string, line: number, found: boolean, why: string) => void;

function claimsIn(path: string, text: string, asked: Asked): DocumentationRow[] {
  const seen = new Set<string>();
  const rows: DocumentationRow[] = [];
  const add: Add = (what, claim, line, found, why) => {
    if (seen.has(`${what} ${claim}`)) return;
    seen.add(`${what} ${claim}`);
    rows.push({ path, lines: [line, line], what, claim, found, why });
  };
  for (const [index, line] of text.split("\n").entries()) filesIn(path, line, index + 1, asked.project, add);
  const code = codeIn(text);
  const isExample = exampleOf(text, code);
  for (const each of code) {
    const claims = [...typedIn(each.code, asked.programs), ...(each.isBlock ? [] : calledIn(each.code))];
    for (const claim of claims) if (!isExample(claim)) judged(claim, each.line, asked, add);
  }
  return rows;
}

/** Whether a document itself declares what it claims, as an example does, or calls it by a name that stands for any. */
function exampleOf(text: string, code: readonly Code[]): (claim: Claim) => boolean {
  const own = commandsIn(text);
  const blocks = code.filter(({ isBlock }) => isBlock).map((each) => each.code);
  const declares = "\\b(?:def|function|fn|func|const|let|var|import|from)\\b";
  return ({ what, name }) => {
    if (commandWords().placeholder.test(name)) return true;
    if (what === "command") return own.commands.includes(name.replaceAll("-", "_")) || own.commands.includes(name);
    if (what === "option") return own.declares;
    const isInBlock = blocks.some((each) => each.includes(name));
    return isInBlock || new RegExp(`${declares}.*\\b${name}\\b`).test(text);
  };
}

const reasons: Readonly<Record<Claim["what"], string>> = {
  command: "is no command that the code declares",
  option: "stands in no source file",
  function: "stands in no source file",
};

function judged(claim: Claim, line: number, { judge, untold }: Asked, add: Add): void {
  const { what, name, program } = claim;
  const told = what === "function" ? `${name}()` : `${program} ${what === "option" ? "--" : ""}${name}`;
  const verdict = judge(claim);
  if (verdict !== null) add(what, told, line, verdict, reasons[what]);
  else if (what !== "function") untold.add(told);
}

/** Code of a document: marked within a line, in a block between fences, or typed after a prompt. */
type Code = { code: string; line: number; isBlock: boolean };

function codeIn(text: string): Code[] {
  let isFenced = false;
  return text.split("\n").flatMap((line, index): Code[] => {
    const at = { line: index + 1 };
    if (/^\s*(?:```|~~~)/.test(line)) {
      isFenced = !isFenced;
      return [];
    }
    if (isFenced || /^\s*\$ /.test(line)) return [{ ...at, code: line.trim(), isBlock: true }];
    return [...line.matchAll(/(`{1,2})([^`]+)\1/g)].map(([, , code = ""]) => ({
      ...at,
      code: code.trim(),
      isBlock: false,
    }));
  });
}

function filesIn(path: string, line: string, at: number, project: Project, add: Add): void {
  for (const target of linksIn(line))
    add("link", target, at, leads(path, target, project), "leads to no file of the folder");
  for (const target of pathsIn(line, project)) {
    const isThere = leads(path, target, project) || leads("", target, project);
    add("path", target, at, isThere, "is no file of the folder");
  }
  for (const script of scriptsIn(line)) {
    const known = project.manifests.flatMap(({ scripts }) => scripts.map(({ name }) => name));
    if (known.length > 0) add("script", script, at, known.includes(script), "is no script of a manifest");
  }
  for (const { name, module } of importsIn(line)) {
    const given = exportsOf(module, project);
    if (given !== null) add("name", name, at, given.has(name), `is no name that ${module} is seen to export`);
  }
}

function linksIn(line: string): string[] {
  return [...line.matchAll(/\]\(\s*<?([^)\s>#?]+)[^)]*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|\/|#|\{)/i.test(target));
}

/** Paths in code marks that begin in a folder which is there, and name a file with an ending. */
function pathsIn(line: string, project: Project): string[] {
  const words = [...line.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+)`/g)].map(([, word = ""]) => word.replace(/^\.\//, ""));
  return words.filter((word) => /\.\w{1,5}$/.test(word) && placesOf(project).dirs.has(word.split("/")[0]!));
}

/** `npm run NAME` and the like, where it is told to be run. */
function scriptsIn(line: string): string[] {
  return [...line.matchAll(/\b(?:npm|pnpm|yarn|bun) run ([\w:.-]+)/g)].map(([, script = ""]) =>
    script.replace(/\.$/, ""),
  );
}

function importsIn(line: string): { name: string; module: string }[] {
  const [, named = "", module] =
    /^\s*(?:import|const)\s+\{([^}]*)\}\s*(?:from|=\s*require\()\s*["']([^"']+)["']/.exec(line) ?? [];
  const [, source, list = ""] = /^\s*(?:>>>\s*)?from\s+([\w.]+)\s+import\s+([\w, ]+)\s*$/.exec(line) ?? [];
  const names = (text: string, by: RegExp) =>
    text
      .split(",")
      .map((each) =>
        each
          .trim()
          .replace(/^type\s+/, "")
          .split(by)[0]!
          .trim(),
      )
      .filter((each) => /^[\w$]+$/.test(each));
  if (module) return names(named, /\s+as\s+|:/).map((name) => ({ name, module }));
  return source ? names(list, /\s+as\s+/).map((name) => ({ name, module: source })) : [];
}

/** What a package of the folder is seen to export; null where it is none, or where that is open. */
function exportsOf(module: string, project: Project): Set<string> | null {
  const python = [`${module.replaceAll(".", "/")}.py`, `${module.replaceAll(".", "/")}/__init__.py`].flatMap((path) => [
    path,
    `src/${path}`,
  ]);
  const found = python.map((path) => project.modules.get(path)).find((each) => each?.symbols);
  if (found?.symbols) {
    if (found.bound.some(({ as }) => as === "*") || found.declared.some(({ name }) => name === "__getattr__"))
      return null;
    const own = found.symbols.defines.map(({ name }) => name);
    return new Set([...own, ...found.bound.map(({ as }) => as), ...submodules(found.path, project)]);
  }
  const manifest = project.manifests.find(({ kind, name }) => kind === "npm" && name?.value === module);
  const main = manifest?.entries.find(({ name }) => name === "main" || name === "exports ." || name === "module");
  const path = manifest && main ? joined(folderOf(manifest.path), main.value) : null;
  const symbols = path === null ? null : project.modules.get(path)?.symbols;
  if (!symbols || symbols.open.some(({ what }) => what === "exports")) return null;
  return new Set(symbols.exports.map(({ name }) => name));
}

function submodules(init: string, { files }: Project): string[] {
  const dir = folderOf(init);
  return files
    .filter((file) => folderOf(file) === dir || folderOf(folderOf(file)) === dir)
    .map((file) => posix.basename(file === `${folderOf(file)}/__init__.py` ? folderOf(file) : file, ".py"));
}

type Places = { files: ReadonlySet<string>; dirs: ReadonlySet<string> };
const places = new WeakMap<Project["files"], Places>();

/** The files and folders of a project, to be looked up. */
function placesOf({ files }: Project): Places {
  const known = places.get(files) ?? { files: new Set(files), dirs: foldersOf(files) };
  places.set(files, known);
  return known;
}

function leads(path: string, target: string, project: Project): boolean {
  const whole = joined(folderOf(path), decodeURI(target.replace(/%(?![0-9a-f]{2})/gi, "%25")));
  if (whole === null) return true;
  const { files, dirs } = placesOf(project);
  return dirs.has(whole) || files.has(whole) || files.has(`${whole}.md`);
}
