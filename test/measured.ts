import { onTestFinished, vi } from "vitest";
import { type Ability, type Measured, readTrial, trialKey } from "../src/model/ability/ability.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { keepMeasured } from "../src/model/ability/probed.ts";
import { identityOf } from "../src/runtime/session/able.ts";
import { compatibleServer } from "../src/server/compatible.ts";
import { type Reply, scripted } from "../src/testing.ts";
import { listening } from "./contract/serving.ts";
import { folder } from "./ergo.ts";

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
