import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";

/** Where a text comes from: people who write for readers, a copy or sample of others' files, or a program. */
export type Origin = "written" | "copied" | "made";

/** Characters of a line from which on it is long, the share of a text that long lines are, and of blanks in what people write. */
const dense = { line: 400, share: 0.5, blanks: 0.08 };
/** Lines at the top in which a file says that it is generated. */
const top = 5;

type Data = { endings: string[]; folders: string[]; said: string };
let read: { endings: string[]; folders: Set<string>; said: RegExp } | undefined;

/**
 * Where a passage comes from, by its file's name and folders, by what the file says of itself in comments at its top (`first` is the
 * passage's first line), and by how densely it is written: long lines without blanks are made for machines. Pure.
 */
export function originOf(path: string, text: string, first: number): Origin {
  const { endings, folders, said } = load();
  const parts = path.toLowerCase().split("/");
  const file = parts.pop()!;
  if (endings.some((ending) => file.endsWith(ending))) return "made";
  const head =
    first <= 1 ? text.split("\n", top).filter((line) => /^\s*(?:\/\/|\/?\*|#(?!#* )|--|;|<!--|"""|%)/.test(line)) : [];
  if (head.some((line) => said.test(line)) || isDense(text)) return "made";
  return parts.some((part) => folders.has(part)) ? "copied" : "written";
}

function isDense(text: string): boolean {
  const isLong = (line: string) => line.length > dense.line;
  if (!text.split("\n").some(isLong)) return false;
  // Addresses are long, and people write them.
  const lines = text.replace(/[a-z]+:\/\/[^\s)>\]]+/gi, "").split("\n");
  const long = lines.filter(isLong);
  const size = long.reduce((sum, line) => sum + line.length, 0);
  if (size === 0 || size < dense.share * lines.join("\n").length) return false;
  const blanks = long.reduce((sum, line) => sum + (line.match(/\s/g)?.length ?? 0), 0);
  return blanks < dense.blanks * size;
}

function load() {
  if (read) return read;
  const file = new URL("../../../data/knowledge/made.json", import.meta.url);
  const data = parseWords<Data>(readFileSync(file, "utf8"));
  read = { endings: data.endings, folders: new Set(data.folders), said: new RegExp(data.said, "i") };
  return read;
}
