import { seeded } from "./files/folders.ts";

/** What is learned from: which signs a question shows, how much each counts, and which of all wordings it has. */
export type Sample = { signs: Uint16Array; values: Float32Array; label: number };

const decay = 2e-6;

/** A row of weights, one a column, for each sign. */
export type Weights = { columns: number; weights: Float32Array; bias: Float64Array };

/** Logistic regression by AdaGrad; `rate` is the length of its first steps. */
export function fitted(
  samples: Sample[],
  { rows, columns, rate }: { rows: number; columns: number; rate: number },
): Weights {
  const weights = new Float32Array(rows * columns);
  const squares = new Float32Array(rows * columns).fill(1e-3);
  const bias = new Float64Array(columns);
  const random = seeded(1);
  const order = samples.map((_, at) => at);
  for (let epoch = 0; epoch < 14; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    for (const at of order) step(samples[at]!, { columns, weights, bias }, squares, rate);
  }
  return { columns, weights, bias };
}

function step(sample: Sample, { columns, weights, bias }: Weights, squares: Float32Array, rate: number): void {
  const { signs, values, label } = sample;
  const off = probabilities({ columns, weights, bias }, sample);
  off[label]! -= 1;
  // Most wordings are so unlikely that a step for them would change nothing.
  const moved = [...off.keys()].filter((column) => Math.abs(off[column]!) > 1e-3);
  for (const column of moved) bias[column]! -= 0.02 * off[column]!;
  for (const [at, sign] of signs.entries()) {
    const row = sign * columns;
    for (const column of moved) {
      const slope = off[column]! * values[at]! + decay * weights[row + column]!;
      squares[row + column]! += slope * slope;
      weights[row + column]! -= (rate * slope) / Math.sqrt(squares[row + column]!);
    }
  }
}

/** The probability of each column. */
export function probabilities(
  { columns, weights, bias }: Weights,
  { signs, values }: Pick<Sample, "signs" | "values">,
): Float64Array {
  const sums = Float64Array.from(bias);
  for (const [at, sign] of signs.entries()) {
    const [row, value] = [sign * columns, values[at]!];
    for (let column = 0; column < columns; column += 1) sums[column]! += value * weights[row + column]!;
  }
  const most = Math.max(...sums);
  let total = 0;
  for (let column = 0; column < columns; column += 1) total += sums[column] = Math.exp(sums[column]! - most);
  return sums.map((one) => one / total);
}

/** The weights as signed bytes in base64, each times `scale`. */
export function quantised({ weights, bias }: Weights) {
  const most = weights.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
  const scale = most / 127;
  const bytes = Int8Array.from(weights, (one) => Math.round(one / scale));
  return {
    scale,
    bias: [...bias].map((one) => Math.round(one * 1e4) / 1e4),
    weights: Buffer.from(bytes.buffer).toString("base64"),
  };
}
