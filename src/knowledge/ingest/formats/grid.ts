import type { Writer } from "./writer.ts";

type Grid = Map<number, Map<number, string>>;

/** Rows of a grid that lie together, and the columns that they reach over. */
type Region = { rows: number[]; left: number; right: number };

/** Writes the cells of a sheet (row → column → text): those that lie together, with no empty row or column between, as a table. */
export function writeCells(grid: Grid, writer: Writer): void {
  for (const { rows, left, right } of regionsOf(grid)) {
    writer.table(
      rows.map((y) => Array.from({ length: right - left + 1 }, (_, at) => grid.get(y)?.get(left + at) ?? "")),
    );
  }
}

function regionsOf(grid: Grid): Region[] {
  const bands: number[][] = [];
  for (const y of [...grid.keys()].sort((a, b) => a - b)) {
    const band = bands.at(-1);
    if (band && y === (band.at(-1) ?? 0) + 1) band.push(y);
    else bands.push([y]);
  }
  return bands.flatMap((rows) => columnsOf(grid, rows));
}

function columnsOf(grid: Grid, rows: number[]): Region[] {
  const used = new Set(rows.flatMap((y) => [...(grid.get(y)?.keys() ?? [])]));
  const regions: Region[] = [];
  for (const x of [...used].sort((a, b) => a - b)) {
    const last = regions.at(-1);
    if (last && x === last.right + 1) last.right = x;
    else regions.push({ rows, left: x, right: x });
  }
  if (regions.length < 2) return regions;
  // Beside one another, each has its own rows, perhaps with gaps.
  return regions.flatMap((region) => {
    const inside = rows.filter((y) =>
      [...(grid.get(y)?.keys() ?? [])].some((x) => x >= region.left && x <= region.right),
    );
    return splitRows(inside).map((part) => ({ ...region, rows: part }));
  });
}

function splitRows(rows: number[]): number[][] {
  const parts: number[][] = [];
  for (const y of rows) {
    const last = parts.at(-1);
    if (last && y === (last.at(-1) ?? 0) + 1) last.push(y);
    else parts.push([y]);
  }
  return parts;
}
