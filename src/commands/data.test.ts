import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { menu } from "./data.ts";
import { match, type Node, wordsOf } from "./pattern.ts";

const dir = new URL("../../data/menu/", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, dir), "utf8"));
const files = readdirSync(dir).filter((name) => !/schema/.test(name) && name !== "words.json");

test("every property of a phrase is one that the schema names", () => {
  const { required, properties } = read("schema.json").properties.phrases.items;
  for (const phrase of files.flatMap((name) => read(name).phrases)) {
    expect(Object.keys(phrase).filter((key) => !(key in properties))).toEqual([]);
    expect(required.filter((key: string) => !(key in phrase))).toEqual([]);
    expect(phrase.id).toMatch(new RegExp(properties.id.pattern));
    expect(properties.is.enum).toContain(phrase.is);
  }
  expect(Object.keys(read("words.json")).sort()).toEqual(Object.keys(read("words.schema.json").properties).sort());
});

test("names of phrases are their own", () => {
  const ids = menu().rules.map(({ phrase }) => phrase.id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

/** Texts of choices of a pattern, for each place where it offers some. */
function choices(node: Node): string[][] {
  const parts = "all" in node ? node.all : "any" in node ? node.any : "maybe" in node ? [node.maybe] : [];
  const here = "any" in node ? [node.any.map((choice) => wordsOf(choice).join(" "))] : [];
  return [...here, ...parts.flatMap(choices)];
}

test("no pattern takes a word that denies for one that does not", () => {
  const denies = /^(not|no|without|except|excluding|never)$/;
  const neutral = /^(print|show|display|keep|only|the|all|that|which|is|are|of|in|from|line|and|with)$/;
  const mixed = menu().rules.flatMap(({ phrase, patterns }) =>
    patterns
      .flatMap(({ node }) => choices(node()))
      .filter((words) => words.some((word) => denies.test(word)) && words.some((word) => neutral.test(word)))
      .map((words) => [phrase.id, words]),
  );
  expect(mixed.filter(([id]) => !["case-free", "outside"].includes(id as string))).toEqual([]);
});

test("no pattern matches where nothing is said", () => {
  const empty = menu().rules.filter(({ patterns }) =>
    patterns.some(({ node }) => match(node(), [], 0, () => []).length > 0),
  );
  expect(empty.map(({ phrase }) => phrase.id)).toEqual([]);
});

test("every act has a sentence for the user and at least one line", () => {
  for (const { phrase } of menu().rules) {
    if (phrase.is !== "act") continue;
    expect(phrase.means, phrase.id).toMatch(/^[A-Z]/);
    expect([phrase.select, phrase.line, phrase.operand, phrase.text].some(Boolean), phrase.id).toBe(true);
  }
});
