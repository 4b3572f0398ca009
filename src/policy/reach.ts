import type { Word } from "./word.ts";

/**
 * Each word with every role that it can have: what a wildcard or a value becomes may be several words or none, and moves
 * those behind it. Words with `?` may be missing, one with `*` takes as many as there are; the role null is one too many.
 */
export function reached(roles: string[], words: Word[]): [string | null, Word][] {
  const far = roles.length + 1;
  const upTo = sums(words.map(tally));
  const all = upTo.at(-1)!;
  return words.flatMap((word, at) => {
    const behind = { sure: all.sure - upTo[at + 1]!.sure, open: all.open - upTo[at + 1]!.open };
    const places = counts(upTo[at]!, far).flatMap((before) =>
      counts(behind, far).flatMap((after) =>
        counts({ sure: 1, open: word.many ? 1 : 0 }, far).flatMap((own) =>
          Array.from({ length: own }, (_, nth) => roleAt(roles, before + nth, before + own + after)),
        ),
      ),
    );
    return [...new Set(places)].map((takes): [string | null, Word] => [takes, word]);
  });
}

/** How many words some become at least, and how many of them may become more. */
type Tally = { sure: number; open: number };

/** A wildcard becomes one word or more, another expansion any number. */
function tally({ many, glob, loose }: Word): Tally {
  return { sure: !many || (glob && !loose) ? 1 : 0, open: many ? 1 : 0 };
}

/** What the first words make together: none of them, one, two, and so on. */
function sums(tallies: Tally[]): Tally[] {
  const made = [{ sure: 0, open: 0 }];
  for (const { sure, open } of tallies) {
    const last = made.at(-1)!;
    made.push({ sure: last.sure + sure, open: last.open + open });
  }
  return made;
}

/** The numbers of words that are possible, as far as they differ in the roles that they leave. */
function counts({ sure, open }: Tally, far: number): number[] {
  return Array.from({ length: open === 0 ? 1 : far + 1 }, (_, more) => sure + more);
}

/** The role of the word at a place among so many words. */
function roleAt(roles: string[], at: number, count: number): string | null {
  const plain = (role: string | undefined) => role?.replace(/[*?]$/, "") ?? null;
  const star = roles.findIndex((each) => each.endsWith("*"));
  if (star === -1 || at < star) return plain(roles[at]);
  const behind = Math.min(roles.length - star - 1, Math.max(0, count - star));
  const fromEnd = count - at;
  return plain(fromEnd <= behind ? roles[roles.length - fromEnd] : roles[star]);
}
