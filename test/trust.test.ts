import { cpSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ergo, folder, write } from "./ergo.ts";

const wide = "profile: dev\nbudget:\n  ms: 700000\nretention:\n  days: 1\n";

/** A folder with an `ergo.yaml` that goes beyond what is allowed, and a home. */
function place(yaml = wide) {
  const dir = folder({ "a.md": "# A\n", "ergo.yaml": yaml });
  const home = folder();
  const run = (...args: string[]) => ergo(args, { env: { ERGO_HOME: home } });
  const config = async (at = dir) => (await run("config", "--dir", at, "--json")).json();
  return { dir, home, run, config };
}

const codes = ({ degraded }: { degraded: { code: string }[] }) => degraded.map(({ code }) => code);

test("a folder's settings count in full once it is trusted, until its file changes", async () => {
  const { dir, home, run, config } = place();
  expect((await config()).config).toMatchObject({ profile: "read", retention: { days: 30 } });
  expect(codes(await config())).toEqual(Array(3).fill("CONFIG_NOT_TRUSTED"));

  const asked = await run("trust", dir, "--json");
  expect(asked.code).toBe(6);
  expect(asked.err).toContain("TRUST_UNCONFIRMED");
  expect(asked.json()).toMatchObject({
    v: 1,
    ok: false,
    checks: [
      { name: "profile", detail: '"read" -> "dev"' },
      { name: "budget.ms", detail: "600000 -> 700000" },
      { name: "retention.days", detail: "30 -> 1" },
    ],
  });
  expect((await config()).config.profile).toBe("read");

  expect((await run("trust", dir, "--yes", "--json")).json()).toMatchObject({ ok: true });
  expect(await config()).toMatchObject({ config: { profile: "dev", retention: { days: 1 } }, degraded: [] });
  expect(statSync(join(home, "trust.json")).mode & 0o777).toBe(0o600);
  expect((await run("trust", "--json")).json()).toMatchObject({ ok: true, checks: [{ name: dir, ok: true }] });

  writeFileSync(join(dir, "ergo.yaml"), `${wide}# more\n`);
  expect((await config()).config.profile).toBe("read");
  expect(codes(await config())[0]).toBe("CONFIG_CHANGED");
  const answer = (await run("ask", "How many files are there?", "--dir", dir, "--json")).json();
  expect(answer.degraded[0]).toMatchObject({ code: "CONFIG_CHANGED", remedy: expect.stringContaining("ergo trust") });
  expect((await run("trust", "--json")).json()).toMatchObject({ ok: false });

  writeFileSync(join(dir, "ergo.yaml"), wide);
  expect((await config()).config.profile).toBe("dev");
  expect((await run("trust", dir, "--revoke")).code).toBe(0);
  expect((await config()).config.profile).toBe("read");
});

test("trust is of one folder: no copy, no folder below, and not the same one elsewhere", async () => {
  const { dir, run, config } = place();
  const outside = folder();
  await run("trust", dir, "--yes");
  cpSync(dir, join(outside, "copy"), { recursive: true });
  mkdirSync(join(dir, "below"));
  write(dir, { "below/ergo.yaml": wide });
  symlinkSync(dir, join(outside, "link"));
  expect((await config(join(outside, "copy"))).config.profile).toBe("read");
  expect((await config(join(dir, "below"))).config.profile).toBe("read");
  expect((await config(join(outside, "link"))).config.profile).toBe("dev");
  const moved = join(outside, "moved");
  renameSync(dir, moved);
  expect((await config(moved)).config.profile).toBe("read");
  renameSync(moved, dir);
});

test("what is no regular file is not read, and what Ergo keeps its records in can't be trusted", async () => {
  const { dir, run, config } = place();
  const other = folder({ "real.yaml": wide });
  symlinkSync(join(other, "real.yaml"), join(other, "ergo.yaml"));
  const linked = await run("config", "--dir", other);
  expect([linked.code, linked.err]).toEqual([2, expect.stringContaining("not a regular file")]);
  expect((await run("trust", other, "--yes")).code).toBe(2);
  write(dir, { ".ergo/ergo.yaml": wide });
  const state = await run("trust", join(dir, ".ergo"), "--yes");
  expect([state.code, state.err]).toEqual([2, expect.stringContaining("USAGE")]);
  expect((await config()).config.profile).toBe("read");
  expect((await run("trust", folder(), "--yes")).err).toContain("has no ergo.yaml");
});

test("a run that began under a trusted file is not resumed under another", async () => {
  const { dir, home, run } = place();
  write(dir, { "x/docs/a.md": "one\n", "y/docs/b.md": "two\n" });
  await run("trust", dir, "--yes");
  const asked = (await run("ask", "How many files are in docs?", "--dir", dir, "--json")).json();
  expect(asked.status).toBe("waiting");
  await run("trust", dir, "--revoke");
  const resumed = await run("resume", asked.run, "--answer", "x/docs", "--dir", dir);
  expect([resumed.code, resumed.err]).toEqual([1, expect.stringContaining("the setting trust was")]);
  await run("trust", dir, "--yes");
  expect((await run("resume", asked.run, "--answer", "x/docs", "--dir", dir)).code).toBe(0);
  expect(JSON.parse(readFileSync(join(home, "trust.json"), "utf8"))).toMatchObject({ v: 1 });
});

test("a run that a folder brings along can be read, and nothing goes on from it", async () => {
  const { dir, run } = place("");
  write(dir, { "x/docs/a.md": "one\n", "y/docs/b.md": "two\n" });
  const { run: name } = (await run("ask", "How many files are in docs?", "--dir", dir, "--json")).json();
  const env = { ERGO_HOME: folder() };
  for (const args of [
    ["resume", name, "--answer", "x/docs"],
    ["fork", name, "--at", "3"],
  ]) {
    const refused = await ergo([...args, "--dir", dir], { env });
    expect([refused.code, refused.err]).toEqual([5, expect.stringContaining("RUN_FOREIGN")]);
  }
  expect((await ergo(["verify", name, "--dir", dir, "--json"], { env })).json()).toMatchObject({ intact: true });
  expect((await run("resume", name, "--answer", "x/docs", "--dir", dir)).code).toBe(0);
});

test("many folders trusted at once are all trusted", async () => {
  const home = folder();
  const dirs = Array.from({ length: 6 }, () => folder({ "ergo.yaml": wide }));
  await Promise.all(dirs.map((dir) => ergo(["trust", dir, "--yes"], { env: { ERGO_HOME: home } })));
  const { checks } = (await ergo(["trust", "--json"], { env: { ERGO_HOME: home } })).json();
  expect(checks.map(({ name }: { name: string }) => name)).toEqual([...dirs].sort());
});
