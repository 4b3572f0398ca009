import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Measured, readTrial, trialKey } from "../../model/ability/ability.ts";
import { wilson } from "../../model/ability/interval.ts";
import { keepMeasured } from "../../model/ability/probed.ts";
import { defaults } from "../settings/settings.ts";
import { identityOf, mayDo, probeModel, standingFor } from "./able.ts";
import { modelsOf } from "./models.ts";

const home = () => mkdtemp(join(tmpdir(), "ergo-home-"));
const name = "http://127.0.0.1:9/v1#small";

function measured(passed: boolean): Measured[] {
  const trial = trialKey(readTrial("read"));
  return [{ ...wilson(passed ? 16 : 2, 16), ability: "read", form: "chat", passed, trial }];
}

test("a model may do what it was measured to be able to, in that form; what was not measured is not refused", async () => {
  const folder = await home();
  expect(await mayDo("read", { name }, folder)).toEqual({ ok: true, form: undefined, wording: "en" });
  expect(await mayDo("read", { name: "of a program" }, folder)).toEqual({ ok: true, form: undefined, wording: "en" });
  const identity = (await identityOf(name, folder))!;
  await keepMeasured(name, identity, measured(true), folder);
  expect(await mayDo("read", { name }, folder)).toEqual({ ok: true, form: "chat", wording: "en" });
  expect(await mayDo("plan", { name }, folder)).toMatchObject({ ok: true, form: undefined });
  await keepMeasured(name, identity, measured(false), folder);
  expect(await mayDo("read", { name }, folder)).toMatchObject({ ok: false, error: { code: "MODEL_UNABLE" } });
  expect(await standingFor("http://127.0.0.1:9/v1#other", folder)).toBeUndefined();
});

test("models are listed with what was measured; encoders with nothing", async () => {
  const listed = await modelsOf(await home());
  for (const { role, tier, abilities } of listed) {
    if (role === "embedder" || role === "reranker")
      expect({ tier, abilities }).toEqual({ tier: undefined, abilities: [] });
    else if (tier !== undefined) expect(tier).toMatch(/^T[0-3]$/);
  }
});

test("a model that can't be had can't be measured, and the error says how to get it", async () => {
  const options = { home: await home(), config: { ...defaults } };
  await expect(probeModel("smollm2-135m-instruct", options)).rejects.toMatchObject({
    code: "MODEL_UNMEASURED",
    remedy: expect.stringContaining("ergo models pull"),
  });
  await expect(probeModel(name, options)).rejects.toMatchObject({ code: "MODEL_UNMEASURED" });
});
