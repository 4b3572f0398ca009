import type { Passage } from "../core/evidence.ts";
import type { Excerpt } from "../core/port.ts";

/** Excerpts with the passages that they stand in, as they are gathered of several readings. */
export type Gathered = { excerpts: Excerpt[]; passages: Passage[] };

/**
 * Puts an excerpt of one reading, with its passage, among those of others; the place where it stands there. One that another reading found too
 * stands there once. Changes `gathered`.
 */
export function placeOnce(gathered: Gathered, excerpt: Excerpt, passage: Passage, leads = false): number {
  const { excerpts, passages } = gathered;
  const known = excerpts.findIndex((other) => isSame(other, excerpt));
  const at = known < 0 ? excerpts.length : known;
  if (known < 0) excerpts.push({ ...excerpt, passage: passages.push(passage) - 1 });
  if (leads) excerpts[at] = { ...excerpts[at]!, leads: true };
  return at;
}

/** Whether they are the same stretch, of which the same sentence answers. */
function isSame(one: Excerpt, other: Excerpt): boolean {
  const [from, to] = [one.lines, other.lines];
  return (
    one.path === other.path &&
    one.doc === other.doc &&
    from[0] === to[0] &&
    from[1] === to[1] &&
    one.sentence === other.sentence &&
    one.plain === other.plain
  );
}
