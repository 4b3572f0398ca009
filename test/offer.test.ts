import { expect, test } from "vitest";
import { ask, openSession, replay, resume, verify } from "../src/index.ts";
import { folder } from "./ergo.ts";

const question = "Which of my files hogs most of the disk?";
const models = ["worker=none", "planner=none", "verifier=none", "reranker=none", "embedder=none"];

test("what a question may mean is offered, and the one that is chosen is answered and proven", async () => {
  const dir = folder({ "a.md": "# A\n\nOne.\n", "b.md": "# B\n" });
  const session = await openSession({ dir, models });
  const asked = await ask(session, { question });
  expect(asked).toMatchObject({ status: "waiting", stop: "clarify", claims: [], evidence: [] });
  const [first] = asked.alternatives!;
  expect(asked.answer).toContain(`1  ${first!.question}`);
  expect(await resume(session, asked.run, { reply: "99" })).toMatchObject({ status: "waiting" });
  const chosen = await resume(session, asked.run, { reply: "1" });
  expect(chosen).toMatchObject({ status: "answered", question: first!.question });
  expect(chosen.claims).toMatchObject([{ verdict: "proven" }]);
  // What stands beneath is told with it where the first line says nothing by itself.
  expect(first!.rendered.startsWith(chosen.answer.split("\n")[0]!)).toBe(true);
  expect(await verify(session, chosen.run)).toMatchObject({ intact: true, current: true });
  expect((await replay(session, chosen.run)).answer).toBe(chosen.answer);
  await session.close();
});

test("none of what is offered leaves a question to the texts", async () => {
  const dir = folder({ "a.md": "# A\n\nOne.\n", "b.md": "# B\n" });
  const session = await openSession({ dir, models });
  const asked = await ask(session, { question });
  const none = await resume(session, asked.run, { reply: "0" });
  expect(none.status).not.toBe("waiting");
  expect(none.claims.filter(({ verdict }) => verdict === "proven")).toEqual([]);
  await session.close();
});

test("a question about code that nothing reads is offered in its usual wording, with the answer to that", async () => {
  const dir = folder({
    "src/base.ts": "export class Removable {}\n",
    "src/query.ts": 'import { Removable } from "./base.ts";\nexport class Query extends Removable {}\n',
  });
  const session = await openSession({ dir, models });
  const asked = await ask(session, { question: "so whose classes actually inherit their class stuff off Removable" });
  expect(asked.status).toBe("waiting");
  expect(asked.claims.filter(({ verdict }) => verdict === "proven")).toEqual([]);
  const at = asked.alternatives!.findIndex(({ rendered }) => /extends? Removable: Query/.test(rendered));
  expect(asked.answer).toContain(asked.alternatives![at]!.rendered);
  const chosen = await resume(session, asked.run, { reply: String(at + 1) });
  expect(chosen).toMatchObject({ status: "answered", answer: expect.stringContaining("Query") });
  expect(await verify(session, chosen.run)).toMatchObject({ intact: true, current: true });
  await session.close();
});

test("what nothing reads in another language is offered in its usual wording, with its names as they are", async () => {
  const dir = folder({ "src/queue.ts": "export function runNext() {}\nexport const go = () => runNext();\n" });
  const session = await openSession({ dir, models });
  const asked = await ask(session, { question: "Wer um alles in der Welt ruft denn bloß runNext auf?" });
  expect(asked.status).toBe("waiting");
  expect(asked.alternatives!.map(({ rendered }) => rendered)).toContainEqual(
    expect.stringMatching(/^runNext is called/),
  );
  await session.close();
});

test("the answer beneath an offer holds what its list begins with", async () => {
  const names = "one two three four five six seven eight nine ten eleven".split(" ");
  const dir = folder({ "src/a.ts": names.map((name) => `export function ${name}() {}\n`).join("") });
  const session = await openSession({ dir, models });
  const asked = await ask(session, { question: "what function stuff would a.ts somehow declare" });
  const offered = asked.alternatives!.find((each) => each.question === "Which functions does `src/a.ts` declare?")!;
  expect(offered.rendered).toMatch(/one.*; two.*; three.*; …$/);
  await session.close();
});

test("what texts tell of code is not offered as a measure of it", async () => {
  const dir = folder({
    "a.md": "# A\n\nThe retry delay doubles because servers need rest.\n",
    "a.ts": "export const delay = 1;\n",
  });
  const session = await openSession({ dir, models });
  const asked = await ask(session, { question: "Why does the retry delay double?" });
  expect(asked.alternatives ?? []).toEqual([]);
  await session.close();
});
