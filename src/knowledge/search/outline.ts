import type { Outline } from "../../core/evidence.ts";
import type { Found } from "../store/text.ts";
import { isHeader } from "../text/head.ts";
import { wholes } from "../text/whole.ts";

/** A document of the index; `doc` names one that stands in a file with others. */
export type Entry = { id: number; path: string; doc: string | null; title: string };

/** Parts that are named, sorts of files, and passages that are read. */
const most = { parts: 16, kinds: 8, passages: 6 };

/** The folders that documents lie in, with those around them. */
export function foldersIn(entries: readonly Entry[]): string[] {
  const folders = entries.flatMap(({ path }) => {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  });
  return [...new Set(folders)];
}

/** A document, or a section of it by its heading, as its headings; `chunks` are those of it. */
export function outlineOf({ path, doc, title }: Entry, heading: string | null, chunks: readonly Found[]): Outline {
  const section = heading?.split(" > ").at(-1);
  const all = headingsOf(chunks, heading ?? "", title);
  const parts = all.slice(0, most.parts);
  return {
    of: section === undefined ? "document" : "section",
    title: section ?? title,
    path,
    ...(doc === null ? {} : { doc }),
    parts,
    more: all.length - parts.length,
  };
}

/** A folder, "" for all of it, as the documents that it holds. */
export function folderOutline(path: string, entries: readonly Entry[]): Outline {
  const names = entries.length > most.parts ? topsOf(path, entries) : entries.map(nameOf);
  const parts = names.slice(0, most.parts);
  const title = path === "" ? "This folder" : path;
  return { of: "folder", title, path: path || ".", parts, more: names.length - parts.length, kinds: kindsOf(entries) };
}

function nameOf({ path, doc, title }: Entry): string {
  const name = doc ?? path;
  return title === "" || title === path.split("/").at(-1) ? name : `${title} (${name})`;
}

/** What lies at the top of a folder: the folders with how many documents each holds, then the documents. */
function topsOf(path: string, entries: readonly Entry[]): string[] {
  const counts = new Map<string, number>();
  const tops = entries.filter((entry) => {
    const [folder, ...rest] = entry.path.slice(path === "" ? 0 : path.length + 1).split("/");
    if (rest.length > 0) counts.set(folder!, (counts.get(folder!) ?? 0) + 1);
    return rest.length === 0;
  });
  return [...[...counts].map(([folder, count]) => `${folder}/ (${count} documents)`), ...tops.map(nameOf)];
}

/** How many files there are of each ending, the most first. */
function kindsOf(entries: readonly Entry[]): string {
  const counts = new Map<string, number>();
  for (const path of new Set(entries.map((entry) => entry.path))) {
    const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "without an ending";
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  const rest = sorted.slice(most.kinds).reduce((sum, [, count]) => sum + count, 0);
  const shown = sorted.slice(0, most.kinds).map(([kind, count]) => `${count} ${kind}`);
  return [...shown, ...(rest > 0 ? [`${rest} others`] : [])].join(", ");
}

/** The headings of the first level that has several, in order. */
function headingsOf(chunks: readonly Found[], below: string, title: string): string[] {
  const skipped = below === "" ? 0 : below.split(" > ").length;
  const paths = chunks.map(({ heading }) =>
    heading
      .split(" > ")
      .slice(skipped)
      .filter((part) => part !== ""),
  );
  for (let depth = 0; depth < 3; depth += 1) {
    const level = [...new Set(paths.flatMap((path) => (path[depth] === undefined ? [] : [path[depth]!])))];
    const others = level.filter((heading) => heading !== title);
    if (others.length > 1) return others;
  }
  return [];
}

/** The passages that say what a whole is about: its abstract or introduction, then those that it begins with. */
export function openingOf(chunks: readonly Found[]): Found[] {
  const { openings } = wholes();
  const telling = chunks.filter(({ text }) => !isHeader(text));
  const opens = ({ heading }: Found) =>
    openings.includes((heading.split(" > ").at(-1) ?? "").toLowerCase().replace(/^[\d.\s]+|[\s:.]+$/g, ""));
  const own = telling.filter(opens).slice(0, 3);
  return [...new Set([...own, ...telling.slice(0, most.passages)])].slice(0, most.passages);
}
