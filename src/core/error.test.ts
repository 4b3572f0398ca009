import { expect, test } from "vitest";
import { ErgoError, problem } from "./error.ts";

test("what was called off is no defect", () => {
  const stop = new AbortController();
  stop.abort();
  expect(problem(stop.signal.reason)).toMatchObject({ code: "CANCELLED" });
  expect(problem(new TypeError("x is not a function"))).toMatchObject({ code: "INTERNAL" });
  expect(problem(new ErgoError("CANCELLED"))).toMatchObject({ code: "CANCELLED" });
});
