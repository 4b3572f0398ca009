/** A row of weights after the other, each times `scale`. */
export type Matrix = { weights: Int8Array | Float32Array; columns: number; scale: number };

/**
 * A network with one hidden layer. Each sign that a question shows and each dimension of its vector has a row of weights, one a
 * hidden unit; a hidden unit above 0 has a row of weights, one an outcome.
 */
export type Network = { signs: Matrix; vector: Matrix; units: ArrayLike<number>; out: Matrix; bias: ArrayLike<number> };

/** What a network is shown: the rows of signs, how much each of them counts, and a vector or none. */
export type Shown = { signs: ArrayLike<number>; value: number; vector: ArrayLike<number> | null };

/** Hidden units, and the probability of each outcome. Pure. */
export function run({ signs, vector, units: start, out, bias }: Network, shown: Shown) {
  const units = Float64Array.from(start);
  for (let at = 0; at < shown.signs.length; at += 1) add(units, signs, shown.signs[at]!, shown.value);
  for (let at = 0; at < (shown.vector?.length ?? 0); at += 1) add(units, vector, at, shown.vector![at]!);
  const shares = Float64Array.from(bias);
  for (const [at, unit] of units.entries()) if (unit > 0) add(shares, out, at, unit);
  const most = Math.max(...shares);
  let total = 0;
  for (let at = 0; at < shares.length; at += 1) {
    shares[at] = Math.exp(shares[at]! - most);
    total += shares[at]!;
  }
  for (let at = 0; at < shares.length; at += 1) shares[at]! /= total;
  return { units, shares };
}

function add(sums: Float64Array, { weights, columns, scale }: Matrix, row: number, value: number): void {
  const [from, share] = [row * columns, scale * value];
  for (let at = 0; at < columns; at += 1) sums[at]! += share * weights[from + at]!;
}

/** How a network is kept: `bytes` are the weights of its matrices as signed bytes, one row and one matrix after the other. */
export type Packed = {
  network: { [part in keyof Network]: Network[part] extends Matrix ? Shape : number[] };
  bytes: Int8Array;
};

type Shape = Omit<Matrix, "weights"> & { rows: number };

export function packed(network: Network): Packed {
  const rounded = (list: ArrayLike<number>) => Array.from(list, (one) => Math.round(one * 1e4) / 1e4);
  const [signs, vector, out] = [pack(network.signs), pack(network.vector), pack(network.out)];
  return {
    network: {
      signs: signs.shape,
      vector: vector.shape,
      units: rounded(network.units),
      out: out.shape,
      bias: rounded(network.bias),
    },
    bytes: Int8Array.from([signs, vector, out].flatMap(({ bytes }) => Array.from(bytes))),
  };
}

export function unpacked({ network, bytes }: Packed): Network {
  let from = 0;
  const unpack = ({ rows, ...matrix }: Shape): Matrix => {
    const weights = bytes.subarray(from, from + rows * matrix.columns);
    from += weights.length;
    return { ...matrix, weights };
  };
  const [signs, vector, out] = [unpack(network.signs), unpack(network.vector), unpack(network.out)];
  return { ...network, signs, vector, out };
}

function pack({ weights, columns, scale }: Matrix) {
  let most = 0;
  for (const one of weights) most = Math.max(most, Math.abs(one));
  const bytes = Int8Array.from(weights, (one) => Math.round((127 * one) / (most || 1)));
  return { shape: { rows: weights.length / columns, columns, scale: (scale * most) / 127 }, bytes };
}
