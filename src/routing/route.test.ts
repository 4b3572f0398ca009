import { expect, test } from "vitest";
import type { Route } from "../core/route.ts";
import { route } from "./route.ts";

const ask = (question: string): Route => route(question, { recipe: null });

test("a validated recipe comes before every score", () => {
  const recipe = { id: "count-files", slots: { glob: "**/*.json" } };
  for (const question of [
    "count all JSON files",
    "hello",
    "why and how do A, B, C and D differ, and which is better?",
  ]) {
    const decided = route(question, { recipe });
    expect(decided).toMatchObject({ level: "SIMPLE", engine: "direct", about: "files", recipe, flags: [] });
    expect(decided.reasons[0]).toContain("count-files");
  }
});

test.each([
  ["Which doctor treated the patient?", []],
  ["How many days of leave do I get?", []],
  ["How many documents does the applicant need?", []],
  ["What is the average temperature in Paris?", []],
  ["What is RAG?", []],
  ["What is TLS?", []],
  ["Combien de jours de congé ai-je ?", []],
  ["How many documents are there?", ["CORPUS"]],
  ["List all docs", ["CORPUS"]],
  ["combien de documents ?", ["CORPUS"]],
  ["wie viele Dokumente gibt es?", ["CORPUS"]],
  ["¿Cuántos documentos hay?", ["CORPUS"]],
  ["What is the average price across all reports?", ["AGGREGATION"]],
  ["Wie oft wird Berlin in allen Dokumenten genannt?", []],
  ["Wie viele Namen stehen in allen Dokumenten?", ["AGGREGATION"]],
  ["What does it do?", ["AMBIGUOUS"]],
  ["why?", ["AMBIGUOUS"]],
  ["et ça, c'est quoi ?", ["AMBIGUOUS"]],
])("flags of %j", (question, flags) => {
  expect(ask(question).flags).toEqual(flags);
});

test("floors hold: a question about the collection, over all documents, or an ambiguous one is COMPLEX", () => {
  expect(ask("How many documents are there?").score).toBe(0.75);
  expect(ask("How many people are named across all documents?").score).toBeGreaterThanOrEqual(0.65);
  expect(ask("What does it do?")).toMatchObject({ level: "COMPLEX", score: 0.65 });
});

test.each([
  ["Compare Rust and Go", "COMPARATIVE"],
  ["En quoi Rust et Go divergent-ils ?", "COMPARATIVE"],
  ["quelles sont les différences fondamentales entre A et B ?", "COMPARATIVE"],
  ["¿En qué se diferencian Rust y Go?", "COMPARATIVE"],
  ["Worin unterscheiden sich Rust und Go?", "COMPARATIVE"],
  ["Who invented the telephone?", "FACTUAL"],
  ["Wann wurde der Vertrag unterschrieben?", "FACTUAL"],
  ["How do I install Rust?", "PROCEDURAL"],
  ["Comment installer le paquet ?", "PROCEDURAL"],
  ["Why did the project fail?", "ANALYTICAL"],
  ["Pourquoi le projet a-t-il échoué ?", "ANALYTICAL"],
  ["Give me an overview of the main topics", "EXPLORATORY"],
  ["How is Anna related to the board?", "RELATIONAL"],
  ["parental leave 2024", "UNKNOWN"],
])("type of %j is %s", (question, type) => {
  expect(ask(question).type).toBe(type);
});

test.each([
  ["What is the capital of France?", "en"],
  ["Quelle est la capitale de la France ?", "fr"],
  ["¿Cuál es la capital de Francia?", "es"],
  ["Was ist die Hauptstadt von Frankreich?", "de"],
  ["RAG", "en"],
])("language of %j is %s", (question, language) => {
  expect(ask(question).language).toBe(language);
});

test.each([
  "hello",
  "Hi there!",
  "thanks a lot",
  "Hello, how are you?",
  "what can you do?",
  "Who are you?",
  "explain recursion",
  "Can you explain what recursion is in simple terms?",
  "write a haiku",
  "Please write me a short poem about the sea",
  "tell me a joke",
  "Bonjour !",
  "merci beaucoup",
  "Was kannst du?",
  "erkläre Rekursion",
  "hola, ¿qué tal?",
])("%j needs no source", (question) => {
  expect(ask(question)).toMatchObject({ level: "BYPASS", about: "none", engine: "direct" });
});

test.each([
  ["What does the README say about X?", "content"],
  ["explain how ownership works in these docs", "content"],
  ["Explain the borrow checker", "content"],
  ["Hi, what does the contract say about notice periods?", "content"],
  ["write a summary of the README", "content"],
  ["What is ownership?", "content"],
  ["Who treated the patient?", "content"],
  ["Which files import fs?", "files"],
  ["How many lines does src/index.ts have?", "files"],
  ["Where is parseConfig defined?", "files"],
  ["combien de fichiers Python ?", "files"],
  ["welche Dateien sind am größten?", "files"],
  ["List the largest files", "files"],
  ["What files are in this folder?", "files"],
])("%j is about %s and not conversation", (question, about) => {
  const decided = ask(question);
  expect(decided.about).toBe(about);
  expect(decided.level).not.toBe("BYPASS");
  expect(decided.engine).toBe("cite");
});

test("a question in several steps scores higher than one in a single step", () => {
  const pairs = [
    ["Who was the first president of the APA?", "Who was the first president of the association which published Acta?"],
    ["What is Anna Vega's occupation?", "What is the occupation of the singer who wrote the song Harbour?"],
    ["When was Lisbon founded?", "When did the country Lisbon is in join the union?"],
    ["Where was the writer born?", "Which city is the birthplace of the director of the film Harbour?"],
  ] as const;
  for (const [single, chain] of pairs) expect(ask(chain).score, chain).toBeGreaterThan(ask(single).score);
});

test("German nouns are no entities, names in other languages are", () => {
  expect(ask("Welche Frist gilt für die Kündigung der Wohnung?").factors.entities).toBe(0);
  expect(ask("Did Marie Curie know Albert Einstein?").factors.entities).toBe(0.5);
  expect(ask("What does `parse_config` in src/config.ts return?").factors.entities).toBe(0.5);
});

test("the score is the weighted sum of its factors where no floor applies", () => {
  const decided = ask("Why do Rust and Go differ, and which one is faster?");
  const { type = 0, entities = 0, questions = 0, keywords = 0, doubt = 0, floor } = decided.factors;
  expect(floor).toBe(0);
  expect(0.25 * type + 0.2 * entities + 0.2 * questions + 0.2 * keywords + 0.15 * doubt).toBeCloseTo(decided.score, 2);
  expect(decided.level).toBe("COMPLEX");
});

test("the fitted score is shown beside the baseline, higher where several looks are taken, and says what is tried where nothing sure is found", () => {
  const one = ask("Who painted the old harbour?");
  const several = ask("Who was the first president of the association which published the Journal of Fire in Hallby?");
  expect(one.factors.fitted).toBeLessThan(0.5);
  expect(several.factors.fitted).toBeGreaterThan(0.5);
  for (const { score, factors } of [one, several]) expect(score).toBe(Math.max(factors.baseline!, factors.floor!));
  expect(one.reasons.at(-1)).not.toMatch(/react/);
  expect(several.reasons.at(-1)).toMatch(/^engine cite.*; react once, where that finds no sure answer$/);
});

test("reasons name the engine that stands in for one that does not pay", () => {
  expect(ask("What is ownership?").reasons.at(-1)).toBe("engine cite, in place of direct/search");
  const several = route("Who built the lighthouse, and who painted it?", { recipe: null, several: true });
  expect(several.reasons.at(-1)).toBe("engine react");
});

test("any text gets a route", () => {
  for (const text of ["", "   ", "?", "🙂", "\u0000", "a".repeat(20_000), "of the ".repeat(2_000), "что это такое?"]) {
    expect(ask(text).score).toBeLessThanOrEqual(1);
  }
});

test.each<[string, boolean]>([
  ["Which files reference picomatch?", true],
  ["How many words are in README.md?", true],
  ["Which folder has the most files?", true],
  ["What is on line 5 of README.md?", true],
  ["Which file specifies the build requirements?", false],
  ["How many people live in Lyon?", false],
  ["Which folders are left out when I don't give an exclude list in tsconfig?", false],
  ["My tool has to write the path of a script into another process. How many bytes do I have for it?", false],
  ["Which files import zod but not vitest?", true],
  ["combien de lignes y a-t-il ?", true],
  ["Wie viele Dateien gibt es?", true],
])("%s asks for an exact figure or list, and nothing else: %s", (question, exact) => {
  expect(route(question, { recipe: null }).flags.includes("EXACT")).toBe(exact);
});

test("a question that asks for files among other things says so", () => {
  const flags = (question: string) => route(question, { recipe: null }).flags;
  expect(flags("Which folders are left out when I don't give an exclude list in tsconfig?")).toEqual(["FILES"]);
  expect(flags("How many people live in Lyon?")).toEqual([]);
});
