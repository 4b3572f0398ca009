import { expect, test } from "vitest";
import type { Ability } from "../src/model/ability/ability.ts";
import type { Reply } from "../src/testing.ts";
import { answered, home, served } from "./measured.ts";

const painted = "Who painted the old harbour?";
const sentence = "The old harbour was painted by Lena Voss.";

test("a verifier takes a model's sentence away, and can do nothing else", async () => {
  home();
  const worker = await served(sentence, { read: true });
  const plain = await answered(painted, ["worker=none"]);
  const no = await served("no", { judge: true });
  const withheld = await answered(painted, [`worker=${worker.name}`, `verifier=${no.name}`]);
  expect(withheld.answer).toBe(plain.answer);
  expect(withheld).toMatchObject({ degraded: [], models: { worker: worker.name, verifier: no.name } });
  expect(withheld.usage.byRole.verifier).toMatchObject({ calls: 1 });
  const yes = await served("yes", { judge: true });
  const kept = await answered(painted, [`worker=${worker.name}`, `verifier=${yes.name}`]);
  expect(kept.claims[0]).toMatchObject({ text: sentence, verdict: "supported" });
  const wrong = await served("The old harbour was painted by Nils Aker.", { read: true });
  const refused = await answered(painted, [`worker=${wrong.name}`, `verifier=${yes.name}`]);
  expect(refused.answer).toBe(plain.answer);
  expect(yes.model.calls).toHaveLength(1);
});

test.each<[string, string | (() => Reply), Partial<Record<Ability, boolean>>, string]>([
  ["fails", () => ({ fail: "out of memory" }), { judge: true }, "MODEL_FAILED"],
  ["says neither", "perhaps", { judge: true }, "MODEL_FAILED"],
  ["did not pass", "no", { judge: false }, "MODEL_UNABLE"],
  ["was not measured", "no", {}, "MODEL_UNTRIED"],
])("where a verifier %s, the rules have the last word, and the answer says so", async (_, reply, able, code) => {
  home();
  const worker = await served(sentence, { read: true });
  const { name } = await served(reply, able);
  const answer = await answered(painted, [`worker=${worker.name}`, `verifier=${name}`]);
  expect(answer.claims[0]?.text).toBe(sentence);
  expect(answer.degraded).toMatchObject([{ code }]);
});

test("no model judges what it wrote itself", async () => {
  home();
  const { name, model } = await served(sentence, { read: true, judge: true });
  const answer = await answered(painted, [`worker=${name}`, `verifier=${name}`]);
  expect(answer).toMatchObject({ degraded: [{ code: "MODEL_OWN" }] });
  expect(await answered(painted, [`worker=${name}`])).toMatchObject({ degraded: [] });
  // Twice its answer and five more.
  expect(model.calls).toHaveLength(12);
});
