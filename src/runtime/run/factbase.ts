import { isSource } from "../../core/declaration.ts";
import type { Observe, Query } from "../../core/observation.ts";
import type { Lexicon } from "../../language/fact.ts";
import { partsOf } from "../../language/part.ts";
import { type Board, createBoard } from "../../proof/board.ts";
import { importing } from "../../proof/coded.ts";
import { isFacts, plainOf } from "../../proof/deduce.ts";
import { type Found, pipedTables, plainTable, tablesOf } from "../../proof/tables.ts";
import { constantOf } from "../../solve/constant.ts";
import { lemma, singulars } from "../../solve/inflect.ts";
import { columnsOf } from "../../solve/table.ts";
import { sentencesOf } from "../../solve/text.ts";
import { theoryOf } from "../../solve/theory.ts";

/** The tables and rules of a folder as they were seen: what questions may ask of them. */
export type FactBase = {
  board: Board;
  tables: Found[];
  /** Relations and traits that rules or sentences give. */
  relations: string[];
  traits: string[];
  /** Things that sentences name, and source files where rules speak of what they import. */
  things: string[];
};

/** Rows and lines of facts at most; where there are more, questions go to the texts. */
const most = { tables: 40, rows: 600, lines: 400 };

/** The tables and rules of a folder; null where there are none, they are many, or a sentence of the rules is not read. */
export async function factBase(observe: Observe, signal?: AbortSignal): Promise<FactBase | null> {
  const board = createBoard();
  const look = async (queries: Query[]) => board.add(await observe(queries, signal));
  await look([{ see: "universe" }]);
  const universe = board.universe()?.seen;
  if (!universe?.ok) return null;
  const paths = universe.files.filter((path) => /\.[ct]sv$/i.test(path));
  const texts = universe.files.filter(isFacts);
  if (paths.length + texts.length === 0 || paths.length > most.tables) return null;
  await look([
    ...paths.map((path) => ({ see: "row", path, row: 1 }) as const),
    ...texts.map((path) => ({ see: "file", path }) as const),
  ]);
  const rows = paths.flatMap((path): Query[] => {
    const head = board.row(path, 1)?.seen;
    const count = head?.ok ? head.rows : 0;
    return Array.from({ length: Math.max(0, count - 1) }, (_, at) => ({ see: "row", path, row: at + 2 }));
  });
  const lines = texts.flatMap((path): Query[] => {
    const seen = board.file(path)?.seen;
    const count = seen?.ok ? (seen.lines ?? 0) : 0;
    return Array.from({ length: count }, (_, at) => lineQuery(path, at + 1));
  });
  if (rows.length > most.rows || lines.length > most.lines) return null;
  await look([...rows, ...lines]);
  return based(board, paths, texts, universe.files);
}

function lineQuery(path: string, line: number) {
  return { see: "search", path, pattern: { kind: "line", text: String(line) } } as const;
}

function based(
  board: Board,
  paths: readonly string[],
  texts: readonly string[],
  files: readonly string[],
): FactBase | null {
  const { tables } = tablesOf(paths, () => true, { board });
  const lines = texts.flatMap((path) => {
    const seen = board.file(path)?.seen;
    const count = seen?.ok ? (seen.lines ?? 0) : 0;
    return Array.from({ length: count }, (_, at) => {
      const shown = board.search(path, lineQuery(path, at + 1).pattern);
      const text = shown?.seen.ok ? (shown.seen.first[0]?.text ?? "") : "";
      return shown ? [{ path, line: at + 1, text, seen: shown }] : [];
    }).flat();
  });
  const sentences = lines.flatMap(({ text }) => sentencesOf(plainOf(text)));
  const theory = sentences.length > 0 ? theoryOf(sentences, sentences) : null;
  if (sentences.length > 0 && !theory) return null;
  const { facts, rules } = theory?.program ?? { facts: [], rules: [] };
  const given = [...facts, ...rules.map(({ head }) => head)];
  const used = rules.flatMap(({ body }) =>
    body.map((literal) => (literal.is === "atom" ? literal.atom.predicate : "")),
  );
  const coded = used.includes(importing) ? files.filter(isSource) : [];
  const named = (arity: number) => [
    ...new Set(
      given.filter(({ args }) => args.length === arity).map(({ predicate }) => predicate.replace(/^not /, "")),
    ),
  ];
  return {
    board,
    tables: [...tables, ...pipedTables(lines)].filter(({ heads }) => heads.length > 1),
    relations: named(2),
    traits: named(1)
      .filter((predicate) => predicate.startsWith("is "))
      .map((predicate) => predicate.slice(3)),
    things: [...new Set([...facts.flatMap(({ args }) => args.map(String)), ...coded])],
  };
}

/** What questions may call what the tables and rules speak of. A table whose things are numbers has none that a question names. */
export function lexiconOf({ tables, relations, traits, things }: FactBase): Lexicon {
  const made = { relations: new Map(), names: new Map(), traits: new Map(), classes: new Map(), files: new Map() } as {
    [K in keyof Lexicon]: Map<string, string>;
  };
  for (const relation of relations) for (const phrase of verbForms(relation)) made.relations.set(phrase, relation);
  for (const trait of traits) made.traits.set(trait, trait);
  for (const thing of things) addName(made.names, thing);
  for (const table of tables.map(plainTable)) {
    const path = table.name;
    for (const { at } of columnsOf(table.heads)) {
      const head = table.heads[at]!;
      for (const phrase of verbForms(head)) made.relations.set(phrase, head);
    }
    for (const { cells } of table.rows) for (const cell of cells) addName(made.names, cell);
    for (const phrase of classForms(path, table.heads[0]!)) addPlace(made.classes, phrase, path);
    const base = path.slice(path.lastIndexOf("/") + 1);
    for (const name of new Set([path, base]))
      for (const before of ["in ", "of ", "from ", "according to ", "in the table ", "in the file "])
        addPlace(made.files, `${before}${name.toLowerCase()}`, path);
  }
  // What two tables are called names neither.
  for (const map of [made.classes, made.files]) for (const [phrase, is] of map) if (is === "?") map.delete(phrase);
  return made;
}

function addPlace(places: Map<string, string>, phrase: string, path: string): void {
  places.set(phrase, (places.get(phrase) ?? path) === path ? path : "?");
}

function addName(names: Map<string, string>, text: string): void {
  const plain = text.trim();
  const phrase = phraseOf(plain);
  if (phrase !== "" && typeof constantOf(plain) === "string" && !names.has(phrase)) names.set(phrase, plain);
}

/** A text as the words of a question are read. */
function phraseOf(text: string): string {
  return partsOf(text.replace(/^the /i, ""), new Map())
    .map((part) => ("text" in part ? part.text : ""))
    .join(" ")
    .toLowerCase();
}

/** How a relation may be called: as the head of a column, with its first word as a verb of one or of several. */
function verbForms(head: string): string[] {
  const [first = "", ...rest] = phraseOf(head.replace(/[_-]+/g, " ")).split(" ");
  if (first === "") return [];
  const forms = rest.length > 0 || /[^s]s$/.test(first) ? [first, lemma(first), `${lemma(first)}s`] : [first];
  return [...new Set(forms)].map((form) => [form, ...rest].join(" "));
}

/** How the things of a table may be called: by its name and by the head of its first column, in the singular and the plural. */
function classForms(path: string, head: string): string[] {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return [stem, head].flatMap((name) => {
    const phrase = phraseOf(name.replace(/[_-]+/g, " "));
    return phrase === "" || phrase === "name" ? [] : [phrase, `${phrase}s`, ...singulars(phrase)];
  });
}
