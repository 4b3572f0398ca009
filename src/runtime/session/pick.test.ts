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
  expect(picked?.proposal.line).toBe("find src/ -type f -name '*' -exec sha256sum -- {} +");
  expect(picked?.proposal.reading).toContain(`(${model.name} chose this.)`);
});

test("a model that was not measured to choose is not asked", async () => {
  const dir = mkdtempSync(join(tmpdir(), "ergo-pick-"));
  vi.stubEnv("ERGO_HOME", mkdtempSync(join(tmpdir(), "ergo-pick-")));
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFileSync(join(dir, "a.txt"), "a\n");
  const model = scripted(() => "sha256");
  const session = await openSession({ dir, model });
  const choose = choosing(session, request)!;
  expect(await choose(new AbortController().signal)).toEqual({ ok: true, value: null });
  expect(model.calls).toEqual([]);
  expect(choosing(session, "Who wrote this?")).toBeNull();
  await session.close();
});
