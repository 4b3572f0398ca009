import { expect, test } from "vitest";
import { seatbelt } from "./seatbelt.ts";

const place = { root: '/Users/a/my "work".d', hidden: ['/Users/a/my "work".d/.ergo', "/Users/a/.ergo"] };
const programs = { path: ["/opt/homebrew/bin"], folders: ["/opt/homebrew/bin"] };
const temporary = "/private/tmp/x";

test("the profile starts by denying and ends by hiding what is Ergo's", () => {
  const rules = seatbelt(place, programs, { writable: false, temporary }).trim().split("\n");
  expect(rules.slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
  expect(rules).toContain('(deny file-read* file-write* (subpath "/Users/a/.ergo"))');
  expect(rules.slice(-2)).toEqual(["(deny network*)", "(deny mach-lookup)"]);
});

test("only a writable folder is written to, and a path is one word", () => {
  const written = (writable: boolean) =>
    seatbelt(place, programs, { writable, temporary })
      .split("\n")
      .find((rule) => rule.startsWith("(allow file-write*"));
  expect(written(false)).toBe('(allow file-write* (subpath "/private/tmp/x"))');
  expect(written(true)).toBe('(allow file-write* (subpath "/private/tmp/x") (subpath "/Users/a/my \\"work\\".d"))');
});

test("what is kept is denied by its name, at any depth", () => {
  const rule = seatbelt({ root: "/w", hidden: [] }, programs, { writable: true, temporary })
    .split("\n")
    .find((line) => line.includes("[gG]"))!;
  const regex = new RegExp(/#"(.*)"\)\)$/.exec(rule)![1]!);
  for (const path of ["/w/.git", "/w/.git/config", "/w/a/b/.GIT/hooks/x", "/w/.ergo/traces"])
    expect(path).toMatch(regex);
  for (const path of ["/w/git", "/w/a.git", "/w/.gitignore", "/other/.git"]) expect(path).not.toMatch(regex);
});
