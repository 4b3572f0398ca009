import { stemOf } from "./call.ts";
import type { Catalog, FieldQuestion, FieldTest } from "./catalog.ts";
import { fieldWords, kindOf } from "./kinds.ts";
import { type Link, linksIn, type Token, tokensOf } from "./link.ts";
import { whenIn } from "./when.ts";

/** A question with what its words may name here; `covered` are the words that are accounted for. */
type Reading = {
  tokens: Token[];
  catalog: Catalog;
  files: (Link & { is: "file" })[];
  values: (Link & { is: "value" })[];
  keys: (Link & { is: "key" })[];
  when: ReturnType<typeof whenIn>;
  head: string;
  counts: boolean;
};

/**
 * What a question asks of the fields that the documents of this folder have; null where it asks of something else. Every
 * word of it must name a file, a field or a value that there is, or be one of those that questions are made of; and there
 * must be one way to read it.
 */
export function readFieldQuestion(question: string, catalog: Catalog): FieldQuestion | null {
  if (catalog.keys.length === 0) return null;
  const when = whenIn(question);
  const tokens = tokensOf(question).filter(({ from }) => when === null || from < when.at || from >= when.end);
  // "Who wrote it and when?" asks two things.
  if (tokens.filter(isAsking).length > 1) return null;
  const links = linksIn(tokens, catalog);
  const reading: Reading = {
    tokens,
    catalog,
    files: links.filter((link) => link.is === "file"),
    values: links.filter((link) => link.is === "value"),
    keys: links.filter((link) => link.is === "key"),
    when,
    head: tokens[0]?.word ?? "",
    counts: fieldWords().counting.some((phrase) =>
      ` ${tokens.map(({ word }) => word).join(" ")} `.includes(` ${phrase} `),
    ),
  };
  if (reading.files.length > 0) return aboutFiles(reading);
  return aboutAll(reading);
}

/** Whether a word asks: it opens the question or what is joined to it; "all where X is author" asks nothing more. */
function isAsking({ word }: Token, at: number, tokens: Token[]): boolean {
  return (
    fieldWords().asking.includes(word) &&
    (!["where", "which", "whose", "whom"].includes(word) || at === 0 || tokens[at - 1]!.word === "and")
  );
}

/** "What is the status of X?", "Who wrote X?", "Is X final?" */
function aboutFiles(reading: Reading): FieldQuestion | null {
  const { files, head, when, counts, catalog } = reading;
  if (when !== null || counts || files.some(({ paths }) => paths.length !== 1)) return null;
  const paths = [...new Set(files.map(({ paths: [path] }) => path!))];
  if (fieldWords().booleans.includes(head)) return paths.length === 1 ? whether(reading, paths[0]!) : null;
  const named = reading.keys.filter((key) => !files.some((file) => overlap(file, key)));
  const asked = keysMeant(reading, named);
  if (asked === null || !isCovered(reading, [...files, ...named], asked)) return null;
  const of = paths.map((path) => ({ path, field: fieldFor(catalog, path, asked) }));
  return of.every(({ field }) => field !== null)
    ? { asks: "value", of: of as { path: string; field: string }[] }
    : null;
}

function whether(reading: Reading, path: string): FieldQuestion | null {
  const { catalog, files } = reading;
  const own = catalog.fieldsOf(path);
  const values = reading.values.filter((value) => !files.some((file) => overlap(file, value)));
  const [value] = values;
  if (values.length !== 1 || value === undefined) return null;
  const named = reading.keys.filter((key) => ![...files, value].some((link) => overlap(link, key)));
  const keys =
    named.length === 0 ? value.keys : value.keys.filter((key) => named.some((link) => link.keys.includes(key)));
  const fields = [...new Set(own.filter(({ key }) => keys.includes(key)).map(({ name }) => name))];
  if (fields.length !== 1 || !isCovered(reading, [...files, value, ...named], keys)) return null;
  return { asks: "whether", path, field: fields[0]!, value: value.value };
}

/** "Which are drafts?", "How many did NAME write?", "Which were created before 2005?" */
function aboutAll(reading: Reading): FieldQuestion | null {
  const { values, when, head, counts, tokens, catalog } = reading;
  const opens = ["which", "what", "list", "show", "find", "name", "give"].includes(head);
  if (!counts && !opens) return null;
  const named = reading.keys.filter((key) => !values.some((value) => overlap(value, key)));
  const tests: FieldTest[] = [];
  const meant: string[] = [];
  const left = new Set(named);
  for (const value of values) {
    const keys = keysOf(value, named, values, tokens);
    if (keys === null || isUnclear(value, keys, named, meant)) return null;
    for (const link of named) if (link.keys.some((key) => keys.includes(key))) left.delete(link);
    meant.push(...keys);
    tests.push({ any: keys.map((key) => nameOf(catalog, key)), value: value.value });
  }
  if (when !== null) {
    const dated = [...left].flatMap(({ keys }) => keys).filter((key) => kindOf(key)?.type === "date");
    const keys = [...new Set(dated)];
    if (keys.length !== 1) return null;
    for (const link of named) if (link.keys.includes(keys[0]!)) left.delete(link);
    meant.push(keys[0]!);
    tests.push({ field: nameOf(catalog, keys[0]!), from: when.from, to: when.to });
  }
  const has = tokens.some(({ word }) => ["have", "has", "with", "having"].includes(word));
  for (const { keys } of left) {
    if (!has || keys.length !== 1) return null;
    meant.push(keys[0]!);
    tests.push({ has: nameOf(catalog, keys[0]!) });
  }
  // "Which type has a status?" asks of no documents.
  const opensKey = named.some(({ from }) => from === 1 && !counts);
  if (opensKey || tests.length === 0 || !isCovered(reading, [...values, ...named], meant)) return null;
  return { asks: counts ? "count" : "list", where: tests };
}

/**
 * Whether a value leaves open what is asked: of two that no document has both of, either may be meant; what replaces a document
 * and what it replaces are told apart only by the name of the field.
 */
function isUnclear(value: Link, keys: string[], named: Reading["keys"], meant: string[]): boolean {
  const kind = kindOf(keys[0]!);
  const isOne = kind?.type !== "person" && kind?.type !== "list";
  if (isOne && keys.some((key) => meant.includes(key))) return true;
  return kind?.inverse !== undefined && !named.some(({ from, to }) => to - from > 1 && to === value.from);
}

/** The keys that a value is meant of: those that are named, else the only one that has it; null where that is open. */
function keysOf(
  value: Reading["values"][number],
  named: Reading["keys"],
  values: Reading["values"],
  tokens: Token[],
): string[] | null {
  const asked = named.filter(({ keys }) => keys.some((key) => value.keys.includes(key)));
  // "by NAME" is who wrote it; any other word that asks says more.
  const firm = asked.filter((link) => tokens[link.from]!.word !== "by");
  const links = firm.length > 0 ? firm : asked;
  if (links.length > 0) {
    const keys = value.keys.filter((key) => links.every((link) => link.keys.includes(key)));
    const kinds = new Set(keys.map((key) => kindOf(key)?.kind ?? key));
    return kinds.size === 1 ? keys : null;
  }
  const alone = !value.numeric && value.keys.length === 1;
  const clash = values.some((other) => other !== value && other.keys[0] === value.keys[0]);
  return alone && !clash ? value.keys : null;
}

/** The keys that all words that ask for one have in common, of the type that the question's first word wants. */
function keysMeant({ head, tokens, files }: Reading, named: Reading["keys"]): string[] | null {
  if (named.length === 0) return null;
  const firm = named.filter((link) => tokens[link.from]!.word !== "by" || named.length === 1);
  const type = head === "who" ? "person" : head === "when" ? "date" : null;
  const common = firm.slice(1).reduce((keys, link) => keys.filter((key) => link.keys.includes(key)), firm[0]!.keys);
  const typed = common.filter((key) => type === null || kindOf(key)?.type === type);
  // A publisher is somebody, though no person.
  const open = typed.length === 0 && head === "who" && firm.some(({ exact }) => exact) ? common : typed;
  const sided = open.filter((key) => isOnSide(key, named, files[0]!, tokens));
  const kinds = new Set(sided.map((key) => kindOf(key)?.kind ?? key));
  return kinds.size === 1 ? sided : null;
}

/**
 * Of two kinds that say the same from both sides, the one that a verb asks for: "what replaced X", "what was X replaced by"
 * want what came after X; "what does X replace", "what was replaced by X" what was before.
 */
function isOnSide(key: string, named: Reading["keys"], file: Link, tokens: Token[]): boolean {
  const kind = kindOf(key);
  if (kind?.type !== "document") return true;
  const verb = named.find(({ keys }) => keys.includes(key));
  const isNoun = verb && (verb.to - verb.from > 1 || tokens[verb.from - 1]?.word === "the");
  if (!verb || isNoun) return key === named.find(({ exact }) => exact)?.keys[0];
  const { word } = tokens[verb.from]!;
  const by = tokens[verb.to]?.word === "by";
  const after = file.from >= verb.to;
  // "Which require X?" asks of others.
  if (!kind.inverse) return !after;
  const has = tokens.slice(0, verb.from).some((token) => ["has", "have", "had"].includes(token.word));
  const did = tokens.slice(0, verb.from).some((token) => ["do", "does", "did"].includes(token.word));
  if (by) return after === (kind.kind === "replaces");
  if (did && !/(?:d|s)$/.test(word)) return !after && kind.kind === "replaces";
  if (after) return kind.kind === "superseded";
  return kind.kind === "replaces" && (has || word.endsWith("s"));
}

/** The file's own field of some keys: as its kind lists them, the more usual first. */
function fieldFor(catalog: Catalog, path: string, keys: string[]): string | null {
  const own = catalog.fieldsOf(path).filter(({ key }) => keys.includes(key));
  const order = (key: string) => kindOf(key)?.keys.indexOf(key) ?? 0;
  return own.sort((one, other) => order(one.key) - order(other.key))[0]?.name ?? null;
}

function nameOf({ keys }: Catalog, key: string): string {
  return keys.find((each) => each.key === key)?.name ?? key;
}

/** Whether every word is accounted for; a part of the name of a field that is meant is. */
function isCovered({ tokens, catalog }: Reading, links: { from: number; to: number }[], meant: string[]): boolean {
  const { filler, nouns } = fieldWords();
  const parts = new Set(meant.flatMap((key) => key.split(/[^\p{L}\p{N}]+/u)).map(stemOf));
  return tokens.every(
    ({ word, stem }, at) =>
      links.some(({ from, to }) => from <= at && at < to) ||
      filler.includes(word) ||
      nouns.includes(word) ||
      catalog.series.has(word) ||
      catalog.series.has(stem) ||
      parts.has(stem),
  );
}

function overlap(one: { from: number; to: number }, other: { from: number; to: number }): boolean {
  return one.from < other.to && other.from < one.to;
}
