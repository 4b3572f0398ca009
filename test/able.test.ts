import { expect, onTestFinished, test, vi } from "vitest";
import { ask, openSession, verify } from "../src/index.ts";
import { abilities, type Measured, readTrial, trialKey } from "../src/model/ability/ability.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { keepMeasured } from "../src/model/ability/probed.ts";
import { identityOf } from "../src/runtime/session/able.ts";
import { compatibleServer } from "../src/server/compatible.ts";
import { ollamaServer } from "../src/server/ollama.ts";
import { type Reply, scripted } from "../src/testing.ts";
import { listening } from "./contract/serving.ts";
import { ergo, folder } from "./ergo.ts";

const files = {
  "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
};
const question = "Who painted the old harbour?";
const right = "Lena Voss";
/** What is read first: what a model answered, before the sentence that it stands in. */
const led = "Lena Voss — The old harbour was painted by Lena Voss in 1911. [1]";

const wrote = (passed: boolean): Measured => ({
  ...wilson(passed ? 16 : 3, 16),
  ability: "read",
  form: "chat",
  passed,
  trial: trialKey(readTrial("read")),
});

/** A folder, and a model on a server that was measured before. */
async function measured(passed: boolean, reply: string | (() => string) = right, of: Record<string, string> = files) {
  const home = folder();
  vi.stubEnv("ERGO_HOME", home);
  const model = scripted(typeof reply === "string" ? () => reply : reply);
  const name = `${await listening(compatibleServer([{ id: "m", model }]))}/v1#m`;
  await keepMeasured(name, (await identityOf(name, home))!, [wrote(passed)], home);
  const session = await openSession({ dir: folder(of), models: [`worker=${name}`] });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  return { session, model, name };
}

test("a model that was measured and did not pass is not asked; rules answer, and the answer says so", async () => {
  const { session, model, name } = await measured(false);
  const answer = await ask(session, { question });
  expect(model.calls).toEqual([]);
  expect(answer).toMatchObject({ status: "answered", usage: { tokensOut: 0 } });
  expect(answer.answer).toContain("The old harbour was painted by Lena Voss in 1911. [1]");
  expect(answer.degraded).toEqual([expect.objectContaining({ code: "MODEL_UNABLE" })]);
  expect(answer.degraded[0]?.message).toContain(`${name} is not used to read`);
  expect(await verify(session, answer.run)).toMatchObject({ intact: true });
});

test("a model's own words lead, before the sentence that holds them", async () => {
  const known = await measured(true, "painted by Lena Voss");
  const answer = await ask(known.session, { question });
  expect(answer.claims[0]).toMatchObject({ text: "painted by Lena Voss", verdict: "supported" });
  expect(answer.answer.split("\n")[0]).toBe(
    "painted by Lena Voss — The old harbour was painted by Lena Voss in 1911. [1]",
  );
});

test("where a model answers from one of two texts that disagree, both are shown", async () => {
  const of = {
    "old.md": "# Old guide\n\nSessions expire after 30 minutes of inactivity.\n",
    "new.md": "# New guide\n\nSessions expire after 14 minutes of inactivity.\n",
  };
  for (const reply of ["14 minutes", "30 minutes"]) {
    const { session } = await measured(true, reply, of);
    const answer = await ask(session, { question: "After how many minutes of inactivity do sessions expire?" });
    expect(answer.answer).toMatch(/^Texts disagree(?: with \[\d\])?: in (?:old|new)\.md \[\d\] it says/m);
    expect(answer.evidence.map(({ path }) => path).sort()).toEqual(["new.md", "old.md"]);
    expect(answer.status).toBe("partial");
  }
});

test("where a model answers otherwise each time, the excerpt is only probably the answer", async () => {
  const others = ["three cranes", "the harbour", "1911"];
  let at = 0;
  const { session } = await measured(true, () => others[at++ % others.length]!);
  const { answer, status } = await ask(session, { question });
  expect([answer, status]).toEqual([expect.stringMatching(/^Probably: .*painted by Lena Voss/), "partial"]);
});

test("a model that passed is spoken to in the form in which it did", async () => {
  const { session, model } = await measured(true);
  const answer = await ask(session, { question });
  expect(answer.answer.split("\n")[0]).toBe(led);
  expect(answer.degraded).toEqual([]);
  expect(model.calls[0]?.prompt).toMatchObject([{ role: "system" }, { role: "user" }]);
});

/** A home in which a model of an Ollama server was measured; it is not the one that the user named. */
async function besides(passed: boolean | undefined) {
  const home = folder();
  vi.stubEnv("ERGO_HOME", home);
  const other = scripted(() => right);
  vi.stubEnv("OLLAMA_HOST", await listening(ollamaServer([{ id: "small:latest", model: other, bytes: 1e9 }])));
  const name = "ollama:small:latest";
  if (passed !== undefined) await keepMeasured(name, (await identityOf(name, home))!, [wrote(passed)], home);
  const asked = async (models: string[]) => {
    const session = await openSession({ dir: folder(files), models });
    const answer = await ask(session, { question });
    const verified = await verify(session, answer.run);
    await session.close();
    expect(verified.intact).toBe(true);
    return answer;
  };
  onTestFinished(() => void vi.unstubAllEnvs());
  return { home, other, name, asked };
}

test.each<[string, Reply, boolean]>([
  ["was measured and did not pass", right, false],
  ["fails", { fail: "out of memory" }, true],
])("a model that %s is replaced by one that is here and passed, and both are named", async (_, reply, passed) => {
  const { home, other, name, asked } = await besides(true);
  const first = `${await listening(compatibleServer([{ id: "m", model: scripted(() => reply) }]))}/v1#m`;
  await keepMeasured(first, (await identityOf(first, home))!, [wrote(passed)], home);
  const answer = await asked([`worker=${first}`]);
  expect(answer.answer.split("\n")[0]).toBe(led);
  // Its likeliest answer, and five more that say how far to trust it.
  expect(other.calls).toHaveLength(6);
  expect(answer.models).toEqual({ worker: name });
  expect(answer.degraded).toEqual([expect.objectContaining({ code: "MODEL_REPLACED" })]);
  expect(answer.degraded[0]?.message).toContain(`${first} could not be used to read: `);
  expect(answer.degraded[0]?.message).toContain(`${name} did it instead`);
});

test("a model that can't be had is replaced too; none is where none is wanted", async () => {
  const { name, asked } = await besides(true);
  const gone = await asked(["worker=http://127.0.0.1:1/v1#m"]);
  expect(gone).toMatchObject({ models: { worker: name }, degraded: [{ code: "MODEL_REPLACED" }] });
  expect(await asked(["worker=none"])).toMatchObject({ models: {}, degraded: [] });
});

test.each([undefined, false])("a model that did not pass stands in for none (measured: %s)", async (passed) => {
  const { other, asked } = await besides(passed);
  const answer = await asked(["worker=http://127.0.0.1:1/v1#m"]);
  expect(other.calls).toEqual([]);
  expect(answer).toMatchObject({ status: "answered", models: {}, degraded: [{ code: "MODEL_UNREACHABLE" }] });
});

test("excerpts that found no room in the prompt are said, and shown all the same", async () => {
  vi.stubEnv("ERGO_HOME", folder());
  const long = `The old harbour was painted by Lena Voss ${"in the year of the great and terrible storm ".repeat(120)}.`;
  const session = await openSession({
    dir: folder({ "harbour.md": `# The harbour\n\n${long}\n` }),
    model: scripted([right]),
  });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  const answer = await ask(session, { question });
  expect(answer.degraded).toEqual([expect.objectContaining({ code: "PROMPT_CUT" })]);
  expect(answer.answer).toContain("terrible storm");
});

test("`ergo models probe` measures a model of a server in both forms; an unknown name is refused", async () => {
  const home = folder();
  const name = `${await listening(compatibleServer([{ id: "m", model: scripted(() => "no") }]))}/v1#m`;
  const given = await ergo(["models", "probe", name, "--json"], { env: { ERGO_HOME: home, ERGO_MODEL: "none" } });
  const { measured: shown } = given.json();
  expect(shown).toHaveLength(2 * abilities.length);
  expect(shown.every(({ passed }: Measured) => !passed)).toBe(true);
  const wrong = await ergo(["models", "probe", "gpt"], { env: { ERGO_HOME: home } });
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("MODEL_UNKNOWN") });
});

test("an order that rules don't read is given to a model that passed; that the named one is not able to choose is said", async () => {
  const order = 'Print sha256 values of whatever is "harbour" inside docs/, friend';
  const passed = (yes: boolean): Measured => ({
    ...wrote(yes),
    ability: "choose",
    trial: trialKey(readTrial("choose")),
  });
  for (const [first, other, code] of [
    [false, true, "MODEL_REPLACED"],
    [false, false, "MODEL_UNABLE"],
    [undefined, false, "MODEL_UNTRIED"],
  ] as const) {
    const { home, other: second, name } = await besides(undefined);
    await keepMeasured(name, (await identityOf(name, home))!, [passed(other)], home);
    const mine = scripted(() => "sha256");
    const url = `${await listening(compatibleServer([{ id: "m", model: mine }]))}/v1#m`;
    if (first !== undefined) await keepMeasured(url, (await identityOf(url, home))!, [passed(first)], home);
    const session = await openSession({
      dir: folder(files),
      models: [`worker=${url}`, "embedder=none"],
      profile: "dev",
    });
    const answer = await ask(session, { question: order });
    await session.close();
    expect(answer.degraded.map((each) => each.code)).toContain(code);
    expect(mine.calls.filter(({ prompt }) => JSON.stringify(prompt).includes("Name the option"))).toEqual([]);
    expect(answer.usage.byRole.worker?.calls ?? 0).toBe(mine.calls.length + second.calls.length);
  }
});
