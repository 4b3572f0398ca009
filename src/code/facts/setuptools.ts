import { type Dependency, empty, type Json, type Stated, type Table, type Told } from "./stated.ts";
import { requirement } from "./toml.ts";

/** What a keyword of `setup()` is given, where that is written out, with its line. */
type Given = { value: Json; line: number };

/** How `setup()` is called in a setup.py; not in a comment or a text. */
const call = /^(?:[^#\n'"]*?[^\w.#\n'"])?(?:\w+\.)*setup\(/m;
const text = /^[rRuU]?("""|'''|"|')((?:\\[\s\S]|(?!\1)[\s\S])*)\1/;
const blank = /^(?:\s|#[^\n]*)+/;

/**
 * Reads the texts that a setup.py gives `setup()`, as they are written; what it works out when it runs is left. Null where it calls nothing of
 * the kind. Pure.
 */
export function setupPy(source: string): Told | null {
  const found = call.exec(source);
  if (found === null) return null;
  const given = argumentsFrom(source, found.index + found[0].length);
  const isOpen = ["**", "install_requires"].some((key) => given.has(key) && !Array.isArray(given.get(key)!.value));
  return { ...told(given), ...(isOpen ? { open: true } : {}) };
}

/** Reads the sections [metadata] and [options] of a setup.cfg; null where it has neither. Pure. */
export function setupCfg(source: string): Told | null {
  const given = new Map<string, Given>();
  let section = "";
  let open: string[] | null = null;
  for (const [at, row] of source.split("\n").entries()) {
    const head = /^\[([^\]]+)\]/.exec(row)?.[1];
    const [, key, value = ""] = /^([\w.-]+)\s*[=:]\s*(.*?)\s*$/.exec(row) ?? [];
    if (head !== undefined) section = head;
    else if (/^\s*[#;]/.test(row)) continue;
    else if (open !== null && /^\s+\S/.test(row)) open.push(row.trim());
    else if (key !== undefined && (section === "metadata" || section === "options")) {
      open = value === "" ? [] : null;
      given.set(key.replaceAll("-", "_"), { value: open ?? value, line: at + 1 });
    } else open = null;
  }
  return given.size === 0 ? null : told(given);
}

/** Reads what a requirements.txt lists, a line each, by PEP 508; files that it takes in and options of pip are left. Pure. */
export function requirements(source: string): Told {
  const rows = source.split("\n").map((row) =>
    row
      .replace(/(?:^|\s)#.*$/, "")
      .replace(/\\\s*$/, "")
      .trim(),
  );
  const dependencies = rows.flatMap((row, at) => {
    const [, text] =
      /^([A-Za-z0-9][\w.-]*\s*(?:\[[^\]]*\])?\s*(?:[<>=!~;@].*)?)$/.exec(row.replace(/\s--hash.*$/, "")) ?? [];
    return text === undefined ? [] : [requirement(text, "runtime", at + 1)];
  });
  const isOpen = rows.some((row) => /^(?:-r|--requirement|-e|--editable)\b/.test(row));
  return { ...empty, kind: "python", dependencies, data: {}, ...(isOpen ? { open: true } : {}) };
}

function told(given: ReadonlyMap<string, Given>): Told {
  const one = (key: string): Stated | null => {
    const found = given.get(key);
    return typeof found?.value === "string" && found.value.trim() !== "" ? (found as Stated) : null;
  };
  const needs = (key: string, scope: Dependency["scope"]) => {
    const { value = [], line = 1 } = given.get(key) ?? {};
    return (Array.isArray(value) ? value : []).flatMap((each) =>
      typeof each === "string" ? [requirement(each, scope, line)] : [],
    );
  };
  const runs = one("python_requires");
  const data: Table = Object.fromEntries(
    [...given].flatMap(([key, { value }]) => (value === null ? [] : [[key, value]])),
  );
  return {
    ...empty,
    kind: "python",
    name: one("name"),
    version: one("version"),
    licence: one("license"),
    authors: [one("author")].filter((each) => each !== null),
    description: one("description"),
    requires: runs ? [{ name: "python", ...runs }] : [],
    dependencies: [
      ...needs("install_requires", "runtime"),
      ...needs("tests_require", "dev"),
      ...needs("setup_requires", "build"),
    ],
    data,
  };
}

/** The keywords of a call whose arguments begin at a place, up to its end; null for what is worked out, and under "**" where more is given so. */
function argumentsFrom(source: string, from: number): Map<string, Given> {
  const given = new Map<string, Given>();
  for (let at = from; at < source.length; ) {
    at += blank.exec(source.slice(at))?.[0].length ?? 0;
    if (source[at] === ")") break;
    const [head, key] = /^([A-Za-z_]\w*)\s*=(?!=)\s*/.exec(source.slice(at)) ?? [];
    const start = at + (head?.length ?? 0);
    const end = endOf(source, start);
    const line = source.slice(0, at).split("\n").length;
    if (source.startsWith("**", at)) given.set("**", { value: null, line });
    if (key !== undefined) given.set(key, { value: writtenIn(source.slice(start, end)), line });
    at = source[end] === "," ? end + 1 : end;
    if (source[end] === ")") break;
  }
  return given;
}

/** Where an argument ends: at a comma or bracket that belongs to nothing in it. */
function endOf(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const quoted = text.exec(source.slice(at))?.[0] ?? /^#[^\n]*/.exec(source.slice(at))?.[0];
    if (quoted !== undefined) at += quoted.length - 1;
    else if ("([{".includes(source[at]!)) depth++;
    else if (depth === 0 && ",)".includes(source[at]!)) return at;
    else if (")]}".includes(source[at]!)) depth--;
  }
  return source.length;
}

/** A text, also of several parts, or a list of texts; null for anything that is worked out. */
function writtenIn(written: string): Json {
  const inner = /^\s*([[(])([\s\S]*)[\])]\s*$/.exec(written);
  if (inner === null) return joined(written);
  const all = parted(inner[2]!).map(joined);
  if (all.some((each) => each === null)) return null;
  return inner[1] === "(" && !/,\s*$/.test(inner[2]!) && all.length === 1 ? all[0]! : all;
}

function parted(list: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < list.length; ) {
    const end = endOf(list, at);
    parts.push(list.slice(at, end));
    at = end + 1;
  }
  return parts.filter((part) => part.replace(/#[^\n]*/g, "").trim() !== "");
}

function joined(written: string): string | null {
  let all = "";
  for (let rest = written.replace(blank, ""); rest !== ""; ) {
    const found = text.exec(rest);
    if (found === null) return null;
    all += found[2]!.replace(/\\(["'\\])/g, "$1");
    rest = rest.slice(found[0].length).replace(blank, "");
  }
  return all === "" ? null : all;
}
