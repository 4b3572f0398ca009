import { expect, test } from "vitest";
import { readModule } from "./module.ts";

test("a trait of Rust extends its bounds, and types implement by blocks of their own", async () => {
  const text = [
    "pub trait Show: Clone + fmt::Debug { fn show(&self); }",
    "pub struct Plain;",
    "impl Plain { fn new() -> Self { Plain } }",
    "impl Show for Plain { fn show(&self) {} }",
    "impl<T> From<T> for Plain { fn from(_: T) -> Self { Plain } }",
  ].join("\n");
  const read = await readModule("a.rs", text);
  const types = read!.declared.filter(({ measures }) => measures === null);
  expect(types.map(({ name, extends: parents }) => [name, parents])).toEqual([
    ["Show", ["Clone", "Debug"]],
    ["Plain", []],
  ]);
  expect(read!.implemented.map(({ name, of, line }) => [name, of, line])).toEqual([
    ["Plain", "Show", 4],
    ["Plain", "From", 5],
  ]);
});
