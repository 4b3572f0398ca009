import { callWords } from "./call.ts";
import type { Catalog, FieldTest } from "./catalog.ts";
import { fieldKinds, kindOf } from "./kinds.ts";
import type { Token } from "./link.ts";
import { has, nameOf, type Reading, type Stretch } from "./reading.ts";

/** A relation of a document to others that a question names: its kind, told from the document's own side. */
export type Related = { kind: string; link: Stretch };

/** The words that ask for a relation of documents, apart from those that name a field as it is written. */
export function relationIn(reading: Reading, named: Reading["keys"], file: Stretch): Related | null {
  const links = named.filter(({ keys }) => keys.some((key) => kindOf(key)?.type === "document"));
  const [link, ...more] = links;
  if (!link || more.length > 0) return null;
  const kinds = link.keys.flatMap((key) => kindOf(key) ?? []).filter(({ type }) => type === "document");
  const { tokens } = reading;
  const isNoun = link.to - link.from > 1 || tokens[link.from - 1]?.word === "the";
  if (isNoun) return link.exact ? { kind: kinds[0]!.kind, link } : null;
  const after = file.from >= link.to;
  const sided = kinds.find(({ inverse }) => inverse !== undefined);
  // How verbs ask for a side, English words tell.
  if (reading.tongue !== "en") return null;
  if (!sided) return after ? null : { kind: kinds[0]!.kind, link };
  const side = sideOf(tokens, link, after);
  return side === null ? null : { kind: side, link };
}

/**
 * The keys by which others say a relation to what a value names: "what replaced 386" wants those that replace it, "what was replaced by 440" those
 * that are superseded by it. Null where the words leave open which.
 */
export function sidedKeys(
  reading: Reading,
  value: Stretch & { keys: string[] },
  named: Reading["keys"],
): string[] | null {
  const own = named.filter(({ keys }) => keys.some((key) => value.keys.includes(key)));
  const [verb, ...more] = own.filter((link) => !has(reading.tokens[link.from], "by"));
  if (!verb || more.length > 0) return null;
  // The name of a field right before it.
  if (verb.to - verb.from > 1)
    return verb.to === value.from ? verb.keys.filter((key) => value.keys.includes(key)) : null;
  const side = reading.tongue === "en" ? sideOf(reading.tokens, verb, value.from >= verb.to) : null;
  const inverse = fieldKinds().find(({ kind }) => kind === side)?.inverse;
  const keys = value.keys.filter((key) => side !== null && kindOf(key)?.kind === inverse);
  return keys.length > 0 ? keys : null;
}

/**
 * Of what a document replaces and what it is superseded by, the one that a verb asks for: "what replaced X", "what was X replaced by" want what
 * came after X; "what does X replace", "what was replaced by X" what was before. Null where the verb may ask for either.
 */
function sideOf(tokens: Token[], verb: Stretch, after: boolean): "superseded" | "replaces" | null {
  const { word } = tokens[verb.from]!;
  const before = tokens.slice(0, verb.from);
  const hasIt = before.some((token) => has(token, "have"));
  const didIt = before.some((token) => has(token, "did"));
  if (has(tokens[verb.to], "by")) return after ? "replaces" : "superseded";
  if (didIt && !/(?:d|s)$/.test(word)) return after ? null : "replaces";
  if (after) return "superseded";
  return hasIt || word.endsWith("s") ? "replaces" : null;
}

/** The document's own field of a kind, with the files that its values name. */
export function ownOf(catalog: Catalog, path: string, kind: string) {
  const own = catalog.fieldsOf(path).filter(({ key }) => kindOf(key)?.kind === kind);
  const fields = [...new Set(own.map(({ name }) => name))];
  if (fields.length !== 1) return null;
  return {
    field: fields[0]!,
    values: own.map(({ meant }) => ({ value: meant, paths: namedBy(catalog, meant, path) })),
  };
}

/** What finds the documents that say a relation to a file from the other side; null where none does. */
export function inverseOf(catalog: Catalog, path: string, kind: string): FieldTest | null {
  const inverse = fieldKinds().find((each) => each.kind === kind)?.inverse;
  const keys = catalog.keys.filter(({ key }) => inverse !== undefined && kindOf(key)?.kind === inverse);
  const tests = keys.flatMap(({ key, values }): FieldTest[] =>
    values
      .filter(({ meant }) => {
        const paths = namedBy(catalog, meant, path);
        return paths.length === 1 && paths[0] === path;
      })
      .map(({ meant }) => ({ is: "value", fields: [nameOf(catalog, key)], value: meant })),
  );
  return tests.length === 0 ? null : tests.length === 1 ? tests[0]! : { is: "or", tests };
}

/** The files that have a test's values. */
export function filesOf(catalog: Catalog, test: FieldTest): string[] {
  const holds = (path: string, one: FieldTest): boolean =>
    one.is === "or"
      ? one.tests.some((each) => holds(path, each))
      : one.is === "value" &&
        catalog.fieldsOf(path).some(({ name, meant }) => one.fields.includes(name) && meant === one.value);
  return catalog.paths.filter((path) => holds(path, test));
}

/** The files that a value names: by what they are called, or by a number alone beside the word that the other file's number has: "rfc7231". */
function namedBy(catalog: Catalog, value: string, beside: string): string[] {
  const words = callWords(value).map(({ word }) => word);
  if (words.length !== 1 || !/^\d+$/.test(words[0]!)) return words.length > 0 ? catalog.called(words.join(" ")) : [];
  const [word, number] = callWords(beside.split("/").at(-1)!);
  return word && number && /^\d+$/.test(number.word) ? catalog.called(`${word.word} ${words[0]}`) : [];
}
