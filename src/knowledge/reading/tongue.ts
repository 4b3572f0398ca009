import { readFileSync } from "node:fs";
import { type Anchors, anchorReader, isAnchored } from "../../core/anchor.ts";
import { parseWords } from "../../core/words.ts";

const languages = ["fr", "de", "es"] as const;
type Data = Record<(typeof languages)[number], { rewrites: [string, string][] }> & { fields: Record<string, string[]> };
/** An expression is compiled when a text may hold what it finds. */
type Rewrite = { anchors: Anchors; pattern(): RegExp; becomes: string };
let read: { rewrites: Rewrite[][]; fields: Map<string, string> } | undefined;

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
    const made = rewrites.reduce(
      (before, { anchors, pattern, becomes }) =>
        isAnchored(anchors, before.toLowerCase()) ? before.replace(pattern(), becomes) : before,
      text,
    );
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
  const anchorsOf = anchorReader();
  const rewrites = languages.map((language) =>
    data[language].rewrites.map(([pattern, becomes]): Rewrite => {
      let compiled: RegExp | undefined;
      return {
        anchors: anchorsOf(pattern.toLowerCase()),
        pattern: () => (compiled ??= new RegExp(pattern, "iu")),
        becomes,
      };
    }),
  );
  const fields = Object.entries(data.fields).flatMap(([name, others]) =>
    others.map((other): [string, string] => [other, name]),
  );
  read = { rewrites, fields: new Map(fields) };
  return read;
}
