import { expect, test } from "vitest";
import { type Lexicon, readFactQuestion } from "./fact.ts";

const named = (...all: string[]) => new Map(all.map((each) => [each.toLowerCase(), each]));

const lexicon: Lexicon = {
  relations: new Map([...named("age", "manager", "city"), ["reports to", "reports to"], ["report to", "reports to"]]),
  names: named("Anna", "Ben", "Cleo", "Basel", "New York", "Bald Eagle"),
  traits: named("senior"),
  classes: new Map([
    ["employees", "people.csv"],
    ["employee", "people.csv"],
  ]),
  files: new Map([["in people.csv", "people.csv"]]),
};

const relation = (name: string, object: string) => ({ is: "relation", relation: name, object });

test.each([
  ["Who reports to Anna?", { asks: "which", property: relation("reports to", "Anna"), within: null, counts: false }],
  [
    "Which employees report to Anna?",
    { asks: "which", property: relation("reports to", "Anna"), within: "people.csv" },
  ],
  ["How many employees have the manager Anna?", { asks: "which", property: relation("manager", "Anna"), counts: true }],
  ["Which employees have Anna as manager?", { asks: "which", property: relation("manager", "Anna") }],
  ["Whose city is New York?", { asks: "which", property: relation("city", "New York") }],
  ["List everyone whose manager is Anna", { asks: "which", property: relation("manager", "Anna") }],
  [
    "Who is older than 40 in people.csv?",
    { asks: "which", property: { is: "test", relation: "age", operator: ">", number: "40" }, within: "people.csv" },
  ],
  [
    "Which employees have an age of at least 40?",
    { asks: "which", property: { is: "test", relation: "age", operator: ">=", number: "40" } },
  ],
  ["Which employees have an age of 41?", { asks: "which", property: relation("age", "41") }],
  [
    "Which employees have an age under 40?",
    { asks: "which", property: { is: "test", relation: "age", operator: "<", number: "40" } },
  ],
  ["Who is senior?", { asks: "which", property: { is: "trait", trait: "senior" } }],
  ["What is the age of the bald eagle?", { asks: "value", subject: "Bald Eagle", relation: "age" }],
  ["How old is Ben?", { asks: "value", subject: "Ben", relation: "age" }],
  ["Whom does Ben report to?", { asks: "value", subject: "Ben", relation: "reports to" }],
  [
    "Is Ben's manager Anna?",
    { asks: "whether", subject: "Ben", property: relation("manager", "Anna"), follows: false },
  ],
  ["Is Anna Ben's manager?", { asks: "whether", subject: "Ben", property: relation("manager", "Anna") }],
  ["Is Anna the manager of Ben?", { asks: "whether", subject: "Ben", property: relation("manager", "Anna") }],
  ["Is the manager of Ben Anna?", { asks: "whether", subject: "Ben", property: relation("manager", "Anna") }],
  ["Does Ben report to Anna?", { asks: "whether", subject: "Ben", property: relation("reports to", "Anna") }],
  ["Is Ben's age 41?", { asks: "whether", subject: "Ben", property: relation("age", "41") }],
  [
    "Does it follow that Ben is senior?",
    { asks: "whether", subject: "Ben", property: { is: "trait", trait: "senior" }, follows: true },
  ],
  ['Does "Ben is senior" follow from the rules?', { asks: "whether", subject: "Ben", follows: true }],
  [
    "Do the rules imply that the manager of Ben is Anna?",
    { asks: "whether", subject: "Ben", property: relation("manager", "Anna"), follows: true },
  ],
])("%s", (question, asked) => {
  const read = readFactQuestion(question, lexicon);
  expect(read).toMatchObject(asked);
});

test.each([
  "Who does not report to Anna?",
  "Who reports only to Anna?",
  "Who reported to Anna?",
  "Who will report to Anna?",
  "Who reports to Anna and Ben?",
  "Who reports to Anna or Ben?",
  "Which interns report to Anna?",
  "Who reports to Ben's manager?",
  "What is the age of Ben's manager?",
  "Is Ben's manager's manager Anna?",
  "Who is older than 40 days?",
  "Who is older than Ben?",
  "Who is the oldest?",
  "Who is over 40?",
  "Was Ben's manager Anna?",
  "Who reports to Anna in Basel?",
  "Is Ben a senior manager?",
  "Which employees have a manager of Anna?",
  "Why does Ben report to Anna?",
  "Does Zoe report to Anna?",
  "Who is senior in dogs.csv?",
  "Does Ben report to Anna every day?",
  "Does it follow that Ben is not senior?",
  "Ben",
])("%s asks for more than the tables say", (question) => {
  expect(readFactQuestion(question, lexicon)).toBeNull();
});

test("a word that may be two things is not read", () => {
  const twofold = { ...lexicon, names: named("Anna", "Ben", "manager") };
  expect(readFactQuestion("Is Ben's manager Anna?", twofold)).toBeNull();
  expect(readFactQuestion("Does Ben report to Anna?", twofold)).not.toBeNull();
});
