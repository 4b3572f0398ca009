import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ergo, folder, write } from "./ergo.ts";

const files = { "a.md": "# A\n\nThe blue edge must face north.\n", "b.md": "# B\n\nFold it twice.\n" };

/** A folder with one run in it, asked in a home that has a signing key. */
async function signedRun(question = "How many Markdown files are there?") {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const keys = (await ergo(["keys", "--json"], { env })).json();
  const answer = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json();
  return { dir, env, key: keys.public as string, keys, answer, run: answer.run as string };
}

/** The run as one file, away from the folder that it came from. */
async function exported(question?: string) {
  const made = await signedRun(question);
  const file = join(folder(), "run.ergo");
  const { code } = await ergo(["export", made.run, file, "--dir", made.dir], { env: made.env });
  expect(code).toBe(0);
  return { ...made, file };
}

test("keys makes a key once, keeps its private half to the user, and shows the public half", async () => {
  const env = { ERGO_HOME: folder() };
  const first = (await ergo(["keys", "--json"], { env })).json();
  expect(first).toMatchObject({ public: expect.stringMatching(/^ed25519:[\w-]{43}$/), created: true });
  expect(statSync(first.file).mode & 0o777).toBe(0o600);
  expect(readFileSync(first.file, "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  const second = (await ergo(["keys", "--json"], { env })).json();
  expect(second).toMatchObject({ public: first.public, created: false });
  expect((await ergo(["keys"], { env })).out).toBe(`${first.public}\n`);
  expect(readdirSync(join(env.ERGO_HOME, "keys"))).toEqual(["ed25519.pem"]);
});

test("several processes that make the key at once end up with one", async () => {
  const env = { ERGO_HOME: folder() };
  const made = await Promise.all(Array.from({ length: 4 }, () => ergo(["keys"], { env })));
  expect(new Set(made.map(({ out }) => out)).size).toBe(1);
});

test("once there is a key, the heads of runs are signed, and verify says by whom", async () => {
  const { dir, env, key, run } = await signedRun();
  const verified = await ergo(["verify", run, "--dir", dir, "--key", key, "--json"], { env });
  expect(verified.code).toBe(0);
  expect(verified.json()).toMatchObject({ intact: true, signed: { by: key, ok: true }, problems: [] });
});

test("an unsigned run is intact, unless a signature is asked for", async () => {
  const dir = folder(files);
  const env = { ERGO_HOME: folder() };
  const { run } = (await ergo(["ask", "How many files are there?", "--dir", dir, "--json"], { env })).json();
  expect((await ergo(["verify", run, "--dir", dir, "--json"], { env })).json().signed).toBe(null);
  const { public: key } = (await ergo(["keys", "--json"])).json();
  const asked = await ergo(["verify", run, "--dir", dir, "--key", key, "--json"], { env });
  expect(asked.code).toBe(4);
  expect(asked.json()).toMatchObject({ intact: false, signed: null, problems: [{ code: "NOT_SIGNED" }] });
});

test("an export is verified anywhere, with its payloads, in a home that knows nothing of it", async () => {
  const { dir, key, answer, file } = await exported("What does the text say about the blue edge?");
  rmSync(dir, { recursive: true });
  const verified = await ergo(["verify", file, "--key", key, "--json"], { cwd: folder() });
  expect(verified.code).toBe(0);
  expect(verified.json()).toMatchObject({
    run: answer.run,
    intact: true,
    current: null,
    signed: { by: key, ok: true },
  });
  expect(verified.json().claims).toBe(answer.claims.length);
  const headed = await ergo(["verify", file, "--head", answer.head], { cwd: folder() });
  expect(headed.code).toBe(0);
});

test("an export looks at its sources in a folder that is named", async () => {
  const { dir, file } = await exported("How many lines does a.md have?");
  expect((await ergo(["verify", file, "--dir", dir, "--json"])).json()).toMatchObject({ intact: true, current: true });
  write(dir, { "a.md": "changed\n" });
  const stale = await ergo(["verify", file, "--dir", dir, "--json"]);
  expect(stale).toMatchObject({ code: 3 });
  expect(stale.json()).toMatchObject({ intact: true, current: false });
});

test("another key, and a key file of either form", async () => {
  const { key, file, keys } = await exported();
  const { public: other } = (await ergo(["keys", "--json"])).json();
  const wrong = await ergo(["verify", file, "--key", other, "--json"]);
  expect(wrong.code).toBe(4);
  expect(wrong.json()).toMatchObject({
    intact: false,
    signed: { by: key, ok: false },
    problems: [{ code: "KEY_OTHER" }],
  });
  const word = join(folder({ "key.txt": `${key}\n` }), "key.txt");
  expect((await ergo(["verify", file, "--key", word])).code).toBe(0);
  const secret = await ergo(["verify", file, "--key", keys.file]);
  expect(secret).toMatchObject({ code: 0 });
  const none = await ergo(["verify", file, "--key", "ed25519:nonsense"]);
  expect(none).toMatchObject({ code: 2, err: expect.stringMatching(/^error USAGE: --key/) });
});

test("a changed byte anywhere in an export shows, and so does a missing line", async () => {
  const { key, file } = await exported("What does the text say about the blue edge?");
  const whole = readFileSync(file);
  const places = Array.from({ length: 24 }, (_, i) => Math.floor((i * (whole.length - 1)) / 23));
  for (const place of places) {
    const bytes = Buffer.from(whole);
    bytes[place]! ^= 0x01;
    writeFileSync(file, bytes);
    expect(await ergo(["verify", file, "--key", key]), `byte ${place}`).toMatchObject({ code: 4 });
  }
  const lines = whole.toString().split("\n");
  writeFileSync(file, lines.toSpliced(3, 1).join("\n"));
  expect(await ergo(["verify", file, "--key", key])).toMatchObject({ code: 4 });
  writeFileSync(file, whole);
  expect(await ergo(["verify", file, "--key", key])).toMatchObject({ code: 0 });
});

test("a trace that was changed and chained anew does not pass for the one that was signed", async () => {
  const one = await exported("How many Markdown files are there?");
  const two = await exported("How many files are there?");
  const [cover, ...rest] = [
    readFileSync(one.file, "utf8").split("\n")[0]!,
    ...readFileSync(two.file, "utf8").split("\n").slice(1),
  ];
  const forged = { ...JSON.parse(readFileSync(two.file, "utf8").split("\n")[0]!), signed: JSON.parse(cover).signed };
  writeFileSync(two.file, [JSON.stringify(forged), ...rest].join("\n"));
  const verified = await ergo(["verify", two.file, "--key", one.key, "--json"]);
  expect(verified.code).toBe(4);
  expect(verified.json().problems).toContainEqual(expect.objectContaining({ code: "SIGNATURE_BROKEN" }));
});

test("an export can't write outside of where it is laid out", async () => {
  const { file } = await exported();
  const [cover, ...rest] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, [JSON.stringify({ ...JSON.parse(cover!), run: "../../x" }), ...rest].join("\n"));
  expect(await ergo(["verify", file])).toMatchObject({ code: 4 });
  const blob = JSON.stringify({ blob: "../../escaped", text: "{}" });
  writeFileSync(file, [cover, ...rest.slice(0, -1), blob, ""].join("\n"));
  const verified = await ergo(["verify", file, "--json"]);
  expect(verified.json().problems).toContainEqual(expect.objectContaining({ code: "EXPORT_BROKEN" }));
});

test("a run that is not whole is not exported, and a key that can't be used is said", async () => {
  const { dir, env, run } = await signedRun();
  const trace = join(dir, ".ergo/traces", `${run}.jsonl`);
  const text = readFileSync(trace, "utf8");
  writeFileSync(trace, text.replace("Markdown", "Markdowm"));
  const refused = await ergo(["export", run, join(dir, "x.ergo"), "--dir", dir], { env });
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^error EXPORT_FAILED: .+\n {2}try: /) });
  writeFileSync(join(env.ERGO_HOME, "keys/ed25519.pem"), "no key\n");
  expect(await ergo(["keys"], { env })).toMatchObject({ code: 1, err: expect.stringMatching(/^error KEY_UNUSABLE: /) });
});
