import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const files = {
  "src/a.py": "one = 1\n\n# XXX later\ntwo = 2  # XXX soon\n",
  "src/in/b.py": "b = 1\n   \n",
  "src/c.txt": "x\n".repeat(9),
  "docs/a.md": "# A\n",
  "docs/b.markdown": "# B\n\nText.\n",
};

test.each([
  [
    "sum of lines over all .py files in src, blanks and comments included",
    "The 2 .py files in src have 6 lines in total.",
  ],
  [
    "I'm splitting up the docs site and want to start with the heaviest page. Biggest Markdown file under docs/ in bytes?",
    'The largest Markdown file (.md, .markdown) in docs is docs/b.markdown (11 bytes).\nLeft aside: "I\'m splitting up the docs site and want to start with the heaviest page".',
  ],
  [
    "is c.txt longer than a.py and b.py put together?",
    "Yes, src/c.txt (9 lines) are longer in total than the files named src/a.py or src/in/b.py (6 lines).",
  ],
  [
    "XXX markers in src: where?",
    '2 lines in the files in src contain "XXX":\nsrc/a.py:3: # XXX later\nsrc/a.py:4: two = 2  # XXX soon',
  ],
  [
    "Wie viele Zeilen haben alle Python-Dateien in src zusammen?",
    "Die 2 Python-Dateien (.py, .pyi, .pyw) in src haben insgesamt 6 Zeilen.",
  ],
  ["Quel fichier de src contient « later » ?", 'Il y a 1 fichier dans src qui contient "later" :\nsrc/a.py'],
  ["Do the Markdown files all contain '# '?", "Yes, that holds of all 2 Markdown files (.md, .markdown)."],
  ["Steht 'later' in a.py?", 'Ja, src/a.py enthält "later".'],
  ["files named something with b in the name", "There are 2 files named *b*:\ndocs/b.markdown\nsrc/in/b.py"],
  ["in which folder does c.txt lie", "Yes: src/c.txt."],
  ["¿Es c.txt más largo que a.py?", "Sí, src/c.txt (9 líneas) es más largo que src/a.py (4 líneas)."],
  ["Wie viele Funktionen gibt es in a.py?", "src/a.py deklariert 0 Funktionen."],
])("%s", async (question, answer) => {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const made = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json();
  expect(made).toMatchObject({ answer, status: "answered", claims: [{ verdict: "proven" }] });
  expect((await ergo(["verify", made.run, "--dir", dir], { env })).code).toBe(0);
});

test.each([
  [
    "which file has the most lines and how many bytes has it? (asking because i want to split it)",
    /^The longest file is src\/c\.txt \(9 lines\)\.\nsrc\/c\.txt has \d+ bytes\.\nLeft aside: "asking because i want to split it"\.$/,
  ],
  [
    "how many python files are in src and how many lines do they have together",
    /^There are 2 Python files .* in src\.\nThe 2 Python files .* in src have 6 lines in total\.$/,
  ],
  ["is there an XXX in src? if so where", /^2 lines in the files in src contain "XXX":\n/],
  [
    "how many python files are there, and how many of them contain XXX?",
    /^There are 2 Python files .*\.\nThere is 1 Python file .* that contains "XXX"\.$/,
  ],
  ["how big is src/c.txt, lines n bytes?", /^src\/c\.txt has 9 lines\.\nsrc\/c\.txt has 18 bytes\.$/],
  ["does every file in docs start with '# '?", /^Yes, that holds of all 2 files in docs\.$/],
  [
    'Welche Dateien in src fangen nicht mit "one =" an?',
    /^Es gibt 2 Dateien in src, die nicht mit "one =" beginnen:\nsrc\/c\.txt\nsrc\/in\/b\.py$/,
  ],
])("what a question asks beside is answered, and what it tells beside left aside: %s", async (question, answer) => {
  const dir = folder(files);
  const made = (await ergo(["ask", question, "--dir", dir, "--json"])).json();
  expect(made.answer).toMatch(answer);
  expect(new Set(made.claims.map(({ verdict }: { verdict: string }) => verdict))).toEqual(new Set(["proven"]));
});

test("of two questions of which one is read that one is answered, and the other said to be open", async () => {
  const dir = folder(files);
  const made = (
    await ergo(["ask", "how many lines has src/a.py? can i shorten this thing", "--dir", dir, "--json"])
  ).json();
  expect(made).toMatchObject({ status: "partial", claims: [{ verdict: "proven" }] });
  expect(made.answer).toBe('src/a.py has 4 lines.\nNot answered: "can i shorten this thing?"');
});

test("what is asked of each is not proven of all together", async () => {
  const ask = async (question: string) => (await ergo(["ask", question, "--dir", folder(files), "--json"])).json();
  const { claims } = await ask("is src/c.txt longer than all files in docs?");
  expect(claims.filter(({ verdict }: { verdict: string }) => verdict === "proven")).toEqual([]);
  const each = await ask("do all files in src declare a function?");
  expect(each.answer).toMatch(/^No: /);
  expect(each.claims[0].formal).toContain('all x in files("src/**")');
});

test("where several files are the biggest each of them is asked about", async () => {
  const dir = folder({ "a.txt": "a\nb\n", "b.txt": "cdef" });
  const made = (
    await ergo(["ask", "which file is the biggest and how many lines has it?", "--dir", dir, "--json"])
  ).json();
  expect(made.answer).toMatch(/^2 files tie .*[\s\S]*\na\.txt has 2 lines\.\nb\.txt has 1 line\./);
});

test("a plan says how amounts are answered", async () => {
  const { out } = await ergo(["ask", "--dry-run", "how many txt files are there?", "--dir", folder(files)]);
  expect(out).toContain("answer exactly by amount.files");
  expect(out).not.toContain("without a source");
});

test("how often a text occurs is told with how many files hold it, or which, where both are asked for", async () => {
  const dir = folder(files);
  const made = async (question: string) => (await ergo(["ask", question, "--dir", dir, "--json"])).json();
  const { answer, claims } = await made("How often does XXX occur in src, and in how many files?");
  expect(answer).toBe('"XXX" occurs 2 times in the files in src.\nThere is 1 file in src that contains "XXX".');
  expect(claims.map(({ verdict }: { verdict: string }) => verdict)).toEqual(["proven", "proven"]);
  expect((await made("how many XXX markers are there in src and in which files?")).answer).toMatch(
    /^2 lines .*:?\n[\s\S]*src\/a\.py$/,
  );
});

test("modules are source files where nothing is called by that word, and asked of texts where there are none", async () => {
  const asked = async (dir: string) =>
    (await ergo(["ask", "how many modules are there?", "--dir", dir, "--json"])).json();
  expect((await asked(folder({ "lib/a.py": "a = 1\n", "lib/b.py": "b = 1\n" }))).answer).toMatch(
    /^There are 2 source files/,
  );
  const { claims } = await asked(folder({ "course.md": "# Course\n\nIt has two parts.\n" }));
  expect(claims.filter(({ verdict }: { verdict: string }) => verdict === "proven")).toEqual([]);
});

test("what could not be read is told beside a sum", async () => {
  const dir = folder({ "src/a.py": "a = 1\n", "src/b.py": Buffer.from([0xff, 0xfe, 0x00, 0xd8]) });
  const question = "sum of lines over all .py files in src, comments included";
  const { answer } = (await ergo(["ask", question, "--dir", dir, "--json"])).json();
  expect(answer).toMatch(/not text/);
});

test("nouns that only a folder knows are counted by its files, and said to be", async () => {
  const dir = folder({
    "notes/rfc-1.md": "a\n",
    "notes/rfc-2.md": "b\n",
    "locales/de.js": "\n",
    "locales/fr.js": "\n",
    "locales/index.js": "\n",
  });
  const answered = async (question: string) => (await ergo(["ask", question, "--dir", dir, "--json"])).json().answer;
  expect(await answered("how many RFCs are there")).toBe("There are 2 files named rfc-[0-9]*.");
  expect(await answered("how many locales are there?")).toMatch(/^There are 2 files directly in locales/);
  expect(await answered("how many plugins are there?")).not.toMatch(/^There/);
});
