import { visible } from "../core/visible.ts";
import { bar, type Style, type Text } from "./text.ts";
import { widthOf } from "./width.ts";

/** How lines are shown: whether styles and links are told, and after how many columns a line goes on below. */
export type Screen = { styled: boolean; columns: number };

/** Text in some styles and perhaps with a link, of which nothing acts or hides. */
type Run = { text: string; styles: readonly Style[]; file: string | undefined };

/** What a reader takes for one character, of a run. */
type Cell = { text: string; width: number; run: Run };

/**
 * A line in the rows that a screen shows of it. Every row but the first stands behind the bar, so that no text comes to
 * stand at the beginning of a row by its length. The only place where control sequences are made.
 */
export function rowsOf(line: Text, { styled, columns }: Screen): string[] {
  const runs = runsOf(line);
  const width = runs.reduce((sum, { text }) => sum + widthOf(text), 0);
  const rows = width <= columns ? [runs] : fold(runs, Math.max(columns, least));
  return rows.map((row) => row.map((run) => (styled ? dressed(run) : run.text)).join(""));
}

/** Columns of the narrowest screen that is thought of. */
const least = 20;

function runsOf(shown: Text, styles: readonly Style[] = [], file?: string): Run[] {
  if (typeof shown === "string") return shown === "" ? [] : [{ text: visible(shown), styles, file }];
  const within = shown.style === undefined ? styles : [...styles, shown.style];
  return shown.parts.flatMap((part) => runsOf(part, within, shown.file ?? file));
}

/** Breaks a line where a row is full, after its last space if that stands in the latter half. */
function fold(runs: Run[], columns: number): Run[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let width = 0;
  for (const cell of runs.flatMap(cellsOf)) {
    if (width + cell.width > columns) {
      const space = row.findLastIndex(({ text }) => text === " ") + 1;
      const carried = space > row.length / 2 ? row.splice(space) : [];
      rows.push(row);
      row = [margin, ...carried];
      width = row.reduce((sum, each) => sum + each.width, 0);
    }
    row.push(cell);
    width += cell.width;
  }
  return [...rows, row].map(merged);
}

const margin: Cell = { text: bar, width: bar.length, run: { text: bar, styles: [], file: undefined } };

function cellsOf(run: Run): Cell[] {
  return [...new Intl.Segmenter().segment(run.text)].map(({ segment }) => ({
    text: segment,
    width: widthOf(segment),
    run,
  }));
}

function merged(row: Cell[]): Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  for (const { text, run } of row) {
    if (run === last) runs.at(-1)!.text += text;
    else runs.push({ ...run, text });
    last = run;
  }
  return runs;
}

const codes: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

/** A run as ECMA-48 (select graphic rendition) and the hyperlinks of terminals (OSC 8) have it. */
function dressed({ text, styles, file }: Run): string {
  const styled =
    styles.length === 0 ? text : `\u001b[${styles.map((style) => codes[style]).join(";")}m${text}\u001b[0m`;
  return file === undefined ? styled : `\u001b]8;;${urlOf(file)}\u001b\\${styled}\u001b]8;;\u001b\\`;
}

/** Every character of a name is a part of it: Node's `pathToFileURL` leaves out spaces and controls at its end. */
function urlOf(file: string): string {
  return `file://${file.toWellFormed().split("/").map(encodeURIComponent).join("/")}`;
}
