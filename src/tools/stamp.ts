import type { BigIntStats } from "node:fs";

/** What identifies a state of a file or folder without reading it. Equal stamps mean unchanged, unless racy. */
export type Stamp = string;

export function stampOf(stats: BigIntStats): Stamp {
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}

/**
 * File systems keep time in ticks of up to 10 ms and more. Something that changed less than `tick` ms before it was looked
 * at can change again without a new stamp, so its stamp proves nothing later. A time in the future proves nothing either.
 */
const tick = 50;

/** `at`: milliseconds since 1970 when `stats` were taken. */
export function racy(stats: BigIntStats, at: number): boolean {
  return at - Number(stats.ctimeMs) < tick;
}

/** The time of the last change of the content, in milliseconds since 1970 with their fraction. */
export function modified(stats: BigIntStats): number {
  return Number(stats.mtimeNs / 1_000_000n) + Number(stats.mtimeNs % 1_000_000n) / 1e6;
}
