import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf } from "../../core/schema.ts";
import { findWhole } from "./whole.ts";

test.each(["wholes", "contrasts", "made", "contradicting"])("data/knowledge/%s.json is as its schema says", (name) => {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/knowledge/${file}`, import.meta.url), "utf8"));
  expect(faultOf(read(`${name}.schema.json`), read(`${name}.json`))).toBeUndefined();
});

test.each([
  "What is this folder about?",
  "give me an overview of these documents",
  "an overview of the topics in this documentation",
  "please summarise the project",
  "what's this all about",
  "Worum geht es in diesem Ordner?",
  "De quoi parle ce dossier ?",
])("all of it: %s", (question) => {
  expect(findWhole(question)).toEqual({ all: true });
});

test.each([
  ["summarise chapter 3 in two sentences", "chapter 3"],
  ["Where is the mooring fee explained?", "the mooring fee"],
  ["Which page describes mooring?", "mooring"],
  ["Wo wird das Anlegen beschrieben?", "das Anlegen"],
  ["the mooring proposal, what is it about?", "the mooring proposal"],
  ["Can you tell me what rules.rst covers?", "rules.rst"],
  ["main points of RFC 9000", "RFC 9000"],
  ["give me the gist of the fees page", "the fees page"],
])("%s", (question, name) => {
  expect(findWhole(question)).toEqual({ all: false, name });
});

test.each(["What does a berth cost?", "Who wrote the rules?", "how do I moor a boat", "What is a sloop?"])(
  "%s is none",
  (question) => {
    expect(findWhole(question)).toBeNull();
  },
);
