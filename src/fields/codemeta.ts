import type { Field, Fields } from "../core/field.ts";
import { fieldOf, type Line, type Part } from "./made.ts";

/** A key of an object of JSON and where it and its value stand. */
type Entry = { key: string; from: number; to: number };

/** The fields of a `codemeta.json`: the keys of its object, each with a text, a number, a person or a list of those. What has another form is left out and said. */
export function codemetaOf(text: string, lines: Line[]): Fields {
  const object = parsed(text);
  if (object === null) return { fields: [], open: "it is no object of JSON" };
  const fields: Field[] = [];
  let open: string | null = null;
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (at: number) => starts.findLastIndex((start) => start <= at);
  for (const { key, from, to } of entriesIn(text)) {
    if (key.startsWith("@")) continue;
    const value = object[key];
    const texts = (Array.isArray(value) ? value : [value]).map(textOf);
    const [first, last] = [lineOf(from), lineOf(to)];
    if (texts.some((each) => each === null) || lines[last] === undefined) {
      open ??= `line ${first + 1} has a form that is not read`;
      continue;
    }
    const parts = texts.map((each): Part => ({ text: each!, from: first + 1, to: last + 1 }));
    const made = fieldOf(key, parts, lines.slice(first, last + 1), true);
    if (made) fields.push(made);
  }
  return { fields, open };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** A text or number as it is; of a person or thing its name, else its address. */
function textOf(value: unknown): string | null {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const own = value as Record<string, unknown>;
  const person = [own.givenName, own.familyName].filter((part) => typeof part === "string").join(" ");
  const name = person || own.name || own.url || own["@id"];
  return typeof name === "string" ? name : null;
}

/** The keys of the outermost object, with the places of the first and the last character of each with its value. */
function entriesIn(text: string): Entry[] {
  const found: Entry[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s"{}[\],:]+/g)) {
    const isKey =
      depth === 1 && token.startsWith('"') && /^\s*:/.test(text.slice(index + token.length, index + token.length + 20));
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (isKey) found.push({ key: JSON.parse(token) as string, from: index, to: index + token.length - 1 });
    else if (depth > 0 && found.length > 0) found.at(-1)!.to = index + token.length - 1;
  }
  return found;
}
