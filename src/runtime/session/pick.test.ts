import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { scripted } from "../../model/prompt/scripted.ts";
import { choosing, chosenBy } from "./pick.ts";
import { openSession } from "./session.ts";

const request = 'Print sha256 values of whatever is "secret" inside src/, friend';

test("a chosen command says which model chose it", async () => {
  const model = scripted(() => "sha256");
  const picked = await chosenBy(model, "completion", request);
  if (!picked.ok) throw new Error(picked.error.message);
  expect(picked.value.proposal?.line).toBe("find src/ -type f -name '*' -exec sha256sum -- {} +");
  expect(picked.value.proposal?.reading).toContain(`(${model.name} chose this.)`);
});

test("a model that was not measured to choose is not asked", async () => {
  const dir = mkdtempSync(join(tmpdir(), "ergo-pick-"));
  vi.stubEnv("ERGO_HOME", mkdtempSync(join(tmpdir(), "ergo-pick-")));
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFileSync(join(dir, "a.txt"), "a\n");
  const model = scripted(() => "sha256");
  const session = await openSession({ dir, model });
  const choose = choosing(session, request)!;
  expect(await choose(new AbortController().signal)).toMatchObject({ ok: true, value: null, cost: { calls: 0 } });
  expect(model.calls).toEqual([]);
  expect(choosing(session, "Who wrote this?")).toBeNull();
  await session.close();
});
