import type { Catalog, FieldQuestion } from "./catalog.ts";
import { ofTwo } from "./pair.ts";
import { type Reading, readingOf } from "./reading.ts";
import { aboutAll, first, groups } from "./several.ts";
import { aboutFiles } from "./single.ts";
import { tongues } from "./words.ts";

/**
 * What a question asks of the fields that the documents of this folder have; null where it asks of something else. Every word of it must name a
 * file, a field or a value that there is, or be one of those that questions are made of; and there must be one way to read it, whatever language
 * it is in. `now`: milliseconds since 1970.
 */
export function readFieldQuestion(question: string, catalog: Catalog, now: number = Date.now()): FieldQuestion | null {
  if (catalog.keys.length === 0) return null;
  const found = new Map<string, FieldQuestion>();
  for (const tongue of tongues) {
    const reading = readingOf(question, catalog, tongue, now);
    const asked = reading && asksOf(reading);
    if (asked) found.set(JSON.stringify(asked), asked);
  }
  return found.size === 1 ? [...found.values()][0]! : null;
}

function asksOf(reading: Reading): FieldQuestion | null {
  if (reading.files.length > 0) return ofTwo(reading) ?? aboutFiles(reading);
  return groups(reading) ?? first(reading) ?? aboutAll(reading);
}
