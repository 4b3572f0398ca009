import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { data } from "./data.ts";
import { type Phrase, references } from "./grammar.ts";
import { lexicon } from "./lexicon.ts";

const root = new URL("../../data/", import.meta.url);
const json = (path: string) => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const { recipes, kinds, language } = data();

test.each(readdirSync(new URL("recipes/", root)).filter((name) => name !== "schema.json"))(
  "%s fits its schema",
  (name) => {
    expect(z.fromJSONSchema(json("recipes/schema.json")).safeParse(json(`recipes/${name}`)).error).toBeUndefined();
  },
);

test("kinds and phrases fit their schemas", () => {
  expect(z.fromJSONSchema(json("kinds.schema.json")).safeParse(json("kinds.json")).error).toBeUndefined();
  expect(z.fromJSONSchema(json("phrases/schema.json")).safeParse(json("phrases/en.json")).error).toBeUndefined();
});

test("there are at least 30 recipes, each with an id of its own and at least six examples of its own", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(30);
  expect(new Set(recipes.map(({ id }) => id)).size).toBe(recipes.length);
  const examples = recipes.flatMap(({ en }) => en.examples);
  expect(new Set(examples).size).toBe(examples.length);
});

test("every phrase that is referred to exists, and every phrase is referred to", () => {
  const asks = ({ patterns }: { patterns: Phrase[] }) =>
    patterns.flatMap((phrase) => (typeof phrase === "string" ? [phrase] : [phrase.ask].flat()));
  const known = new Set([...Object.keys(language.phrases), ...Object.keys(lexicon(language.words, kinds, "", 0))]);
  const used = new Set(
    [
      ...recipes.flatMap(({ en }) => asks(en)),
      ...Object.values(language.phrases).flatMap((patterns) => asks({ patterns })),
    ].flatMap(references),
  );
  for (const name of [
    "polite",
    "front",
    "tail",
    "topic",
    "pronoun",
    "proadverb",
    "possessive",
    "idle",
    "same",
    "opening",
    "restart",
    "teller",
  ])
    used.add(name);
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !used.has(name))).toEqual([]);
});

test("a pattern that is a choice as a whole holds words alone", () => {
  const asks = [...recipes.flatMap(({ en }) => en.patterns), ...Object.values(language.phrases).flat()].flatMap(
    (phrase) => (typeof phrase === "string" ? [phrase] : [phrase.ask].flat()),
  );
  const inner = (ask: string): string =>
    /[([]/.test(ask) ? inner(ask.replace(/\([^()[\]]*\)|\[[^()[\]]*\]/g, "<>")) : ask;
  expect(asks.filter((ask) => /[<>*]/.test(inner(ask)) && inner(ask).includes("|"))).toEqual([]);
});

test("what a phrase gives is made of what it captures", () => {
  const phrases = [...recipes.flatMap(({ en }) => en.patterns), ...Object.values(language.phrases).flat()];
  const stray = phrases.flatMap((phrase) => {
    if (typeof phrase === "string") return [];
    const holes = [...JSON.stringify(phrase.is).matchAll(/"\$(\w+)\*?"/g)].map((hole) => hole[1]!);
    return [phrase.ask].flat().flatMap((ask) => {
      const slots = new Set([...ask.matchAll(/<(?:\w+=)?(\w+)>/g)].map((slot) => slot[1]));
      return holes.filter((hole) => !slots.has(hole)).map((hole) => `${hole} in ${ask}`);
    });
  });
  expect(stray).toEqual([]);
});

test("a pattern captures nothing that its recipe has no slot for", () => {
  const stray = recipes.flatMap(({ id, slots, en }) =>
    en.patterns.flatMap((pattern) =>
      typeof pattern === "string"
        ? []
        : Object.keys(pattern.is)
            .filter((slot) => !(slot in slots))
            .map((slot) => `${id}: ${slot}`),
    ),
  );
  expect(stray).toEqual([]);
});

test("kinds of kinds exist, and no name means two kinds", () => {
  const ids = new Set(kinds.map(({ id }) => id));
  expect(kinds.flatMap(({ of = [] }) => of).filter((id) => !ids.has(id))).toEqual([]);
  const names = kinds.flatMap(({ names, nouns = [] }) => [...new Set([...names, ...nouns])]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
