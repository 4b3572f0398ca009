import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const people = "name,age,reports to,city\nBen,41,Anna,Basel\nCleo,38,Anna,New York\nDan,29,Ben,Geneva\n";
const rules =
  "If the age of someone is more than 40 then they are senior.\nIf X reports to Y and Y reports to Z then the boss of X is Z.\n";
const boss = "If X's chief is Y and Y's chief is Z then the boss of X is Z.\n";

/** The answer to a question about a folder, and whether its run verifies. */
async function asked(files: Record<string, string>, question: string) {
  const [cwd, ERGO_HOME] = [folder(files), folder()];
  const env = { ERGO_HOME };
  const { out } = await ergo(["ask", "--json", question], { cwd, env });
  const answer = JSON.parse(out);
  return { ...answer, verified: (await ergo(["verify", answer.run], { cwd, env })).code === 0 };
}

const proven = (answer: { claims: { verdict: string; formal: string }[] }) =>
  answer.claims.filter(({ verdict }) => verdict === "proven").map(({ formal }) => formal);

test("who stands in a relation is listed with a proof, and that no other does is no more than supported", async () => {
  const answer = await asked({ "people.csv": people }, "Which people report to Anna?");
  expect(answer).toMatchObject({ stop: "success", engine: "direct", verified: true });
  expect(answer.answer).toBe("Ben and Cleo (reports to Anna).\nNo other row of people.csv says so.");
  expect(proven(answer)).toEqual(['fact("Ben", "reports to", "Anna") and fact("Cleo", "reports to", "Anna")']);
  expect(answer.claims[1]).toMatchObject({ verdict: "supported" });
});

test("where a table is said to be complete, that no other does is proven", async () => {
  const files = { "people.csv": people, "rules.txt": "people.csv is complete.\n" };
  const answer = await asked(files, "How many people report to Anna?");
  expect(answer.answer).toContain("2: Ben and Cleo");
  expect(proven(answer)[1]).toBe('not fact("Dan", "reports to", "Anna")');
});

test("numbers are compared, and one that can't be read leaves the question to the texts", async () => {
  const answer = await asked({ "people.csv": people }, "Who is older than 40 in people.csv?");
  expect(proven(answer)).toEqual(['fact("Ben", "age", "41") and value("41") > 40']);
  expect((await asked({ "people.csv": people }, "Is Cleo older than 40?")).answer).toBe("No: the age of Cleo is 38.");
  const odd = await asked({ "people.csv": people.replace("38", "about 38") }, "Who is older than 40?");
  expect([odd.engine, proven(odd)]).toEqual(["cite", []]);
});

test("what rules tell is derived, and what does not follow is said not to", async () => {
  const files = { "people.csv": people, "rules.txt": rules.split("\n")[0]! };
  const ben = await asked(files, "Does it follow from the rules that Ben is senior?");
  expect([ben.answer, proven(ben), ben.verified]).toEqual([
    "Yes: Ben is senior.",
    ['fact("Ben", "is", "senior")'],
    true,
  ]);
  const cleo = await asked(files, "Is Cleo senior?");
  expect([cleo.stop, proven(cleo)]).toEqual(["unproven", []]);
  expect(cleo.answer).toContain("Neither that Cleo is senior nor that it is not so");
  expect((await asked(files, "Who is senior?")).answer).toContain("Ben (senior).");
  const chain = { "people.csv": people.replace("reports to", "chief"), "rules.txt": boss };
  expect((await asked(chain, "Who is the boss of Dan?")).answer).toBe("The boss of Dan is Anna.");
});

test("the things of a table are called by its name and by the head of its first column", async () => {
  const files = { "orders.tsv": "order\tstatus\ttotal\nA1\topen\t40\nA2\tpaid\t55.5\n" };
  expect((await asked(files, "Which orders have a total of at least 50?")).answer).toContain("A2 (total >= 50).");
});

test("another value is told, and no denial is made of it", async () => {
  const answer = await asked({ "people.csv": people }, "Is Ben's city Geneva?");
  expect(answer.answer).toBe("What is listed is that the city of Ben is Basel; not that the city of Ben is Geneva.");
  expect(proven(answer)).toEqual(['fact("Ben", "city", "Basel")']);
});

test.each([
  ["two tables have the relation", { "a.csv": people, "b.csv": people }, "Who has the city Basel?"],
  [
    "a sentence of the rules is not read",
    { "people.csv": people, "rules.txt": "Perhaps it rains.\n" },
    "Who reports to Anna?",
  ],
  ["the things are numbers", { "p.csv": "id,city\n1,Basel\n2,Geneva\n" }, "Who has the city Basel?"],
  ["a word is not in the tables", { "people.csv": people }, "Which interns report to Anna?"],
])("nothing is proven where %s", async (_, files, question) => {
  const answer = await asked(files as Record<string, string>, question);
  expect(proven(answer).filter((formal) => formal.includes("fact("))).toEqual([]);
});

test.each([
  ["All men are mortal. Socrates is a man.", 0],
  ["Everything not stated is false. All men are mortal. Socrates is a man.", 0],
  ["Everything not stated is false. All cats are animals. Socrates is a mortalus.", 3],
])("a plural is one word with its singular, or the claim is open: %s", async (facts, code) => {
  const [cwd, ERGO_HOME] = [folder({ "facts.txt": `${facts}\n` }), folder()];
  const env = { ERGO_HOME };
  expect((await ergo(["check", 'fact("Socrates", "is", "mortal")'], { cwd, env })).code).toBe(code);
  expect((await ergo(["check", 'fact("Socrates", "is not", "mortal")'], { cwd, env })).code).toBe(
    code === 0 ? 4 : code,
  );
});

test("an empty cell of a complete table leaves open what is not listed, and nothing else", async () => {
  const [cwd, ERGO_HOME] = [
    folder({ "staff.csv": "name,team\nAnn,red\nBob,\n", "rules.txt": "staff.csv is complete.\n" }),
    folder(),
  ];
  const check = async (claim: string) => (await ergo(["check", claim], { cwd, env: { ERGO_HOME } })).code;
  expect(await check('fact("Ann", "team", "red")')).toBe(0);
  expect(await check('fact("Ann", "team", "blue")')).toBe(3);
  expect(await check('not fact("Bob", "team", "red")')).toBe(3);
});
