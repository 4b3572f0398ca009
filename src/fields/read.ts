import type { Fields } from "../core/field.ts";
import { codemetaOf } from "./codemeta.ts";
import { frontOf, yamlOf } from "./front.ts";
import { headerOf } from "./header.ts";
import type { Line } from "./made.ts";
import { metaOf } from "./meta.ts";
import { sectionsOf } from "./section.ts";

/** Characters and lines at the top of a document in which its fields are looked for. */
const reach = { characters: 32 * 1024, lines: 400 };

const documents = new Set(["", "md", "markdown", "mdx", "rst", "txt", "text", "adoc", "asciidoc", "org", "eml"]);
const pages = new Set(["html", "htm", "xhtml"]);

/** Formats whose properties are fields. */
const formats = ["pdf", "docx", "docm", "pptx", "pptm", "xlsx", "xlsm", "odt", "ods", "odp", "epub"];

/** Whether a file is a document by its ending: one of those that fields are read of. One without an ending may be anything. */
export function isDocument(path: string): boolean {
  const ending = endingOf(path);
  return ending !== "" && !isCodemeta(path) && (hasHeader(path) || formats.includes(ending));
}

/**
 * The fields of a text file, in order: of a text its front matter, else its header, and sections of their own; of a page its title, `meta`
 * elements and first list of definitions; of a citation file and of codemeta.json their keys. Files of other formats (source code, data) have none.
 */
export function readFields(path: string, text: string): Fields {
  const ending = endingOf(path);
  if (pages.has(ending)) return { fields: metaOf(text), open: null };
  if (ending === "cff") return yamlOf(linesOf(text));
  if (isCodemeta(path)) return codemetaOf(text, numbered(text.split("\n")));
  if (!documents.has(ending)) return { fields: [], open: null };
  const lines = linesOf(text);
  const { fields, open } = frontOf(lines) ?? { fields: headerOf(lines), open: null };
  const isCut = text.length > reach.characters || lines.length >= reach.lines;
  const more = sectionsOf(lines, fields, isCut);
  return { fields: [...fields, ...more.fields], open: open ?? more.open };
}

/** Whether fields of a file stand in its text. */
export function hasHeader(path: string): boolean {
  const ending = endingOf(path);
  return pages.has(ending) || documents.has(ending) || ending === "cff" || isCodemeta(path);
}

function isCodemeta(path: string): boolean {
  return path.split("/").at(-1) === "codemeta.json";
}

function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

function linesOf(text: string): Line[] {
  const top = text.slice(0, reach.characters).split("\n", reach.lines);
  // A line that is cut says less than it holds.
  if (text.length > reach.characters && top.length < reach.lines) top.pop();
  return numbered(top);
}

function numbered(lines: string[]): Line[] {
  return lines.map((line, at) => ({ number: at + 1, text: line.replace(/\r$/, "") }));
}
