import { expect, test } from "vitest";
import { speak, tongues } from "./data.ts";
import { others } from "./fixtures/others.ts";
import { match, narrowers } from "./match.ts";

const now = new Date(2026, 2, 18, 15, 30).getTime();
const slots = (question: string) => match(question, { now })?.slots;

const asked = tongues.flatMap((language) =>
  Object.entries(speak(language).recipes).map(([id, { examples }]) => ({ language, id, examples })),
);
test.each(asked)("$language $id: its examples fit it and nothing else", ({ language, id, examples }) => {
  const ids = examples.map((example) => [example, match(example, { now })?.id, match(example, { now })?.language]);
  expect(ids).toEqual(examples.map((example) => [example, id, language]));
});

test("questions about content, the world or actions fit no recipe", () => {
  const fits = others.filter((question) => match(question, { now }) !== null);
  expect(fits).toEqual([]);
});

test.each([
  ["Could you please tell me how many JSON files there are?", "how many json files are there"],
  ["In src, which files mention `foo`?", "Which files mention `foo` in src"],
  ["What's the largest file?", "what is the largest file"],
  ["How many files are in docs/?", "how many files are in `docs`"],
  ["Which files aren't in src?", "Which files are outside src?"],
  ["main.ts: how long is it?", "How long is main.ts?"],
  ["I'm looking for notes.md, is it here?", "Is notes.md here?"],
  ["files >5KB", "files larger than 5 KB"],
  ["How many JSON/YAML files are there?", "How many JSON or YAML files are there?"],
  ["How many files are there, not including docs?", "How many files are there, excluding docs?"],
  ["I'm cleaning up the repo; which files are empty?", "Which files are empty?"],
  ["I'm reviewing main.ts; how many lines does it have?", "How many lines does main.ts have?"],
  ["What number of files contain `foo`?", "How many files contain `foo`?"],
  ["Which files, if any, contain `foo`?", "Which files contain `foo`?"],
  ["how many pys are there", "how many .py files are there"],
  ["how many non-src files are there", "how many files outside src are there"],
])("%s means: %s", (one, other) => {
  expect(slots(one)).toEqual(slots(other));
  expect(slots(one)).toBeDefined();
});

test.each([
  ["How many *.{ts,tsx} files are there?", { name: "*.{ts,tsx}" }],
  ["How many files match `{a,b}.md`?", { name: "{a,b}.md" }],
  ["How many files match src/[!a]*.ts?", { path: "src/[!a]*.ts" }],
  ["How many files match a?.md?", { name: "a?.md" }],
  ["How many files match **/*.md?", { name: "*.md" }],
  ["How many `**/*.md` files are there?", { name: "*.md" }],
  ["How many files are named `[ab].md`?", { name: "[ab].md" }],
  ["Welche Dateien heißen `a?.md`?", { name: "a?.md" }],
  ["Quels fichiers correspondent au motif `[ab].md` ?", { name: "[ab].md" }],
  ["¿Qué archivos coinciden con `{a,b}.md`?", { name: "{a,b}.md" }],
  ["Which files contain `arr[0].md`?", { text: { text: "arr[0].md", as: "literal" } }],
])("a glob is one: %s", (question, files) => {
  expect(slots(question)).toEqual({ files });
});

test("what is joined by and, or, not keeps its sense", () => {
  const literal = (text: string) => ({ text: { text, as: "literal" } });
  expect(slots('files with "a" and "b"')).toEqual({ files: { and: [literal("a"), literal("b")] } });
  expect(slots('Which files contain "a" or "b"?')).toEqual({ files: { or: [literal("a"), literal("b")] } });
  expect(slots('Which files contain "a" but not "b"?')).toEqual({
    files: { and: [literal("a"), { not: literal("b") }] },
  });
  expect(slots('Which files contain neither "a" nor "b"?')).toEqual({
    files: { not: { or: [literal("a"), literal("b")] } },
  });
  expect(slots("How many TypeScript and Markdown files are in src or docs?")).toEqual({
    files: {
      and: [
        { or: [{ kind: "typescript" }, { kind: "markdown" }] },
        { or: [{ in: { name: "src" } }, { in: { name: "docs" } }] },
      ],
    },
  });
});

test.each([
  ["How many lines has main.py?", "lines"],
  ["Do the Markdown files all mention `foo`?", "all-files"],
  ["Is notes.txt in docs?", "file-exists"],
  ["Does notes.txt exist in docs?", "file-exists"],
  ["Is README.md in this repo?", "file-exists"],
  ["What's the oldest of the Python files?", "rank-files"],
  ["What is 3*(2+1)?", "arithmetic"],
  ["docs: how many files?", "count-files"],
  ["Which file has the most lines containing `foo`?", "most-mentions"],
])("%s is a question for %s", (question, id) => {
  expect(match(question, { now })?.id).toBe(id);
});

test("a folder that is named first, or left out, is a folder, whatever its name means elsewhere", () => {
  expect(slots("docs: how many files?")).toEqual({ files: { in: { name: "docs" } } });
  expect(slots("Excluding docs, how many files are there?")).toEqual({ files: { not: { thing: "docs" } } });
});

test("a clause before the question counts where it says more than why the question is asked", () => {
  expect(narrowers("I only care about src. How many files are there?")).toEqual(["I only care about src."]);
  expect(match("My tests are slow; which files changed in the last 3 days?", { now })).toBeNull();
  expect(match("I have 3 files and delete 1; how many files are left?", { now })).toBeNull();
});

test("what a file must not contain is a text, never a folder", () => {
  const [alpha, beta, gamma] = ["alpha", "beta", "gamma"].map((text) => ({ text: { text, as: "literal" } }));
  const neither = { files: { and: [alpha, { not: { or: [beta, gamma] } }] } };
  expect(slots('Which files mention "alpha" but neither "beta" nor "gamma"?')).toEqual(neither);
  expect(slots("Which files contain alpha and not beta and not gamma?")).toEqual(neither);
});

test("case that does not matter holds for names and texts", () => {
  const named = { files: { name: "*[aA][pP][iI]*" } };
  expect(slots("Which files have api in their name, ignoring case?")).toEqual(named);
  expect(slots("List files with API in the name regardless of case")).toEqual(named);
  const text = { text: "foo", as: "literal", fold: true };
  expect(slots("Ignoring case, which files contain foo?")).toEqual({ files: { text } });
  expect(match("Ignoring case, how many files are there?", { now })).toBeNull();
});

test("names of one sort are asked for, or no recipe fits", () => {
  expect(slots("How many functions does src/a.ts export?")?.kind).toBe("function");
  expect(slots("Which classes does src/a.ts export?")?.kind).toBe("class");
});

test("a question that can be read in two ways fits nothing", () => {
  expect(match('Which files do not contain "a" and "b"?', { now })).toBeNull();
  expect(match("How many files were modified last week?", { now })).toBeNull();
});

test("sizes: KB is 1000 bytes, KiB 1024", () => {
  const bound = (question: string) => (slots(question)?.files as { bound: unknown } | undefined)?.bound;
  expect(bound("files larger than 10 KB")).toEqual(["bytes", ">", 10_000]);
  expect(bound("files larger than 10KiB")).toEqual(["bytes", ">", 10_240]);
  expect(bound("files of at least 1.5 MB")).toEqual(["bytes", ">=", 1_500_000]);
  expect(bound("files with fewer than 1,000 lines")).toEqual(["lines", "<", 1000]);
});

test("dates count from now in the local calendar", () => {
  const time = (question: string) => (slots(question)?.files as { time: unknown } | undefined)?.time;
  const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime();
  expect(time("files changed today")).toEqual({ on: { from: day(2026, 3, 18), to: day(2026, 3, 19) } });
  expect(time("files changed since yesterday")).toEqual({ since: { from: day(2026, 3, 17), to: day(2026, 3, 18) } });
  expect(time("files changed this week")).toEqual({ on: { from: day(2026, 3, 16), to: day(2026, 3, 23) } });
  expect(time("files changed since Monday")).toEqual({ since: { from: day(2026, 3, 16), to: day(2026, 3, 17) } });
  expect(time("files changed before 5 March 2026")).toEqual({ before: { from: day(2026, 3, 5), to: day(2026, 3, 6) } });
  expect(time("files changed in June")).toEqual({ on: { from: day(2025, 6, 1), to: day(2025, 7, 1) } });
  expect(time("files changed in the last 7 days")).toEqual({ within: { start: now - 7 * 86_400_000 } });
  expect(time("files not changed for 2 weeks")).toBeUndefined();
});

test.each([
  ["I left my calculator at home: 80 × (69 + 1)?", "80 * (69 + 1)"],
  ["J'ai oublié ma calculette : 80 × (69 + 1) ?", "80 * (69 + 1)"],
  ["Mein Rechner ist weg: (80 + 69) × 2?", "(80 + 69) * 2"],
  ["I left it at home: 10 - 3 - 2?", "10 - 3 - 2"],
  ["23 fois (98 + 1), ça donne quoi ?", "23 * (98 + 1)"],
  ["51 multiplicado por (77 + 1), resultado", "51 * (77 + 1)"],
  ["57 mal (30 + 1), Ergebnis?", "57 * (30 + 1)"],
])("arithmetic is read whole, with its brackets: %s", (question, expression) => {
  expect(slots(question)?.expression).toBe(expression);
});

test("of arithmetic that is not read whole no part is taken", () => {
  expect(match("My calculator is gone: 10 – 3 + 2?", { now })).toBeNull();
  expect(match("12 times 3 files", { now })).toBeNull();
});

test.each([
  ["I have two minutes: which three files are the largest?", 3],
  ["Ich habe zwei Minuten: welche drei Dateien sind die größten?", 3],
  ["À nous deux, quels sont les cinq fichiers les plus gros ?", 5],
])("of two numbers the one that counts files is taken: %s", (question, count) => {
  expect(slots(question)?.count).toBe(count);
});

test.each([
  "What is 20% of the total?",
  "what is 12 + 5 - the total",
  "My disk has 5 MB left, which files fit?",
  "Which files can I mail if 10 MB is the limit?",
  "¿Qué archivos caben en 5 MB?",
])("half a sum and the opposite of a bound are no readings: %s", (question) => {
  expect(match(question, { now })).toBeNull();
});

test("what points back to files asks for them", () => {
  expect(slots("How many of them have been touched since 2024-05-01?")).toEqual(
    slots("How many files have been touched since 2024-05-01?"),
  );
});

test("the longest question, odd characters and nothing at all are no trouble", () => {
  expect(match("")).toBeNull();
  expect(match("???")).toBeNull();
  expect(match("how many files ".repeat(2000))).toBeNull();
  expect(match(`How many files contain "${"(".repeat(500)}"?`)).not.toBeNull();
});

test.each([
  "delete a.txt and all of docs/",
  "please delete a.txt if it is empty",
  "remove the duplicates",
  "supprime les fichiers vides",
  "borra los archivos vacíos",
  "lösche a.txt, wenn sie leer ist",
])("what asks for a change fits no recipe: %s", (request) => {
  expect(match(request)).toBeNull();
});
