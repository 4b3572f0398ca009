import { expect, test } from "vitest";
import { propose } from "../src/commands/propose.ts";
import { ask, openSession } from "../src/index.ts";
import { intentOf } from "../src/runtime/run/intent.ts";
import { folder } from "./ergo.ts";

/** Words that every object of the language knows: none of them is known to Ergo's lists for that. */
const names = [...Object.getOwnPropertyNames(Object.prototype), "prototype", "length", "then"];

const forms = [
  (word: string) => word,
  (word: string) => `What does the ${word} do?`,
  (word: string) => `How many ${word} files are there in ${word}?`,
  (word: string) => `Which files contain "${word}"?`,
  (word: string) => `Delete all ${word} files`,
  (word: string) => `${word} ${word} --${word}=${word} | ${word}`,
];

test.each(names)("the word %s is a word like any other", async (word) => {
  const session = await openSession({ dir: folder({ "a.md": `The ${word} is here.\n` }), models: ["worker=none"] });
  for (const form of forms) {
    expect(intentOf(form(word)).engine).toMatch(/^(direct|cite|survey|react)$/);
    propose(form(word));
    expect((await session.judge(form(word))).effects).not.toEqual([]);
    expect((await ask(session, { question: form(word) })).stop).not.toBe("error");
  }
  await session.close();
});
