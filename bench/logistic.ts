/** Weights of a logistic regression, that of the constant first. */
export type Weights = number[];

const steps = 25;

/** Fits by Newton's method, with a `penalty` on the squares of the weights, the constant's aside. Each row of `inputs` belongs to an outcome. Pure. */
export function regress(inputs: readonly number[][], outcomes: readonly boolean[], penalty = 0.5): Weights {
  const rows = inputs.map((row) => [1, ...row]);
  let weights = rows[0]!.map(() => 0);
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((weight, j) => (j === 0 ? 0 : -penalty * weight));
    const curve = weights.map((_, j) => weights.map((__, k) => (j === k && j > 0 ? penalty : 0)));
    for (const [at, row] of rows.entries()) {
      const p = squash(row, weights);
      for (const [j, x] of row.entries()) {
        slope[j]! += (Number(outcomes[at]) - p) * x;
        for (const [k, y] of row.entries()) curve[j]![k]! += p * (1 - p) * x * y;
      }
    }
    const change = solve(curve, slope);
    weights = weights.map((weight, j) => weight + change[j]!);
  }
  return weights;
}

/** The probability that the weights give a row. Pure. */
export function likely(row: readonly number[], weights: Weights): number {
  return squash([1, ...row], weights);
}

function squash(row: readonly number[], weights: Weights): number {
  return 1 / (1 + Math.exp(-row.reduce((sum, x, j) => sum + x * weights[j]!, 0)));
}

/** Gauss and Jordan's elimination with pivots. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  for (let i = 0; i < rows.length; i += 1) {
    const best = rows
      .slice(i)
      .reduce((most, row, at) => (Math.abs(row[i]!) > Math.abs(rows[most]![i]!) ? at + i : most), i);
    [rows[i], rows[best]] = [rows[best]!, rows[i]!];
    for (const [r, row] of rows.entries()) {
      if (r === i) continue;
      const factor = row[i]! / rows[i]![i]!;
      for (let c = i; c < row.length; c += 1) row[c]! -= factor * rows[i]![c]!;
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}
