import { expect, test } from "vitest";
import type { Generate } from "../../core/model.ts";
import { readSources } from "./read.ts";
import { scripted } from "./scripted.ts";

const request = (change: Partial<Generate> = {}): Generate => ({
  prompt: "one two three",
  maxTokens: 10,
  temperature: 0,
  stop: [],
  ...change,
});

test("replies come in order and are counted; when none is left the model fails", async () => {
  const model = scripted(["first reply", { fail: "out of memory" }]);
  expect(await model.generate(request())).toEqual({
    ok: true,
    value: { text: "first reply", finish: "stop", tokensIn: 3, tokensOut: 2 },
  });
  expect(await model.generate(request())).toMatchObject({ ok: false, error: { code: "MODEL_FAILED" } });
  expect(await model.generate(request())).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("only 2 replies") },
  });
  expect(model.calls).toHaveLength(3);
});

test("replies may depend on the request; stop strings and the limit hold", async () => {
  const model = scripted(({ prompt }) => `${prompt}\nfour five`);
  expect(await model.generate(request({ stop: ["\n"] }))).toMatchObject({
    value: { text: "one two three", finish: "stop" },
  });
  expect(await model.generate(request({ maxTokens: 4 }))).toMatchObject({
    value: { text: "one two three\nfour", finish: "length", tokensOut: 4 },
  });
});

test("a model that never stops is ended by the limit or the signal", async () => {
  const model = scripted(() => ({ endless: "la " }));
  expect(await model.generate(request())).toMatchObject({ value: { finish: "length", tokensOut: 10 } });
  const stop = new AbortController();
  const talking = model.generate(request({ maxTokens: 1e9 }), stop.signal);
  stop.abort();
  expect(await talking).toMatchObject({ ok: true, value: { finish: "abort" } });
});

test("a slow model is ended by the signal", async () => {
  const stop = new AbortController();
  const answering = scripted([{ text: "late", delay: 600_000 }]).generate(request(), stop.signal);
  stop.abort();
  expect(await answering).toMatchObject({ ok: true, value: { text: "", finish: "abort" } });
});

const sentences = [{ title: "Server", text: "It listens on port 8475." }];

test.each([
  ["  The port is 8475. ", "The port is 8475."],
  ['"The port is 8475."', "The port is 8475."],
  ["The port is 8475.\nQuestion: Why?", "The port is 8475."],
  [`It is 8475. ${"and so on ".repeat(60)}`, "It is 8475."],
])("what a model says is cleaned: %j", async (reply, text) => {
  const phrased = await readSources(scripted([reply]), "read", { question: "Which port?", sources: sentences });
  expect(phrased).toMatchObject({
    ok: true,
    value: { text, left: [], prompt: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test.each([
  ["\u0000 *** ...", /what it said is none/],
  ["", /it said nothing/],
  ["and so on ".repeat(60), /has no end/],
  ['<tool_call>\n{"name": "search", "arguments": {}}\n</tool_call>', /call of a tool/],
  ['{"name": "search", "arguments": {"q": "port"}}', /call of a tool/],
  ['[TOOL_CALLS] [{"name": "search"}]', /call of a tool/],
])("what is no sentence is a failure that says why: %j", async (reply, why) => {
  const phrased = await readSources(scripted([reply]), "read", { question: "Which port?", sources: sentences });
  expect(phrased).toMatchObject({ ok: false, error: { code: "MODEL_SILENT", message: expect.stringMatching(why) } });
});

test("the prompt ends with the case at hand, and a failure stays a value", async () => {
  const model = scripted([{ fail: "no memory" }]);
  expect(await readSources(model, "read", { question: "Which port?", sources: sentences })).toMatchObject({
    ok: false,
    error: { code: "MODEL_FAILED" },
  });
  expect(model.calls[0]?.prompt).toMatch(
    /\n\nExcerpt: Server: It listens on port 8475\.\nQuestion: Which port\?\nAnswer with the shortest phrase[^\n]*\nAnswer:$/,
  );
});

test("sentences that find no room are handed back", async () => {
  const many = Array.from({ length: 30 }, (_, i) => ({ title: "", text: `${i} ${"word ".repeat(30)}`.trim() }));
  const phrased = await readSources(scripted(["yes"]), "read", { question: "Which?", sources: many });
  expect(phrased.ok && phrased.value.left.at(-1)).toBe(many.at(-1)?.text);
});
