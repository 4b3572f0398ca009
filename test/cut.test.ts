import { expect, onTestFinished, test, vi } from "vitest";
import { cases, cutAt, whole } from "./contract/cut.ts";
import { folder } from "./ergo.ts";

/** The bench `crash` cuts at every line; here a few of each run are enough. */
const few = 6;

test.each(cases)(
  "$engine goes on where it was cut off, within its parts too, and does nothing twice: $question",
  async (each) => {
    vi.stubEnv("ERGO_HOME", folder());
    const run = await whole(each, folder());
    onTestFinished(async () => {
      await run.session.close();
      vi.unstubAllEnvs();
    });
    expect(run.answer).toMatchObject({ engine: each.engine, run: expect.any(String) });
    expect(["error", "max_iterations"]).not.toContain(run.answer.stop);
    if (each.profile === "dev") expect(run.changed).toBe("first first\n");
    const stride = Math.ceil(run.lines.length / few);
    const within = run.lines.findIndex((line) => /"path":"[^"]*\/\d+\//.test(line));
    const points = run.lines.flatMap((_, at) => (at > 0 && (at % stride === 0 || at === within + 1) ? [at] : []));
    for (const at of points)
      for (const cut of await cutAt(run, at)) expect({ at, ...cut }).toEqual({ at, lost: [], twice: [] });
  },
  60_000,
);

test("engines are cut off within parallel parts and within engines that others call", async () => {
  vi.stubEnv("ERGO_HOME", folder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const paths: string[] = [];
  for (const each of cases.filter(({ engine }) => ["react", "contract", "ensemble", "hierarchy"].includes(engine))) {
    const run = await whole(each, folder());
    paths.push(...run.lines.flatMap((line) => /"path":"([^"]*)"/.exec(line)?.[1] ?? []));
    await run.session.close();
  }
  expect(paths.some((path) => /react\.1\/ACT\.1\/look\.1\/2\//.test(path))).toBe(true);
  expect(paths.some((path) => /ensemble\.1\/.*\/contract\.1\//.test(path))).toBe(true);
});
