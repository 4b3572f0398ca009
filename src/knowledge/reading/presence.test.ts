import { expect, test } from "vitest";
import { askedWords, exactWords, missingIn } from "./presence.ts";

test.each([
  ["Who is the mayor of Lisbon?", "The mayor of Porto is Anna Reis.", ["Lisbon"]],
  ["What is the limit in version 2.1?", "The limit in version 2 is 40. In version 2.10 it is 50.", ["2.1"]],
  ["What does retry_count do?", "retryCount says how often is retried.", []],
  ["What is PEP 8 about?", "pep-0008 is about style.", []],
  ["Who wrote the Zorblaks module?", "The Zorblax module was written by Anna Reis.", []],
  ['Where does "level 3 (of 5)" stand?', "It stands at level 3 (of 5).", []],
  ['Where does "level 3 (of 5)" stand?', "It stands at level 3.", ["5", "level 3 (of 5)"]],
  ["Since when does it speak MTA-STS?", "The MTA host has it since 2.0.", ["MTA-STS"]],
  ["What is --keep-last for?", "It is for keeping the last ones.", []],
  ["What is --dry-run for?", "It is for keeping the last ones.", ["--dry-run"]],
  ["Ab wann ist der UTF-8-Modus an?", "UTF-8 mode is on since 3.15.", []],
  ["What checks mp3s?", "An mp3 is checked by mp3val.", []],
  ["Does HashMap keep an order?", "A hash map keeps no order.", []],
])("names, numbers and code words of a question have to stand in its answer: %s", (question, text, missing) => {
  expect(missingIn(exactWords(question), text)).toEqual(missing);
});

test.each([
  ["Version: 2.0.0; Node.js: 6, 8, 10", true],
  ["six months, 6 of them", true],
  ["Version: 6.0.0; Node.js: 20", false],
  ["Fastify v6 is out.", false],
  ["It came with Fastify 6.", false],
  ["version 6.1", true],
])("the number of a version is no other number: %s", (text, lacks) => {
  expect(missingIn(exactWords("When will version 6 be released?"), text)).toEqual(lacks ? ["version 6"] : []);
});

test.each([
  ["We build with --release and it wraps at 255. What is that called?", []],
  ["incremental came with 3.4, but when could it be used with noEmit?", ["noEmit"]],
  ["We are on version 2 of it. What is the limit?", ["version 2"]],
  ["What is the limit in version 2.1?", ["2.1"]],
  ["Which port does Redis 7.2 use?", ["7.2", "Redis"]],
])("what is told before a question need not stand where it is answered, but for a version: %s", (question, words) => {
  expect(askedWords(question)).toEqual(words);
});
