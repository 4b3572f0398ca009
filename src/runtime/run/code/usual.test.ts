import fc from "fast-check";
import { expect, test } from "vitest";
import { readData } from "../../../language/data.ts";
import { intentOf } from "../intent.ts";
import { type Named, usualAsks, wordingOf } from "./usual.ts";

const { rows } = readData<{ rows: { ask: string; words: string }[] }>("code/usual.json");

test.each(rows.map(({ ask }) => ask))("%s is read exactly", (ask) => {
  for (const place of ["", " in src/"]) {
    const filled = ask
      .replace("{in}", place)
      .replace("{file}", "`lib/a.js`")
      .replace("{file}", "`lib/b.js`")
      .replace("{name}", "`Thing`")
      .replace("{name}", "`Other`")
      .replace("{text}", '"kite"');
    expect(intentOf(filled).route.recipe, filled).not.toBeNull();
  }
});

const file: Named = { said: "retryer", text: "src/retryer.ts", is: "file", isSure: false };
const type: Named = { said: "removable", text: "Removable", is: "name", isSure: false };

test("other words for a relation bring its usual question, with the name as it is declared", () => {
  const [first] = usualAsks("which things inherit from removable", [type]);
  expect(first).toMatchObject({ ask: "Which classes extend `Removable`?" });
  const asks = usualAsks("what does retryer pull in", [file]).map(({ ask }) => ask);
  expect(asks).toContain("What does `src/retryer.ts` import?");
});

test("what can only be a name is in every question that is offered, and a folder too", () => {
  const called: Named = { said: "runNext", text: "runNext", is: "name", isSure: true };
  const place: Named = { said: "src", text: "src", is: "dir", isSure: true };
  const word = fc.constantFrom(...rows.flatMap(({ words }) => words.split(" ")));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (said) => {
      for (const { ask } of usualAsks(`${said.join(" ")} runNext`, [called])) expect(ask).toContain("`runNext`");
      for (const { ask } of usualAsks(`${said.join(" ")} in src`, [place])) expect(ask).toContain("in src/");
    }),
  );
});

test("two things that are named stand in the order in which they are, and each but once", () => {
  const files = ["a.ts", "b.ts"].map((said): Named => ({ said, text: `src/${said}`, is: "file", isSure: true }));
  const asks = usualAsks("does a.ts need b.ts", files).map(({ ask }) => ask);
  expect(asks).toContain("Does `src/a.ts` import `src/b.ts`?");
  for (const ask of asks) expect(ask.match(/src\/[ab]\.ts/g)).toEqual(["src/a.ts", "src/b.ts"]);
});

test("a short name is left out where it stands by itself, and nowhere within words", () => {
  const short: Named = { said: "a", text: "src/a.ts", is: "file", isSure: false };
  expect(wordingOf("what does a import at last?", [short])).toBe("what does this file import at last?");
});

test("words that speak for nothing bring nothing", () => {
  expect(usualAsks("why is the sky blue over Paris?", [])).toEqual([]);
  expect(wordingOf("who calls runNext in src?", [{ said: "runNext", text: "runNext", is: "name", isSure: true }])).toBe(
    "who calls this in src?",
  );
});
