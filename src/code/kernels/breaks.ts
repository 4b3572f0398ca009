import { posix } from "node:path";
import { isTest } from "../../core/testfile.ts";
import { folderOf } from "../facts/layout.ts";
import type { Module } from "../facts/module.ts";
import type { Project } from "../facts/project.ts";
import { unresolvedIn } from "../facts/unresolved.ts";
import type { Source } from "./kernel.ts";
import { isClosed, isGuarded, isKnown, isOnItself, isReplaced, isWhole } from "./sure.ts";

/** What a file of before declared or exported and is no longer there; `of`: the type that a method was one of. `exported`: others could import it. */
export type Gone = { path: string; name: string; of: string | null; kind: string; line: number; exported: boolean };

/** A place that still takes what is gone: `does` says how. One that may mean something else, or may be given it otherwise, is not `sure`. */
export type Break = Source & { does: string; sure: boolean };

/** What files gave to others, and methods of types that are still there. A file that can't be read whole now may still have all of it. */
export function goneFrom(old: Project, now: Project): Gone[] {
  return [...old.modules.values()].flatMap((was): Gone[] => {
    const is = now.modules.get(was.path);
    if (isTest(was.path) || is?.hash === was.hash || is?.partial) return [];
    return [...exportsGone(was, is), ...declarationsGone(was, is)];
  });
}

function exportsGone({ path, symbols, declared }: Module, is: Module | undefined): Gone[] {
  if (is && (is.symbols === null || is.symbols.open.some(({ what }) => what === "exports"))) return [];
  const left = new Set(is?.symbols?.exports.map(({ name }) => name));
  const lines = new Map((symbols?.exports ?? []).map(({ name, line }) => [name, line]));
  return [...lines].flatMap(([name, line]): Gone[] => {
    const kind = declared.find((each) => each.name === name && each.parent === null)?.kind ?? "export";
    return left.has(name) ? [] : [{ path, name, of: null, kind, line, exported: true }];
  });
}

/** Functions, types and methods by whose name a file that is still there names nothing any more. */
function declarationsGone({ path, language, symbols, declared }: Module, is: Module | undefined): Gone[] {
  if (is === undefined) return [];
  const exported = new Set(symbols?.exports.map(({ name }) => name));
  const named = namesOf(is);
  const types = new Set(is.declared.flatMap(({ name, measures }) => (measures === null ? [name] : [])));
  const seen = new Set<string>();
  return declared.flatMap(({ name, parent, kind, line, visibility }): Gone[] => {
    const key = `${parent} ${name}`;
    if (name === "" || named.has(name) || exported.has(name) || seen.has(key)) return [];
    if (parent !== null && !types.has(parent)) return [];
    seen.add(key);
    const isGiven = parent === null && visibility !== "private" && !/script|tsx/.test(language);
    return [{ path, name, of: parent, kind, line, exported: isGiven }];
  });
}

/** The names that stand in a file for anything but what is called. */
function namesOf({ declared, stands, bound, constants }: Module): Set<string> {
  return new Set([
    ...declared.map(({ name }) => name),
    ...stands.map(({ name }) => name),
    ...bound.map(({ as }) => as),
    ...constants.map(({ name }) => name),
  ]);
}

/** The places that still take something that is gone of a file that is still there. */
export function takersOf(gone: Gone, now: Project): Break[] {
  const own = now.modules.get(gone.path);
  if (own === undefined) return [];
  const found =
    gone.of === null ? [...importers(gone, own, now), ...around(gone, own, now)] : callersOf(gone, own, now);
  const places = new Map<string, Break>();
  for (const each of found) {
    const key = `${each.path}:${each.lines?.[0]}`;
    if (each.sure || !places.has(key)) places.set(key, each);
  }
  return [...places.values()];
}

/** Imports of a name that lead to the file, and calls of it through a module that is imported whole. */
function importers({ path, name }: Gone, own: Module, { modules, links, texts }: Project): Break[] {
  const isClear = (file: string) => isClosed(modules.get(file) ?? own, texts.get(file) ?? "");
  return [...links].flatMap(([from, all]) => {
    const taker = modules.get(from)!;
    const text = texts.get(from) ?? "";
    return all.flatMap(({ module, line, certain, possible }): Break[] => {
      const others = certain.filter((to) => to !== path);
      // What several files may declare is of one that still does.
      if (!certain.includes(path) || others.some((to) => mayDeclare(to, modules.get(to), name))) return [];
      const isAlone = possible.length === 0 && (others.length === 0 || own.language === "go");
      const isSure = isAlone && certain.every(isClear) && !isReplaced(taker, line);
      const isTaken = taker.bound.some((each) => each.line === line && each.module === module && each.name === name);
      // What a type of Rust has by that name is another.
      const isMember = own.language === "rust" && /(?:^|::)\p{Lu}\w*$/u.test(module);
      if (isTaken) return [place(from, line, "imports", isSure && !isMember)];
      return taker.calls
        .filter(({ of, bound, on }) => of === "import" && on !== null && bound?.module === module)
        .filter((call) => call.name === name)
        .map((call) => place(from, call.line, "calls", isSure && !isGuarded(call, taker, text)));
    });
  });
}

/** Whether a file may have a name: that of a module of its own, or one that stands there for more than what is called. */
function mayDeclare(path: string, module: Module | undefined, name: string): boolean {
  return posix.parse(path).name === name || (module !== undefined && namesOf(module).has(name));
}

/** Calls by a name alone, in the file or, in Go, in its package, that nothing there declares or imports: not sure where anything else may. */
function around({ path, name }: Gone, own: Module, { modules, texts }: Project): Break[] {
  const folder = folderOf(path);
  const near =
    own.language === "go"
      ? [...modules.values()].filter((each) => each.language === "go" && folderOf(each.path) === folder)
      : [own];
  if (near.some((each) => each.partial || namesOf(each).has(name))) return [];
  const isSure =
    !isKnown(name) &&
    near.every((each) => isClosed(each, texts.get(each.path) ?? "")) &&
    ![...modules.values()].some((each) => each !== own && declares(each, name));
  return near.flatMap((each) => {
    const lines = texts.get(each.path)?.split("\n") ?? [];
    // A macro of Rust is no function of that name.
    const isMacro = (line: number) => each.language === "rust" && lines[line - 1]?.includes(`${name}!`);
    return each.calls
      .filter((call) => call.name === name && call.of === "free" && call.on === null && !isMacro(call.line))
      .map(({ line }) => place(each.path, line, "calls", isSure));
  });
}

function declares({ declared, constants, symbols }: Module, name: string): boolean {
  return [declared, constants, symbols?.defines ?? [], symbols?.exports ?? []].some((all) =>
    all.some((each) => each.name === name),
  );
}

/** Calls of a method: on the object itself in a type that surely has no other, and by its name, where nothing declares one any more. */
function callersOf({ name, of }: Gone, own: Module, now: Project): Break[] {
  const all = [...now.modules.values()];
  const isLeft = all.some((each) => declares(each, name));
  const isNamed = all.some(({ stands }) => stands.some((each) => each.name === name));
  const isSure = !isLeft && !isNamed && isWhole(of!, name, own, now);
  const text = now.texts.get(own.path) ?? "";
  const within = own.calls
    .filter((call) => call.name === name && isOnItself(call, of!, own, text))
    .map(({ line }) => place(own.path, line, "calls", isSure));
  const others = all.flatMap(({ path, calls }) =>
    calls
      .filter((call) => call.name === name && call.of === "member")
      .map(({ line }) => place(path, line, "calls", false)),
  );
  return isLeft ? within : [...within, ...others];
}

/** Imports that led to a file that is gone, and now lead nowhere: surely where they can mean no package and nothing that is built. */
export function importersOf(path: string, old: Project, now: Project): Break[] {
  const lost = new Set(unresolvedIn(now).map((each) => `${each.path}:${each.line} ${each.module}`));
  return [...now.links].flatMap(([from, all]) => {
    const before = old.links.get(from) ?? [];
    const led = new Set(before.filter(({ certain }) => certain.includes(path)).map(({ module }) => module));
    return all.flatMap(({ module, line, certain, possible }) => {
      if (!led.has(module) || certain.length + possible.length > 0) return [];
      const isSure = lost.has(`${from}:${line} ${module}`) && !isReplaced(now.modules.get(from)!, line);
      return [place(from, line, "imports", isSure)];
    });
  });
}

function place(path: string, line: number, does: string, sure: boolean): Break {
  return { path, lines: [line, line], does, sure };
}
