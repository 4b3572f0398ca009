import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Tongue, tongues } from "./data.ts";
import { match } from "./match.ts";

const now = Date.parse("2026-11-22T12:00:00Z");
const holes: Record<string, string> = {
  K: "Python",
  L: "JSON",
  D: "gizmo",
  E: ".md",
  T: "zebra",
  U: "quokka",
  W: "zebra",
};
const files: Record<string, string> = {
  F: "alpha.md",
  G: "beta.ts",
  N: "4",
  S: "2",
  Y: "2026-03-05",
  X: "fn1234",
  M: "lodash",
};

/** The wordings of a language in view, by what they ask. */
function wordings(tongue: Tongue): Record<string, string[]> {
  const name = tongue === "en" ? "phrasings" : `phrasings.${tongue}`;
  return JSON.parse(readFileSync(new URL(`../../bench/files/${name}.json`, import.meta.url), "utf8"));
}

const put = (wording: string, others: Record<string, string> = {}) =>
  wording.replace(/\{(\w)\}/g, (_, hole: string) => others[hole] ?? holes[hole] ?? files[hole] ?? "12");

/** How a question is read, as text; null where it has no reading. */
function reading(question: string): string | null {
  const matched = match(question, { now });
  return matched && `${matched.id} ${JSON.stringify(matched.slots)}`;
}

/** What is added to the end of a question and makes it another, which may have no reading but never the same. */
const more: Record<Tongue, string[]> = {
  en: [
    "except in vendor",
    "but not the .lock ones",
    "on average",
    "per folder",
    "since yesterday",
    "more than once",
    "other than README.md",
    "in the last commit",
    "on GitHub",
    "written by Ann",
    'and "blue"',
    'but not "blue"',
    "excluding tests",
  ],
  fr: [
    "sauf dans vendor",
    "mais pas les .lock",
    "en moyenne",
    "par dossier",
    "depuis hier",
    "plus d'une fois",
    "autres que README.md",
    "dans le dernier commit",
    "sur GitHub",
    'et "bleu"',
    'mais pas "bleu"',
    "hors tests",
  ],
  es: [
    "excepto en vendor",
    "pero no los .lock",
    "de media",
    "por carpeta",
    "desde ayer",
    "más de una vez",
    "aparte de README.md",
    "en el último commit",
    "en GitHub",
    'y "azul"',
    'pero no "azul"',
    "excluyendo tests",
  ],
  de: [
    "außer in vendor",
    "aber nicht die .lock",
    "im Durchschnitt",
    "pro Ordner",
    "seit gestern",
    "mehr als einmal",
    "abgesehen von README.md",
    "im letzten Commit",
    "auf GitHub",
    'und "blau"',
    'aber nicht "blau"',
    "ausgenommen tests",
  ],
};

test.each(tongues)(
  "what is added to a question in %s changes its reading, or leaves it none",
  { timeout: 120_000 },
  (tongue) => {
    const asked = fc.constantFrom(...Object.values(wordings(tongue)).flat());
    fc.assert(
      fc.property(asked, fc.constantFrom(...more[tongue]), (wording, tail) => {
        const [, question, end] = /^(.*?)(\s*[?.!]*)$/s.exec(put(wording))!;
        const other = reading(`${question} ${tail}${end}`);
        expect(other === null || other !== reading(put(wording))).toBe(true);
      }),
      { seed: 11, numRuns: 40 },
    );
  },
);

/** Words that questions are made of, looked for. */
const words: Record<Tongue, string[]> = {
  en: [
    "cache",
    "size",
    "lines",
    "not",
    "test",
    "main",
    "index",
    "all",
    "names",
    "total",
    "except",
    "average",
    "in",
    "list",
  ],
  fr: [
    "cache",
    "taille",
    "lignes",
    "pas",
    "test",
    "index",
    "tout",
    "noms",
    "total",
    "sauf",
    "moyenne",
    "dans",
    "contient",
  ],
  es: [
    "caché",
    "tamaño",
    "líneas",
    "no",
    "test",
    "index",
    "todo",
    "nombres",
    "total",
    "salvo",
    "media",
    "en",
    "checar",
  ],
  de: [
    "Cache",
    "Größe",
    "Zeilen",
    "nicht",
    "Test",
    "Index",
    "alle",
    "Namen",
    "gesamt",
    "außer",
    "sofern",
    "in",
    "list",
  ],
};

test.each(tongues)(
  "any word may be looked for in %s: it is the text, or there is no reading",
  { timeout: 120_000 },
  (tongue) => {
    const kinds = ["which-contain", "which-contain-bare", "count-contain", "word", "file-contains"];
    const asked = fc.constantFrom(...kinds.flatMap((kind) => wordings(tongue)[kind]!));
    fc.assert(
      fc.property(asked, fc.constantFrom(...words[tongue]), (wording, word) => {
        const found = reading(put(wording, { T: word, W: word }));
        expect(found === null || found.includes(`"${word}"`)).toBe(true);
      }),
      { seed: 7, numRuns: 40 },
    );
  },
);

test.each(tongues)("two files that are compared in %s are not taken for each other", { timeout: 120_000 }, (tongue) => {
  const swapped = (text: string | null) =>
    text?.replace(/alpha\.md|beta\.ts/g, (name) => (name === "alpha.md" ? "beta.ts" : "alpha.md")) ?? null;
  for (const wording of wordings(tongue).compare!.slice(0, 12))
    expect(reading(put(wording, { F: "beta.ts", G: "alpha.md" }))).toBe(swapped(reading(put(wording))));
});
