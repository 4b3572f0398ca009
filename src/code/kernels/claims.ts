import { posix } from "node:path";
import { lazy } from "../../core/lazy.ts";
import { isTest } from "../../core/testfile.ts";
import { commandWords } from "../facts/commands.ts";
import type { Module } from "../facts/module.ts";
import type { Project } from "../facts/project.ts";
import { unreadEndings } from "../facts/sinkrules.ts";

/** What documents tell to be typed or called: a `command` or `option` of a program of the folder, a `function`. */
export type Claim = { what: "command" | "option" | "function"; name: string; program: string | null };

/** Whether the code has what is claimed; null where that can't be told. */
export type Judge = (claim: Claim) => boolean | null;

/** The programs that manifests and main files of Go install, by the names that are typed. */
export function programsOf({ manifests, modules }: Pick<Project, "manifests" | "modules">): Set<string> {
  const named = manifests.flatMap(({ kind, name, entries }) => {
    const own = entries.flatMap((entry) => {
      if (kind === "python") return /^[\w.]+:[\w.]+$/.test(entry.value) ? [entry.name] : [];
      return /^bin\b/.test(entry.name) ? [entry.name.replace(/^bin\s*/, "") || (name?.value ?? "")] : [];
    });
    const isProgram = kind === "cargo" || kind === "go";
    return [...own, ...(isProgram && name ? [posix.basename(name.value)] : [])];
  });
  // What stands at the top is run by the name of a folder that nobody knows.
  const modulesRun = [...modules.keys()].flatMap((path) =>
    /\/__main__\.py$/.test(path) ? [posix.basename(posix.dirname(path))] : [],
  );
  return new Set([...named, ...modulesRun].filter((each) => /^(?!\.{1,2}$)[\w@/.-]+$/.test(each)));
}

/** What one line of code in a document types at programs: the first word as a command, and options by their long names. */
export function typedIn(code: string, programs: ReadonlySet<string>): Claim[] {
  return code.split(/\s*(?:\|\|?|&&|;)\s*/).flatMap((part): Claim[] => {
    const words = withoutLeaders(
      part
        .replace(/\s#.*$/, "")
        .trim()
        .split(/\s+/),
    );
    const program = words[0] === undefined ? "" : posix.basename(words[0]);
    if (!programs.has(program)) return [];
    const given = words.slice(1);
    const [first = ""] = given;
    const command = /^[a-z][a-z0-9:_-]*$/.test(first) ? [{ what: "command" as const, name: first, program }] : [];
    const end = given.indexOf("--");
    const options = given.slice(0, end < 0 ? undefined : end).flatMap((word): Claim[] => {
      const [, name] = /^\[?--([a-zA-Z][\w-]*)/.exec(word) ?? [];
      return name === undefined ? [] : [{ what: "option", name, program }];
    });
    return [...command, ...options];
  });
}

function withoutLeaders(words: string[]): string[] {
  const { leaders } = commandWords();
  const leader = leaders.find((each) => each.every((word, at) => words[at] === word));
  if (leader) return withoutLeaders(words.slice(leader.length));
  return /^[A-Z_][A-Z0-9_]*=/.test(words[0] ?? "") ? withoutLeaders(words.slice(1)) : words;
}

/** The functions that a text in code marks calls without an object, or on something of the code: `omega()`. */
export function calledIn(code: string): Claim[] {
  const [, name] = /^([A-Za-z_$][\w$]{2,})\((?:[\w$, .="'-]*)\)$/.exec(code) ?? [];
  return name === undefined ? [] : [{ what: "function", name, program: null }];
}

/**
 * Judges claims by all source files. What stands in none of their texts, in whatever spelling, is not there; what is declared is; whatever is
 * mentioned otherwise can't be told, nor can commands and options where nothing declares any as libraries have it, where names of some are joined, or
 * where a package may declare more.
 */
export function judgeOf(project: Project): { judge: Judge; open: string[] } {
  const modules = [...project.modules.values()].filter(({ path }) => !isTest(path));
  const [options, commands] = [new Set<string>(), new Set<string>()];
  for (const { commands: said } of modules) {
    for (const name of said.options) options.add(name);
    for (const name of said.commands) commands.add(name.replaceAll("_", "-"));
  }
  const names = lazy(() => declaredIn(modules));
  const texts = [...project.texts].flatMap(([path, text]) => (/\.(?:md|mdx|rst|txt)$/i.test(path) ? [] : [text]));
  const isMentioned = (forms: string[]) => texts.some((text) => forms.some((form) => text.includes(form)));
  const declaresOptions = modules.some(({ commands: { declares } }) => declares);
  const takesWords = modules.some(({ commands: { positional } }) => positional);
  const unread = hasUnread(project.files) || project.skipped.some(({ path }) => !project.texts.has(path));
  const isOpen = lazy(() => modules.some(({ commands: { joined } }) => joined) || isLent(project, modules));
  const { known, builtin } = commandWords();
  const judge: Judge = ({ what, name }) => {
    if (known.has(name)) return null;
    if (what === "option") {
      if (options.has(name) || options.has(name.replace(/^no-/, ""))) return true;
      return !declaresOptions || unread || isMentioned(spellings(name)) || isOpen() ? null : false;
    }
    if (what === "command") {
      if (commands.has(name.replaceAll("_", "-"))) return true;
      const isNamed = spellings(name).some((each) => names().has(each));
      const quoted = ['"', "'", "`"].map((mark) => `${mark}${name}`);
      const isUnclear = commands.size === 0 || takesWords || unread || isNamed || isMentioned(quoted);
      return isUnclear || isOpen() ? null : false;
    }
    if (names().has(name)) return true;
    return modules.length === 0 || unread || builtin.has(name) || isMentioned([name]) ? null : false;
  };
  const bare = !declaresOptions && commands.size === 0;
  return { judge, open: bare ? ["no options or commands are declared in a way that Ergo recognises"] : [] };
}

/** A call that is handed a program by the usual names of one. */
const lending = /\(\s*&?(?:program|parser|yargs|cli|command|cmd|app|root\w*)\s*[,)]/;

/** Whether what a package gives is handed a program, which may get options and commands there. */
function isLent({ links, texts }: Pick<Project, "links" | "texts">, modules: readonly Module[]): boolean {
  return modules.some(({ path, calls, commands }) => {
    if (!commands.declares && commands.commands.length === 0) return false;
    const outer = new Set(
      links.get(path)?.flatMap((each) => (each.certain.length + each.possible.length > 0 ? [] : [each.module])),
    );
    const lines = texts.get(path)?.split("\n") ?? [];
    return calls.some(
      ({ of, bound, line }) =>
        of === "import" && bound && outer.has(bound.module) && lending.test(lines[line - 1] ?? ""),
    );
  });
}

/** Whether there are source files in a language that Ergo doesn't parse. */
function hasUnread(files: readonly string[]): boolean {
  const endings = new Set(unreadEndings());
  return files.some((file) => endings.has(file.slice(file.lastIndexOf(".") + 1).toLowerCase()));
}

function declaredIn(modules: Iterable<Module>): Set<string> {
  const found = new Set<string>();
  for (const { declared, bound, symbols } of modules) {
    for (const { name } of declared) found.add(name);
    for (const { as } of bound) found.add(as);
    for (const { name } of [...(symbols?.defines ?? []), ...(symbols?.exports ?? [])]) found.add(name);
  }
  return found;
}

/** A name as options and code spell it, with and without what negates it. */
function spellings(name: string): string[] {
  return [...new Set([name, name.replace(/^no-/, "")])].flatMap((each) => {
    const words = each.split("-");
    const camel = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
    return [each, words.join("_"), camel];
  });
}
