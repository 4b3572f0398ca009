import type { Field } from "../core/field.ts";
import { fieldKey } from "../core/field.ts";
import { type Kind, kindOf } from "./kinds.ts";
import { fieldOf, type Line } from "./made.ts";

/** What may be told in a section of its own: "## Status" with one line below it. */
const told: ReadonlySet<Kind["kind"]> = new Set([
  "status",
  "author",
  "editor",
  "owner",
  "reviewer",
  "created",
  "modified",
  "version",
  "superseded",
  "replaces",
]);
/** Characters of what is a value and no text. */
const longest = 120;

/** Headings among which they are looked for, the title's included; a later "Status" may be of anything. */
const first = 4;
/** A document with so many fields tells them elsewhere. */
const enough = 3;

/**
 * The fields that a text tells in sections of their own, besides those that it has: a heading below the title that is the name of a field, and
 * beneath it one line, or a list. A section of another form is left `open`, as what it says is not read.
 */
export function sectionsOf(lines: Line[], own: Field[], isCut: boolean): { fields: Field[]; open: string | null } {
  const fields: Field[] = [];
  let open: string | null = null;
  const heads = headingsIn(lines);
  const known = new Set(own.flatMap(({ key }) => kindOf(key)?.kind ?? []));
  for (const [at, head] of heads.slice(0, first).entries()) {
    const kind = kindOf(fieldKey(head.name))?.kind;
    if (kind === undefined || !told.has(kind) || known.has(kind)) continue;
    const end = heads[at + 1]?.from ?? lines.length;
    const made = isCut && end === lines.length ? null : sectionOf(head, lines.slice(head.end, end), lines);
    if (made) fields.push(made);
    else if (own.length < enough)
      open ??= `the section at line ${lines[head.from]!.number} has a form that is not read`;
  }
  return { fields, open };
}

function sectionOf({ name, from }: Heading, section: Line[], lines: Line[]): Field | null {
  const body = section.filter(({ text }) => text.trim() !== "");
  const isList = body.every(({ text }) => item.test(text));
  const isShort = body.every(({ text }) => text.length <= longest);
  if (body.length === 0 || !isShort || (body.length > 1 && !isList)) return null;
  const parts = body.map(({ number, text }) => ({ text: text.replace(item, ""), from: number, to: number }));
  return fieldOf(name, parts, lines.slice(from, lines.indexOf(body.at(-1)!) + 1), true);
}

const item = /^\s*[-*+]\s+(?=\S)/;

type Heading = { name: string; from: number; end: number };

/** The first headings, by "#" and "##" or a line beneath. Lines in fences are none. */
function headingsIn(lines: Line[]): Heading[] {
  const found: Heading[] = [];
  let fence: string | null = null;
  for (const [at, { text }] of lines.entries()) {
    if (found.length > first) break;
    const mark = /^\s{0,3}(```|~~~)/.exec(text)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : fence === mark ? null : fence;
    if (fence !== null || mark !== undefined) continue;
    const name = /^##\s+(.+?)\s*#*\s*$/.exec(text)?.[1];
    const under = lines[at + 1]?.text ?? "";
    const isUnder =
      /^\p{L}[^:]*$/u.test(text) && /^([=\-~^])\1{2,}\s*$/.test(under) && under.trim().length >= text.trim().length;
    if (name !== undefined) found.push({ name: name.replace(/:$/, ""), from: at, end: at + 1 });
    else if (/^#\s/.test(text)) found.push({ name: "", from: at, end: at + 1 });
    else if (isUnder) found.push({ name: text.trim(), from: at, end: at + 2 });
  }
  return found;
}
