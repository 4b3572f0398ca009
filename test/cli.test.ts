import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bin, ergo, folder, write } from "./ergo.ts";

const files = {
  "README.md": "# Kite\n\nKite is a small tool that folds paper maps.\n\nIt was written by Ada Berg in 2019.\n",
  "docs/guide.md": "# Guide\n\nFold the map twice. The blue edge must face north.\n",
  "src/fold.ts": 'import { edge } from "./edge.ts";\nexport function fold() {\n  return edge;\n}\n',
  "src/edge.ts": "export const edge = 1;",
};

test("an exact question is answered with a proven claim, evidence, and a run that verifies", async () => {
  const dir = folder(files);
  const home = folder();
  const asked = await ergo(["ask", "How many TypeScript files are there?", "--dir", dir, "--json"], {
    env: { ERGO_HOME: home },
  });
  const answer = asked.json();
  expect(asked.code).toBe(0);
  expect(answer).toMatchObject({ v: 1, status: "answered", stop: "success", engine: "direct" });
  expect(answer.answer).toContain("2");
  expect(answer.claims[0]).toMatchObject({ verdict: "proven" });
  expect(answer.evidence.length).toBeGreaterThan(0);
  const verified = await ergo(["verify", answer.run, "--dir", dir, "--head", answer.head, "--json"], {
    env: { ERGO_HOME: home },
  });
  expect(verified.code).toBe(0);
  expect(verified.json()).toMatchObject({ intact: true, current: true, problems: [] });
});

test("what the folder says can't steer the terminal", async () => {
  const steering = "\u001b]52;c;aGk=\u0007\u001b[2Jred\u009b31m";
  const dir = folder({ "notes.md": `The kite is ${steering} today.\r\n`, [`a${steering}.txt`]: "x\n" });
  for (const question of ["What is the kite today?", "List all files"]) {
    const { out, err } = await ergo(["ask", question, "--dir", dir], { env: { ERGO_HOME: folder() } });
    expect(out).toContain("\\u001b[2Jred\\u009b31m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    expect(out + err).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  }
});

test("a source that changed makes a run intact but not current", async () => {
  const dir = folder(files);
  const home = folder();
  const env = { ERGO_HOME: home };
  const { run } = (await ergo(["ask", "How many lines does README.md have?", "--dir", dir, "--json"], { env })).json();
  write(dir, { "README.md": "changed\n" });
  const verified = await ergo(["verify", run, "--dir", dir, "--json"], { env });
  expect(verified.code).toBe(3);
  expect(verified.json()).toMatchObject({ intact: true, current: false });
  expect(verified.json().problems[0]).toMatchObject({ where: "README.md", code: "SOURCE_CHANGED" });
});

test("a trace with a changed byte is not intact, and the place is named", async () => {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const { run } = (await ergo(["ask", "How many files are there?", "--dir", dir, "--json"], { env })).json();
  const file = join(dir, ".ergo/traces", `${run}.jsonl`);
  const text = readFileSync(file, "utf8");
  write(dir, { [`.ergo/traces/${run}.jsonl`]: text.replace('"question"', '"questiom"') });
  const verified = await ergo(["verify", run, "--dir", dir, "--json"], { env });
  expect(verified.code).toBe(4);
  expect(verified.json().problems[0].where).toMatch(/line 1\b/);
});

test("a question about the content is answered with sentences that stand in their files, never as proven", async () => {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const asked = await ergo(["ask", "What does the guide say about the blue edge?", "--dir", dir, "--json"], { env });
  const answer = asked.json();
  expect(answer).toMatchObject({ status: "answered", engine: "cite" });
  expect(answer.answer).toContain("The blue edge must face north.");
  expect(answer.claims.every((claim: { verdict: string }) => claim.verdict === "supported")).toBe(true);
  expect(answer.evidence[0]).toMatchObject({ kind: "passage", path: "docs/guide.md", lines: [3, 3] });
  expect((await ergo(["verify", answer.run, "--dir", dir], { env })).code).toBe(0);
});

test("what the folder does not say is not found", async () => {
  const dir = folder(files);
  const asked = await ergo(["ask", "What is the boiling point of mercury?", "--dir", dir, "--json"]);
  expect(asked.code).toBe(3);
  expect(asked.json()).toMatchObject({ status: "not_found", claims: [] });
});

test("check: verdicts, exit codes and positions of errors", async () => {
  const dir = folder(files);
  const check = (claim: string, ...more: string[]) => ergo(["check", claim, "--dir", dir, "--json", ...more]);
  expect(await check('files("**/*.ts") = 2')).toMatchObject({ code: 0 });
  expect(await check('files("**/*.ts") = 3')).toMatchObject({ code: 4 });
  expect(await check('lines("none.md") = 3')).toMatchObject({ code: 3 });
  const unlooked = await check('lines("README.md") = 5', "--no-act");
  expect(unlooked.code).toBe(3);
  expect(unlooked.json().needs.length).toBeGreaterThan(0);
  const wrong = await check("lines(3) = 3");
  expect(wrong.code).toBe(2);
  expect(wrong.err).toMatch(/^error CLAIM_TYPE: claim, character \d+: .+\n {2}try: /);
});

test("a batch answers every line in order; a broken one has its own error", async () => {
  const dir = folder(files);
  const lines = ['{"id": 1, "claim": "exists(\\"README.md\\")"}', "not json", '{"id": "c", "claim": "lines("}'];
  const { code, out } = await ergo(["check", "--batch", "-", "--dir", dir], { input: lines.join("\n") });
  const rows = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(rows.map(({ id }) => id)).toEqual([1, null, "c"]);
  expect(rows[0].verdict).toBe("provable");
  expect(rows[1].error.code).toBe("BATCH_LINE");
  expect(rows[2].error.code).toBe("CLAIM_SYNTAX");
});

test("runs lists what was asked; trace prints it in each form", async () => {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const { run } = (await ergo(["ask", "How many files are there?", "--dir", dir, "--json"], { env })).json();
  const { runs } = (await ergo(["runs", "--dir", dir, "--json"], { env })).json();
  expect(runs).toEqual([expect.objectContaining({ run, question: "How many files are there?", status: "done" })]);
  expect((await ergo(["trace", run, "--dir", dir], { env })).out).toContain("DIRECT_EXEC");
  const lines = (await ergo(["trace", run, "--dir", dir, "--json"], { env })).out.trim().split("\n");
  expect(JSON.parse(lines[0]!)).toMatchObject({ seq: 0, type: "run.start" });
  expect((await ergo(["trace", run, "--dir", dir, "--mermaid"], { env })).out).toContain("stateDiagram-v2");
});

test("state stays out of version control and is the user's alone", async () => {
  const dir = folder(files);
  await ergo(["ask", "How many files are there?", "--dir", dir]);
  expect(readFileSync(join(dir, ".ergo/.gitignore"), "utf8")).toBe("*\n");
  expect(statSync(join(dir, ".ergo")).mode & 0o77).toBe(0);
});

test("text that is piped beside a question is evidence named stdin", async () => {
  const dir = folder(files);
  const asked = await ergo(["ask", "Who painted the harbour?", "--dir", dir, "--json"], {
    input: "The harbour was painted by Lena Voss in 1911.\n",
  });
  const answer = asked.json();
  expect(answer.answer).toContain("Lena Voss");
  expect(answer.evidence[0]).toMatchObject({ kind: "stdin", path: "stdin" });
});

test("an unknown key in ergo.yaml is an error that suggests the right one", async () => {
  const dir = folder({ ...files, "ergo.yaml": "profil: safe\n" });
  const asked = await ergo(["ask", "How many files are there?", "--dir", dir]);
  expect(asked.code).toBe(2);
  expect(asked.err).toMatch(/^error CONFIG_UNKNOWN_KEY: .*"profil"\n {2}try: did you mean "profile"\?/);
});

test("a folder's own ergo.yaml may only narrow", async () => {
  const dir = folder({ ...files, "ergo.yaml": "profile: sovereign\nlimits:\n  listing: 1000\n" });
  const { config, degraded } = (await ergo(["config", "--dir", dir, "--json"])).json();
  expect(config.profile).toBe("read");
  expect(config.limits.listing).toBe(1000);
  expect(degraded).toEqual([expect.objectContaining({ code: "CONFIG_NOT_TRUSTED" })]);
});

test.each([
  [["ask"], "USAGE"],
  [["ask", "x", "--dirr", "y"], "USAGE"],
  [["frobnicate"], "USAGE"],
  [["ask", "How many files?", "--dir", "/nonexistent-folder"], "FOLDER_MISSING"],
  [["verify", "no-such-run"], "RUN_UNKNOWN"],
  [["models", "pull", "gpt-9"], "MODEL_UNKNOWN"],
])("%j is a clear error", async (args, code) => {
  const ended = await ergo(args, { cwd: folder() });
  expect(ended.code).toBe(2);
  expect(ended.err).toMatch(new RegExp(`^error ${code}: .+\\n {2}try: .+`));
  expect(ended.out).toBe("");
});

test("the home folder is not searched unless it is named", async () => {
  const home = folder(files);
  const asked = await ergo(["ask", "How many files are there?"], { cwd: home, env: { HOME: home } });
  expect(asked.code).toBe(2);
  expect(asked.err).toContain("FOLDER_TOO_WIDE");
  expect(existsSync(join(home, ".ergo"))).toBe(false);
});

test("a read-only folder keeps its state in the home", async ({ skip }) => {
  const dir = folder(files);
  const home = folder();
  chmodSync(dir, 0o555);
  chmodSync(home, 0o777);
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const reached = spawnSync(process.execPath, ["--check", bin], { ...user, cwd: "/" });
  skip(reached.status !== 0, "another user can't read this checkout");
  const asked = await ergo(["ask", "How many files are there?", "--dir", dir, "--json"], {
    env: { ERGO_HOME: join(home, "h") },
    ...user,
  });
  chmodSync(dir, 0o755);
  expect(asked.json()).toMatchObject({ status: "answered" });
  expect(existsSync(join(dir, ".ergo"))).toBe(false);
  expect(existsSync(join(home, "h/projects"))).toBe(true);
});

test("an .ergo that leads elsewhere is not written through", async () => {
  const dir = folder(files);
  const elsewhere = folder();
  const home = folder();
  symlinkSync(elsewhere, join(dir, ".ergo"));
  const asked = await ergo(["ask", "How many files are there?", "--dir", dir, "--json"], { env: { ERGO_HOME: home } });
  expect(asked.json()).toMatchObject({ status: "answered" });
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(join(home, "projects"))).toBe(true);
});
