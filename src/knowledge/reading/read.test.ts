import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outline, Passage } from "../../core/evidence.ts";
import { toneOf } from "../../core/port.ts";
import { plain } from "../text/sentence.ts";
import { read, sentencesOf } from "./read.ts";

/** What words alone make of passages, and whether it is an answer, if only a probable one. */
function extract(question: string, passages: Passage[]) {
  const reading = read(question, passages, null);
  return { ...reading, enough: toneOf(reading) !== "nearest" };
}

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  path: "guide.md",
  title: "Guide",
  heading: "",
  lines: [11, 11 + text.split("\n").length - 1],
  text,
  score: 0.5,
  source: { hash: "0", size: 1 },
  ...more,
});

test.each([
  [
    "When was the bridge opened?",
    "The bridge is long. The bridge was opened in 1932. The bridge was opened by a queen.",
    "The bridge was opened in 1932.",
  ],
  [
    "How many days of leave do employees get?",
    "Leave is paid. Employees get 25 days of leave. Employees ask for days of leave early.",
    "Employees get 25 days of leave.",
  ],
  [
    "What is a slice?",
    "Slices are used often. A *slice* is a view of a list. You can pass a slice on.",
    "A *slice* is a view of a list.",
  ],
  [
    "Who wrote the report?",
    "The report was long. The report was written by Anna Reis. Many liked it.",
    "The report was written by Anna Reis.",
  ],
  [
    "Why was the bridge closed?",
    "The bridge was closed in May. The bridge was closed because rust had eaten the cables.",
    "The bridge was closed because rust had eaten the cables.",
  ],
  [
    "When should I call flush?",
    "Flushing takes long. Call flush when the buffer is half full. To flush is safe.",
    "Call flush when the buffer is half full.",
  ],
])("%s", (question, text, answer) => {
  const { excerpts, enough } = extract(question, [passage(text)]);
  expect(excerpts[0]?.plain).toBe(plain(answer));
  expect(enough).toBe(true);
});

test.each([
  [
    "What is a smart pointer?",
    "Smart pointers are often used here. Smart pointers, on the other hand, are a kind of struct that acts like a pointer. Smart pointers are different from references.",
    "Smart pointers, on the other hand, are a kind of struct that acts like a pointer.",
  ],
  [
    "What is a macro?",
    "Macros are written with care. The term *macro* refers to code that writes code. Macros are similar to functions.",
    "The term *macro* refers to code that writes code.",
  ],
  [
    "What is deref coercion?",
    "Deref coercion was added in May. Deref coercion converts one reference into another. Deref coercion is useful.",
    "Deref coercion converts one reference into another.",
  ],
  [
    "What is contextual typing?",
    "Types may also flow the other way. This is known as *contextual typing*. Contextual typing is powerful.",
    "Types may also flow the other way. This is known as *contextual typing*.",
  ],
  [
    "What is a deadlock?",
    "A lock may be held for long. It also brings the risk of a *deadlock*. These occur when two threads wait for each other. Nobody likes a deadlock here.",
    "It also brings the risk of a *deadlock*. These occur when two threads wait for each other.",
  ],
  [
    "What makes a claim provable?",
    "It never guesses: ignored files make a claim undecidable. A claim is provable only if the observations imply it.",
    "A claim is provable only if the observations imply it.",
  ],
  [
    "How do I publish a package?",
    "You can publish a package once you have an account. To publish a package, run `ship now` in it. You can publish it twice.",
    "To publish a package, run `ship now` in it.",
  ],
])("what explains is quoted before what only mentions: %s", (question, text, answer) => {
  expect(extract(question, [passage(text)]).excerpts[0]?.plain).toBe(plain(answer));
});

test("the first whole sentence under a heading tells what the heading names", () => {
  const text =
    "## `fold(list[, start])`\n\n- Returns: a number\n\nMakes one value out of many. Mind that there is an end to each fold.";
  const { excerpts, enough } = extract("What does fold do?", [
    passage(text, { heading: "List > `fold(list[, start])`" }),
  ]);
  expect(excerpts[0]?.plain).toBe("Makes one value out of many.");
  expect(enough).toBe(true);
});

test("headings count for the sentences below them", () => {
  const below = passage("It is 30 days.", { heading: "Contract > Notice period" });
  const { excerpts, enough } = extract("How long is the notice period?", [
    passage("The notice board hangs here."),
    below,
  ]);
  expect(excerpts[0]?.plain).toBe("It is 30 days.");
  expect(enough).toBe(true);
});

test.each([
  ["Who is the mayor of Lisbon?", "The museum opens on Sundays. Visitors pay 5 euros."],
  ["What is the boiling point of ethanol?", "The point of this chapter is that closures capture their environment."],
  ["What does the Zorblax module do?", "The parser module does most of the work. A module is a file."],
])("what the passages do not cover is not enough: %s", (question, text) => {
  expect(extract(question, [passage(text)]).enough).toBe(false);
});

test("differences between processors turn no answer that is not on the edge", () => {
  // Kernels of processors differ by up to .2 in the logit of a long text.
  const text = "The yard is big. Twelve acres lie behind the house. Nobody counts the trees there.";
  const question = "How big is the yard?";
  const sentences = sentencesOf(question, [passage(text)]);
  const at = (scores: number[]) => read(question, [passage(text)], { scores, by: "reranker", model: "m" });
  const score = fc.double({ min: -11, max: 9, noNaN: true });
  const jitter = fc.double({ min: -0.2, max: 0.2, noNaN: true });
  const each = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: sentences.length, maxLength: sentences.length });
  fc.assert(
    fc.property(each(score), each(jitter), (scores, by) => {
      const [here, there] = [at(scores), at(scores.map((one, i) => one + by[i]!))];
      // Of two that are as good, either may be first, and they need not be as sure.
      const isSame = there.excerpts[0]?.plain === here.excerpts[0]?.plain;
      if (isSame) expect(Math.abs(here.sure - there.sure)).toBeLessThan(0.02);
      const [first, second] = scores.toSorted((a, b) => b - a);
      if (first! - second! > 4.5) expect(isSame).toBe(true);
    }),
  );
});

test("the scores of a cross-encoder decide, whatever words a sentence shares with the question", () => {
  const text = "How big the yard is nobody knows. Twelve acres lie behind the house.";
  const question = "How big is the yard?";
  const sentences = sentencesOf(question, [passage(text)]);
  const scores = sentences.map((sentence) => (sentence.includes("Twelve") ? 6 : -6));
  const { excerpts } = read(question, [passage(text)], { scores, by: "reranker", model: "m" });
  expect(excerpts[0]?.plain).toBe("Twelve acres lie behind the house.");
  expect(sentences[0]).toMatch(/^Guide: /);
});

test("no passages and empty questions are answered with nothing", () => {
  expect(extract("What is a slice?", [])).toMatchObject({ excerpts: [], enough: false });
  expect(extract("", [passage("Some text.")]).enough).toBe(false);
  expect(extract("???", [passage("Some text.")]).enough).toBe(false);
});

test("excerpts are distinct, best first", () => {
  const filler = "Somebody counts birds on the far side of the river all day long, in any weather. ".repeat(9);
  const text = `The engine needs oil. ${filler} Old engines need much oil.`;
  const { excerpts } = extract("Does the engine need oil?", [passage(text), passage(text, { path: "copy.md" })]);
  expect(excerpts.slice(0, 2).map(({ plain: each }) => each)).toEqual([
    "The engine needs oil.",
    "Old engines need much oil.",
  ]);
  expect(excerpts.map((excerpt) => excerpt.score)).toEqual(
    excerpts.map((excerpt) => excerpt.score).sort((a, b) => b - a),
  );
});

test.each([
  ["a row of a table", "| recipes | what a recipe is |\n|---|---|\n| `recipe` | a term, a claim |\n\n"],
  ["a list of items", "- a recipe\n- the recipe is matched\n\n"],
])("a definition wins over %s", (_, other) => {
  const text = `${other}**Recipe** (\`data/recipes\`). A question with a hole: it measures a term.`;
  expect(extract("What is a recipe?", [passage(text)]).excerpts[0]?.plain).toBe(
    "Recipe (data/recipes). A question with a hole: it measures a term.",
  );
});

test("in source code what a comment says of a name wins over its uses, and is shown without marks", () => {
  const text = 'import { Store } from "./store.ts";\n\n// Keeps words\n// and numbers.\nexport type Store = {};\n';
  const { excerpts } = extract("What is the Store?", [passage(text, { path: "a.ts", title: "a.ts" })]);
  expect(excerpts[0]).toMatchObject({ plain: "Keeps words and numbers." });
});

test("a default value is read out of code", () => {
  const source = passage("import socket\n\nDEFAULT_TCP_PORT = 9020\n", { path: "a.py", title: "a.py" });
  expect(extract("What is the default TCP port?", [source]).excerpts[0]?.plain).toBe("DEFAULT_TCP_PORT = 9020");
});

test("the way to do something comes with the command that follows", () => {
  const text = "The program can be installed anywhere.\n\nInstall the program.\n\n```sh\nnpm ci\n```";
  expect(extract("How do I install the program?", [passage(text)]).excerpts[0]?.plain).toBe(
    "Install the program. npm ci",
  );
  const bare = passage("## Installation\n\n```sh\nnpm ci\n```", { heading: "Guide > Installation" });
  expect(extract("How do I install the guide?", [bare]).excerpts[0]?.plain).toBe("npm ci");
});

test.each([
  ["What makes a claim provable?", "text"],
  ["How does a claim become provable?", "text"],
])("prose answers before a diagram that holds the words: %s", (question) => {
  const text =
    "```mermaid\nflowchart LR\n  A[what makes a claim] -- provable --> B\n```\n\nA claim is provable only if the observations imply it.";
  const { excerpts } = extract(question, [passage(text)]);
  expect(excerpts[0]?.plain).toBe("A claim is provable only if the observations imply it.");
});

test("where only code holds the answer its line is quoted as it stands, at its place", () => {
  const text = "## Starting\n\nThe server starts by itself.\n\n```sh\nexport RETRIES=7\nserve --port 8123 --quiet\n```";
  const { excerpts, enough } = extract("Which port is given to serve?", [passage(text, { heading: "Starting" })]);
  expect(excerpts[0]).toMatchObject({ plain: "serve --port 8123 --quiet", lines: [13, 17] });
  expect(enough).toBe(true);
});

const whole: Outline = { of: "folder", title: "Acme", path: ".", parts: [], more: 0 };

test("a whole is told by the sentences that it opens with, each once, and no note or picture", () => {
  const text =
    '# Acme\n\n<img src="x.png" alt="A long alternative text here">\n\n> Note: this is an old page of ours.\n\nAcme digs tunnels for small trains. It is fast.';
  const reading = read("What is this project about?", [passage(text)], null, whole);
  expect(reading.excerpts).toMatchObject([
    { plain: "Acme digs tunnels for small trains.", before: "", after: "It is fast." },
  ]);
  expect(toneOf(reading)).toBe("said");
});

test("of a text without sentences the first lines are shown", () => {
  const { excerpts } = read("Summarise the list", [passage("- nails\n- screws\n")], null, whole);
  expect(excerpts[0]!.plain).toBe("nails");
});

test("identifiers match the words that they are made of, and operators match themselves", () => {
  const { excerpts, enough } = extract("Does HashMap keep an order?", [passage("A hash map keeps no order.")]);
  expect([excerpts[0]?.plain, enough]).toEqual(["A hash map keeps no order.", true]);
  const text = "The -> operator is old. The := operator assigns.";
  expect(extract("What does the := operator do?", [passage(text)]).excerpts[0]?.plain).toBe("The := operator assigns.");
});

test("of a question of two words both must stand in the sentence or its title", () => {
  expect(extract("What is the speed of light?", [passage("Light falls in. The speed rises.")]).enough).toBe(false);
});

test.each([
  [
    "Pourquoi les gardiens habitaient-ils la tour ?",
    "La tour est haute. Les gardiens habitaient la tour parce que la mer coupait la route. Les gardiens aimaient la tour.",
    "Les gardiens habitaient la tour parce que la mer coupait la route.",
  ],
  [
    "Qu'est-ce qu'une lanterne ?",
    "La lanterne a été allumée hier. Une lanterne est une lampe entourée de verre. Chaque lanterne coûte cher.",
    "Une lanterne est une lampe entourée de verre.",
  ],
  [
    "Wie beantrage ich Urlaub?",
    "Urlaub ist bezahlt. Um Urlaub zu beantragen, füllt man das Formular aus. Urlaub verfällt im März.",
    "Um Urlaub zu beantragen, füllt man das Formular aus.",
  ],
  [
    "Wann müssen Mitarbeiter Urlaub beantragen?",
    "Mitarbeiter müssen ihren Urlaub bis 2026 beantragen. Der Urlaub ist lang.",
    "Mitarbeiter müssen ihren Urlaub bis 2026 beantragen.",
  ],
  [
    "¿Cuándo se construyó el faro?",
    "El faro mide mucho. El faro fue construido en 1874. El faro es blanco.",
    "El faro fue construido en 1874.",
  ],
  [
    "¿Qué pasa si un empleado enferma?",
    "El empleado trabaja poco. Si un empleado enferma, se le devuelven los días. Un empleado contento no enferma.",
    "Si un empleado enferma, se le devuelven los días.",
  ],
])("%s", (question, text, answer) => {
  const { excerpts, enough } = extract(question, [passage(text, { score: 0.7 })]);
  expect(excerpts[0]?.plain).toBe(plain(answer));
  expect(enough).toBe(true);
});

test("a question with a word that no text holds is not said to be answered", () => {
  const boats = passage("Install the boat with `boat --install` on a mac.");
  const asked = "how do I install the boat with lighthouse on a mac?";
  const weighed = { scores: [9], by: "reranker" as const, model: "m" };
  const heard = read(asked, [boats], weighed);
  const lacking = read(asked, [boats], weighed, undefined, ["lighthouse"]);
  expect(lacking).toMatchObject({ reason: 'no text holds "lighthouse"', unheard: ["lighthouse"] });
  expect([toneOf(heard), toneOf(lacking)]).toEqual(["said", "probable"]);
});
