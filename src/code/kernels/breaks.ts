import { isTest } from "../../core/testfile.ts";
import { folderOf } from "../facts/layout.ts";
import type { Module } from "../facts/module.ts";
import type { Project } from "../facts/project.ts";
import type { Source } from "./kernel.ts";

/** What a file of before declared or exported and is no longer there; `of`: the type that a method was one of. `exported`: others could import it. */
export type Gone = { path: string; name: string; of: string | null; kind: string; line: number; exported: boolean };

/** A place that still takes what is gone: `does` says how. A call by name alone that may mean it is not `sure`. */
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
  const found = gone.of === null ? [...importers(gone, now), ...around(gone, own, now)] : callersOf(gone, own, now);
  const places = new Map(found.map((each) => [`${each.path}:${each.lines?.[0]}`, each]));
  return [...places.values()];
}

/** Imports of a name that surely lead to the file, and calls of it through a module that is imported whole. */
function importers({ path, name }: Gone, { modules, links }: Project): Break[] {
  return [...links].flatMap(([from, all]) => {
    const { bound, calls } = modules.get(from)!;
    // What several files may declare is of one that still does.
    const leading = all.filter(
      ({ certain }) => certain.includes(path) && !certain.some((to) => to !== path && declares(to, name)),
    );
    return leading.flatMap(({ module, line }): Break[] => {
      const isTaken = bound.some((each) => each.line === line && each.module === module && each.name === name);
      if (isTaken) return [place(from, line, "imports")];
      return calls
        .filter(({ of, bound: taken, on }) => of === "import" && on !== null && taken?.module === module)
        .flatMap((call) => (call.name === name ? [place(from, call.line, "calls")] : []));
    });
  });
  function declares(file: string, called: string): boolean {
    return modules.get(file)?.declared.some((each) => each.name === called && each.parent === null) ?? false;
  }
}

/** Calls by a name alone, in the file or, in Go, in its package, that nothing there declares or imports. */
function around({ path, name }: Gone, own: Module, { modules }: Project): Break[] {
  const folder = folderOf(path);
  const near =
    own.language === "go"
      ? [...modules.values()].filter((each) => each.language === "go" && folderOf(each.path) === folder)
      : [own];
  if (near.some((each) => each.partial || namesOf(each).has(name))) return [];
  return near.flatMap((each) =>
    each.calls
      .filter((call) => call.name === name && call.of === "free" && call.on === null)
      .map(({ line }) => place(each.path, line, "calls")),
  );
}

/** Calls of a method: surely on the object itself in a type that inherits nothing, else by its name, where nothing declares one any more. */
function callersOf({ name, of }: Gone, own: Module, { modules }: Project): Break[] {
  const all = [...modules.values()];
  const inherits = own.declared.some((each) => each.name === of && each.extends.length > 0);
  const isOwn = /^(?:this|self)$/;
  const within = own.calls.filter((call) => call.name === name && isOwn.test(call.on ?? "") && isIn(call.within, of!));
  const sure = inherits ? [] : within.map(({ line }) => place(own.path, line, "calls"));
  if (all.some(({ declared }) => declared.some((each) => each.name === name))) return sure;
  const others = all.flatMap(({ path, calls }) =>
    calls
      .filter((call) => call.name === name && call.of === "member")
      .map(({ line }): Break => ({ path, lines: [line, line], does: "calls", sure: false })),
  );
  return [...others, ...sure];
}

function isIn(within: string | null, type: string): boolean {
  return within === type || (within ?? "").startsWith(`${type}.`);
}

/** Imports that led to a file that is gone, and now lead nowhere. */
export function importersOf(path: string, old: Project, now: Project): Break[] {
  return [...now.links].flatMap(([from, all]) => {
    const before = old.links.get(from) ?? [];
    const led = new Set(before.filter(({ certain }) => certain.includes(path)).map(({ module }) => module));
    return all.flatMap(({ module, line, certain, possible }) =>
      led.has(module) && certain.length + possible.length === 0 ? [place(from, line, "imports")] : [],
    );
  });
}

function place(path: string, line: number, does: string): Break {
  return { path, lines: [line, line], does, sure: true };
}
