import { readdirSync, readFileSync } from "node:fs";
import { type CommandEffect, commandEffects } from "../core/command.ts";
import { parseWords } from "../core/words.ts";

/** What an option's value or an operand is; data/commands/schema.json says what each means. */
type Role = string;

/** What an option takes and does. `operands` and `instead` replace the operands and effects of the command, `roles` what
 * other options take. */
export type Option = {
  takes?: Role;
  does?: string;
  instead?: string;
  operands?: string;
  roles?: Record<string, Role>;
  /** What the word behind its value is, where it takes two. */
  then?: Role;
  /** Words behind its value are for the program that it names. */
  last?: boolean;
  /** Nothing is done: effects of other options do not count. */
  dry?: boolean;
  why?: string;
};

/** What is known of a command; a text is its effects, whatever its options. */
export type Entry = {
  does?: string;
  why?: string;
  options?: Record<string, string | Option>;
  open?: boolean;
  anywhere?: boolean;
  /** No option stands behind an operand. */
  early?: boolean;
  operands?: string;
  subcommands?: Record<string, string | Entry>;
  otherwise?: string;
  special?: string;
  /** It prints names of what is in the folder and nothing else, with one option of `by` if there are such, and with those
   * of `with` alone. */
  lists?: { by?: string; with: string };
  /** With these options alone it prints lines of what it reads as they are. */
  passes?: string;
};

/** An entry made ready: options by each of their names, subcommands by theirs. */
export type Known = Omit<Entry, "options" | "subcommands" | "does"> & {
  does: CommandEffect[];
  options: Map<string, Option>;
  subcommands: Map<string, string | Entry> | null;
};

const folder = new URL("../../data/commands/", import.meta.url);
let raw: Map<string, string | Entry> | undefined;
const ready = new Map<string, Known>();

/** What is known of a program; null for one that is not listed. */
export function lookup(program: string): Known | null {
  raw ??= read();
  const known = ready.get(program);
  if (known !== undefined) return known;
  const entry = raw.get(program);
  if (entry === undefined) return null;
  const made = prepare(entry);
  ready.set(program, made);
  return made;
}

/** Names of all programs that are listed. */
export function programs(): string[] {
  raw ??= read();
  return [...raw.keys()];
}

/** An entry made ready; `outer` is the command whose options hold for its subcommands as well. */
export function prepare(entry: string | Entry, outer?: Known): Known {
  if (typeof entry === "string") return prepare({ does: entry, open: true, operands: "text*" }, outer);
  const own = byName(entry.options ?? {});
  const options = new Map(
    Object.entries(own).map(([name, option]) => [name, typeof option === "string" ? spelled(option) : option]),
  );
  const inherited = outer?.anywhere ? [...outer.options] : [];
  const anywhere = entry.anywhere ?? outer?.anywhere;
  return {
    ...entry,
    ...(anywhere && { anywhere }),
    does: effectsOf(entry.does ?? "read"),
    options: new Map([...inherited, ...options]),
    subcommands: entry.subcommands === undefined ? null : new Map(Object.entries(byName(entry.subcommands))),
  };
}

/** The effects in a text of names. */
export function effectsOf(text: string): CommandEffect[] {
  return text.split(" ").filter(isEffect);
}

export function isEffect(text: string): text is CommandEffect {
  return (commandEffects as readonly string[]).includes(text);
}

/** An option as a text: what it takes, and its effects. */
function spelled(text: string): Option {
  const takes = text.split(" ").find((word) => word !== "" && word !== "flag" && !isEffect(word));
  return { ...(takes && { takes }), does: text };
}

function byName<T>(table: Record<string, T>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([names, value]) => names.split(" ").map((name) => [name, value])),
  );
}

function read(): Map<string, string | Entry> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "schema.json");
  const tables = files.map(
    (name) =>
      parseWords<{ commands: Record<string, string | Entry> }>(readFileSync(new URL(name, folder), "utf8")).commands,
  );
  return new Map(tables.flatMap((table) => Object.entries(byName(table))));
}
