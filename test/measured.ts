import { expect, onTestFinished, vi } from "vitest";
import { ask, openSession, replay, verify } from "../src/index.ts";
import { type Ability, type Measured, readTrial, trialKey } from "../src/model/ability/ability.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { keepMeasured } from "../src/model/ability/probed.ts";
import { identityOf } from "../src/runtime/session/able.ts";
import { compatibleServer } from "../src/server/compatible.ts";
import { type Reply, scripted } from "../src/testing.ts";
import { listening } from "./contract/serving.ts";
import { folder } from "./ergo.ts";

/** A folder of short texts that questions are asked about. */
export const documents = {
  "people.md": "# People\n\nMara Voss grew up on the island of Sando.\n\nTomas Rehn lives in Hallby.\n",
  "bells.md": "# Bells\n\nThe bell of Hallby was cast by Henrik Sommer in 1802.\n",
  "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
};

/** An answer from those by models of the given roles; its record holds, and gives it again. */
export async function answered(question: string, models: string[], engine?: string) {
  const without = ["embedder=none", "reranker=none"];
  const about = engine === undefined ? {} : { engine };
  const session = await openSession({ dir: folder(documents), models: [...without, ...models], ...about });
  const answer = await ask(session, { question });
  expect(await verify(session, answer.run)).toMatchObject({ intact: true });
  expect((await replay(session, answer.run)).answer).toBe(answer.answer);
  await session.close();
  return answer;
}

/** A model behind a server, measured to be able to that, or not. */
export async function served(reply: string | (() => Reply), able: Partial<Record<Ability, boolean>> = {}) {
  const model = scripted(typeof reply === "string" ? () => reply : reply);
  const name = `${await listening(compatibleServer([{ id: "m", model }]))}/v1#m`;
  const measured = Object.entries(able).map(
    ([ability, passed]): Measured => ({
      ...wilson(passed ? 16 : 3, 16),
      ability: ability as Ability,
      form: "chat",
      passed,
      trial: trialKey(readTrial(ability as Ability)),
    }),
  );
  const home = process.env.ERGO_HOME!;
  if (measured.length > 0) await keepMeasured(name, (await identityOf(name, home))!, measured, home);
  return { model, name };
}

/** A home of its own for the test. */
export function home() {
  vi.stubEnv("ERGO_HOME", folder());
  onTestFinished(() => void vi.unstubAllEnvs());
}
