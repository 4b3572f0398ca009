import { parse as parseToml } from "smol-toml";
import {
  at,
  type Dependency,
  empty,
  type Group,
  type Json,
  lineOf,
  listOf,
  pairs,
  stated,
  type Table,
  type Told,
  tableOf,
} from "./stated.ts";

/** Reads a pyproject.toml, by PEP 621 and 735, or as Poetry writes it. */
export function python(text: string): Told {
  const data = plain(parseToml(text)) as Table;
  const project = tableOf(data.project ?? null) ?? {};
  const poetry = tableOf(at(data, ["tool", "poetry"])) ?? {};
  const own = Object.keys(project).length > 0 ? project : poetry;
  const head = own === project ? ["project"] : ["tool.poetry"];
  const said = (key: string) => stated(own[key] ?? null, lineOf(text, [...head, key]));
  const licence =
    said("license") ??
    stated(at(project, ["license", "text"]) ?? at(project, ["license", "file"]), lineOf(text, [...head, "license"]));
  const needs = (list: Json | undefined, scope: Dependency["scope"], key: string) =>
    listOf(list).flatMap((each) =>
      typeof each === "string"
        ? [requirement(each, scope, lineOf(text, [key, /^[\w.-]+/.exec(each)?.[0] ?? each]))]
        : [],
    );
  const groups = Object.entries({ ...tableOf(data["dependency-groups"] ?? null) });
  const extras = Object.entries({ ...tableOf(project["optional-dependencies"] ?? null) });
  const runs = said("requires-python") ?? stated(at(poetry, ["dependencies", "python"]), lineOf(text, ["python"]));
  const authors = listOf(own.authors).flatMap(
    (each) => stated(each, 1) ?? stated(tableOf(each)?.name ?? null, 1) ?? [],
  );
  return {
    ...empty,
    kind: "python",
    name: said("name"),
    version: said("version"),
    licence,
    authors: authors.map((each) => ({ ...each, line: lineOf(text, ["authors"]) })),
    description: said("description"),
    requires: runs ? [{ name: "python", ...runs }] : [],
    dependencies: [
      ...needs(project.dependencies, "runtime", "dependencies"),
      ...extras.flatMap(([key, list]) => needs(list, "optional", key)),
      ...groups.flatMap(([key, list]) => needs(list, "dev", key)),
      ...needs(at(data, ["build-system", "requires"]) ?? [], "build", "requires"),
      ...poetryNeeds(poetry, text),
    ],
    scripts: [],
    entries: ["scripts", "gui-scripts"].flatMap((key) => pairs(own[key], text, [key])),
    groups: [...grouped(extras, "extra", text), ...grouped(groups, "group", text)],
    data,
  };
}

/** Lists of what is chosen by a name, as they are written; a group that another one includes is named. */
function grouped(lists: [string, Json][], is: Group["is"], text: string): Group[] {
  const brings = (each: Json) =>
    typeof each === "string"
      ? [each]
      : typeof tableOf(each)?.["include-group"] === "string"
        ? [String(tableOf(each)!["include-group"])]
        : [];
  return lists.map(([name, list]) => ({
    name,
    is,
    brings: listOf(list).flatMap(brings),
    line: lineOf(text, [name]),
  }));
}

function poetryNeeds(poetry: Table, text: string): Dependency[] {
  const range = (value: Json) => (typeof value === "string" ? value : String(tableOf(value)?.version ?? ""));
  const read = (table: Json, scope: Dependency["scope"]) =>
    Object.entries(tableOf(table) ?? {})
      .filter(([name]) => name !== "python")
      .map(([name, value]) => ({ name, range: range(value), scope, line: lineOf(text, [name]) }));
  return [...read(poetry.dependencies ?? null, "runtime"), ...read(poetry["dev-dependencies"] ?? null, "dev")];
}

/** A requirement as PEP 508 writes it: name, extras, versions, markers. */
export function requirement(text: string, scope: Dependency["scope"], line: number): Dependency {
  const [, name = text, range = ""] = /^\s*([\w.-]+)\s*(?:\[[^\]]*\])?\s*(.*)$/s.exec(text) ?? [];
  return { name, range: range.replace(/^\((.*)\)$/, "$1").trim(), scope, line };
}

/** Reads a Cargo.toml. */
export function cargo(text: string): Told {
  const data = plain(parseToml(text)) as Table;
  const own = tableOf(data.package ?? null) ?? {};
  const said = (key: string) => stated(own[key] ?? null, lineOf(text, ["package", key]));
  const scopes = { dependencies: "runtime", "dev-dependencies": "dev", "build-dependencies": "build" } as const;
  const runs = said("rust-version");
  return {
    ...empty,
    kind: "cargo",
    name: said("name"),
    version: said("version"),
    licence: said("license"),
    authors: listOf(own.authors).flatMap((each) => stated(each, lineOf(text, ["authors"])) ?? []),
    description: said("description"),
    requires: runs ? [{ name: "rust", ...runs }] : [],
    dependencies: [data, ...Object.values(tableOf(data.target ?? null) ?? {})].flatMap((each) =>
      Object.entries(scopes).flatMap(([key, scope]) =>
        Object.entries(tableOf(tableOf(each)?.[key] ?? null) ?? {}).map(([name, value]) => ({
          name,
          range: typeof value === "string" ? value : String(tableOf(value)?.version ?? ""),
          scope: tableOf(value)?.optional === true ? ("optional" as const) : scope,
          line: lineOf(text, [key, name]),
        })),
      ),
    ),
    groups: grouped(Object.entries(tableOf(data.features ?? null) ?? {}), "feature", text),
    entries: ["bin", "lib"].flatMap((key) =>
      listOf(Array.isArray(data[key]) ? data[key] : [data[key] ?? null]).flatMap((each) => {
        const { name, path } = tableOf(each) ?? {};
        return typeof path === "string"
          ? [{ name: `${key} ${String(name ?? "")}`.trim(), value: path, line: lineOf(text, ["path"]) }]
          : [];
      }),
    ),
    data,
  };
}

/** What TOML holds as JSON: dates as they are written. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "bigint" ? Number(each) : each))) as Json;
}
