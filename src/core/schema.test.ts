import { expect, test } from "vitest";
import { faultOf, type Schema } from "./schema.ts";

const schema: Schema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, pattern: "^[a-z]*$" },
    size: { type: "integer", minimum: 1, maximum: 9 },
    share: { type: "number" },
    sort: { enum: ["a", "b", null] },
    parts: { type: "array", items: { anyOf: [{ type: "string" }, { type: "object", required: ["id"] }] } },
    on: { type: "boolean" },
    none: { type: "null" },
    sizes: { type: "object", additionalProperties: { type: "integer" } },
  },
  required: ["name"],
  additionalProperties: false,
};

test("a value that is as the schema says has no fault", () => {
  const whole = {
    name: "x",
    size: 3,
    share: 0.5,
    sort: null,
    parts: ["a", { id: 1, more: [] }],
    on: false,
    none: null,
    sizes: { a: 1 },
  };
  expect(faultOf(schema, whole)).toBeUndefined();
  expect(faultOf(schema, { name: "x", size: undefined })).toBeUndefined();
  expect(faultOf({}, [null, { any: "thing" }])).toBeUndefined();
});

test.each([
  [{}, ["name"], "it is missing"],
  [[], [], "expected keys with values, not a list"],
  [null, [], "expected keys with values, not null"],
  [{ name: "" }, ["name"], "it is empty"],
  [{ name: "X" }, ["name"], "it does not match ^[a-z]*$"],
  [{ name: 3 }, ["name"], "expected a text, not 3"],
  [{ name: "x", size: 0 }, ["size"], "expected at least 1, not 0"],
  [{ name: "x", size: 10 }, ["size"], "expected at most 9, not 10"],
  [{ name: "x", size: 1.5 }, ["size"], "expected a whole number, not 1.5"],
  [{ name: "x", share: "1" }, ["share"], 'expected a number, not "1"'],
  [{ name: "x", sort: "c" }, ["sort"], 'expected "a" or "b" or null, not "c"'],
  [{ name: "x", parts: "a" }, ["parts"], 'expected a list, not "a"'],
  [{ name: "x", parts: ["a", {}] }, ["parts", "1", "id"], "it is missing"],
  [{ name: "x", on: {} }, ["on"], "expected true or false, not keys with values"],
  [{ name: "x", none: false }, ["none"], "expected nothing, not false"],
  [{ name: "x", sizes: { a: "b" } }, ["sizes", "a"], 'expected a whole number, not "b"'],
  [{ name: "x", constructor: 1 }, [], 'unknown key "constructor"'],
])("%j has a fault at %j", (value, path, message) => {
  expect(faultOf(schema, value)).toMatchObject({ path, message });
});
