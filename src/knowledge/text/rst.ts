import type { Block, Reader } from "./block.ts";
import { blank, item, type Line, readsAsProse } from "./line.ts";

const rule = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/;
const directive = /^\s*\.\.\s+([\w:-]+)::\s*(.*)$/;
/** Directives whose indented lines are prose, and those that hold code, data or nothing to be read. */
const admonition =
  /^(?:admonition|attention|caution|danger|deprecated|error|hint|important|note|seealso|tip|version\w+|warning)$/;
const verbatim =
  /^(?:code|code-block|sourcecode|highlight|literalinclude|parsed-literal|math|raw|doctest|test\w+|productionlist|toctree|contents|image|figure|include|csv-table|list-table|graphviz|digraph|graph|currentmodule|index|default-role|sectnum|meta|canonical-\w+)$/;
const marker = /^\s*(?:[-*+•]|\d{1,3}[.)]|#\.)\s+/;
/** Lines that are looked back over to see what lines are indented below. */
const reach = 200;

/** A title with a rule under it, or over and under it; the order of appearance gives the levels. */
export function underlined(): Reader {
  const levels: string[] = [];
  return (lines, at) => {
    const over = rule.test(lines[at]?.text ?? "") && rule.test(lines[at + 2]?.text ?? "");
    const title = lines[over ? at + 1 : at]?.text ?? "";
    const under = lines[over ? at + 2 : at + 1]?.text ?? "";
    if (title.trim() === "" || rule.test(title) || !rule.test(under) || under.trim().length < title.trim().length)
      return null;
    const style = `${over ? "over" : ""}${under[0]}`;
    if (!levels.includes(style)) levels.push(style);
    return { next: at + (over ? 3 : 2), kind: "heading", title: title.trim(), level: levels.indexOf(style) + 1 };
  };
}

/** A table drawn with rules: of cells in a grid, or of columns below "====  ====". */
export const grid: Reader = (lines, at) => {
  const drawn = /^\s*\+[-=+]{2,}\+\s*$/.test(lines[at]?.text ?? "");
  const columns = /^\s*=+(?:\s+=+)+\s*$/;
  if (!drawn && !columns.test(lines[at]?.text ?? "")) return null;
  let next = at + 1;
  while (next < lines.length && !blank(lines[next])) next += 1;
  const heads = lines.slice(at + 1, next - 1).findIndex(({ text }) => (drawn ? /^\s*\+=/ : columns).test(text));
  return { next, kind: "table", ...(heads < 0 ? {} : { header: heads + 2 }) };
};

/** Directives, comments, sessions of an interpreter, and indented lines: code below "::", else the text of a quotation. */
export const literal: Reader = (lines, at) => {
  const { text } = lines[at]!;
  if (/^\s*>>> /.test(text)) return { next: paragraphEnd(lines, at), kind: "code" };
  if (/^\s*\.\. /.test(text)) return directed(lines, at);
  if (!/^\s{2,}\S/.test(text) || item.test(text)) return null;
  const above = governing(lines, at);
  const least = above === null ? 1 : contentIndent(lines[above]!.text);
  if (indent(text) <= least || !isLiteral(above === null ? null : lines[above]!.text, text))
    return { next: paragraphEnd(lines, at), kind: "text" };
  const opener: Block["opener"] = above === null ? undefined : { from: lines[above]!.from, to: lines[at - 1]!.to };
  return { next: indentedEnd(lines, at + 1, least), kind: "code", ...(opener ? { opener } : {}) };
};

/** A directive with what is indented below it; where that is prose, its first lines alone. */
function directed(lines: Line[], at: number): ReturnType<Reader> {
  const [, name = "", rest = ""] = directive.exec(lines[at]!.text) ?? [];
  if (name === "" || verbatim.test(name))
    return { next: indentedEnd(lines, at + 1, indent(lines[at]!.text)), kind: "code", opener: lines[at]! };
  const says = admonition.test(name) && readsAsProse(rest);
  return says ? { next: paragraphEnd(lines, at), kind: "text" } : { next: at + 1, kind: "code" };
}

function isLiteral(above: string | null, text: string): boolean {
  if (above === null) return !readsAsProse(text);
  const [, name] = directive.exec(above) ?? [];
  return name === undefined ? /::\s*$/.test(above) || /^\s*\.\. /.test(above) : verbatim.test(name);
}

/** The nearest line above that is indented less; null where there is none. */
function governing(lines: Line[], at: number): number | null {
  const own = indent(lines[at]!.text);
  for (let above = at - 1; above >= Math.max(0, at - reach); above -= 1)
    if (!blank(lines[above]) && indent(lines[above]!.text) < own) return above;
  return null;
}

/** Where the text of an item begins, or of any other line. */
function contentIndent(text: string): number {
  return marker.exec(text)?.[0].length ?? indent(text);
}

function indent(text: string): number {
  return text.length - text.trimStart().length;
}

function paragraphEnd(lines: Line[], at: number): number {
  let next = at + 1;
  while (next < lines.length && !blank(lines[next])) next += 1;
  return next;
}

/** The end of the lines from `at` on that are indented by more than `least`; blank ones lie between them. */
function indentedEnd(lines: Line[], at: number, least: number): number {
  let end = at;
  for (let next = at; next < lines.length; next += 1) {
    if (blank(lines[next])) continue;
    if (indent(lines[next]!.text) <= least) break;
    end = next + 1;
  }
  return end;
}
