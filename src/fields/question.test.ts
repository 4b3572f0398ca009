import { expect, test } from "vitest";
import type { FieldType } from "../core/field.ts";
import { callWords, stemOf } from "./call.ts";
import type { Catalog, CatalogKey } from "./catalog.ts";
import { readFieldQuestion } from "./question.ts";

type Said = [key: string, value: string, type?: FieldType][];

const documents: Record<string, Said> = {
  "plans/plan-0001.md": [
    ["title", "Async generators"],
    ["author", "Ann Lee", "person"],
    ["status", "Final"],
    ["created", "2009-03-01", "date"],
  ],
  "plans/plan-0002.md": [
    ["title", "Ordered maps"],
    ["author", "Ben Roe", "person"],
    ["status", "Draft"],
    ["created", "2011-05-02", "date"],
  ],
  "plans/plan-0003.md": [
    ["title", "Plain lists"],
    ["author", "Ann Lee", "person"],
    ["status", "Rejected"],
    ["created", "2012-07-03", "date"],
    ["sponsor", "Cy Day", "person"],
  ],
};

/** What some documents say of themselves, as an index would tell it. */
const catalog: Catalog = (() => {
  const paths = Object.keys(documents);
  const keys = new Map<string, CatalogKey>();
  for (const said of Object.values(documents))
    for (const [key, value, type = "text"] of said) {
      const known = keys.get(key) ?? { key, name: `${key[0]!.toUpperCase()}${key.slice(1)}`, documents: 0, values: [] };
      keys.set(key, { ...known, documents: known.documents + 1 });
      if (!known.values.some(({ meant }) => meant === value)) known.values.push({ value, meant: value, type });
    }
  const numberOf = (path: string) => Number(/\d+/.exec(path)![0]);
  const wordsOf = (path: string) => callWords(documents[path]![0]![1]).map(({ word }) => word);
  return {
    keys: [...keys.values()],
    called: (words) => paths.filter((path) => words === `plan ${numberOf(path)}` || words === wordsOf(path).join(" ")),
    holding: (stems) => paths.filter((path) => stems.every((stem) => wordsOf(path).map(stemOf).includes(stem))),
    fieldsOf: (path) =>
      documents[path]!.map(([key, value, type = "text"]) => ({
        ...{ key, name: keys.get(key)!.name, value, meant: value, type },
      })),
    series: new Set(["plan"]),
    inSeries: () => paths,
    paths,
  };
})();

const asked = (question: string) => readFieldQuestion(question, catalog, Date.UTC(2026, 0, 1));

const final = { is: "value", fields: ["Status"], value: "Final" };
const draft = { is: "value", fields: ["Status"], value: "Draft" };
const byAnn = { is: "value", fields: ["Author"], value: "Ann Lee" };

test.each<[question: string, where: unknown[]]>([
  ["Which plans are final?", [final]],
  ["Which plans did Ann Lee write?", [byAnn]],
  ["Which final plans were written by Ann Lee?", [final, byAnn]],
  ["Which plans are final or draft?", [{ is: "or", tests: [final, draft] }]],
  ["Which plans are not final?", [{ is: "not", test: final, told: ["Status"] }]],
  ["Which plans have a sponsor?", [{ is: "has", fields: ["Sponsor"] }]],
  ["Which plans were created before 2011?", [{ is: "time", fields: ["Created"], from: null, to: "2011-01-01" }]],
  ["Which plans were created until 2011?", [{ is: "time", fields: ["Created"], from: null, to: "2012-01-01" }]],
])("%s", (question, where) => {
  expect(asked(question)).toMatchObject({ asks: "list", where });
});

test("a field of one document is asked for by its name, its number or its title", () => {
  const value = { asks: "value", of: [{ path: "plans/plan-0002.md", field: "Status" }] };
  expect(asked("What is the status of plan 2?")).toMatchObject(value);
  expect(asked("What is the status of Ordered maps?")).toMatchObject(value);
});

test("what became of a document is its status, and two are set by what was first", () => {
  const status = { asks: "value", of: [{ path: "plans/plan-0003.md", field: "Status" }] };
  for (const question of [
    "What became of plan 3?",
    "What happened to plan 3?",
    "Did plan 3 get in?",
    "Was plan 3 adopted?",
  ])
    expect(asked(question), question).toMatchObject(status);
  expect(asked("Was plan 3 adopted by the council?")).toBe(null);
  const first = { asks: "order", earlier: true, paths: ["plans/plan-0002.md", "plans/plan-0003.md"] };
  expect(asked("Which was created first, plan 2 or plan 3?")).toMatchObject(first);
});

test.each([
  "Which plans are final and draft?",
  "Which plans are final because of speed?",
  "Who wrote plan 2 and when?",
  "Which plans are not by Ann Lee or final?",
])("%s is not read", (question) => {
  expect(asked(question)).toBe(null);
});
