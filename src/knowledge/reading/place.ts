import { isSource } from "../../core/declaration.ts";
import type { Passage } from "../../core/evidence.ts";
import type { Excerpt } from "../../core/port.ts";

/** Questions that ask where something stands, or since which version it is so: titles, headings and paths tell that, and sentences often don't. */
const versioned = /\b(?:which|what) (?:[\w.-]+ ){0,2}?(?:versions?|releases?)\b|\bsince when\b|\bin which one\b/iu;
const numbered =
  /\b(?:which|what) (?:[\w.-]+ ){0,2}?(?<noun>pep|rfc|adr|kep|nep|chapter|part|section|appendix|lesson|article|rule|issue)s?\b/iu;
const version = /(?<![\p{L}\p{N}.])v?\d+\.\d+(?:\.\d+)*(?![\p{N}]|\.\p{N})/iu;
const shortestName = 2;
/** Questions for the file or line where code has something. */
const where =
  /(?<!\p{L})(?:where|wheres|wo|où|d[oó]nde|(?:which|what|welche[rnm]?|quels?|qu[eé])(?: \p{L}+)? (?:files?|lines?|dateie?n?|zeilen?|fichiers?|lignes?|archivos?|líneas?))(?!\p{L})/iu;

/**
 * The excerpts, each under the name of the place that it stands at where that holds what the question asks for and the sentence doesn't: the
 * version of a list of changes, the number of a chapter, the file and line of code. Pure.
 */
export function underPlaces(question: string, excerpts: readonly Excerpt[], passages: readonly Passage[]): Excerpt[] {
  const named = numbered.exec(question)?.groups?.noun?.toLowerCase();
  if (named === undefined && !versioned.test(question))
    return where.test(question) ? excerpts.map(inFile) : [...excerpts];
  return excerpts.map((excerpt) => {
    const passage = passages[excerpt.passage]!;
    const label = named === undefined ? versionOf(question, excerpt, passage) : numberOf(named, excerpt, passage);
    return label === null || excerpt.label !== undefined ? excerpt : { ...excerpt, label };
  });
}

/** What stands in code, under its file and line. */
function inFile(excerpt: Excerpt): Excerpt {
  const { path, label, lines, sentence, plain } = excerpt;
  if (label !== undefined || excerpt.doc !== undefined || !isSource(path)) return excerpt;
  const before = sentence.slice(0, Math.max(0, sentence.indexOf(plain.split("\n")[0]!)));
  return { ...excerpt, label: `${path}:${lines[0] + before.split("\n").length - 1}` };
}

/** The heading, title, file or folder nearest to a sentence that holds a version, where the sentence has none but those that the question has. */
function versionOf(question: string, { plain, row }: Excerpt, { heading, title, path }: Passage): string | null {
  const said = (row ?? plain).match(new RegExp(version, "giu")) ?? [];
  if (said.some((one) => !question.includes(one.replace(/^v/i, "")))) return null;
  const names = [...heading.split(" > ").toReversed(), title, ...path.split("/").toReversed()];
  return names.map(withoutEnding).find((name) => version.test(name.replace(/[_-]/g, " "))) ?? null;
}

function withoutEnding(name: string): string {
  return name.replace(/\.(?:md|rst|txt|html?|adoc)$/i, "").trim();
}

/** "Chapter 13", "PEP 456", by title, heading or file name, where the sentence doesn't name one. */
function numberOf(noun: string, { plain }: Excerpt, { heading, title, path }: Passage): string | null {
  const full = new RegExp(`(?<!\\p{L})${noun}s?[\\s_-]*\\d`, "iu");
  if (full.test(plain)) return null;
  const file = path.split("/").at(-1)!;
  const starts = Array.from({ length: noun.length - shortestName + 1 }, (_, cut) => noun.slice(0, noun.length - cut));
  const inFile = new RegExp(`^(?:${starts.join("|")})[\\s_.-]*0*(\\d+)(?!\\d)`, "iu").exec(file)?.[1];
  const inName = new RegExp(`(?<!\\p{L})${noun}\\s+0*(\\d+)(?!\\d)`, "iu").exec(`${heading} > ${title}`)?.[1];
  const number = inName ?? inFile;
  if (number === undefined) return null;
  const word = noun.length <= 3 ? noun.toUpperCase() : noun.slice(0, 1).toUpperCase() + noun.slice(1);
  return `${word} ${number}${title === "" || title === file ? "" : ` (${title})`}`;
}
