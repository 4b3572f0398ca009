/** How often a question with its passages scores above one without (ties count half). */
export function auroc(yes: number[], no: number[]): number {
  const wins = yes.reduce((sum, a) => sum + no.reduce((all, b) => all + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0);
  return Math.round((1_000 * wins) / Math.max(1, yes.length * no.length)) / 1_000;
}

/** Share of true values with a 95 % bootstrap interval from a fixed seed. */
export function interval(values: boolean[]): { share: number; low: number; high: number } {
  let seed = 1;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const shares = Array.from({ length: 1_000 }, () => {
    const drawn = values.map(() => values[Math.floor(random() * values.length)]);
    return drawn.filter(Boolean).length / Math.max(1, values.length);
  }).sort((a, b) => a - b);
  const round = (value: number | undefined) => Math.round((value ?? 0) * 1_000) / 1_000;
  return {
    share: round(values.filter(Boolean).length / Math.max(1, values.length)),
    low: round(shares[25]),
    high: round(shares[974]),
  };
}
