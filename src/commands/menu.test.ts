import { expect, test } from "vitest";
import { menuFor, proposeFrom } from "./menu.ts";

test("the menu offers what shares the request's words", () => {
  const ids = menuFor("please compute a sha256 checksum over my python stuff", 5).map(({ id }) => id);
  expect(ids[0]).toBe("sha256");
  expect(menuFor("xyzzy", 5)).toEqual([]);
});

test("an offer with good values becomes a command", () => {
  expect(proposeFrom("sha256", { where: "src", name: "*.py" })).toEqual({
    id: "sha256",
    line: "find src -type f -name '*.py' -exec sha256sum -- {} +",
    reading: "Print the sha256sum of the files in “src”, named “*.py”.",
    programs: ["find", "sha256sum"],
  });
});

test.each([
  ["sha256", { where: "/etc", name: "*" }],
  ["sha256", { where: "../up", name: "*" }],
  ["sha256", { where: "a/../../b", name: "*" }],
  ["sha256", { where: "~", name: "*" }],
  ["sha256", { where: "-delete", name: "*" }],
  ["sha256", { where: "src", name: "a/b" }],
  ["sha256", { where: "src", name: "" }],
  ["sha256", { where: "src" }],
  ["sha256", { where: "src", name: "*", more: "x" }],
  ["chmod", { where: "src", name: "*", mode: "755; rm x" }],
  ["split-n", { n: "10 x", file: "a.txt" }],
  ["no-such", {}],
])("%s refuses %o", (id, values) => {
  expect(proposeFrom(id, values as Record<string, string>)).toBeNull();
});

test("values can't leave their quotes", () => {
  const line = proposeFrom("grep", { where: "src", name: "*.c", x: "'; rm -rf ~; '" })?.line;
  expect(line).toBe(String.raw`find src -type f -name '*.c' -type f -exec grep -H -e ''\''; rm -rf ~; '\''' -- {} +`);
});
