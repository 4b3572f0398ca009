import fc from "fast-check";
import { expect, test } from "vitest";
import { type Matrix, type Network, packed, run, unpacked } from "./network.ts";

const sizes = { rows: 6, hidden: 3, dimensions: 4, outcomes: 5 };
const list = (length: number) =>
  fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: length, maxLength: length });
const matrix = (rows: number, columns: number) =>
  list(rows * columns).map((weights): Matrix => ({ weights: Float32Array.from(weights), columns, scale: 1 }));
const networks: fc.Arbitrary<Network> = fc.record({
  signs: matrix(sizes.rows, sizes.hidden),
  vector: matrix(sizes.dimensions, sizes.hidden),
  units: list(sizes.hidden),
  out: matrix(sizes.hidden, sizes.outcomes),
  bias: list(sizes.outcomes),
});
const shown = fc.record({
  signs: fc.uniqueArray(fc.nat(sizes.rows - 1)),
  value: fc.double({ min: 0.1, max: 1, noNaN: true }),
  vector: fc.option(list(sizes.dimensions)),
});

test("outcomes are probabilities, whatever a network is shown", () => {
  fc.assert(
    fc.property(networks, shown, (network, sample) => {
      const { shares } = run(network, sample);
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    }),
  );
});

test("a vector of zeros says as much as none", () => {
  fc.assert(
    fc.property(networks, shown, (network, sample) => {
      const without = run(network, { ...sample, vector: null }).shares;
      const zeros = run(network, { ...sample, vector: new Float32Array(sizes.dimensions) }).shares;
      expect([...zeros]).toEqual([...without]);
    }),
  );
});

test("a network that was packed says nearly the same, and packed again it is the same", () => {
  fc.assert(
    fc.property(networks, shown, (network, sample) => {
      const once = unpacked(packed(network));
      const [before, after] = [run(network, sample).shares, run(once, sample).shares];
      expect(Math.max(...before.map((share, at) => Math.abs(share - after[at]!)))).toBeLessThan(0.15);
      expect(packed(unpacked(packed(once)))).toEqual(packed(once));
    }),
  );
});

test("two signs that speak for an outcome together speak for it more than both alone", () => {
  const weights = (...rows: number[][]): Matrix => ({
    weights: Float32Array.from(rows.flat()),
    columns: rows[0]!.length,
    scale: 1,
  });
  // The hidden unit is above 0 only where both signs are shown.
  const both: Network = {
    signs: weights([1], [1]),
    vector: weights([0]),
    units: [-1.5],
    out: weights([8, 0]),
    bias: [0, 1],
  };
  const share = (...signs: number[]) => run(both, { signs, value: 1, vector: null }).shares[0]!;
  expect(share(0)).toBe(share(1));
  expect(share(0, 1)).toBeGreaterThan(0.9);
  expect(share(0)).toBeLessThan(0.5);
});
