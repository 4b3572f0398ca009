/** Numbers for words as they are written, found by where a word stands: no string is made of one that is known. */
export type Table = {
  /** The number of the text between two places; one that is new gets what `make` says. */
  numberAt(text: string, from: number, to: number, make: (written: string) => number): number;
};

/** What a slot holds of a word: its hash, number, length and the place of its units. They lie together to be read at once. */
const slot = { hash: 0, number: 1, size: 2, place: 3, width: 4 } as const;

/** An empty table: open addressing by a hash of the units (FNV-1a). No word is empty: a slot of size 0 is free. */
export function createTable(): Table {
  let slots = new Int32Array(slot.width << 12);
  let units = new Uint16Array(1 << 14);
  let [words, used] = [0, 0];

  /** The slot of a word, or the free one where it belongs. */
  function find(hash: number, text: string, from: number, to: number): number {
    const mask = slots.length / slot.width - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const start = at * slot.width;
      const size = slots[start + slot.size]!;
      if (size === 0) return start;
      if (slots[start + slot.hash] !== hash || size !== to - from) continue;
      const place = slots[start + slot.place]!;
      let same = 0;
      while (same < size && units[place + same] === text.charCodeAt(from + same)) same += 1;
      if (same === size) return start;
    }
  }

  function grow(): void {
    const old = slots;
    slots = new Int32Array(2 * old.length);
    const mask = slots.length / slot.width - 1;
    for (let start = 0; start < old.length; start += slot.width) {
      if (old[start + slot.size] === 0) continue;
      let at = old[start + slot.hash]! & mask;
      while (slots[at * slot.width + slot.size] !== 0) at = (at + 1) & mask;
      slots.set(old.subarray(start, start + slot.width), at * slot.width);
    }
  }

  function keep(text: string, from: number, to: number): number {
    const place = used;
    used += to - from;
    if (used > units.length) {
      const old = units;
      units = new Uint16Array(2 * used);
      units.set(old);
    }
    for (let at = from; at < to; at += 1) units[place + at - from] = text.charCodeAt(at);
    return place;
  }

  return {
    numberAt(text, from, to, make) {
      let hash = 0x811c9dc5;
      for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      hash ^= hash >>> 15;
      const start = find(hash, text, from, to);
      if (slots[start + slot.size] !== 0) return slots[start + slot.number]!;
      const number = make(text.slice(from, to));
      slots.set([hash, number, to - from, keep(text, from, to)], start);
      words += 1;
      if (2 * words * slot.width > slots.length) grow();
      return number;
    },
  };
}
