import { expect, test } from "vitest";
import { data, speak, tongues } from "./data.ts";
import { reader } from "./grammar.ts";
import { lexicon } from "./lexicon.ts";
import { mayOpen, openingsOf } from "./openings.ts";
import { tokenize } from "./tokens.ts";

test("a pattern begins with its first words, those of its phrases, and what it may leave out", () => {
  const phrases = { what: ["files?", "(big|small) <what>"], all: ["[all] <what>"], loop: ["<loop> x"] };
  const opens = (ask: string, word: string) => openingsOf(ask, phrases, { name: () => [] })(word);
  for (const word of ["all", "file", "files", "big", "show"])
    expect(opens("[show|list] <all> now", word), word).toBe(true);
  for (const word of ["now", "x", "lists"]) expect(opens("[show|list] <all> now", word), word).toBe(false);
  // What code recognises, what may be empty, and what begins with itself, begins with anything.
  for (const ask of ["<name> x", "[a]", "a* <name>", "(a|[b] c) d", "<loop>", "<unknown>"])
    expect(opens(ask, "z"), ask).toBe(true);
});

test("no way of asking is left out that a question begins with", () => {
  const { recipes, kinds } = data();
  for (const tongue of tongues) {
    const language = speak(tongue);
    const asked = recipes.map(({ id }) => language.recipes[id]!);
    const patterns = asked.flatMap((each) => each.patterns.flatMap((one) => (typeof one === "string" ? one : one.ask)));
    const questions = asked.flatMap(({ examples }) => examples).filter((_, at) => at % 60 === 0);
    for (const question of questions) {
      const tokens = tokenize(question, language.words);
      const read = reader(tokens, language.phrases, lexicon(language.words, kinds, question, Date.now()));
      const lost = patterns.filter(
        (ask) => !mayOpen(openingsOf(ask, language.phrases, read.builtins), tokens[0]) && read.match(ask, 0).length > 0,
      );
      expect(lost, question).toEqual([]);
    }
  }
});
