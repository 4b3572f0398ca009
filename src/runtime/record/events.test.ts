import { expect, test } from "vitest";
import { eventTypes, faultIn } from "./events.ts";

const line = { v: 1, seq: 0, time: 1, path: "", type: "run.start", prev: "0".repeat(64) } as const;
const data = { run: "r", session: "s", parent: null, question: "?" };

test("the union knows each line that Ergo writes, and what does not belong into it", () => {
  expect(faultIn({ ...line, data })).toBeUndefined();
  expect(faultIn({ ...line, data: { blob: "a".repeat(64), size: 7 } })).toBeUndefined();
  expect(faultIn({ ...line, data: { ...data, run: 3 } })).toMatch(/run\.start/);
  expect(faultIn({ ...line, prev: "x", data })).toMatch(/prev/);
  expect(faultIn({ ...line, type: "tool.end", data: { result: [1] } })).toBeUndefined();
  expect(faultIn({ ...line, type: "tool.end", data: { outcome: [1] } })).toMatch(/tool\.end/);
  expect(faultIn({ ...line, type: "die.end", data: { result: 6 } })).toBeUndefined();
  expect(faultIn({ ...line, type: "not a type", data: null })).toMatch(/not a type/);
  expect(new Set(eventTypes().map(({ type }) => type)).size).toBe(eventTypes().length);
  expect(eventTypes().every(({ means }) => means !== "")).toBe(true);
});
