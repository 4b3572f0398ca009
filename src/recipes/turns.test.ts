import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { anchorReader, isAnchored } from "../core/anchor.ts";
import { speak, tongues } from "./data.ts";
import { lookalikes } from "./fixtures/lookalikes.ts";
import { match } from "./match.ts";
import { tokenize } from "./tokens.ts";
import { spelled, type Turns, turnsOf, written } from "./turns.ts";

const now = new Date(2026, 2, 18, 15, 30).getTime();
const json = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/turns/${name}.json`, import.meta.url), "utf8"));

test.each(tongues)("the turns of %s fit their schema, and every name is used and known", (tongue) => {
  const { names, rules, loose } = json(tongue) as Turns;
  expect(z.fromJSONSchema(json("schema")).safeParse(json(tongue)).error).toBeUndefined();
  const patterns = [...Object.values(names), ...rules.map(([pattern]) => pattern), ...Object.values(loose.parts)];
  const used = [...patterns, loose.idle].flatMap((pattern) =>
    [...pattern.matchAll(/<(\w+)>/g)].map(([, name]) => name!),
  );
  expect([...new Set(used)].sort()).toEqual(Object.keys(names).sort());
  const asked = loose.asks.flatMap(([parts]) => parts.replaceAll("?", "").split(" "));
  expect([...new Set(asked)].sort()).toEqual(Object.keys(loose.parts).sort());
  const holes = loose.asks.flatMap(([parts, as]) =>
    [...as.matchAll(/\{(\w+)\}/g)].filter(([, name]) => !parts.replaceAll("?", "").split(" ").includes(name!)),
  );
  expect(holes).toEqual([]);
});

test.each([
  ["Les fichiers Markdown, on en a combien ?", "Combien de fichiers Markdown y a-t-il ?"],
  ["Parmi les fichiers de docs, lesquels contiennent « foo » ?", "Quels fichiers de docs contiennent « foo » ?"],
  ["Le dossier src, il contient combien de fichiers ?", "Combien de fichiers contient le dossier src ?"],
  ["Y a-t-il des fichiers vides ? Lesquels ?", "Quels fichiers sont vides ?"],
  ["« foo » apparaît dans combien de fichiers ?", "Combien de fichiers contiennent « foo » ?"],
  ["main.ts, il est où ?", "Où est main.ts ?"],
  ["La carpeta src, ¿cuántos archivos tiene?", "¿Cuántos archivos hay en la carpeta src?"],
  ["De los archivos Markdown, ¿cuáles no contienen «foo»?", "¿Qué archivos Markdown no contienen «foo»?"],
  ["¿En cuántos archivos sale «foo»?", "¿Cuántos archivos contienen «foo»?"],
  ["¿Dónde quedó main.ts?", "¿Dónde está main.ts?"],
  ["Sag mir, wie viele Zeilen main.ts hat", "Wie viele Zeilen hat main.ts?"],
  ["Von den Markdown-Dateien, welche enthalten „foo“ nicht?", "Welche Markdown-Dateien enthalten „foo“ nicht?"],
  ["Such mir alle JSON-Dateien raus", "Liste alle JSON-Dateien auf"],
  ["„foo“, in wie vielen Dateien steht das?", "Wie viele Dateien enthalten „foo“?"],
  ["Nombre de Markdown dans docs ?", "Combien de fichiers Markdown y a-t-il dans docs ?"],
  ["¿Cuál de los archivos YAML ocupa más?", "¿Cuál es el archivo YAML más grande?"],
  ["Wo hab ich main.ts hingelegt?", "Wo liegt main.ts?"],
  ["Où trouve-t-on « foo » ? Dans quels fichiers ?", "Quels fichiers contiennent « foo » ?"],
  ["¿Dónde se menciona «foo»? ¿En qué archivos?", "¿Qué archivos contienen «foo»?"],
  ["Wo steht „foo“? In welcher Datei?", "Welche Dateien enthalten „foo“?"],
  ["Quels sont les fichiers que contient docs ?", "Quels fichiers y a-t-il dans docs ?"],
  ["¿Qué archivos contiene docs?", "¿Qué archivos hay en docs?"],
  ["Welche Dateien enthält docs?", "Welche Dateien liegen in docs?"],
  ["Entre main.ts et util.ts, lequel pèse le plus ?", "Lequel est le plus gros, main.ts ou util.ts ?"],
  ["Quels fichiers au-dessous de docs sont vides ?", "Quels fichiers de docs sont vides ?"],
  [
    "Quels fichiers contiennent « foo », à condition que « bar » n'y soit pas ?",
    "Quels fichiers contiennent « foo » mais pas « bar » ?",
  ],
  ["Welche Dateien enthalten „foo“, sofern „bar“ nicht darin steht?", "Welche Dateien enthalten „foo“ ohne „bar“?"],
  ["Ningún archivo debería pasar de 300 líneas. ¿Cuáles lo hacen?", "¿Qué archivos tienen más de 300 líneas?"],
  [
    "Ich war seit dem 5. März 2026 weg. Welche Dateien haben sich seitdem geändert?",
    "Welche Dateien wurden seit dem 5. März 2026 geändert?",
  ],
  ["Indíqueme cuántos archivos Python hay", "¿Cuántos archivos Python hay?"],
  ["Of the Markdown files, which don't mention `foo`?", "Which Markdown files do not contain `foo`?"],
  ["Taking away docs, how many files remain?", "How many files are outside docs?"],
  ["Are there JSON files? Which ones?", "List all JSON files"],
  ["Look for `foo` and tell me which files have it", "Which files contain `foo`?"],
  ["Besides `foo`, which files also mention `bar`?", "Which files contain both `foo` and `bar`?"],
  ["After the largest file, which one comes next?", "What is the second largest file?"],
  ["Breakdown by extension", "How many files of each type are there?"],
  ["How many files are loose in the root?", "How many files are directly in the root?"],
  ["Which files use an import of zod?", "Which files import zod?"],
  ["no. of lines in main.ts", "How many lines does main.ts have?"],
  ["Do any files have the same content as another?", "List duplicates"],
])("%s means: %s", (one, other) => {
  expect(match(one, { now })?.slots).toEqual(match(other, { now })?.slots);
  expect(match(one, { now })).not.toBeNull();
});

test("questions that only look like those in another order fit no recipe", () => {
  expect(lookalikes.filter((question) => match(question, { now }) !== null)).toEqual([]);
});

test("whatever a pattern finds holds one of its anchors", () => {
  for (const tongue of tongues) {
    const { words, recipes } = speak(tongue);
    const { names, rules, loose } = turnsOf(tongue);
    const texts = Object.values(recipes)
      .flatMap(({ examples }) => examples)
      .map((question) => written(tokenize(question, words), question));
    const anchorsOf = anchorReader(names);
    for (const pattern of [...rules.map(([text]) => text), ...Object.values(loose.parts)]) {
      const anchors = anchorsOf(pattern);
      const finds = new RegExp(spelled(pattern, names), "u");
      const lost = texts.filter((text) => finds.test(text) && !isAnchored(anchors, text));
      expect(lost, pattern).toEqual([]);
    }
  }
});
