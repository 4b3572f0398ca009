import type { Passage } from "../../core/evidence.ts";
import type { Saying } from "../../core/saying.ts";
import { valuesOf } from "../../fields/value.ts";
import { formatOf } from "../text/block.ts";
import { findSentences, plain, type Span } from "../text/sentence.ts";

/** What a passage says, and where in its text. */
export type Placed = Saying & { span: Span };

const keyed = /^([^:]{2,60}): (\S.{0,60}?)$/u;

/** What a passage says: its sentences, lines and cells of its tables; no code, comments or heads. */
export function sayingsOf({ text, path, heading }: Passage): Placed[] {
  return findSentences(text, formatOf(path)).flatMap((span): Placed[] => {
    if (span.kind === "code" || span.kind === "comment" || span.heads) return [];
    if (span.row !== undefined) return cells(span.row).map((one) => ({ ...one, heading, span, isRow: true }));
    const said = plain(text.slice(span.from, span.to));
    const [, key, value] = /[.!?]["”’)]*$/.test(said) ? [] : (keyed.exec(said) ?? []);
    if (key === undefined || value === undefined) return [{ text: said, heading, span }];
    const of = typed(key, value);
    return of ? [{ text: said, heading, span, key, value: of }] : [];
  });
}

/** The cells of a row behind its first one, each by that and what heads it. */
function cells(row: string): { text: string; key: string; value: { type: string; as: string } }[] {
  const [first, ...rest] = row.split("; ").map((cell) => plain(cell));
  return rest.flatMap((cell) => {
    const [head, value] = [/^([^:]+): /.exec(cell)?.[1], cell.replace(/^[^:]+: /, "")];
    const of = head === undefined ? null : typed(head, value);
    return of ? [{ text: `${first}; ${cell}`, key: `${first} ${head}`, value: of }] : [];
  });
}

/** What a value is, where it is one number, date or version. */
function typed(key: string, value: string): { type: string; as: string } | null {
  const [one, ...more] = valuesOf(key.toLowerCase(), value);
  return one && more.length === 0 && ["number", "date", "version"].includes(one.type)
    ? { type: one.type, as: one.as ?? value }
    : null;
}
