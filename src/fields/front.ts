import { type Field, type Fields, fieldKey } from "../core/field.ts";
import { kindOf } from "./kinds.ts";
import { fieldOf, type Line, type Part } from "./made.ts";

/** A key with the lines of its value. */
type Entry = { name: string; value: string; lines: Line[] };

const key =
  /^(?:"(?<double>[^"]+)"|'(?<single>[^']+)'|(?<bare>[\p{L}_@][\p{L}\p{N}_@ ./-]*?))[ \t]*:(?:[ \t]+(?<value>.*))?$/u;
const setting = /^(?:"(?<double>[^"]+)"|(?<bare>[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*))[ \t]*=[ \t]*(?<value>.+)$/;

/** The front matter that a text begins with: YAML between lines of "---", TOML between lines of "+++"; null where there is none. */
export function frontOf(lines: Line[]): Fields | null {
  const mark = lines[0]?.text.trimEnd();
  if (mark !== "---" && mark !== "+++") return null;
  const end = lines.findIndex(
    ({ text }, at) => at > 0 && (text.trimEnd() === mark || (mark === "---" && text.trimEnd() === "...")),
  );
  if (end < 0) return null;
  const inner = atMargin(lines.slice(1, end));
  return mark === "---" ? yamlOf(inner) : tomlOf(inner);
}

/** What is told of a person by keys of its own is that person by name: "author.name" is the author. */
function withPersons(fields: Field[]): Field[] {
  return fields.flatMap((field) => {
    const [, name = ""] = /^([^.]+)\.name$/i.exec(field.name) ?? [];
    if (
      kindOf(name.toLowerCase())?.type !== "person" ||
      fields.some((other) => fieldKey(other.name) === fieldKey(name))
    )
      return [field];
    const [from, to] = field.lines!;
    const lines = field.shown!.map((text, at) => ({ number: from + at, text }));
    const made = fieldOf(
      name,
      field.values.map(({ text }) => ({ text, from, to })),
      lines,
      true,
    );
    return made ? [made, field] : [field];
  });
}

/** Lines that are all indented, less the indentation that they share. */
function atMargin(lines: Line[]): Line[] {
  const margin = Math.min(...lines.filter(({ text }) => text.trim() !== "").map(({ text }) => indent(text)));
  return Number.isFinite(margin) && margin > 0
    ? lines.map((line) => ({ ...line, text: line.text.slice(margin) }))
    : lines;
}

/**
 * The fields of YAML that keeps to keys at the margin with a text, a list in one line or below, a block of text, or keys of
 * its own one level deep. What has another form is left out and said.
 */
export function yamlOf(lines: Line[]): Fields {
  const fields: Field[] = [];
  let open: string | null = null;
  const entries: Entry[] = [];
  for (const line of lines) {
    const { text, number } = line;
    const groups = key.exec(text)?.groups;
    if (/^\s*(?:#.*)?$/.test(text) || /^(?:---|%YAML)/.test(text)) continue;
    if (groups) entries.push({ name: nameIn(groups), value: groups.value ?? "", lines: [line] });
    else if (/^(?:\s+|-\s)/.test(text) && entries.length > 0) entries.at(-1)!.lines.push(line);
    else open ??= `line ${number} has a form that is not read`;
  }
  for (const entry of entries) {
    const made = yamlField(entry);
    if (made === null) open ??= `line ${entry.lines[0]!.number} has a form that is not read`;
    else fields.push(...made);
  }
  return { fields: withPersons(fields), open };
}

function yamlField({ name, value, lines }: Entry): Field[] | null {
  const [head, ...below] = lines;
  const at = { from: head!.number, to: head!.number };
  const one = (parts: Part[], listed = false) => [fieldOf(name, parts, lines, listed)].filter((made) => made !== null);
  const bare = uncommented(value);
  if (/^[|>][+-]?\d?$/.test(bare)) return one(below.map(({ number, text }) => ({ text, from: number, to: number })));
  if (bare === "" && below.length > 0) return yamlBelow(name, lines);
  if (bare.startsWith("[") && below.length === 0) {
    const items = itemsIn(bare);
    return (
      items &&
      one(
        items.map((text) => ({ text, ...at })),
        true,
      )
    );
  }
  if (/^[[{&*!]/.test(bare)) return null;
  if (below.length > 0) {
    if (/^["']/.test(bare)) return null;
    return one([{ text: bare, ...at }, ...below.map(({ number, text }) => ({ text, from: number, to: number }))]);
  }
  const text = unquoted(bare);
  return text === null ? null : one([{ text, ...at }]);
}

/** A list below its key, each item a text or a few keys of its own; or keys one level deep, "name.inner". */
function yamlBelow(name: string, lines: Line[]): Field[] | null {
  const below = lines.slice(1);
  if (!/^\s*-(?:\s|$)/.test(below[0]!.text)) {
    const margin = indent(below[0]!.text);
    const inner = below.map((line) => ({ line, groups: key.exec(line.text.trim())?.groups }));
    if (!inner.every(({ line, groups }) => groups && indent(line.text) === margin)) return null;
    const made = inner.map(({ line, groups }) =>
      yamlField({ name: `${name}.${nameIn(groups!)}`, value: groups!.value ?? "", lines: [line] }),
    );
    return made.some((each) => each === null) ? null : made.flatMap((each) => each!);
  }
  const items: Line[][] = [];
  const margin = indent(below[0]!.text);
  for (const line of below) {
    if (indent(line.text) === margin && /^\s*-(?:\s|$)/.test(line.text)) items.push([line]);
    else if (indent(line.text) > margin) items.at(-1)!.push(line);
    else return null;
  }
  const parts: Part[] = [];
  for (const item of items) {
    const text = itemText(item);
    if (text === null) return null;
    parts.push({ text, from: item[0]!.number, to: item.at(-1)!.number });
  }
  const made = fieldOf(name, parts, lines, true);
  return made ? [made] : [];
}

/** The text of an item; of a person's keys it is the name. */
function itemText(lines: Line[]): string | null {
  const own = lines.map(({ text }) => text.replace(/^\s*-\s*/, "").trim());
  const groups = own.map((text) => key.exec(text)?.groups);
  if (groups[0] === undefined) return lines.length === 1 ? unquoted(uncommented(own[0]!)) : null;
  if (groups.includes(undefined)) return null;
  const values = new Map(
    groups.map((each) => [nameIn(each!).toLowerCase(), unquoted(uncommented(each!.value ?? "")) ?? ""]),
  );
  const particle = values.get("name-particle") ?? "";
  const person = [values.get("given-names"), particle, values.get("family-names")].filter(Boolean).join(" ");
  return person || values.get("name") || [...values].map(([name, value]) => `${name}: ${value}`).join(", ");
}

/** The settings of TOML, those of a table as "table.inner", so that a list of tables gives as many of each. */
function tomlOf(lines: Line[]): Fields {
  const fields: Field[] = [];
  let [table, open]: [string, string | null] = ["", null];
  for (const line of lines) {
    const text = line.text.trim();
    if (text === "" || text.startsWith("#")) continue;
    const header = /^\[(?:([^[\]]+)|\[([^[\]]+)\])\]\s*(?:#.*)?$/.exec(text);
    if (header) {
      table = `${(header[1] ?? header[2]!).trim()}.`;
      continue;
    }
    const groups = setting.exec(text)?.groups;
    const made = groups && tomlField(table + (groups.double ?? groups.bare), line);
    if (made === undefined) open ??= `line ${line.number} has a form that is not read`;
    else if (made !== null) fields.push(made);
  }
  return { fields: withPersons(fields), open };
}

/** One setting; null where it is empty, undefined where its form is not read. */
function tomlField(name: string, line: Line): Field | null | undefined {
  const groups = setting.exec(line.text.trim())?.groups;
  if (!groups) return undefined;
  const value = uncommented(groups.value!.trim());
  const items = value.startsWith("[") ? itemsIn(value) : null;
  const single = /^(?:\[|\{|"""|''')/.test(value) ? null : unquoted(value);
  const texts = items ?? (single === null ? null : [single]);
  const at = { from: line.number, to: line.number };
  return texts
    ? fieldOf(
        name,
        texts.map((text) => ({ text, ...at })),
        [line],
        items !== null,
      )
    : undefined;
}

function nameIn(groups: Record<string, string | undefined>): string {
  return (groups.double ?? groups.single ?? groups.bare ?? "").trim();
}

/** Without a comment behind it: "#" after white space, outside of quotes. */
function uncommented(value: string): string {
  const text = value.trim();
  const quote = text[0] === '"' || text[0] === "'" ? text.indexOf(text[0], 1) : -1;
  const at = text.slice(Math.max(0, quote)).search(/\s#/);
  return (text.startsWith("#") ? "" : at < 0 ? text : text.slice(0, Math.max(0, quote) + at)).trim();
}

/** A text without its quotes; null where they do not close, or hold an escape that would have to be read. */
function unquoted(text: string): string | null {
  const mark = text[0];
  if (mark !== '"' && mark !== "'") return text;
  const inner = text.slice(1, -1);
  if (text.length < 2 || text.at(-1) !== mark) return null;
  if (mark === "'") return /(?<!')'(?!')/.test(inner.replaceAll("''", "")) ? null : inner.replaceAll("''", "'");
  return /["\\]/.test(inner) ? null : inner;
}

/** The items of a list in one line; null where it does not end there, or holds lists of its own. */
function itemsIn(text: string): string[] | null {
  if (!text.endsWith("]") || /[[{]/.test(text.slice(1))) return null;
  const inner = text.slice(1, -1);
  const items = inner.match(/"[^"\\]*"|'[^']*'|[^,]+/g) ?? [];
  const made = items.map((one) => unquoted(one.trim())).filter((one) => one !== "");
  return made.includes(null) ? null : (made as string[]);
}

function indent(text: string): number {
  return text.length - text.trimStart().length;
}
