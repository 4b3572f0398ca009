import type { Passage } from "../../core/evidence.ts";
import type { Json } from "../../core/journal.ts";
import type { Census, Condition, Excerpt } from "../../core/port.ts";
import { sql } from "../store/database.ts";
import type { Store } from "../store/store.ts";
import { stemsOf } from "../text/term.ts";
import { readValue, type Value } from "../text/value.ts";
import { hear } from "./candidate.ts";
import { toExcerpt } from "./excerpt.ts";
import { fieldName } from "./tongue.ts";

/** What was counted: documents that meet the question, in the order of their files, and what may be shown of them. */
export type Counted = {
  found: boolean;
  text: string;
  coverage: string;
  names: string[];
  shown: number[];
  file: string | null;
};

type Row = { id: number; path: string; doc: string | null; title: string; metadata: string | null };
type Chunk = { id: number; document: number; heading: string; first: number; text: string };
type Document = Row & { fields: Map<string, string[]>; chunks: Chunk[] };
type Match = { document: Document; passages: number; mentions: number; chunk: number | null };

/** Names that an answer spells out, and groups. */
const most = 20;
const groups = 30;
/** Documents that are shown with a sentence. */
const quoted = 3;
/** Fields that hold the date of a document, the best first. */
const dates = [
  "date",
  "created",
  "published",
  "publication date",
  "issued",
  "released",
  "year",
  "time",
  "updated",
  "modified",
];
const header = /^(\p{Lu}[\p{L}\p{N}_ -]{1,30}):[ \t]+(\S.*)$/u;

/**
 * Counts over every document of the index, or of the files that `chosen` names, and every passage of each; null where it is
 * asked by a field that no document has. A text is mentioned where it stands as whole words, whatever their case.
 */
export function survey(store: Store, census: Census, chosen?: (path: string) => boolean): Counted | null {
  const all = store.snapshot(() => documentsOf(store, chosen)).filter((one) => isCalled(one, census.called));
  const known = [...census.conditions.map(({ field }) => field), ...(census.by ? [census.by] : [])];
  const unknown = known.find((field) => field !== "" && !all.some((one) => valuesOf(one, field).length > 0));
  const foreign = census.conditions.some((each) => each.field === "" && !all.some((one) => meets(one, each)));
  if (foreign) return null;
  if (unknown !== undefined) return dated.has(unknown) ? undated(all.length, unknown) : null;
  const open = census.conditions.map((condition) => all.filter((one) => meets(one, condition) === null).length);
  const matched = all
    .filter((one) => census.conditions.every((condition) => meets(one, condition) === true))
    .map((one) => matchOf(one, census))
    .filter((match) => match !== null);
  const names = matched.map(({ document }) => nameOf(document));
  const files = new Set(all.map(({ path }) => path));
  return {
    found: true,
    text: textOf(census, matched, all.length),
    coverage: coverageOf(census, all.length, open),
    names,
    shown: matched.flatMap(({ chunk }) => (chunk === null ? [] : [chunk])).slice(0, quoted),
    file: files.size === 1 ? [...files][0]! : null,
  };
}

/** Fields that any document could have; others may mean something else. */
const dated = new Set(["date", "year", "month", "day"]);

function undated(all: number, field: string): Counted {
  const text = `None of ${all} documents says its ${field}.`;
  return {
    found: false,
    text,
    coverage: `Looked at the fields of all of ${all} documents.`,
    ...{ names: [], shown: [], file: null },
  };
}

/** The sentences of the passages that show what was counted, one of each. */
export function showing(census: Census, passages: Passage[]): Excerpt[] {
  const said = census.mention ?? census.about;
  if (said === undefined) return [];
  const { judged } = hear(said, passages);
  return passages.flatMap((passage, at) => {
    const best = judged.find(
      (one) => one.passage === at && (census.mention === undefined || wordsOf(said).test(one.text)),
    );
    return best ? [toExcerpt(best, passage)] : [];
  });
}

function documentsOf({ db }: Store, chosen?: (path: string) => boolean): Document[] {
  const rows = sql(
    db,
    "SELECT d.id, f.path, d.doc, d.title, d.metadata FROM documents d JOIN files f ON f.id = d.file ORDER BY f.path, d.id",
  ).all() as Row[];
  const documents = new Map<number, Document>();
  for (const row of rows) {
    if (chosen?.(row.path) ?? true) documents.set(row.id, { ...row, fields: fieldsIn(row.metadata), chunks: [] });
  }
  const chunks = db.prepare("SELECT id, document, heading, first, text FROM chunks ORDER BY id").iterate();
  for (const chunk of chunks as IterableIterator<Chunk>) documents.get(chunk.document)?.chunks.push(chunk);
  for (const { doc, fields, chunks } of documents.values()) if (doc === null) addHeader(fields, chunks[0]);
  return [...documents.values()];
}

function fieldsIn(metadata: string | null): Document["fields"] {
  const data = (metadata === null ? {} : JSON.parse(metadata)) as Record<string, Json>;
  return new Map(
    Object.entries(data).map(([name, value]) => [
      keyOf(name),
      [value]
        .flat()
        .filter((one) => typeof one !== "object")
        .map(String),
    ]),
  );
}

/** "Name: value" lines at the top of a text are its fields; indented lines go on with the one before. */
function addHeader(fields: Document["fields"], opening: Chunk | undefined): void {
  let last: string | undefined;
  for (const line of opening?.text.split("\n") ?? []) {
    if (line.trim() === "" && fields.size > 0) return;
    const [, name, value] = header.exec(line) ?? [];
    if (name && value) {
      last = keyOf(name);
      fields.set(last, parts(last, value));
    } else if (last && /^\s+\S/.test(line)) fields.get(last)!.push(...parts(last, line));
    else last = undefined;
  }
}

/** What names several things is cut into them; addresses of mail are no part of a name. */
function parts(field: string, text: string): string[] {
  if (!/^(?:authors?|editors?|keywords?|tags?|topics?|categor(?:y|ies))$/.test(field)) return [text.trim()];
  const names = text.replace(/<[^<>]*>/g, "").split(/[,;]/);
  return names.map((one) => one.trim()).filter((one) => one !== "");
}

function keyOf(name: string): string {
  return fieldName(name.normalize("NFC").toLowerCase().replace(/[_-]+/g, " ").trim());
}

/** The values of a field; some fields every document has. */
function valuesOf(document: Document, field: string): string[] {
  const key = keyOf(field);
  const { fields, path } = document;
  const own = fields.get(key) ?? fields.get(key.replace(/s$/, "")) ?? fields.get(`${key}s`);
  if (own) return own;
  if (key === "folder" || key === "directory") return [path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "."];
  if (key === "file") return [path];
  if (key === "format" || key === "file type") return [/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "none"];
  const dated = dates.map((name) => fields.get(name)).find((values) => values !== undefined);
  if (key === "date") return dated ?? [];
  const period = { year: 4, month: 7, day: 10 }[key];
  if (period) return (dated ?? []).flatMap((text) => isoOf(text)?.slice(0, period) ?? []);
  return [];
}

function isoOf(text: string): string | null {
  const value = readValue(text, "date");
  if (!value) return null;
  const digits = String(value.low);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
}

/** Whether a document meets a condition; null where it does not say, or leaves it open. */
function meets(document: Document, { field, is, value }: Condition): boolean | null {
  if (field === "") return [...document.fields.values()].flat().some((own) => fold(own) === fold(value));
  const values = valuesOf(document, field);
  if (values.length === 0) return null;
  const verdicts = values.map((own) => holds(own, is, value, field === "date"));
  return verdicts.includes(true) ? true : verdicts.includes(null) ? null : false;
}

function holds(own: string, is: Condition["is"], wanted: string, dated: boolean): boolean | null {
  const read = (text: string): Value | null => {
    if (dated) return readValue(text, "date");
    const number = Number(text.replaceAll(",", ""));
    return Number.isFinite(number) ? { low: number, high: number, unit: "" } : null;
  };
  const [a, b] = [read(own), read(wanted)];
  if (!a || !b) return is === "=" ? ` ${fold(own)} `.includes(` ${fold(wanted)} `) : null;
  const test: Record<Condition["is"], [yes: boolean, no: boolean]> = {
    "=": [a.low >= b.low && a.high <= b.high, a.high < b.low || a.low > b.high],
    ">": [a.low > b.high, a.high <= b.high],
    ">=": [a.low >= b.low, a.high < b.low],
    "<": [a.high < b.low, a.low >= b.low],
    "<=": [a.high <= b.high, a.low > b.high],
  };
  const [yes, no] = test[is];
  return yes ? true : no ? false : null;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function isCalled({ path, doc, title }: Document, called: string | undefined): boolean {
  if (called === undefined) return true;
  return [doc ?? path.split("/").at(-1)!, title].some((name) => fold(name).startsWith(fold(called)));
}

function matchOf(document: Document, { mention, also, about }: Census): Match | null {
  const { chunks, title } = document;
  if (mention === undefined && about === undefined)
    return { document, passages: chunks.length, mentions: 0, chunk: null };
  if (about !== undefined) {
    const asked = [...stemsOf(about)];
    const has = (text: string) => asked.every((stem) => stemsOf(text).has(stem));
    const chunk = has(title) ? chunks[0] : chunks.find(({ heading }) => has(heading));
    return chunk ? { document, passages: 1, mentions: 1, chunk: chunk.id } : null;
  }
  const pattern = wordsOf(mention!);
  const counts = chunks.map(({ text }) => text.match(pattern)?.length ?? 0);
  const mentions = counts.reduce((sum, count) => sum + count, 0);
  const first = chunks[counts.findIndex((count) => count > 0)];
  const rest = (also ?? []).map(wordsOf);
  if (!rest.every((each) => [title, ...chunks.map(({ text }) => text)].some((text) => text.search(each) >= 0)))
    return null;
  if (!first && !new RegExp(pattern, "iu").test(title)) return null;
  return { document, passages: counts.filter((count) => count > 0).length, mentions, chunk: first?.id ?? null };
}

/** Finds a text as whole words, whatever their case and the white space between them. */
function wordsOf(text: string): RegExp {
  const words = text.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}_])${words.join("\\s+")}(?![\\p{L}\\p{N}_])`, "giu");
}

function nameOf({ path, doc, title }: Document): string {
  const name = doc === null ? path : doc;
  return title === "" || title === path.split("/").at(-1) ? name : `${title} (${name})`;
}

function textOf(census: Census, matched: Match[], all: number): string {
  const sum = (of: (match: Match) => number) => matched.reduce((total, match) => total + of(match), 0);
  const { mention, also = [], about, kind, of, by } = census;
  const what = [
    ...(mention === undefined ? [] : [`mention ${[mention, ...also].map((each) => `"${each}"`).join(" and ")}`]),
    ...(about === undefined ? [] : [`have "${about}" in their title or a heading`]),
    ...census.conditions.map(conditionOf),
  ].join(" and ");
  const shown = `${matched.length} of ${all} documents`;
  if (kind === "group") return `${shown}${what ? ` ${what}` : ""}; by ${by}: ${groupsOf(matched, by!)}.`;
  const names = matched.slice(0, most).map(({ document }) => nameOf(document));
  const more = matched.length > most ? `; and ${matched.length - most} more` : "";
  const list = kind === "list" && names.length > 0 ? `: ${names.join("; ")}${more}` : "";
  if (of === "mentions") return `"${mention}" is mentioned ${sum(({ mentions }) => mentions)} times, in ${shown}.`;
  if (of === "passages")
    return `${sum(({ passages }) => passages)} passages of ${shown}${what ? ` ${what}` : ""}${list}.`;
  return what === "" ? `There are ${matched.length} documents${list}.` : `${shown} ${what}${list}.`;
}

function conditionOf({ field, is, value }: Condition): string {
  if (field === "date")
    return `are dated ${{ "=": "", ">": "after ", ">=": "since ", "<": "before ", "<=": "until " }[is]}${value}`;
  if (field === "") return `are ${value}`;
  return `have ${field} ${is === "=" ? "" : `${is} `}${value}`;
}

/** Each value with the number of documents that have it: by value where it is a date or number, else the most first. */
function groupsOf(matched: Match[], by: string): string {
  const counts = new Map<string, number>();
  for (const { document } of matched) {
    const values = new Set(valuesOf(document, by));
    for (const value of values.size > 0 ? values : ["none said"]) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const ordered = [...counts].every(([value]) => /^[\d-]+$|^none said$/.test(value));
  const sorted = [...counts].sort((a, b) =>
    ordered ? a[0].localeCompare(b[0]) : b[1] - a[1] || a[0].localeCompare(b[0]),
  );
  const more = sorted.length > groups ? `; and ${sorted.length - groups} more` : "";
  return `${sorted
    .slice(0, groups)
    .map(([value, count]) => `${value} ${count}`)
    .join("; ")}${more}`;
}

function coverageOf(census: Census, all: number, open: number[]): string {
  const unsaid = census.conditions.flatMap(({ field }, at) =>
    open[at]! > 0 ? [`${open[at]} of them leave ${field} open`] : [],
  );
  const how = census.mention === undefined ? [] : ["as whole words, capital or small"];
  return `Looked at all of ${all} documents and every passage of them${[...how, ...unsaid].map((each) => `; ${each}`).join("")}.`;
}
