import { known } from "../core/error.ts";
import { visibleJson } from "../core/visible.ts";
import { rowsOf, type Screen } from "./rows.ts";
import { type Text, told } from "./text.ts";

/** Writes lines to stdout. */
export function print(...lines: Text[]): void {
  write(process.stdout, lines);
}

/** Writes lines to stderr: progress, notes and errors. */
export function note(...lines: Text[]): void {
  write(process.stderr, lines);
}

/** Writes the one JSON object of `--json`. */
export function printJson(value: object): void {
  printData({ v: 1, ...value });
}

/** Writes a value as JSON, on one line unless it is `indented`: exactly, and without a character that acts or hides. */
export function printData(value: unknown, indented = false): void {
  process.stdout.write(`${visibleJson(JSON.stringify(value, null, indented ? 2 : 0))}\n`);
}

/** Writes a whole document that is no text for a terminal. */
export function printPage(html: string): void {
  process.stdout.write(html);
}

/** Says an error as `error CODE: message` and `  try: remedy`; gives its exit code. */
export function fail(thrown: unknown): number {
  const error = known(thrown);
  note(...told(`error ${error.code}: `, error));
  return error.exit;
}

/** Shows a line on stderr that the next one replaces. Only for a terminal; "" clears it. */
export function meter(line: Text): void {
  const stream = process.stderr;
  const screen = screenOf(stream);
  const [row = ""] = rowsOf(line, { ...screen, columns: columnsOf(stream) - 1 });
  stream.write(`\r${clear}${row}`);
}

/** Erases to the end of the line (ECMA-48, EL). */
const clear = "\u001b[K";

function screenOf(stream: NodeJS.WriteStream): Screen {
  const isTerminal = Boolean(stream.isTTY);
  const styled = isTerminal && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";
  return { styled, columns: isTerminal ? columnsOf(stream) : Number.POSITIVE_INFINITY };
}

/** A terminal that does not say how wide it is counts as one of 80. */
function columnsOf(stream: NodeJS.WriteStream): number {
  return stream.columns || 80;
}

function write(stream: NodeJS.WriteStream, lines: Text[]): void {
  const screen = screenOf(stream);
  stream.write(lines.map((line) => `${rowsOf(line, screen).join("\n")}\n`).join(""));
}
