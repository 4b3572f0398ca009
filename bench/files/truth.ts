import type { Folder } from "./folders.ts";

/** What a right answer holds: a number, a set of items as its list, yes or no, a path with its rivals, or parts of text. */
export type Expected =
  | { is: "number"; n: number; unit?: string }
  | { is: "set"; items: string[] }
  | { is: "answer"; yes: boolean }
  | { is: "first"; paths: string[] }
  | { is: "ranking"; paths: string[] }
  | { is: "text"; parts: string[] };

/** Picks what is asked about, and finds the truth by looking at the folder itself. Null: not a fair question here. */
export type Make = (folder: Folder, asked: string) => { holes: Record<string, string>; expected: Expected } | null;

export const kinds: { name: string; ends: string[] }[] = [
  { name: "TypeScript", ends: [".ts", ".tsx", ".mts", ".cts"] },
  { name: "Python", ends: [".py", ".pyi", ".pyw"] },
  { name: "Markdown", ends: [".md", ".markdown"] },
  { name: "JSON", ends: [".json"] },
  { name: "YAML", ends: [".yaml", ".yml"] },
  { name: "CSV", ends: [".csv"] },
];
export const isKind = (kind: { ends: string[] }) => (path: string) => kind.ends.some((end) => path.endsWith(end));
export const inside = (dir: string) => (path: string) => path.startsWith(`${dir}/`);
export const number = (n: number, unit?: string): Expected => (unit ? { is: "number", n, unit } : { is: "number", n });
export const set = (items: string[]): Expected => ({ is: "set", items: [...items].sort() });
export const asking = (holes: Record<string, string>, expected: Expected | null) =>
  expected === null ? null : { holes, expected };

export function ranked(paths: string[], value: (path: string) => number, most: boolean) {
  const rows = paths.map((path) => ({ path, value: value(path) }));
  return rows.sort((one, other) => (most ? other.value - one.value : one.value - other.value));
}

export function top(paths: string[], value: (path: string) => number, most: boolean): Expected | null {
  const rows = ranked(paths, value, most);
  if (rows.length === 0) return null;
  return { is: "first", paths: rows.filter((row) => row.value === rows[0]!.value).map(({ path }) => path) };
}
