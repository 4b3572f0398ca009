import { symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { ErgoError } from "../src/core/error.ts";
import { fingerprint } from "../src/model/install/gguf.ts";
import { installRuntime } from "../src/model/install/runtime.ts";
import { ergo, folder } from "./ergo.ts";
import { tinyModel } from "./tiny.ts";

/** A GGUF file of the user's own as a model, through the command, with the real runtime. */

const cache = process.env.ERGO_HOME ?? fileURLToPath(new URL("../node_modules/.cache/ergo", import.meta.url));
const alone = { ERGO_MODEL: "", ERGO_EMBEDDER: "none", ERGO_RERANKER: "none", ERGO_PULL: "never" };
const files = { "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911.\n" };
const question = "Who painted the old harbour?";
let missing = "";

beforeAll(async () => {
  try {
    await installRuntime("llama", { home: cache });
  } catch (error) {
    if (!(error instanceof ErgoError) || error.code !== "RUNTIME_INSTALL") throw error;
    missing = error.message;
  }
});

/** An environment with the runtime and no other model, which could stand in. */
function bare() {
  const home = folder();
  symlinkSync(join(cache, "runtimes"), join(home, "runtimes"));
  return { ...alone, ERGO_HOME: home };
}

async function asked(dir: string, model: string, { env = bare(), cwd = dir } = {}) {
  const args = ["ask", question, "--dir", dir, "--model", `worker=${model}`, "--json", "--quiet", "--no-cache"];
  return (await ergo(args, { env, cwd })).json();
}

test("a file answers by its path, relative or not, under its name and fingerprint, and its record holds that name", async ({
  skip,
}) => {
  skip(missing !== "", missing);
  const models = folder({ "tiny.gguf": tinyModel() });
  const file = join(models, "tiny.gguf");
  const print = await fingerprint(file);
  const dir = folder(files);
  const env = bare();
  const answer = await asked(dir, "tiny.gguf", { env, cwd: models });
  expect(answer.answer).toContain("painted by Lena Voss in 1911. [1]");
  // What it writes means nothing: it was asked, and its sentence was not taken.
  expect(answer.usage.byRole.worker).toMatchObject({ calls: 1, tokensIn: expect.any(Number) });
  expect(JSON.stringify(answer)).toContain(`tiny.gguf#${print}`);
  const at = (...words: string[]) => ergo([...words, "--dir", dir, "--json"], { env });
  expect((await at("verify", answer.run)).json()).toMatchObject({ intact: true });
  expect((await at("replay", answer.run)).json().answer).toBe(answer.answer);
  const started = (await at("trace", answer.run)).out;
  expect(started).toContain(`${file}#${print}`);
  // Another file in its place is not taken for it.
  writeFileSync(file, tinyModel({ template: "another" }));
  const pinned = await asked(dir, `${file}#${print}`, { env });
  expect(pinned.degraded).toContainEqual(expect.objectContaining({ code: "MODEL_FILE_CHANGED" }));
  expect((await at("replay", answer.run)).json().answer).toBe(answer.answer);
});

test("an ergo.yaml names a file by a path that counts from where it lies", async ({ skip }) => {
  skip(missing !== "", missing);
  const own = folder({ "models/tiny.gguf": tinyModel(), "ergo.yaml": "models:\n  worker: models/tiny.gguf\n" });
  const listed = (
    await ergo(["models", "--dir", folder(files), "--json"], { env: { ...alone, ERGO_HOME: own } })
  ).json();
  expect(listed.models).toContainEqual(
    expect.objectContaining({ name: join(own, "models/tiny.gguf"), present: true, source: "your own file" }),
  );
});

test("a file that can't be used costs its sentence alone, and says why and what to do", async ({ skip }) => {
  skip(missing !== "", missing);
  const bytes = tinyModel();
  const unknown = Buffer.from(bytes.toString("latin1").replaceAll("llama", "zebra"), "latin1");
  const models = folder({
    "page.gguf": "<html>Sign in</html>",
    "part-00001-of-00004.gguf": bytes,
    "zebra.gguf": unknown,
    "short.gguf": bytes.subarray(0, -100_000),
  });
  const dir = folder(files);
  const env = bare();
  for (const [name, code] of [
    ["none.gguf", "MODEL_FILE_MISSING"],
    ["page.gguf", "MODEL_FILE_FORMAT"],
    ["short.gguf", "MODEL_FILE_FORMAT"],
    ["part-00001-of-00004.gguf", "MODEL_FILE_SPLIT"],
    ["zebra.gguf", "MODEL_FILE_KIND"],
  ] as const) {
    const answer = await asked(dir, name, { env, cwd: models });
    expect(answer.answer).toContain("painted by Lena Voss in 1911. [1]");
    expect(answer.degraded).toEqual([expect.objectContaining({ code, remedy: expect.stringMatching(/.+/) })]);
    expect(answer.degraded[0].message).toContain(basename(name));
  }
});

test("files of other programs are listed, and used only when named", async () => {
  const theirs = folder({ "models/maker/repo/tiny.gguf": tinyModel() });
  const file = join(theirs, "models/maker/repo/tiny.gguf");
  const around = { ...alone, ERGO_HOME: folder(), LLAMA_CACHE: theirs };
  const dir = folder(files);
  const models = (await ergo(["models", "--dir", dir, "--json"], { env: around })).json().models;
  expect(models).toContainEqual(
    expect.objectContaining({ name: file, present: true, source: "llama.cpp, used only when named" }),
  );
  const answer = (await ergo(["ask", question, "--dir", dir, "--json", "--quiet"], { env: around })).json();
  expect(answer.models).toEqual({});
  const kept = await ergo(["models", "remove", file, "--dir", dir, "--json"], { env: around });
  expect(kept.code).toBe(2);
  expect(kept.err + kept.out).toContain("MODEL_KEPT");
});

test("doctor says what llama.cpp computes with, and how fast a model is where that is asked for", async ({ skip }) => {
  skip(missing !== "", missing);
  const file = join(folder({ "tiny.gguf": tinyModel() }), "tiny.gguf");
  const dir = folder(files);
  const env = bare();
  const checks = async (...words: string[]) => {
    const ended = await ergo(["doctor", "--dir", dir, "--json", ...words], { env: { ...env, ERGO_MODEL: file } });
    return ended.json().checks as { name: string; ok: boolean; detail: string }[];
  };
  const detail = expect.stringMatching(/installed; computes on .*cores/);
  expect(await checks()).toContainEqual(expect.objectContaining({ name: "llama.cpp", detail }));
  const speed = expect.stringMatching(
    /^tiny\.gguf#[0-9a-f]{12}: ready in [\d.]+ s, reads [\d.]+ and writes [\d.]+ tokens/,
  );
  expect(await checks("--speed")).toContainEqual(expect.objectContaining({ name: "speed", ok: true, detail: speed }));
  const without = await ergo(["doctor", "--speed", "--dir", dir, "--json"], { env: { ...env, ERGO_MODEL: "none" } });
  expect(without.json().checks).toContainEqual(expect.objectContaining({ name: "speed", ok: false }));
});
