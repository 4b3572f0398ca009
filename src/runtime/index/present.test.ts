import { expect, test } from "vitest";
import { folder } from "../../../test/ergo.ts";
import type { OutlineRow } from "../../code/kernels/outline.ts";
import { scripted } from "../../testing.ts";
import { openSession } from "../session/session.ts";
import { measureCode } from "./code.ts";

const files = {
  "package.json": '{ "name": "till", "version": "2.1.0", "main": "till.js" }',
  "till.js": 'import { price } from "./price.js";\nexport function open() {\n  return price();\n}\n',
  "price.js": "export function price() {\n  return 1;\n}\n",
};

/** What a newcomer is told where a model says that of each fact. */
async function told(say: (fact: string) => string) {
  const model = scripted(({ prompt }) => {
    const asked = JSON.stringify(prompt);
    return say(/.*Fact: (.*?)(?:\\n|")/s.exec(asked)![1]!);
  });
  const session = await openSession({ dir: folder(files), model });
  const { kernels, wording } = await measureCode(session, { present: true });
  await session.close();
  return { rows: kernels.outline!.rows as OutlineRow[], wording };
}

test("facts are worded by a model, each with its evidence and its own sentence beside it", async () => {
  const { rows, wording } = await told((fact) => `There: ${fact}`);
  expect(rows.every(({ say, worded }) => worded === `There: ${say}`)).toBe(true);
  expect(rows.every(({ evidence }) => evidence.length > 0)).toBe(true);
  expect(wording).toMatchObject({ worded: rows.length, dropped: 0, problem: null });
});

test.each<[what: string, say: (fact: string) => string]>([
  ["other numbers", (fact) => fact.replace(/\d+/g, (number) => `${Number(number) + 1}`).replace(/^/, "12 ")],
  ["other names", (fact) => `${fact.slice(0, -1)}, says Ergo.`],
  ["a name less", (fact) => fact.replace(/[\w./]*\.js|till/g, "it")],
  ["more than the fact", (fact) => `${fact.slice(0, -1)}, and is very popular.`],
  ["that it is not so", (fact) => `Not so: ${fact}`],
  ["no sentence", () => "none"],
])("a sentence that tells %s is dropped", async (_, say) => {
  const { rows, wording } = await told(say);
  const asked = rows.filter((row) => say(row.say) !== row.say);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every(({ worded }) => worded === null)).toBe(true);
  expect(wording!.dropped).toBe(asked.length);
});

test("without a model that was named nothing is worded", async () => {
  const session = await openSession({ dir: folder(files), models: ["worker=none"] });
  expect((await measureCode(session, { present: true })).wording).toBeUndefined();
  await session.close();
});
