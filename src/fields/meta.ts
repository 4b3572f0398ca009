import type { Field } from "../core/field.ts";
import { definitionsOf } from "./definition.ts";
import { fieldOf, type Line } from "./made.ts";

/** Characters in which a page's head is looked for. */
const reach = 200_000;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
/** Said to browsers, not of the document. */
const technical =
  /^(?:viewport|charset|http-equiv|theme-color|robots|referrer|color-scheme|format-detection|x-ua-compatible)$/i;

/** The title and the `meta` elements of a page's head, and the first list of definitions of its body. Comments, scripts and styles are passed over. */
export function metaOf(text: string): Field[] {
  const whole = text
    .slice(0, reach)
    .replace(/<!--[\s\S]*?(?:-->|$)|<(script|style|noscript|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, (hidden) =>
      hidden.replace(/[^\n]/g, " "),
    );
  const end = whole.search(/<\/head\s*>|<body[\s>]/i);
  const head = end < 0 ? whole : whole.slice(0, end);
  const fields: Field[] = [];
  const elements = /<title(?:\s[^<>]*)?>([^<]*)<\/title\s*>|<meta\s((?:"[^"]*"|'[^']*'|[^<>"'])*)>/gi;
  for (const found of head.matchAll(elements)) {
    const [element, title, attributes = ""] = found;
    const given = title === undefined ? attributesIn(attributes) : { name: "title", content: title };
    const name = given.name ?? given.property ?? given.itemprop;
    if (!name || !given.content || technical.test(name)) continue;
    const lines = linesAt(text, found.index, found.index + element.length);
    const range = { from: lines[0]!.number, to: lines.at(-1)!.number };
    const made = fieldOf(name, [{ text: decoded(given.content), ...range }], lines);
    if (made) fields.push(made);
  }
  const body = `${" ".repeat(end < 0 ? 0 : end)}${whole.slice(Math.max(0, end))}`;
  const said = definitionsOf(body, spoken, (from, to) => linesAt(text, from, to));
  return [...fields, ...said];
}

/** The text of a stretch of HTML. */
function spoken(html: string): string {
  return decoded(html.replace(/<[^<>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

function attributesIn(text: string): Record<string, string> {
  const made: Record<string, string> = Object.create(null);
  for (const [, name, double, single, bare] of text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g))
    made[name!.toLowerCase()] ??= double ?? single ?? bare ?? "";
  return made;
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : -1;
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** The lines that a stretch of a text stands on. */
function linesAt(text: string, from: number, to: number): Line[] {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const next = text.indexOf("\n", to);
  const first = text.slice(0, start).split("\n").length;
  return text
    .slice(start, next < 0 ? text.length : next)
    .split("\n")
    .map((line, at) => ({ number: first + at, text: line.replace(/\r$/, "") }));
}
