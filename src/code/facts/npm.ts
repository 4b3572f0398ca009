import { folderOf, joined } from "./layout.ts";
import { at, type Entry, empty, type Json, lineOf, listOf, pairs, stated, type Told, tableOf } from "./stated.ts";

/** Reads a package.json. */
export function npm(text: string): Told {
  const data = tableOf(JSON.parse(text.replace(/^\ufeff/, "")) as Json);
  if (data === null) throw new Error("no object");
  const said = (...keys: string[]) => stated(at(data, keys), lineOf(text, keys));
  const listed = (key: string) => pairs(data[key], text, [key]);
  const scopes = {
    dependencies: "runtime",
    devDependencies: "dev",
    peerDependencies: "peer",
    optionalDependencies: "optional",
  } as const;
  const bin =
    typeof data.bin === "string"
      ? [{ name: String(data.name), value: data.bin, line: lineOf(text, ["bin"]) }]
      : listed("bin");
  const singles = ["main", "module", "types", "typings", "browser"].flatMap((key) => {
    const value = said(key);
    return value ? [{ name: key, ...value }] : [];
  });
  return {
    ...empty,
    kind: "npm",
    name: said("name"),
    version: said("version"),
    licence: said("license") ?? said("license", "type"),
    authors: [data.author, ...listOf(data.contributors)].flatMap((each) => {
      const value = stated(each ?? null, 1) ?? stated(tableOf(each ?? null)?.name ?? null, 1);
      return value ? [{ ...value, line: lineOf(text, ["author"]) }] : [];
    }),
    description: said("description"),
    requires: listed("engines"),
    dependencies: Object.entries(scopes).flatMap(([key, scope]) =>
      listed(key).map(({ name, value, line }) => ({
        ...{ name, range: value, scope, line },
        ...(scope === "peer" && at(data, ["peerDependenciesMeta", name, "optional"]) === true
          ? { optional: true as const }
          : {}),
      })),
    ),
    scripts: listed("scripts"),
    entries: [
      ...singles,
      ...exported(data.exports ?? null, text),
      ...bin.map((each) => ({ ...each, name: `bin ${each.name}` })),
    ],
    data,
  };
}

/** The file that Node takes of a package that names neither `main` nor `exports`; null where it names one, or that file is not there. */
export function usualEntry(
  manifest: string,
  entries: readonly Pick<Entry, "name">[],
  files: Pick<ReadonlySet<string>, "has">,
): string | null {
  if (entries.some(({ name }) => name === "main" || name.startsWith("exports "))) return null;
  const path = joined(folderOf(manifest), "index.js");
  return path !== null && files.has(path) ? path : null;
}

/** Every target of an exports map, by its subpath and the conditions that lead to it. */
function exported(map: Json, text: string): Entry[] {
  const found: Entry[] = [];
  const visit = (value: Json, name: string, when: string[]) => {
    if (typeof value === "string") {
      const entry = { name: `exports ${name}`, value, line: lineOf(text, ["exports", name, ...when]) };
      found.push(when.length > 0 ? { ...entry, when } : entry);
    } else if (Array.isArray(value)) for (const each of value) visit(each, name, when);
    else
      for (const [key, each] of Object.entries(value ?? {}))
        visit(each as Json, key.startsWith(".") ? key : name, key.startsWith(".") ? when : [...when, key]);
  };
  visit(map, ".", []);
  return found;
}
