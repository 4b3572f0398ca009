import { escapePattern } from "../../core/escape.ts";

/** A value of a manifest, with the line that it stands on, from 1. */
export type Stated = { value: string; line: number };
export type Dependency = {
  name: string;
  range: string;
  scope: "runtime" | "dev" | "peer" | "optional" | "build" | "indirect";
  line: number;
  /** A peer that need not be there. */
  optional?: true;
};
/** `when`: the conditions under which it is taken, from the outermost. */
export type Entry = { name: string; value: string; line: number; when?: string[] };
/** What is chosen as a whole: an extra or a group of dependencies of Python, a feature of Cargo, with all that it brings. */
export type Group = { name: string; is: "extra" | "group" | "feature"; brings: string[]; line: number };

/** What a manifest says. `requires`: versions of what runs it; `entries`: what it gives to others or installs; `data`: all of it. */
export type Manifest = {
  path: string;
  kind: "npm" | "python" | "cargo" | "go" | "maven" | "module";
  name: Stated | null;
  version: Stated | null;
  licence: Stated | null;
  authors: Stated[];
  description: Stated | null;
  requires: Entry[];
  dependencies: Dependency[];
  scripts: Entry[];
  entries: Entry[];
  groups: Group[];
  data: Json;
  /** Present where it may depend on more than is written there. */
  open?: true;
};

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Table = { [key: string]: Json };

/** What every reader of a manifest gives. */
export type Told = Omit<Manifest, "path">;

/** The line on which the last key of a path of keys stands, each looked for after the one before; 1 where it is not found. */
export function lineOf(text: string, keys: readonly string[]): number {
  let at = 0;
  for (const key of keys) {
    const escaped = escapePattern(key);
    const quoted = new RegExp(
      `(?:"${escaped}"\\s*:|^[ \\t]*(?:\\[+[^\\]\\n]*\\b)?["']?${escaped}["']?\\s*(?:=|\\])|["']${escaped}["' <>=!~;\\[])`,
      "m",
    );
    const found = quoted.exec(text.slice(at));
    if (found === null) break;
    at += found.index;
  }
  const lead = /^\s*/.exec(text.slice(at))![0].length;
  return text.slice(0, at + lead).split("\n").length;
}

/** What most kinds of manifests don't say. */
export const empty = {
  name: null,
  version: null,
  licence: null,
  authors: [],
  description: null,
  requires: [],
  dependencies: [],
  scripts: [],
  entries: [],
  groups: [],
};

export function stated(value: Json, line: number): Stated | null {
  return typeof value === "string" && value.trim() !== "" ? { value, line } : null;
}

export function at(data: Json, keys: readonly string[]): Json {
  let value = data;
  for (const key of keys) value = tableOf(value)?.[key] ?? null;
  return value;
}

export function tableOf(value: Json): Table | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function pairs(value: Json | undefined, text: string, keys: readonly string[]): Entry[] {
  return Object.entries(tableOf(value ?? null) ?? {}).map(([name, each]) => ({
    name,
    value: typeof each === "string" ? each : JSON.stringify(each),
    line: lineOf(text, [...keys, name]),
  }));
}
