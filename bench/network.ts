import { type Matrix, type Network, run, type Shown } from "../src/recipes/network.ts";
import { seeded } from "./files/folders.ts";

/** What is learned from, and the outcome that it has. */
export type Sample = { signs: Uint16Array; value: number; vector: Float32Array; label: number };

export type Sizes = { buckets: number; dimensions: number; columns: number };

const hidden = 64;
const epochs = 8;
const batch = 64;
/** The share of a sample's signs that is left out each time, so that none of them decides alone. */
const dropped = 0.25;
/** The share of samples that are learned without their vectors, as there may be no encoder. */
const blind = 0.5;
/** What fewer samples show is not learned: what comes of it is chance. */
const rare = 4;
/** How fast weights of signs that say little go to 0, in steps of learning. */
const shrinking = 0.02;
const rate = 0.005;

/** Weights, and what Adam keeps of their slopes; only rows that a batch touches are changed after it. */
class Layer implements Matrix {
  readonly scale = 1;
  readonly columns: number;
  readonly weights: Float32Array;
  private readonly slopes: Float32Array;
  private readonly mean: Float32Array;
  private readonly square: Float32Array;
  private readonly touched = new Set<number>();

  constructor(rows: number, columns: number, draw: () => number) {
    this.columns = columns;
    this.weights = Float32Array.from({ length: rows * columns }, draw);
    this.slopes = new Float32Array(rows * columns);
    this.mean = new Float32Array(rows * columns);
    this.square = new Float32Array(rows * columns);
  }

  /** Takes the slopes of what a row led to, as that was `value` times the row; gives the slope of that value. */
  back(slopes: Float64Array, row: number, value: number): number {
    let sum = 0;
    for (let column = 0, at = row * this.columns; column < this.columns; column += 1, at += 1) {
      sum += slopes[column]! * this.weights[at]!;
      this.slopes[at]! += value * slopes[column]!;
    }
    this.touched.add(row);
    return sum;
  }

  /** One step of Adam (Kingma and Ba 2015; 0.9 and 0.99) down the slopes. */
  step(rate: number, turn: number): void {
    const { weights, slopes, mean, square, columns } = this;
    const length = rate / (1 - 0.9 ** turn);
    const unbiased = 1 / (1 - 0.99 ** turn);
    for (const row of this.touched)
      for (let at = row * columns; at < (row + 1) * columns; at += 1) {
        const slope = slopes[at]!;
        mean[at] = 0.9 * mean[at]! + 0.1 * slope;
        square[at] = 0.99 * square[at]! + 0.01 * slope * slope;
        weights[at]! -= (length * mean[at]!) / (Math.sqrt(square[at]! * unbiased) + 1e-6);
        slopes[at] = 0;
      }
    this.touched.clear();
  }

  shrink(by: number): void {
    for (const [at, weight] of this.weights.entries())
      this.weights[at] = Math.sign(weight) * Math.max(0, Math.abs(weight) - by);
  }
}

/** A network that has learned the outcomes of samples; the same for the same samples. */
export function fitted(samples: readonly Sample[], { buckets, dimensions, columns }: Sizes): Network {
  const random = seeded(1);
  const drawn = (spread: number) => () => spread * (random() + random() + random() + random() - 2);
  const network = {
    signs: new Layer(buckets, hidden, () => 0),
    vector: new Layer(dimensions, hidden, drawn(0.12)),
    first: new Layer(1, hidden, () => 0),
    out: new Layer(hidden, columns, drawn(0.17)),
    last: new Layer(1, columns, () => 0),
  };
  const layers = Object.values(network);
  const { signs, vector, first, out, last } = network;
  const whole: Network = { signs, vector, units: first.weights, out, bias: last.weights };
  const shown = new Uint32Array(buckets);
  for (const sample of samples) for (const sign of sample.signs) shown[sign]! += 1;
  const order = samples.map((_, at) => at);
  const turns = epochs * Math.ceil(order.length / batch);
  for (let turn = 1, from = 0; turn <= turns; turn += 1, from += batch) {
    if (from >= order.length) from = 0;
    if (from === 0) shuffle(order, random);
    const part = order.slice(from, from + batch);
    for (const at of part) learn(part.length, partly(samples[at]!));
    const now = rate * (1 - Math.floor((turn * batch) / order.length) / epochs);
    for (const layer of layers) layer.step(now, turn);
    if (turn % 20 === 0) signs.shrink(20 * now * shrinking);
  }
  return whole;

  function partly({ signs, value, vector, label }: Sample) {
    const kept = signs.filter((sign) => shown[sign]! >= rare && random() >= dropped);
    return { signs: kept, value: value / (1 - dropped), vector: random() < blind ? null : vector, label };
  }

  function learn(of: number, { label, ...sample }: Shown & { label: number }): void {
    const { units, shares } = run(whole, sample);
    shares[label]! -= 1;
    const off = shares.map((one) => one / of);
    last.back(off, 0, 1);
    const slopes = units.map((unit, at) => (unit > 0 ? out.back(off, at, unit) : 0));
    first.back(slopes, 0, 1);
    for (let at = 0; at < sample.signs.length; at += 1) signs.back(slopes, sample.signs[at]!, sample.value);
    for (let at = 0; at < (sample.vector?.length ?? 0); at += 1) vector.back(slopes, at, sample.vector![at]!);
  }
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
}
