import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";

const languages = ["fr", "de", "es"] as const;
type Data = Record<(typeof languages)[number], { rewrites: [string, string][] }> & { fields: Record<string, string[]> };
let read: { rewrites: [RegExp, string][][]; fields: Map<string, string> } | undefined;

/**
 * A question about all documents, or one that compares, as it is asked in English, one for each language that it may be in;
 * what it names stays as it is. Pure.
 */
export function inEnglish(question: string): string[] {
  const text = question
    .normalize("NFC")
    .replace(/^[\s¿¡]+|[\s?!.]+$/gu, "")
    .replace(/\s+/gu, " ");
  return load().rewrites.flatMap((rewrites) => {
    const made = rewrites.reduce((before, [pattern, becomes]) => before.replace(pattern, becomes), text);
    return made === text ? [] : [made.replace(/\s+/gu, " ").trim()];
  });
}

/** The English name of a field, in lower case. */
export function fieldName(name: string): string {
  return load().fields.get(name) ?? name;
}

function load() {
  if (read) return read;
  const file = new URL("../../../data/knowledge/tongues.json", import.meta.url);
  const data = parseWords<Data>(readFileSync(file, "utf8"));
  const rewrites = languages.map((language) =>
    data[language].rewrites.map(([pattern, becomes]): [RegExp, string] => [new RegExp(pattern, "iu"), becomes]),
  );
  const fields = Object.entries(data.fields).flatMap(([name, others]) =>
    others.map((other): [string, string] => [other, name]),
  );
  read = { rewrites, fields: new Map(fields) };
  return read;
}
