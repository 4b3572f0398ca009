import { sha256 } from "../core/digest.ts";
import type { External, ExternalEffect, Takes } from "../core/external.ts";
import type { Json } from "../core/journal.ts";
import type { Schema } from "../core/schema.ts";
import { visible } from "../core/visible.ts";

/** A tool as its server describes it, with everything that it says but for `_meta`, which is between programs. */
export type Definition = { name: string; [key: string]: Json | undefined };

/** What the user says of the tools of a server: an effect by the name of the tool, `*` for all that are not named. */
export type Effects = Readonly<Record<string, ExternalEffect>>;

/** Characters of a description that a planner is shown. */
const shown = 160;

/** How deep a schema of arguments is followed; below that anything may stand. */
const deepest = 4;

/** Names that can stand in a plan; a tool of any other name is not offered. */
const usable = /^[\w-]{1,64}$/;

/** Definitions in one order, without what no one can agree to. */
export function settled(definitions: readonly Definition[]): Definition[] {
  return definitions.map(({ _meta: _, ...rest }) => rest as Definition).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The SHA-256 of definitions: the same whatever order a server gives them in, and another for any other word in them. */
export function pinOf(definitions: readonly Definition[]): string {
  return sha256(canonical(settled(definitions) as Json));
}

/** What became of definitions, in lines: tools that came (`+`), went (`-`), and what of one is said otherwise (`~`). */
export function difference(was: readonly Definition[], is: readonly Definition[]): string[] {
  const [before, after] = [byName(was), byName(is)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    if (!old) return [`+ ${line(now!)}`];
    if (!now) return [`- ${line(old)}`];
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
    const changed = keys.filter((key) => canonical(old[key]) !== canonical(now[key]));
    return changed.map((key) => visible(`~ ${name}, ${key}: was ${canonical(old[key])}, is ${canonical(now[key])}`));
  });
}

/** A definition in a line, for people. */
export function line({ name, description, inputSchema }: Definition): string {
  const takes = Object.keys(argumentsOf(inputSchema).properties).join(", ");
  return visible(`${name}(${takes}): ${oneLine(description)}`);
}

/** The tools that engines are offered, by what was agreed to and what the user says that they may do. */
export function externalsOf(server: string, definitions: readonly Definition[], effects: Effects): External[] {
  const pin = pinOf(definitions);
  return settled(definitions)
    .filter(({ name }) => usable.test(name))
    .map(({ name, description, inputSchema }) => ({
      name: `${server}.${name}`,
      does: oneLine(description).slice(0, shown) || `what ${server} calls ${name}`,
      takes: argumentsOf(inputSchema),
      effect: effectOf(name, effects),
      pin,
    }));
}

/** What a tool may do by the user's word; what nobody spoke of asks. */
export function effectOf(name: string, effects: Effects): ExternalEffect {
  const own = Object.hasOwn(effects, name) ? effects[name] : undefined;
  return own ?? (Object.hasOwn(effects, "*") ? effects["*"]! : "ask");
}

/**
 * The schema of arguments as far as it is judged here: types, required keys and choices. The rest, patterns among it, is for the server,
 * which has to look at what it is given anyway.
 */
function argumentsOf(schema: Json | undefined): Takes {
  return { properties: {}, ...reduced(schema, 0), type: "object" } as unknown as Takes;
}

function reduced(schema: Json | undefined, depth: number): Schema {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema) || depth > deepest) return {};
  const { type, enum: choices, description, properties, required, items, additionalProperties } = schema;
  const isObject = typeof properties === "object" && properties !== null && !Array.isArray(properties);
  const parts = isObject ? Object.entries(properties).map(([key, each]) => [key, reduced(each, depth + 1)]) : null;
  return {
    ...(types.has(type) ? { type: type as Schema["type"] } : {}),
    ...(Array.isArray(choices) ? { enum: choices } : {}),
    ...(typeof description === "string" ? { description: oneLine(description).slice(0, shown) } : {}),
    ...(parts ? { properties: Object.fromEntries(parts) } : {}),
    ...(Array.isArray(required) ? { required: required.filter((each) => typeof each === "string") } : {}),
    ...(items ? { items: reduced(items, depth + 1) } : {}),
    ...(additionalProperties === false ? { additionalProperties } : {}),
  } as Schema;
}

const types: ReadonlySet<unknown> = new Set(["object", "array", "string", "integer", "number", "boolean", "null"]);

function byName(definitions: readonly Definition[]): Map<string, Definition> {
  return new Map(settled(definitions).map((each) => [each.name, each]));
}

function oneLine(text: Json | undefined): string {
  return visible(
    String(text ?? "")
      .replace(/\s+/g, " ")
      .trim(),
  );
}

/** JSON with its keys in order; `nothing` for what is not there. */
function canonical(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
