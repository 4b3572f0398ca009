/**
 * Something that may be chosen: what it is worth by itself, the parts of a question that it holds, and what room it takes.
 */
export type Choice = { worth: number; covers: Iterable<string>; size: number };

/** How much may be chosen, and what a part of the question counts that no earlier choice holds. */
export type Limits = { most: number; room: number; gain: (part: string) => number };

/**
 * Chooses what covers a question before it repeats: in turn the choice whose worth and newly covered parts together are the
 * most and which still fits (greedy maximum coverage). Gives places in the order of choice. Ties fall to the earlier place.
 */
export function cover(choices: readonly Choice[], { most, room, gain }: Limits): number[] {
  const taken: number[] = [];
  const covered = new Set<string>();
  let left = room;
  while (taken.length < most) {
    let best = -1;
    let top = Number.NEGATIVE_INFINITY;
    for (const [at, { worth, covers, size }] of choices.entries()) {
      if (size > left || taken.includes(at)) continue;
      let value = worth;
      for (const part of covers) if (!covered.has(part)) value += gain(part);
      if (value > top) [best, top] = [at, value];
    }
    if (best < 0) break;
    taken.push(best);
    left -= choices[best]!.size;
    for (const part of choices[best]!.covers) covered.add(part);
  }
  return taken;
}
