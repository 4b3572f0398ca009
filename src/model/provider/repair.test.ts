import fc from "fast-check";
import { expect, test } from "vitest";
import type { Generate } from "../../core/model.ts";
import { scripted } from "../prompt/scripted.ts";
import { callsIn, generateJson, readJson } from "./repair.ts";

const request: Generate = { prompt: [{ role: "user", content: "List it." }], maxTokens: 100, temperature: 0, stop: [] };
const any = (value: unknown) => value;
const named = (value: unknown) => {
  const { name } = value as { name?: unknown };
  if (typeof name !== "string") throw new Error("name must be a text");
  return name;
};

test.each<[string, unknown]>([
  ['{"a": 1}', { a: 1 }],
  ['<think>{"a": 0} or so?</think>\n{"a": 1}', { a: 1 }],
  ['Sure!\n```json\n{"a": 1}\n```\nHope that helps {}', { a: 1 }],
  ['The answer is {"a": 1}. Anything else?', { a: 1 }],
  ["{'a': 1, b: True,}", { a: 1, b: true }],
  ['{"a": 1, "b": [1, 2', { a: 1, b: [1, 2] }],
  ['{"a": "he said \\"}\\""} and more', { a: 'he said "}"' }],
  ["[1, 2, 3]", [1, 2, 3]],
  ['{"a": 1 // one\n}', { a: 1 }],
  ["42", 42],
])("JSON is found in %j", async (text, value) => {
  expect(await readJson(text, any)).toMatchObject({ ok: true, value: { value } });
});

test.each(["", "no idea", "<think>{}</think>", "<think>{ and so on"])("there is none in %j", async (text) => {
  expect(await readJson(text, any)).toMatchObject({ ok: false });
});

test("every JSON object is read as it stands, whatever is said around it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (value) => {
      const text = `Here it is: ${JSON.stringify(value)} (done)`;
      expect(await readJson(text, any)).toEqual({
        ok: true,
        value: { value: JSON.parse(JSON.stringify(value)), repaired: false },
      });
    }),
    { numRuns: 200 },
  );
});

test("a model is asked again, once, with what is wrong, and all is counted", async () => {
  const model = scripted(['{"nam": "x"}', '{"name": "x"}']);
  expect(await generateJson(model, request, named)).toMatchObject({ ok: true, value: { value: "x", calls: 2 } });
  expect(JSON.stringify(model.calls[1]!.prompt)).toContain("name must be a text");
  const stubborn = scripted(["no", "no", "no"]);
  expect(await generateJson(stubborn, request, named)).toMatchObject({ ok: false, error: { code: "MODEL_FORMAT" } });
  expect(stubborn.calls.length).toBe(2);
  const failing = scripted([{ fail: "out of memory" }]);
  expect(await generateJson(failing, request, named)).toMatchObject({ ok: false, error: { code: "MODEL_FAILED" } });
  const stopped = await generateJson(scripted(["{}"]), request, named, AbortSignal.abort());
  expect(stopped).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
});

const call = { name: "search", arguments: { query: "x" } };

test.each([
  '<tool_call>\n{"name": "search", "arguments": {"query": "x"}}\n</tool_call>',
  '<think>which?</think><tool_call>{"name": "search", "arguments": {"query": "x"}}',
  '```json\n{"name": "search", "parameters": {"query": "x"}}\n```',
  '[TOOL_CALLS] [{"name": "search", "arguments": {"query": "x"}}]',
  '<function=search>{"query": "x"}</function>',
  'functions.search({"query": "x"})',
  '{"function": {"name": "search", "arguments": "{\\"query\\": \\"x\\"}"}}',
  "I will search: {'name': 'search', 'arguments': {'query': 'x'}}",
])("a call written as %j", async (text) => {
  expect(await callsIn(text, ["read", "search"])).toEqual([call]);
});

test("several calls, unknown tools, and no call at all", async () => {
  const two = `<tool_call>${JSON.stringify(call)}</tool_call><tool_call>{"name": "rm", "arguments": {}}</tool_call>`;
  expect(await callsIn(two + two, ["search"])).toEqual([call, call]);
  expect(await callsIn("Nothing to call. {}", ["search"])).toEqual([]);
  expect(await callsIn('{"name": "search", "arguments": [1]}', ["search"])).toEqual([]);
});
