import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";

type Kind = { id: string; extensions?: string[]; globs?: string[]; of?: string[]; names: string[]; nouns?: string[] };

/** What follows the name of a sort of file: "Markdown file". */
const nouns = [
  "file",
  "files",
  "source",
  "sources",
  "source file",
  "source files",
  "module",
  "modules",
  "page",
  "pages",
  "document",
  "documents",
];

/** How sorts of files are called, by the glob of their names: "*.{md,markdown}". */
export function kindTable(): Record<string, string[]> {
  const { kinds } = parseWords<{ kinds: Kind[] }>(
    readFileSync(new URL("../../data/kinds.json", import.meta.url), "utf8"),
  );
  return Object.fromEntries(
    kinds.map((kind) => [
      globOf(kind, kinds),
      [...kind.names.flatMap((name) => nouns.map((noun) => `${name} ${noun}`)), ...(kind.nouns ?? [])],
    ]),
  );
}

function globOf(kind: Kind, kinds: Kind[]): string {
  const all = endingsOf(kind, kinds);
  return all.length === 1 ? all[0]! : `{${all.join(",")}}`;
}

function endingsOf({ extensions = [], globs = [], of = [] }: Kind, kinds: Kind[]): string[] {
  const parts = of.flatMap((id) => endingsOf(kinds.find((other) => other.id === id)!, kinds));
  return [...extensions.map((end) => `*.${end}`), ...globs, ...parts];
}
