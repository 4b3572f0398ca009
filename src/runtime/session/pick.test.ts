import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { scripted } from "../../model/prompt/scripted.ts";
import { choosing, chosen } from "./pick.ts";
import { say } from "./say.ts";
import { openSession } from "./session.ts";

const request = 'Print sha256 values of whatever is "secret" inside src/, friend';
const { signal } = new AbortController();

/** A session with a model that names one command, whatever it is asked. */
async function opened() {
  const dir = mkdtempSync(join(tmpdir(), "ergo-pick-"));
  vi.stubEnv("ERGO_HOME", mkdtempSync(join(tmpdir(), "ergo-pick-")));
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFileSync(join(dir, "a.txt"), "a\n");
  const model = scripted(() => "sha256");
  return { model, session: await openSession({ dir, model }) };
}

test("a chosen command says which model chose it", async () => {
  const { model, session } = await opened();
  const picked = await chosen(request, (asked) => say(session, asked, { signal }));
  if (!picked.ok) throw new Error(picked.error.message);
  expect(picked.value?.proposal?.line).toBe("find src/ -type f -name '*' -exec sha256sum -- {} +");
  expect(picked.value?.proposal?.reading).toContain(`(${model.name} chose this.)`);
  expect(picked.cost.calls).toBe(model.calls.length);
  await session.close();
});

test("a model that was not measured to choose is not asked", async () => {
  const { model, session } = await opened();
  const choose = choosing(session, request)!;
  expect(await choose(signal)).toMatchObject({ ok: true, value: null, cost: { calls: 0 } });
  expect(model.calls).toEqual([]);
  expect(choosing(session, "Who wrote this?")).toBeNull();
  await session.close();
});
