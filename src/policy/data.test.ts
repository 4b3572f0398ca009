import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { roleNames } from "./roles.ts";
import { specials } from "./special.ts";
import { type Entry, isEffect, lookup, programs } from "./table.ts";

const folder = new URL("../../data/commands/", import.meta.url);
const json = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const files = readdirSync(folder).filter((name) => name !== "schema.json");

test.each(files)("%s fits its schema", (name) => {
  expect(z.fromJSONSchema(json("schema.json")).safeParse(json(name)).error?.issues ?? []).toEqual([]);
});

test("variables.json fits its schema, and names no variable twice", () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, folder), "utf8"));
  const { $schema: _, ...lists } = read("variables.json");
  expect(z.fromJSONSchema(read("variables.schema.json")).safeParse(lists).error?.issues ?? []).toEqual([]);
  const names = Object.values<string>(lists).flatMap((list) => list.split(" "));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("at least 250 programs are listed, each once", () => {
  const names = files.flatMap((name) => Object.keys(json(name).commands).flatMap((each) => each.split(" ")));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(programs().length).toBeGreaterThan(250);
  for (const name of programs()) expect(lookup(name)).not.toBeNull();
});

/** Every entry, those of subcommands included. */
function entries(entry: string | Entry): Entry[] {
  if (typeof entry === "string") return [];
  return [entry, ...Object.values(entry.subcommands ?? {}).flatMap(entries)];
}

const every = files.flatMap((name) => Object.values(json(name).commands as Record<string, Entry>).flatMap(entries));

test("every role is one that is known", () => {
  const words = every.flatMap(({ operands = "", options = {} }) => [
    ...operands.split(" ").map((role) => role.replace(/[*?]$/, "")),
    ...Object.values(options).flatMap((option) =>
      typeof option === "string"
        ? option.split(" ")
        : [
            option.takes ?? "",
            option.then ?? "",
            ...(option.operands ?? "").split(" ").map((role) => role.replace(/[*?]$/, "")),
          ],
    ),
  ]);
  const plain = new Set(["", "flag", "command", "line", ...roleNames]);
  expect([...new Set(words)].filter((word) => !plain.has(word) && !isEffect(word))).toEqual([]);
});

test("every special treatment exists, and each is used", () => {
  const used = new Set(every.flatMap(({ special }) => special ?? []));
  expect([...used].sort()).toEqual(Object.keys(specials).sort());
});

/** The keys of every object of a JSON text that stand twice in it; a parser keeps the last of them alone. */
function shadowed(text: string): string[] {
  const open: Set<string>[] = [];
  const twice: string[] = [];
  for (const [part, key] of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (part === "{") open.push(new Set());
    else if (part === "}") open.pop();
    else if (key !== undefined && open.at(-1)!.size === open.at(-1)!.add(key).size) twice.push(key);
  }
  return twice;
}

test.each(files)("no name in %s shadows another", (name) => {
  expect(shadowed(readFileSync(new URL(name, folder), "utf8"))).toEqual([]);
  expect(shadowed('{"a": {"b": "a"}, "c": "a", "a": 1}')).toEqual(["a"]);
});

test("no subcommand is listed twice for a command", () => {
  const twice = every.flatMap(({ subcommands = {} }) => {
    const names = Object.keys(subcommands).flatMap((each) => each.split(" "));
    return names.filter((name, at) => names.indexOf(name) !== at);
  });
  expect(twice).toEqual([]);
});

test("no option is listed twice for a command", () => {
  const twice = every.flatMap(({ options = {} }) => {
    const names = Object.keys(options).flatMap((each) => each.split(" "));
    return names.filter((name, at) => names.indexOf(name) !== at);
  });
  expect(twice).toEqual([]);
});
