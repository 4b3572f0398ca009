import { closeSync, openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * A part of the index of a file of events: for each term, the events that hold it, newest last. Written once and never changed.
 * `from` and `to` are the bytes of the events that it covers, `ino` the file that these stand in; `unread` lines there are no events.
 */
export type Segment = {
  from: number;
  to: number;
  ino: number;
  events: number;
  unread: number;
  /** Where each event begins, in bytes after `from`. */
  offset(event: number): number;
  count(term: number): number;
  /** The newest events that hold a term, at most so many, in their order. */
  holding(term: number, most: number): Uint32Array;
  everything(): Postings;
  close(): void;
};

/** What a segment is made of: where events begin, counted from `from`, and the events of each term in their order. */
export type Postings = Pick<Segment, "from" | "to" | "ino" | "unread"> & {
  offsets: ArrayLike<number>;
  lists: Map<number, ArrayLike<number>>;
};

const magic = 0x6572_6731;
/** Words of 4 bytes: the numbers at the top, and a fan-out by the first byte of a term, as the index of a Git pack has one. */
const top = 12;
const large = 6;
const fan = 257;

/** A term of 32 bits (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv): what it was made of can't be read from it. */
export function termOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash >>> 0;
}

/** Writes a segment, whole or not at all. Throws what the file system says. */
export function writeSegment(file: string, { from, to, ino, unread, offsets, lists }: Postings): void {
  const terms = Uint32Array.from(lists.keys()).sort();
  const length = terms.reduce((sum, term) => sum + lists.get(term)!.length, 0);
  const words = new Uint32Array(top + fan + 2 * terms.length + 1 + length + offsets.length);
  words.set([magic, offsets.length, terms.length, length, unread]);
  new Float64Array(words.buffer, 4 * large, 3).set([from, to, ino]);
  for (const term of terms) words[top + (term >>> 24) + 1]! += 1;
  for (let at = 1; at < fan; at += 1) words[top + at]! += words[top + at - 1]!;
  words.set(terms, top + fan);
  const starts = top + fan + terms.length;
  const postings = starts + terms.length + 1;
  let filled = 0;
  for (const [at, term] of terms.entries()) {
    const list = lists.get(term)!;
    words.set(list, postings + filled);
    filled += list.length;
    words[starts + at + 1] = filled;
  }
  words.set(offsets, postings + length);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, new Uint8Array(words.buffer), { mode: 0o600 });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Several that follow each other, as one. */
export function merged(parts: readonly Postings[]): Postings {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const offsets = new Uint32Array(parts.reduce((sum, part) => sum + part.offsets.length, 0));
  const pieces = new Map<number, Uint32Array[]>();
  let before = 0;
  for (const part of parts) {
    const gap = part.from - first.from;
    for (let at = 0; at < part.offsets.length; at += 1) offsets[before + at] = part.offsets[at]! + gap;
    for (const [term, list] of part.lists) {
      const known = pieces.get(term) ?? [];
      known.push(Uint32Array.from(list, (event) => event + before));
      pieces.set(term, known);
    }
    before += part.offsets.length;
  }
  const lists = new Map([...pieces].map(([term, list]) => [term, list.length === 1 ? list[0]! : joined(list)]));
  const unread = parts.reduce((sum, part) => sum + part.unread, 0);
  return { from: first.from, to: last.to, ino: first.ino, unread, offsets, lists };
}

function joined(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** Opens a segment; null for a file that is none, or is gone. */
export function openSegment(file: string): Segment | null {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch {
    return null;
  }
  const read = (at: number, count: number) => {
    const words = new Uint32Array(count);
    readSync(handle, words, 0, words.byteLength, 4 * at);
    return words;
  };
  const head = read(0, top + fan);
  const [sign, events, terms, length, unread] = [...head.subarray(0, 5)] as [number, number, number, number, number];
  const [from, to, ino] = [...new Float64Array(head.buffer, 4 * large, 3)] as [number, number, number];
  if (sign !== magic) {
    closeSync(handle);
    return null;
  }
  const starts = top + fan + terms;
  const postings = starts + terms + 1;
  const rangeOf = (term: number): [number, number] => {
    const first = head[top + (term >>> 24)]!;
    const place = read(top + fan + first, head[top + (term >>> 24) + 1]! - first).indexOf(term);
    return place < 0 ? [0, 0] : ([...read(starts + first + place, 2)] as [number, number]);
  };
  return {
    ...{ from, to, ino, unread, events },
    offset: (event) => read(postings + length + event, 1)[0]!,
    count(term) {
      const [start, end] = rangeOf(term);
      return end - start;
    },
    holding(term, most) {
      const [start, end] = rangeOf(term);
      const count = Math.min(most, end - start);
      return count > 0 ? read(postings + end - count, count) : new Uint32Array();
    },
    everything() {
      const [all, ends] = [read(top + fan, terms), read(starts, terms + 1)];
      const held = read(postings, length);
      const lists = new Map([...all].map((term, at) => [term, held.subarray(ends[at]!, ends[at + 1]!)]));
      return { from, to, ino, unread, offsets: read(postings + length, events), lists };
    },
    close: () => closeSync(handle),
  };
}
