import fc from "fast-check";
import { expect, test } from "vitest";
import { readData } from "../../../language/data.ts";
import { intentOf } from "../intent.ts";
import { usualAsks, wordingOf } from "./usual.ts";
import type { Named } from "./vocabulary.ts";

const { rows } = readData<{ rows: { ask: string; words: string }[] }>("code/usual.json");

test.each(rows.map(({ ask }) => ask))("%s is read exactly", (ask) => {
  for (const [place, at, kind] of [
    ["", "", "source"],
    [" in src/", " in `lib/a.js`", "rst"],
    [" in src/", " in src/", "typescript"],
  ] as const) {
    const filled = ask
      .replace("{in}", place)
      .replace("{at}", at)
      .replace("{kind}", kind)
      .replace("{number}", "3")
      .replace("{package}", "`left-pad`")
      .replace("{dir}", "src/")
      .replace("{dir}", "lib/")
      .replace("{file}", "`lib/c.js`")
      .replace("{file}", "`lib/a.js`")
      .replace("{file}", "`lib/b.js`")
      .replace("{name}", "`Thing`")
      .replace("{name}", "`Other`")
      .replace("{text}", '"kite"');
    if (/\{/.test(filled)) throw new Error(filled);
    expect(intentOf(filled).route.recipe, filled).not.toBeNull();
  }
});

const file: Named = { said: "retryer", text: "src/retryer.ts", is: "file", isSure: false };
const type: Named = { said: "removable", text: "Removable", is: "name", isSure: false };

test("other words for a relation bring its usual question, with the name as it is declared", () => {
  const [first] = usualAsks("which things inherit from removable", [type], "code");
  expect(first).toMatchObject({ ask: "Which classes extend `Removable`?" });
  const asks = usualAsks("what does retryer pull in", [file], "code").map(({ ask }) => ask);
  expect(asks).toContain("What does `src/retryer.ts` import?");
});

test("what can only be a name is in every question that is offered, and a folder too", () => {
  const called: Named = { said: "runNext", text: "runNext", is: "name", isSure: true };
  const place: Named = { said: "src", text: "src", is: "dir", isSure: true };
  const word = fc.constantFrom(...rows.flatMap(({ words }) => words.split(" ")));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (said) => {
      for (const { ask } of usualAsks(`${said.join(" ")} runNext`, [called], "code"))
        expect(ask).toContain("`runNext`");
      for (const { ask } of usualAsks(`${said.join(" ")} in src`, [place], "code")) expect(ask).toContain("in src/");
    }),
  );
});

test("two things that are named stand in the order in which they are, and each but once", () => {
  const files = ["a.ts", "b.ts"].map((said): Named => ({ said, text: `src/${said}`, is: "file", isSure: true }));
  const asks = usualAsks("does a.ts need b.ts", files, "code").map(({ ask }) => ask);
  expect(asks).toContain("Does `src/a.ts` import `src/b.ts`?");
  for (const ask of asks) expect(ask.match(/src\/[ab]\.ts/g)).toEqual(["src/a.ts", "src/b.ts"]);
});

test("a short name is left out where it stands by itself, and nowhere within words", () => {
  const short: Named = { said: "a", text: "src/a.ts", is: "file", isSure: false };
  expect(wordingOf("what does a import at last?", [short], "code")).toBe("what does this file import at last?");
});

test("words that speak for nothing bring nothing", () => {
  expect(usualAsks("why is the sky blue over Paris?", [], "code")).toEqual([]);
  expect(
    wordingOf("who calls runNext in src?", [{ said: "runNext", text: "runNext", is: "name", isSure: true }], "code"),
  ).toBe("who calls this in src?");
});

test("a question in German, French or Spanish brings the same, with its names as they are", () => {
  const name: Named = { said: "runNext", text: "runNext", is: "name", isSure: true };
  const first = (question: string, tongue: "de" | "fr" | "es") => usualAsks(question, [name], "code", tongue)[0]?.ask;
  expect(first("Wer ruft runNext denn so auf?", "de")).toBe("Who calls `runNext`?");
  expect(first("on définit runNext où au juste ?", "fr")).toBe("Where is `runNext` defined?");
  expect(first("¿qué parámetros acepta runNext?", "es")).toBe("What parameters does `runNext` take?");
  expect(wordingOf("Welche Klassen erben von runNext?", [name], "code", "de")).toMatch(/class .*(?:extend|inherit)/);
});

test("a word that may be asked by, and a name as well, is first what is asked by", () => {
  const named: Named[] = [
    { said: "value", text: "value", is: "name", isSure: false },
    { said: "MAX_AGE", text: "MAX_AGE", is: "name", isSure: true },
  ];
  expect(usualAsks("value of MAX_AGE", named, "code")[0]?.ask).toBe("What is the value of `MAX_AGE`?");
});

test("a sort of files, a number and a folder stand where a wording has room for them", () => {
  const named: Named[] = [
    { said: "python", text: "python", is: "kind", isSure: false },
    { said: "400", text: "400", is: "number", isSure: true },
    { said: "src", text: "src", is: "dir", isSure: true },
  ];
  expect(usualAsks("python files over 400 lines in src", named, "code")[0]?.ask).toBe(
    "Which python files have more than 400 lines in src/?",
  );
});
