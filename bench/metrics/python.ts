import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

type Listed = [name: string, line: number, complexity: number];

/** What radon and lizard say of a file. `of`: radon's volume, complexity and logical lines; `bare`: its index of these without comments. */
export type Read = {
  lizard: Listed[];
  fault?: string;
  radon?: {
    functions: Listed[];
    volume: number;
    index: number;
    bare: number;
    of: [volume: number, complexity: number, lines: number];
    raw: { lines: number; code: number; comments: number; multi: number };
  };
};

/** Reads files below a folder by both, by path. */
export function readByPython(python: string, folder: string, paths: string[]): Map<string, Read> {
  const script = fileURLToPath(new URL("reference.py", import.meta.url));
  const input = paths.map((path) => `${join(folder, path)}\n`).join("");
  const { status, stdout, stderr } = spawnSync(python, ["-W", "ignore", script], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`reference.py: ${stderr.slice(0, 2000)}`);
  const lines = stdout.trim().split("\n");
  return new Map(lines.map((line, at) => [paths[at]!, JSON.parse(line) as Read]));
}

/** Figures of files, Ergo's beside radon's. */
export type Measures = {
  volume: [ours: number, theirs: number][];
  index: [ours: number, theirs: number][];
  /** The maintainability index that Ergo's formula makes of radon's own figures, beside radon's without comments. */
  formula: [ours: number, theirs: number][];
  lines: { files: number; same: number };
  comments: { files: number; same: number };
  code: { files: number; same: number };
};

export function noMeasures(): Measures {
  const none = () => ({ files: 0, same: 0 });
  return { volume: [], index: [], formula: [], lines: none(), comments: none(), code: none() };
}

/** How alike the orders are (Spearman), and how many files have the same figures. */
export function sumUp({ volume, index, formula, ...counts }: Measures): object {
  const isSame = ([ours, theirs]: [number, number]) => Math.abs(ours - theirs) < 0.01;
  return {
    volume: { files: volume.length, rank: spearman(volume) },
    index: { files: index.length, rank: spearman(index) },
    formula: { files: formula.length, same: formula.filter(isSame).length },
    ...counts,
  };
}

/** Spearman's coefficient, equal values by the middle of their ranks. */
function spearman(pairs: [number, number][]): number | null {
  if (pairs.length < 2) return null;
  const [left, right] = [ranks(pairs.map(([a]) => a)), ranks(pairs.map(([, b]) => b))];
  const middle = (pairs.length - 1) / 2;
  const product = (a: number[], b: number[]) =>
    a.reduce((sum, each, at) => sum + (each - middle) * (b[at]! - middle), 0);
  return Math.round((product(left, right) / Math.sqrt(product(left, left) * product(right, right))) * 1000) / 1000;
}

function ranks(values: number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = new Map(sorted.map((value) => [value, (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2]));
  return values.map((value) => middle.get(value)!);
}
