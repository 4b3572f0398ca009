import { expect, test } from "vitest";
import { ask, openSession, resume, verify } from "../src/index.ts";
import { folder } from "./ergo.ts";
import { home, served } from "./measured.ts";

const files = {
  "src/base.ts": 'import { deflate } from "node:zlib";\nexport const base = deflate;\n',
  "src/other.ts": "export const other = 1;\n",
};
const question = "eh, der Kram mit zlib, wer hat den bloß bei sich drin";
const others = ["planner=none", "verifier=none", "reranker=none", "embedder=none"];

test("what a model puts plainly is offered with its answer before texts are read, and proven where it is chosen", async () => {
  home();
  const { name, model } = await served("Which files import `node:zlib`?", { translate: true, read: true });
  const session = await openSession({ dir: folder(files), models: [`worker=${name}`, ...others] });
  const asked = await ask(session, { question });
  expect(asked).toMatchObject({ status: "waiting", claims: [] });
  expect(asked.alternatives).toEqual([
    expect.objectContaining({
      question: "Which files import `node:zlib`?",
      rendered: expect.stringContaining("src/base.ts"),
    }),
  ]);
  expect(model.calls).toHaveLength(1);
  const chosen = await resume(session, asked.run, { reply: "1" });
  expect(chosen).toMatchObject({ status: "answered", claims: [{ verdict: "proven" }] });
  expect(await verify(session, chosen.run)).toMatchObject({ intact: true, current: true });
  await session.close();
});

test("where it is not what was meant the texts are read, and it is not offered again", async () => {
  home();
  const { name } = await served("Which files import `node:zlib`?", { translate: true, read: false });
  const session = await openSession({ dir: folder(files), models: [`worker=${name}`, ...others] });
  const asked = await ask(session, { question });
  const left = await resume(session, asked.run, { reply: "0" });
  expect(left.status).not.toBe("answered");
  expect((left.alternatives ?? []).map((each) => each.question)).not.toContain("Which files import `node:zlib`?");
  await session.close();
});

test.each([
  ["says that there is none", "none"],
  ["loses a name", "Which names does src/other.ts export?"],
  ["says what nothing reads", "Who of them holds `zlib` dear?"],
  ["asks for what is not there", "Which files import `zlib-none`?"],
])("a model that %s offers nothing", async (_, reply) => {
  home();
  const { name } = await served(reply, { translate: true, read: false });
  const session = await openSession({ dir: folder(files), models: [`worker=${name}`, ...others] });
  const { alternatives = [] } = await ask(session, { question: question.replace("zlib", "node_zlib") });
  expect(alternatives.map((each) => each.question)).not.toContain(reply);
  await session.close();
});
