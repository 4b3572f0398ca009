import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../system/folder.ts";
import { eventIn, type Noted, wordsOf } from "./episode.ts";
import { type Lines, readLines } from "./lines.ts";
import { merged, openSegment, type Postings, type Segment, termOf, writeSegment } from "./segment.ts";

/** Bytes of events from which on a segment is made of them; fewer are read as they are. */
const base = 64 << 10;
/** So many segments of one size become one of the next (a log-structured merge, O'Neil et al. 1996). */
const width = 8;
/** Bytes of events from which on a segment is merged no more: to merge it would take memory, and a second or more. */
const largest = base * width ** 3;
/** Segments that are made at most after one run, should many be missing. */
const mostAtOnce = 32;

function folderOf(file: string): string {
  return join(dirname(file), "index");
}

/** The term of a question's word, and that of what was said of a run. */
export const wordTerm = (word: string) => termOf(word);
export const runTerm = (run: string) => termOf(`\0${run}`);

/** The segments of a file of events, oldest first, from its beginning without a gap; `ino` is that of the file as it is now. */
export function openSegments(file: string, ino: number): Segment[] {
  const chain: Segment[] = [];
  const named = namesIn(file);
  for (let end = 0; ; ) {
    const longest = named.filter(({ from }) => from === end).toSorted((a, b) => b.to - a.to)[0];
    const segment = longest && openSegment(join(folderOf(file), longest.name));
    if (!segment) return chain;
    if (segment.ino !== ino || segment.from !== end || segment.to <= end) {
      segment.close();
      return chain;
    }
    chain.push(segment);
    end = segment.to;
  }
}

/** Indexes what was added to a file of events since, once that is enough for a segment. Throws what the file system says. */
export function extendIndex(file: string, most = mostAtOnce): void {
  const lines = readLines(file);
  if (!lines) return;
  try {
    for (let made = 0; made < most; made += 1) {
      const chain = openSegments(file, lines.ino);
      const from = chain.at(-1)?.to ?? 0;
      for (const segment of chain) segment.close();
      if (lines.size - from < base) return;
      const part = postingsIn(lines, from);
      if (part.to === from) return;
      makeFolder(folderOf(file));
      writeSegment(nameFor(file, part), part);
      compact(file, lines.ino);
    }
  } finally {
    lines.close();
  }
}

/** Takes the index away; it is derived, and made anew. */
export function dropIndex(file: string): void {
  rmSync(folderOf(file), { recursive: true, force: true });
}

function postingsIn(lines: Lines, from: number): Postings {
  const offsets: number[] = [];
  const lists = new Map<number, number[]>();
  let [to, unread] = [from, 0];
  for (const { text, at, next } of lines.from(from)) {
    if (to - from >= base) break;
    to = next;
    const event = eventIn(text);
    if (event === null) {
      unread += text === "" ? 0 : 1;
      continue;
    }
    const terms = termsOf(event);
    for (const term of terms) {
      const list = lists.get(term) ?? [];
      list.push(offsets.length);
      lists.set(term, list);
    }
    offsets.push(at - from);
  }
  return { from, to, ino: lines.ino, unread, offsets, lists };
}

function termsOf(event: Noted): number[] {
  if ("label" in event) return [runTerm(event.run)];
  return "question" in event ? [...new Set([...wordsOf(event.question)].map(wordTerm))] : [];
}

/** Merges the last segments as long as enough of them are of one size. */
function compact(file: string, ino: number): void {
  for (;;) {
    const chain = openSegments(file, ino);
    try {
      const last = chain.slice(-width);
      if (last.length < width || new Set(last.map(sizeOf)).size > 1) return;
      if (last[0]!.to - last[0]!.from >= largest) return;
      const whole = merged(last.map((segment) => segment.everything()));
      writeSegment(nameFor(file, whole), whole);
      const gone = namesIn(file).filter(
        ({ from, to }) => from >= whole.from && to <= whole.to && to - from < whole.to - whole.from,
      );
      for (const { name } of gone) rmSync(join(folderOf(file), name), { force: true });
    } finally {
      for (const segment of chain) segment.close();
    }
  }
}

function sizeOf({ from, to }: Segment): number {
  return Math.floor(Math.log((to - from) / base) / Math.log(width) + 0.01);
}

function nameFor(file: string, { from, to }: Pick<Segment, "from" | "to">): string {
  return join(folderOf(file), `${from}-${to}`);
}

function namesIn(file: string): { name: string; from: number; to: number }[] {
  let names: string[];
  try {
    names = readdirSync(folderOf(file));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(name) ?? [];
    return to === undefined ? [] : [{ name, from: Number(from), to: Number(to) }];
  });
}
