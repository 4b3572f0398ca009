import type { Blind, Pattern, Query } from "../core/observation.ts";
import type { Lack } from "./value.ts";

/** Why a claim stays open, in plain words; each reason once, the first ones of many. */
export function reasons(lacks: readonly Lack[]): string[] {
  const looks = lacks.filter(({ is }) => is === "unseen").length;
  const unseen = looks > 0 ? [`${looks} look${looks === 1 ? "" : "s"} at the folder would bring it nearer`] : [];
  return [...brief(lacks.flatMap(reasonOf), "reasons"), ...unseen];
}

/** What would decide a claim, in plain words. */
export function remedies(lacks: readonly Lack[]): string[] {
  return brief(lacks.flatMap(remedyOf), "things");
}

const shown = 8;

function brief(sentences: string[], what: string): string[] {
  const all = [...new Set(sentences)];
  if (all.length <= shown) return all;
  return [...all.slice(0, shown), `and ${all.length - shown} more such ${what}`];
}

function reasonOf(lack: Lack): string[] {
  if (lack.is === "unseen") return [];
  return [lack.is === "blind" ? lack.blind.message : lack.message];
}

function remedyOf(lack: Lack): string[] {
  if (lack.is === "unseen") return [lookFor(lack.query)];
  if (lack.is === "blind") return [cures[lack.blind.code](placeOf(lack.query))];
  return [lack.message.startsWith("Ergo can't read") ? lack.message : `another claim: ${lack.message}`];
}

const cures: Record<Blind["code"], (place: string) => string> = {
  missing: (place) => `a file at ${place}`,
  not_a_file: (place) => `a regular file at ${place}`,
  link: (place) => `the path that ${place} leads to, links are not followed`,
  ignored: (place) => `${place} taken out of the ignore files`,
  unreadable: (place) => `permission to read ${place}`,
  binary: (place) => `${place} as text, or a claim over text files only: where(x, files("**"), text(x))`,
  too_large: (place) => `a smaller file than ${place}`,
  changing: (place) => `another look at ${place} when nothing changes it`,
  syntax_error: (place) => `${place} without syntax errors`,
  language: (place) => `${place} in a language that Ergo parses, or as a table that it reads`,
  too_many: (place) => `fewer entries in ${place}, or a smaller folder`,
  redacted: () => "`ergo check` with the secret itself: what it is asked is not recorded",
};

function placeOf(query: Query): string {
  return query.see === "universe" ? "the folder" : query.path;
}

function lookFor(query: Query): string {
  switch (query.see) {
    case "universe":
      return "a listing of the folder";
    case "entry":
      return `a look at what ${query.path} is`;
    case "file":
    case "words":
      return `reading ${query.path}`;
    case "search":
      return `searching ${query.path} for ${patternText(query.pattern)}`;
    case "fields":
      return `reading the fields of ${query.path}`;
    case "row":
      return `reading row ${query.row} of ${query.path}`;
    case "manifest":
      return `reading the manifest ${query.path}`;
    case "history":
      return "reading the history of the folder";
    case "kernel":
      return "measuring the code of the folder";
    case "code":
    case "calls":
    case "links":
    case "functions":
    case "constants":
      return `parsing ${query.path}`;
  }
}

export function patternText(pattern: Pattern): string {
  switch (pattern.kind) {
    case "regex":
      return `/${pattern.text}/${pattern.flags}`;
    case "word":
      return `the word ${JSON.stringify(pattern.text)}`;
    case "line":
      return `line ${pattern.text}`;
    case "code":
      return `the name ${JSON.stringify(pattern.text)}, however it is spelt`;
    default:
      return JSON.stringify(pattern.text);
  }
}
