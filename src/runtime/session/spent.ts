import type { EncoderRole } from "../../model/encoder/encoder.ts";

/** Calls of each encoder, and the milliseconds that they took. */
export type Encoding = Record<EncoderRole, { calls: number; ms: number }>;

export function nothingSpent(): Encoding {
  return { embedder: { calls: 0, ms: 0 }, reranker: { calls: 0, ms: 0 } };
}

/** What was spent between two counts; a role that did nothing is left out. */
export function spentSince(before: Encoding, now: Encoding): Partial<Encoding> {
  const roles = Object.keys(now) as EncoderRole[];
  const spent = roles.map((role) => {
    const ms = Math.round(now[role].ms - before[role].ms);
    return [role, { calls: now[role].calls - before[role].calls, ms }] as const;
  });
  return Object.fromEntries(spent.filter(([, { calls }]) => calls > 0));
}
