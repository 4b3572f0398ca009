import type { Field } from "../../core/field.ts";
import type { Language } from "../text/language.ts";
import { sentenceAt } from "../text/prose.ts";
import type { Declared, Module } from "../text/symbol.ts";
import { type Thing, thingCalled, thingOf } from "../text/thing.ts";
import { aliasesIn } from "./alias.ts";
import { thingInCode, usedIn } from "./code.ts";
import { toldBy } from "./field.ts";
import { linksIn, titlesLinked } from "./link.ts";
import { namesIn, readPassages } from "./name.ts";

/** What a passage is about, names, and says of how things are related. `about` is null where it is the file itself. */
export type Relations = { about: Thing | null; mentions: Mention[]; edges: Edge[] };

/**
 * A thing where a passage names it: `position` counts characters of the passage, `sentence` its sentences from 1; in source
 * code it is 0. Not `sure`: it is meant only if it is known from elsewhere.
 */
type Mention = { thing: Thing; sentence: number; position: number; sure: boolean };

/** A relation that the text states; an end is a thing, the file itself, or a path from the file as it is written. */
type Edge = { kind: EdgeKind; source: End; target: End; position: number };
/** Beside these, what fields state: "written by". */
type EdgeKind = "links to" | "part of" | "defines" | "imports" | "also called" | (string & {});
export type End = Thing | "file" | { said: string };

/** A document as far as its relations go. */
export type Related = {
  /** The name of a document in a corpus. */
  doc: string | null;
  subject: Thing | null;
  fields: Field[];
  language: Language;
  code: boolean;
  /** Of source code whose language is known. */
  symbols: Declared[];
  modules: Module[];
  chunks: { heading: string; text: string; lines: [first: number, last: number]; lead: number }[];
};

/** The relations of each passage of a document, by sure patterns alone. */
export function relate(document: Related): Relations[] {
  const related = document.code ? relateCode(document) : relateProse(document);
  addFields(related, document);
  return related;
}

/** Adds what the fields state, to the passage that holds the line, else to the first. */
function addFields(related: Relations[], { fields, language, chunks }: Related): void {
  if (related.length === 0) return;
  for (const { kind, target, line } of toldBy(fields, language)) {
    const { at, position } = (line === null ? null : placeOf(chunks, line)) ?? { at: 0, position: 0 };
    related[at]!.edges.push({ kind, source: "file", target, position });
  }
}

function relateProse({ chunks, language, doc, subject }: Related): Relations[] {
  const readings = readPassages(chunks, language);
  const headings = new Set(chunks.map(({ heading }) => heading.split(" > ").at(-1)!));
  const named = namesIn(readings, language, subject, [...headings]);
  const sections = new Set<string>();
  return chunks.map(({ heading, text }, at) => {
    const reading = readings[at]!;
    const { breaks, codes } = reading.prose;
    const above = sectionsOf(heading, subject, language);
    const about = above.at(-1) ?? null;
    const edges = [...partsOf(above, doc, sections), ...linksOf(text, about, language)];
    if (at === 0 && doc === null && subject) {
      edges.push({ kind: "also called", source: subject, target: "file", position: 0 });
    }
    const mentions: Mention[] = [];
    const mention = (thing: Thing, position: number, sure = true) =>
      mentions.push({ thing, sentence: sentenceAt(breaks, position), position, sure });
    for (const { thing, at: place, sure } of named[at]!) mention(thing, place, sure);
    for (const code of codes) {
      const thing = thingInCode(code.text, text.slice(Math.max(0, code.at - 20), code.at));
      if (thing) mention(thing, code.at, thing.kind !== "file");
    }
    for (const { whole, other, at: place } of aliasesIn(reading, named[at]!)) {
      edges.push({ kind: "also called", source: whole, target: other, position: place });
      mention(whole, place);
      mention(other, place);
    }
    return { about, mentions, edges };
  });
}

/** What a passage's headings name, from the document's title down. */
function sectionsOf(heading: string, subject: Thing | null, language: Language): Thing[] {
  const above = subject ? [subject] : [];
  for (const part of heading === "" ? [] : heading.split(" > ")) {
    const thing = thingCalled(part, language);
    if (thing && !above.some(({ id }) => id === thing.id)) above.push(thing);
  }
  return above;
}

/** Each section is part of the one around it, the outermost of the document: said once a document. */
function partsOf(above: Thing[], doc: string | null, sections: Set<string>): Edge[] {
  return above.flatMap((source, at): Edge[] => {
    const target: End = above[at - 1] ?? "file";
    const key = `${above[at - 1]?.id ?? ""} ${source.id}`;
    if ((at === 0 && doc !== null) || sections.has(key)) return [];
    sections.add(key);
    // The title is the file's other name already.
    return at === 0 ? [] : [{ kind: "part of", source, target, position: 0 }];
  });
}

function linksOf(text: string, about: Thing | null, language: Language): Edge[] {
  const source: End = about ?? "file";
  const links: Edge[] = linksIn(text).map(({ said, at }) => ({
    kind: "links to",
    source,
    target: { said },
    position: at,
  }));
  for (const { title, at } of titlesLinked(text)) {
    const target = thingCalled(title, language);
    if (target && target.id !== about?.id) links.push({ kind: "links to", source, target, position: at });
  }
  return links;
}

function relateCode({ chunks, symbols, modules }: Related): Relations[] {
  const related = chunks.map(({ text, heading }): Relations => {
    const own = heading === "" ? [] : heading.split(" > ").at(-1)!.split(", ");
    const mentions = usedIn(text).map(({ name, at }) => ({
      thing: thingOf("symbol", name),
      sentence: 0,
      position: at,
      sure: false,
    }));
    return { about: own.length === 1 ? thingOf("symbol", own[0]!) : null, mentions, edges: [] };
  });
  const seen = new Set<string>();
  for (const { name, line, outer } of symbols) {
    const place = placeOf(chunks, line);
    if (!place || seen.has(name)) continue;
    seen.add(name);
    const { edges } = related[place.at]!;
    const symbol = thingOf("symbol", name);
    edges.push({ kind: "defines", source: "file", target: symbol, position: place.position });
    if (outer === null || outer === name) continue;
    edges.push({ kind: "part of", source: symbol, target: thingOf("symbol", outer), position: place.position });
  }
  for (const { module, line } of modules) {
    const place = placeOf(chunks, line);
    if (!place) continue;
    const target = module.startsWith(".") ? { said: pathOf(module) } : thingOf("module", module);
    related[place.at]!.edges.push({ kind: "imports", source: "file", target, position: place.position });
  }
  return related;
}

/** A module that is named from where the file stands, as a path: Python's `..a.b` is `../a/b`. */
function pathOf(module: string): string {
  const dots = /^(\.+)([^./].*)?$/.exec(module);
  if (!dots) return module;
  return `./${"../".repeat(dots[1]!.length - 1)}${(dots[2] ?? "").replaceAll(".", "/")}`;
}

/** The passage that holds a line of the file, and where the line begins in it. */
function placeOf(chunks: Related["chunks"], line: number): { at: number; position: number } | null {
  const at = chunks.findLastIndex(({ lines }) => lines[0] <= line && line <= lines[1]);
  if (at < 0) return null;
  const { text, lines } = chunks[at]!;
  let position = 0;
  for (let passed = lines[0]; passed < line; passed += 1) {
    const end = text.indexOf("\n", position);
    if (end < 0) break;
    position = end + 1;
  }
  return { at, position };
}
