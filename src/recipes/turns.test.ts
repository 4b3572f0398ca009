import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { tongues } from "./data.ts";
import { match } from "./match.ts";

const now = new Date(2026, 2, 18, 15, 30).getTime();
const json = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/turns/${name}.json`, import.meta.url), "utf8"));

test.each(tongues)("the turns of %s fit their schema, and every name is used and known", (tongue) => {
  const { names, rules } = json(tongue) as { names: Record<string, string>; rules: [string, string][] };
  expect(z.fromJSONSchema(json("schema")).safeParse(json(tongue)).error).toBeUndefined();
  const used = [...Object.values(names), ...rules.map(([pattern]) => pattern)].flatMap((pattern) =>
    [...pattern.matchAll(/<(\w+)>/g)].map(([, name]) => name!),
  );
  expect([...new Set(used)].sort()).toEqual(Object.keys(names).sort());
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
])("%s means: %s", (one, other) => {
  expect(match(one, { now })?.slots).toEqual(match(other, { now })?.slots);
  expect(match(one, { now })).not.toBeNull();
});
