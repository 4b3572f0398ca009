import type { Script } from "node:vm";

/**
 * Loads the program as the build put it together (docs/decisions/017-parts.md): parts in the form of CommonJS, compiled with what V8 kept of
 * earlier starts. It is at every start, so it takes of Node what is there already: to import it would make all that it exports.
 */
const fs = process.getBuiltinModule("node:fs");
const vm = process.getBuiltinModule("node:vm");
const { createRequire } = process.getBuiltinModule("node:module");

type Part = { exports: object };
/** A part that was compiled, where what V8 made of it is kept, and how often that has been. */
type Compiled = { script: Script; file: string; times: number };

const folder = `${import.meta.dirname}/../parts/`;
/** Of another Node, V8 takes nothing. */
const kept = `${folder}kept/${process.version}-${process.platform}-${process.arch}/`;
/** So many starts add what they compiled to what is kept. */
const most = 8;
const packages = createRequire(import.meta.url);
const parts = new Map<string, Part>();
const compiled: Compiled[] = [];

/** Loads and starts the program; null where the build put none together. */
export function loadProgram(): object | null {
  const name = read(`${folder}main`);
  return name && loadPart(name.toString());
}

/** Loads a part, and those that it needs; `name` is that of its file. */
function loadPart(name: string): object {
  const known = parts.get(name);
  if (known) return known.exports;
  const part: Part = { exports: {} };
  parts.set(name, part);
  try {
    compile(name).runInThisContext()(part.exports, need, part, placeOf, bring, later);
  } catch (thrown) {
    parts.delete(name);
    throw thrown;
  }
  return part.exports;
}

function need(name: string): object {
  return name.startsWith("./") ? loadPart(name.slice(2)) : packages(name);
}

/** What a part has of a package by `import`. */
function bring(name: string): Promise<object> {
  return import(name);
}

/** Where a module of the program stands by itself, of which a part is made. */
function placeOf(path: string): string {
  return new URL(`../${path}`, import.meta.url).href;
}

/** What a part makes at its top, made when it is first needed. */
function later<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function compile(name: string): Script {
  const text = fs.readFileSync(folder + name, "utf8");
  const file = `${kept}${name}.v8`;
  const before = read(file);
  const script = new vm.Script(`(function (exports, require, module, $placeOf, $bring, $later) { ${text}\n})`, {
    filename: folder + name,
    ...(before ? { cachedData: before.subarray(0, -1) } : {}),
  });
  const times = before && !script.cachedDataRejected ? before.at(-1)! : 0;
  if (times < most) {
    if (compiled.length === 0) process.once("exit", keep);
    compiled.push({ script, file, times });
  }
  return script;
}

function read(file: string): Buffer | null {
  try {
    return fs.readFileSync(file);
  } catch {
    return null;
  }
}

/** Keeps what V8 compiled, where this may be written; the last byte says how often. Options of Node may be ones that V8 compiles by. */
function keep(): void {
  if (process.execArgv.length > 0 || process.env.NODE_OPTIONS) return;
  try {
    fs.mkdirSync(kept, { recursive: true });
    for (const { script, file, times } of compiled) {
      const draft = `${file}.${process.pid}`;
      // V8 trusts what it is given: no file has its name before all of it is on the disk.
      fs.writeFileSync(draft, Buffer.concat([script.createCachedData(), Buffer.of(times + 1)]), { flush: true });
      fs.renameSync(draft, file);
    }
  } catch {
    // What can't be kept is compiled again.
  }
}
