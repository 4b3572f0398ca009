import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { data, plainly, speak, tongues } from "./data.ts";
import { type Phrase, references } from "./grammar.ts";
import { lexicon } from "./lexicon.ts";
import { byRules } from "./match.ts";

const root = new URL("../../data/", import.meta.url);
const json = (path: string) => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const { recipes, kinds } = data();
const spoken = tongues.map(speak);
const asked = spoken.flatMap(({ language, recipes }) => {
  return Object.entries(recipes).map(([id, { patterns }]) => ({ language, id, patterns }));
});

test.each(readdirSync(new URL("recipes/", root)).filter((name) => name !== "schema.json"))(
  "%s fits its schema",
  (name) => {
    expect(z.fromJSONSchema(json("recipes/schema.json")).safeParse(json(`recipes/${name}`)).error).toBeUndefined();
  },
);

test.each(tongues)(
  "what nothing measures, in %s: the data fit their schema, and recipes answer what is offered",
  (tongue) => {
    const given = json(`beyond/${tongue}.json`);
    expect(z.fromJSONSchema(json("beyond/schema.json")).safeParse(given).error).toBeUndefined();
    const { rows } = given as { rows: { words: string[]; ask: string[] }[] };
    for (const { words, ask } of rows) {
      for (const word of words) expect(() => new RegExp(word, "u")).not.toThrow();
      for (const question of ask) expect(byRules(question)?.language, question).toBe(tongue);
    }
  },
);

test("kinds and phrases fit their schemas", () => {
  expect(z.fromJSONSchema(json("kinds.schema.json")).safeParse(json("kinds.json")).error).toBeUndefined();
  for (const tongue of tongues)
    expect(
      z.fromJSONSchema(json("phrases/schema.json")).safeParse(json(`phrases/${tongue}.json`)).error,
    ).toBeUndefined();
});

test("every language asks for every recipe, and has words for what English has words for", () => {
  const keys = (value: unknown): string[] =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? []
      : Object.entries(value).flatMap(([key, part]) => [key, ...keys(part).map((inner) => `${key}.${inner}`)]);
  const [english, ...others] = spoken;
  const free = /^(kinds|comparatives|adjectives|states|verbs\.\w+\.main)\b/;
  for (const { say, recipes: own } of others) {
    expect(
      keys(say)
        .filter((key) => !free.test(key))
        .sort(),
    ).toEqual(
      keys(english!.say)
        .filter((key) => !free.test(key))
        .sort(),
    );
    expect(Object.keys(own).sort()).toEqual(recipes.map(({ id }) => id).sort());
    for (const [id, { say }] of Object.entries(own))
      expect([id, Object.keys(say).sort()]).toEqual([id, Object.keys(english!.recipes[id]!.say).sort()]);
  }
});

test("there are at least 30 recipes, each with an id of its own and at least six examples of its own a language", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(30);
  expect(new Set(recipes.map(({ id }) => id)).size).toBe(recipes.length);
  for (const { recipes } of spoken) {
    const examples = Object.values(recipes).flatMap(({ examples }) => examples);
    expect(new Set(examples).size).toBe(examples.length);
  }
});

test.each(spoken)("$language: every phrase that is referred to exists, and every phrase is referred to", (language) => {
  const asks = ({ patterns }: { patterns: Phrase[] }) =>
    patterns.flatMap((phrase) => (typeof phrase === "string" ? [phrase] : [phrase.ask].flat()));
  const builtins = Object.keys(lexicon(language.words, kinds, "", 0));
  const known = new Set([...Object.keys(language.phrases), ...builtins]);
  const used = new Set(
    [
      ...Object.values(language.recipes).flatMap(asks),
      ...Object.values(language.phrases).flatMap((patterns) => asks({ patterns })),
    ].flatMap(references),
  );
  for (const name of fromCode) used.add(name);
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
  const own = Object.keys(language.phrases);
  expect(own.filter((name) => !used.has(name))).toEqual([]);
  expect(own.filter((name) => builtins.includes(name))).toEqual([]);
});

/** Phrases that code asks for. */
const fromCode = ["polite", "front", "tail", "tag"];

test("every phrase that code recognises is of use in some language", () => {
  const all = spoken.map(({ phrases, recipes }) => JSON.stringify([phrases, recipes])).join("");
  const builtins = Object.keys(lexicon(spoken[0]!.words, kinds, "", 0));
  expect(builtins.filter((name) => !new RegExp(`<${name}[>=]`).test(all))).toEqual([]);
});

const phrases: Phrase[] = [
  ...asked.flatMap(({ patterns }) => patterns),
  ...spoken.flatMap(({ phrases }) => Object.values(phrases).flat()),
];

test("a pattern that is a choice as a whole holds words alone", () => {
  const asks = phrases.flatMap((phrase) => (typeof phrase === "string" ? [phrase] : [phrase.ask].flat()));
  const inner = (ask: string): string =>
    /[([]/.test(ask) ? inner(ask.replace(/\([^()[\]]*\)|\[[^()[\]]*\]/g, "<>")) : ask;
  expect(asks.filter((ask) => /[<>*]/.test(inner(ask)) && inner(ask).includes("|"))).toEqual([]);
});

test("what a phrase gives is made of what it captures", () => {
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
  const stray = asked.flatMap(({ language, id, patterns }) => {
    const slots = recipes.find((recipe) => recipe.id === id)?.slots ?? {};
    return patterns.flatMap((pattern) =>
      typeof pattern === "string"
        ? []
        : Object.keys(pattern.is)
            .filter((slot) => !(slot in slots))
            .map((slot) => `${language} ${id}: ${slot}`),
    );
  });
  expect(stray).toEqual([]);
});

test.each(spoken)("$language: kinds of kinds exist, and no name means two kinds", ({ words }) => {
  const ids = new Set(kinds.map(({ id }) => id));
  expect(kinds.flatMap(({ of = [] }) => of).filter((id) => !ids.has(id))).toEqual([]);
  expect(Object.keys(words.kinds).filter((id) => !ids.has(id))).toEqual([]);
  const names = kinds.flatMap(({ id, names, nouns = [] }) => {
    const here = words.kinds[id];
    return [...new Set([...names, ...nouns, ...(here?.names ?? []), ...(here?.nouns ?? [])])];
  });
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("letters are compared without accents where the language says so", () => {
  expect(plainly("Größe", { ö: "oe", ß: "ss" })).toBe("Groesse");
  expect(plainly("modifié", { œ: "oe" })).toBe("modifie");
  expect(plainly("modifié", {})).toBe("modifié");
});
