import { kernel, rowOf, type Source } from "./kernel.ts";

/** `what`: name, version, licence, author, description, requires, dependency, script or entry; `detail` the scope of a dependency. */
export type ManifestRow = Source & { what: string; name: string; value: string; detail: string };

/** What manifests say, a statement a row. */
export const manifests = kernel<ManifestRow>({
  name: "manifests",
  means: "what manifests say: name, version, licence, authors, what they require, dependencies, scripts, entry points",
  schema: rowOf({ what: "text", name: "text", value: "text", detail: "text" }),
  run({ manifests: all, skipped }) {
    const rows = all.flatMap(
      ({ path, kind, name, version, licence, authors, description, requires, dependencies, scripts, entries }) => {
        const row = (what: string, named: string, value: string, line: number, detail = ""): ManifestRow => ({
          path,
          lines: [line, line],
          what,
          name: named,
          value,
          detail,
        });
        const single = { name, version, licence, description };
        return [
          ...Object.entries(single).flatMap(([what, said]) =>
            said ? [row(what, what, said.value, said.line, what === "name" ? kind : "")] : [],
          ),
          ...authors.map(({ value, line }) => row("author", "author", value, line)),
          ...requires.map((each) => row("requires", each.name, each.value, each.line)),
          ...dependencies.map((each) => row("dependency", each.name, each.range, each.line, each.scope)),
          ...scripts.map((each) => row("script", each.name, each.value, each.line)),
          ...entries.map((each) => row("entry", each.name, each.value, each.line)),
        ];
      },
    );
    return {
      rows,
      open: skipped.filter(({ message }) => message.includes("as a manifest")).map(({ message }) => message),
    };
  },
  tell: ({ what, name, value, detail }) =>
    `${what} ${what === name ? "" : `${name} `}${value}${detail === "" ? "" : ` (${detail})`}`,
});
