import type { Field } from "../../core/field.ts";
import { callWords } from "../../fields/call.ts";
import { kindOf } from "../../fields/kinds.ts";
import type { Language } from "../text/language.ts";
import { type Thing, thingCalled } from "../text/thing.ts";

/** What the field of a document relates it to, and on which line of the file; null for a property. */
export type Told = { kind: string; target: Thing; line: number | null };

/**
 * The relations that a document's fields state: who wrote it, what it replaces. A number alone is a document of the same
 * series, by the word that numbers this one ("PEP: 386" has the word "pep").
 */
export function toldBy(fields: Field[], language: Language): Told[] {
  const series = fields.find(({ key, values }) => /^\p{L}+$/u.test(key) && values[0]?.type === "number")?.name;
  return fields.flatMap(({ key, values }) => {
    const kind = kindOf(key)?.edge;
    if (kind === undefined) return [];
    return values.flatMap(({ text, as, type, lines }) => {
      const numbers = type === "document" ? callWords(text).filter(({ word }) => /^\d+$/.test(word)) : [];
      const bare = /^[\d\s,;]+$/.test(text) && series !== undefined;
      const names = bare ? numbers.map(({ word }) => `${series} ${word}`) : [type === "person" ? as : text];
      const things = names.flatMap((name) => thingCalled(name, language) ?? []);
      return things.map((target) => ({ kind, target, line: lines?.[0] ?? null }));
    });
  });
}
