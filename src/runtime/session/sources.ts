import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { commandsDigest } from "../../code/facts/commands.ts";
import type { Constant } from "../../code/facts/constant.ts";
import type { Layout } from "../../code/facts/layout.ts";
import { type Leak, leaksIn } from "../../code/facts/leaks.ts";
import { isManifest, readManifest } from "../../code/facts/manifest.ts";
import { type Module, readModule } from "../../code/facts/module.ts";
import { layoutOf } from "../../code/facts/project.ts";
import { linksOf } from "../../code/facts/resolve/resolve.ts";
import { rulesDigest } from "../../code/facts/sinkrules.ts";
import { type Json, lineOf, type Manifest } from "../../code/facts/stated.ts";
import { sha256 } from "../../core/digest.ts";
import type { Blind, FunctionFacts } from "../../core/observation.ts";
import type { ManifestFacts } from "../../core/project.ts";
import { redactText } from "../../secrets/redact.ts";
import type { Around, Sources } from "../../tools/sources.ts";
import { version } from "../settings/version.ts";
import { readHistory } from "./git.ts";
import { type Kept, packed, unpacked } from "./kept.ts";
import { measured } from "./measured.ts";

/** Raised when what is read of a source file changes, so that nothing older is taken for it. */
const edition = 39;

/** Texts whose leaks are known at most; each is told by its name alone. */
const most = 50_000;

/** Reads source files, and keeps what it read by their contents in a folder, which is made when something is kept. */
export type Modules = {
  read(path: string, text: string): Promise<Module | null>;
  /** The leaks of a text that is no source file, once it was read; null of one that was not. */
  leaks(path: string, text: string): Leak[] | null;
  /** Removes what was kept of files that were not read since it was opened. */
  sweep(): void;
};

/** `make` reads what is not kept. */
export function keepModules(place: string, make: typeof readModule = readModule): Modules {
  const used = new Set<string>();
  const recent = new Map<string, Kept>();
  const others = new Map<string, { name: string; leaks: Leak[] }>();
  const edited = JSON.stringify([version(), edition, rulesDigest(), commandsDigest()]);
  const nameOf = (path: string, text: string) => `${sha256(`${edited}\0${path}\0${text}`).slice(0, 32)}.json`;
  return {
    async read(path, text) {
      const name = nameOf(path, text);
      used.add(name);
      const known = recent.get(name) ?? unpacked(join(place, name));
      const kept = known ?? (await make(path, text)) ?? leaksIn(text);
      if (known === undefined) keep(place, name, kept);
      if (recent.size > 2000) recent.clear();
      recent.set(name, kept);
      if (!Array.isArray(kept)) return kept;
      if (others.size > most) others.clear();
      others.set(path, { name, leaks: kept });
      return null;
    },
    leaks(path, text) {
      const known = others.get(path);
      return known?.name === nameOf(path, text) ? known.leaks : null;
    },
    sweep() {
      if (!existsSync(place)) return;
      for (const name of readdirSync(place)) if (!used.has(name)) rmSync(join(place, name), { force: true });
    },
  };
}

/** What can't be kept is read again; nothing is, where Ergo keeps nothing of the folder yet. */
function keep(place: string, name: string, kept: Kept): void {
  const draft = join(place, `${name}.${process.pid}`);
  try {
    mkdirSync(place, { mode: 0o700, recursive: existsSync(dirname(place)) });
    writeFileSync(draft, packed(kept), { mode: 0o600 });
    renameSync(draft, join(place, name));
  } catch {
    rmSync(draft, { force: true });
  }
}

/** What CHECK sees of source files beside their symbols. */
export function readSources(root: string, { read, leaks }: Pick<Modules, "read"> & Partial<Modules>): Sources {
  const layouts = new WeakMap<Around, Layout>();
  const whole = async (path: string, text: string): Promise<(Module & { symbols: object }) | Blind> => {
    const module = await read(path, text);
    if (module === null) return { ok: false, code: "language", message: `Ergo can't parse the language of ${path}.` };
    if (module.symbols === null)
      return {
        ok: false,
        code: "syntax_error",
        message: `${path} is not read whole by Ergo's grammar, so what it calls and imports is not known whole.`,
      };
    return module as Module & { symbols: object };
  };
  return {
    async calls(path, text, name) {
      const module = await whole(path, text);
      if ("ok" in module) return module;
      const calls = module.calls.filter((each) => each.name === name).map(({ line, within }) => ({ line, within }));
      const mentions =
        module.stands.some((each) => each.name === name && !each.handed && each.as !== "import") ||
        module.bound.some((each) => each.as !== each.name && (each.name === name || each.as === name));
      const stands = module.stands
        .filter((each) => each.name === name)
        .flatMap(({ as, lines }) => lines.map((line) => ({ line, as })));
      return { ok: true, language: module.language, calls, mentions, stands, open: module.opens };
    },
    async links(path, text, around) {
      const module = await whole(path, text);
      if ("ok" in module) return module;
      const layout = layouts.get(around) ?? layoutFor(around);
      layouts.set(around, layout);
      const found = linksOf(module, layout);
      const links = found.map(({ because: _, ...link }) => link);
      const unsure = found
        .filter(({ because }) => because?.includes("alias"))
        .map(({ line, because }) => ({ line, because: because! }));
      const loads = (module.symbols as NonNullable<Module["symbols"]>).open
        .filter(({ what }) => what === "imports")
        .map(({ line, because }) => ({ line, because }));
      return { ok: true, language: module.language, links, open: [...loads, ...unsure] };
    },
    async functions(path, text) {
      const module = await whole(path, text);
      return "ok" in module ? module : { ok: true, language: module.language, ...functionsIn(module) };
    },
    async constants(path, text) {
      const module = await whole(path, text);
      return "ok" in module ? module : { ok: true, language: module.language, constants: module.constants.map(shown) };
    },
    async manifest(path, text) {
      const read = readManifest(path, text);
      if (read === null) return { ok: false, code: "language", message: `${path} is no manifest that Ergo reads.` };
      if (read === "broken")
        return { ok: false, code: "syntax_error", message: `${path} can't be read as a manifest.` };
      return { ok: true, ...saidBy(read, text) };
    },
    async history(signal) {
      const found = await readHistory(root, signal);
      if (found.commits === null) return { ok: true, commits: [], whole: true, because: found.because };
      const commits = found.commits.map(({ files, ...each }) => {
        const renamed = files.flatMap(({ path: to, was: from }) => (from === undefined ? [] : [{ from, to }]));
        return { ...each, files: files.map((file) => file.path), ...(renamed.length > 0 ? { renamed } : {}) };
      });
      return { ok: true, commits, whole: found.complete, because: null };
    },
    kernel: (name, around, signal) => measured(root, name, around, { read, signal, ...(leaks ? { leaks } : {}) }),
  };
}

/** What looks like a secret is told by its place alone. */
function shown(constant: Constant): Constant {
  const { name, written } = constant;
  const beside = `${name}=${written}`;
  return redactText(beside) === beside ? constant : { ...constant, value: null, written: null };
}

function functionsIn({
  declared,
  calls,
  implemented,
}: Module): Pick<FunctionFacts, "functions" | "types" | "implemented"> {
  const calledBy = (full: string) =>
    calls
      .filter(({ within }) => within === full || within?.startsWith(`${full}.`))
      .map(({ name, line, of, bound }) => ({ name, line, of, module: bound?.module ?? null }));
  const fullOf = ({ name, parent }: Module["declared"][number]) => (parent === null ? name : `${parent}.${name}`);
  // One of several forms of a function tells of all.
  const told = new Set(declared.filter(({ doc }) => doc !== null).map(fullOf));
  const functions = declared.flatMap((each) => {
    const { name, line, last, parameters, taken, measures } = each;
    const full = fullOf(each);
    if (measures === null || name === "") return [];
    const { cyclomatic, nesting } = measures;
    const measured = { name: full, line, last, cyclomatic, nesting, documented: told.has(full) };
    return [{ ...measured, parameters, taken, calls: calledBy(full) }];
  });
  const types = declared.flatMap(({ name, kind, line, last, doc, extends: parents, measures }) =>
    measures === null ? [{ name, kind, line, last, documented: doc !== null, extends: parents }] : [],
  );
  return { functions, types, ...(implemented.length > 0 ? { implemented } : {}) };
}

/** Values of a manifest that are told at most. */
const mostSaid = 3000;

function saidBy(
  {
    kind,
    name,
    version: edition,
    licence,
    authors,
    description,
    requires,
    dependencies,
    scripts,
    entries,
    groups,
    data,
    open,
  }: Manifest,
  text: string,
) {
  const shared = { name, version: edition, licence, description };
  const says: ManifestFacts["says"] = [
    ...Object.entries(shared).flatMap(([key, said]) => (said ? [{ key, ...said }] : [])),
    ...authors.map((each) => ({ key: "author", ...each })),
    ...requires.map((each) => ({ key: `requires.${each.name}`, value: each.value, line: each.line })),
  ];
  const visit = (value: Json, keys: string[]) => {
    if (says.length >= mostSaid) return;
    if (Array.isArray(value)) for (const each of value) visit(each, keys);
    else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) visit(each, [...keys, key]);
    else says.push({ key: keys.join("."), value: String(value), line: lineOf(text, keys) });
  };
  visit(data, []);
  return { format: kind, says, dependencies, scripts, entries, groups, ...(open ? { open } : {}) };
}

/** The folder as imports see it, with the texts that explain them read when they are asked for. */
function layoutFor({ files, text: seen }: Around): Layout {
  const text = (path: string) => {
    const read = seen(path);
    return read.ok ? read.text : null;
  };
  const manifests = files.filter(isManifest).flatMap((path) => {
    const found = text(path);
    const manifest = found === null ? null : readManifest(path, found);
    return manifest === null || manifest === "broken" ? [] : [manifest];
  });
  return layoutOf(files, manifests, text);
}
