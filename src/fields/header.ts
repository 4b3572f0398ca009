import type { Field } from "../core/field.ts";
import { fieldKey } from "../core/field.ts";
import { kindOf } from "./kinds.ts";
import { fieldOf, type Line, type Part } from "./made.ts";

/** How a line of a header begins a field, by the markup of the text; what the value is follows. */
const forms = [
  /^(?<name>[\p{L}][\p{L}\p{N}_./-]*(?: [\p{L}\p{N}_./-]+){0,3}):(?:[ \t]+(?<value>.*))?$/u,
  /^:(?<name>[\p{L}][\p{L}\p{N} _./-]{0,40}):(?:[ \t]+(?<value>.*))?$/u,
  /^(?:[-*+][ \t]+)?(?:\*\*|__)(?<name>[\p{L}][\p{L}\p{N} _./-]{0,40}?):?(?:\*\*|__):?[ \t]+(?<value>.*?)(?:\\|[ ]{2,})?$/u,
  /^[-*+][ \t]+(?<name>[\p{L}][\p{L}\p{N} _./-]{0,40}?):(?:[ \t]+(?<value>.*))?$/u,
];
const rule = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/;
const item = /^[ \t]*[-*+•][ \t]+/;
/** Lines that a header has at most; what is longer is a list of another sort. */
const longest = 200;

/**
 * The fields of a text's header: the first block of lines, or the first below the title, if every line of it is a field
 * ("Name: value") or goes on the one before it, indented. One field alone must have a name that documents usually give.
 */
export function headerOf(lines: Line[]): Field[] {
  const start = beyondMarks(lines);
  const first = blockAt(lines, start);
  const below = belowTitle(lines, start);
  const found = first.length > 0 ? first : blockAt(lines, below);
  const known = found.length > 1 ? found : found.filter(({ key }) => kindOf(key) !== undefined);
  const bold = first.length > 0 ? [] : boldFrom(lines, below);
  return known.length > bold.length ? known : bold;
}

const boldName = /^(?:\*\*|__)(?<name>[\p{L}][\p{L}\p{N} _./-]{0,40}?):?(?:\*\*|__):?\s*$/u;

/**
 * Blocks below a title that each name fields in bold, one behind the other: "**Status:** Stable", and "**Editors:**" with a list below it. They
 * end with the first text that is none; all but one must have names that documents usually give.
 */
function boldFrom(lines: Line[], from: number): Field[] {
  const fields: Field[] = [];
  let at = from;
  while (at < lines.length && at - from < longest) {
    const name = boldName.exec(lines[at]!.text)?.groups?.name;
    const list = name === undefined ? [] : itemsFrom(lines, firstText(lines, at + 1));
    const end = list.at(-1) === undefined ? endOf(lines, at) : lines.indexOf(list.at(-1)!) + 1;
    const made =
      name === undefined || list.length === 0
        ? forms[2]!.test(lines[at]!.text)
          ? blockAt(lines, at)
          : []
        : [madeOf({ name, value: "", lines: lines.slice(at, end) })].filter((each) => each !== null);
    if (made.length === 0 || !made.some(({ key }) => kindOf(key))) break;
    fields.push(...made);
    at = firstText(lines, end);
  }
  return fields;
}

/** The items of a list at a line, each in one line. */
function itemsFrom(lines: Line[], at: number): Line[] {
  const end = endOf(lines, at);
  const block = lines.slice(at, end);
  return block.every(({ text }) => item.test(text)) ? block : [];
}

/** Where a block ends: at the first empty line. */
function endOf(lines: Line[], at: number): number {
  let end = at;
  while (end < lines.length && lines[end]!.text.trim() !== "") end += 1;
  return end;
}

function blockAt(lines: Line[], from: number): Field[] {
  const form = forms.find((each) => each.test(lines[from]?.text ?? ""));
  if (!form) return twoColumns(lines, from);
  const groups: { name: string; value: string; lines: Line[] }[] = [];
  let at = from;
  for (; at < lines.length && at - from < longest && lines[at]!.text.trim() !== ""; at += 1) {
    const line = lines[at]!;
    const open = groups.at(-1);
    const begun = form.exec(line.text)?.groups;
    if (begun) groups.push({ name: begun.name!, value: begun.value ?? "", lines: [line] });
    else if (open && /^[ \t]+\S/.test(line.text)) open.lines.push(line);
    else if (open && open.value.trim() === "" && item.test(line.text)) open.lines.push(line);
    else return twoColumns(lines, from);
  }
  if (at - from >= longest) return [];
  return groups.flatMap((group) => madeOf(group) ?? []);
}

/** A field from its first line and those that go on below. Items of a list are values of their own. */
function madeOf({ name, value, lines }: { name: string; value: string; lines: Line[] }): Field | null {
  const [head, ...rest] = lines;
  const below = rest.map(({ number, text }): Part => ({ text: text.replace(item, ""), from: number, to: number }));
  const own: Part = { text: value, from: head!.number, to: head!.number };
  // Lines below an empty name are values one by one, unless commas part them.
  const listed =
    value.trim() === "" && below.length > 0 && !below.slice(0, -1).some(({ text }) => /[,;]\s*$/.test(text));
  return fieldOf(name, [own, ...below], lines, listed);
}

/**
 * The head of an RFC: fields on the left, who wrote it and when on the right. What stands on the right has no name of its
 * own: initials with a last name are an author, a month with a year the date.
 */
function twoColumns(lines: Line[], from: number): Field[] {
  const block: Line[] = [];
  for (const line of lines.slice(from, from + longest)) {
    if (line.text.trim() === "") break;
    block.push(line);
  }
  if (!block.some(({ text }) => /^Request for Comments: \d/.test(text))) return [];
  const fields: Field[] = [];
  const [authors, dates]: [Part[], Part[]] = [[], []];
  for (const { number, text } of block) {
    const [, left = "", right = ""] = /^(\S.*?)?(?:\s{3,}(\S.*))?$/.exec(text.trimEnd()) ?? [];
    const begun = forms[0]!.exec(left.trim())?.groups;
    const line = [{ number, text }];
    const made = begun && fieldOf(begun.name!, [{ text: begun.value ?? "", from: number, to: number }], line);
    if (made) fields.push(made);
    const part = { text: right.replace(/, Eds?\.$/, ""), from: number, to: number };
    if (/^(?:\p{Lu}\p{L}?\.[ -]?)+\p{Lu}[\p{L}'’ -]+$/u.test(part.text)) authors.push(part);
    else if (/^(?:\d{1,2} )?\p{Lu}\p{Ll}{2,8} \d{4}$/u.test(part.text)) dates.push(part);
  }
  const spanning = (parts: Part[]) =>
    block.filter(({ number }) => number >= parts[0]!.from && number <= parts.at(-1)!.to);
  for (const [name, parts] of [
    ["Authors", authors],
    ["Date", dates],
  ] as const) {
    const made = parts.length > 0 ? fieldOf(name, [...parts], spanning([...parts]), true) : null;
    if (made && !fields.some(({ key }) => key === fieldKey(name))) fields.push(made);
  }
  return fields;
}

/** The first text past what says nothing to a reader: targets and comments of reStructuredText with what is indented below, those of HTML. */
function beyondMarks(lines: Line[]): number {
  let at = firstText(lines, 0);
  for (;;) {
    const text = lines[at]?.text ?? "";
    let end = at;
    if (/^\.\.(?:\s+(?!\S+::)|\s*$)/.test(text)) {
      end += 1;
      while (/^\s+\S/.test(lines[end]?.text ?? "")) end += 1;
    } else if (text.startsWith("<!--")) {
      while (end < lines.length && !lines[end]!.text.includes("-->")) end += 1;
      end += 1;
    }
    if (end === at) return at;
    at = firstText(lines, end);
  }
}

/** The first line from `at` on that holds anything. */
function firstText(lines: Line[], at: number): number {
  let next = at;
  while (next < lines.length && lines[next]!.text.trim() === "") next += 1;
  return next;
}

/** The first text below a title at `at`; past the end where there is no title. */
function belowTitle(lines: Line[], at: number): number {
  const [one, two, three] = [0, 1, 2].map((step) => lines[at + step]?.text ?? "");
  if (/^#{1,2}\s+\S/.test(one!)) return firstText(lines, at + 1);
  if (rule.test(one!) && rule.test(three!)) return firstText(lines, at + 3);
  if (one!.trim() !== "" && rule.test(two!)) return firstText(lines, at + 2);
  return lines.length;
}
