import { ErgoError, problem } from "../core/error.ts";

/** Writes one line to stdout. */
export function print(text: string): void {
  process.stdout.write(`${visible(text)}\n`);
}

/** Writes the one JSON object of `--json`. */
export function printJson(value: object): void {
  print(JSON.stringify({ v: 1, ...value }));
}

/** Writes one line to stderr: progress, notes and errors. */
export function note(text: string): void {
  process.stderr.write(`${visible(text)}\n`);
}

/** Colours and links as this program writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const own = /(\u001b\[(?:0|1|2|31|32|33)m|\u001b\]8;;(?:file:\/\/[^\u0000-\u0020\u007f-\u009f]*)?\u001b\\)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * The text with control characters as JSON writes them. What files, names of files and commands say could otherwise clear
 * the screen, write the clipboard or look like a question of this program.
 */
export function visible(text: string): string {
  const lines = text.replace(/\r+(?=\n|$)/g, "");
  return lines
    .split(own)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(controls, escaped)))
    .join("");
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Says an error as `error CODE: message` and `  try: remedy`; gives its exit code. */
export function fail(thrown: unknown): number {
  const { code, message, remedy } = problem(thrown);
  note(`error ${code}: ${message}${remedy ? `\n  try: ${remedy}` : ""}`);
  return thrown instanceof ErgoError ? thrown.exit : 1;
}

const colour = (code: number) => (text: string, stream: NodeJS.WriteStream) =>
  styled(stream) ? `\u001b[${code}m${text}\u001b[0m` : text;

/** Colours, on terminals that want them only. */
export const bold = colour(1);
export const dim = colour(2);
export const green = colour(32);
export const red = colour(31);
export const yellow = colour(33);

function styled(stream: NodeJS.WriteStream): boolean {
  return Boolean(stream.isTTY) && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";
}

/** `path:line` as a link (OSC 8) where stdout is a terminal. */
export function link(label: string, file: string): string {
  if (!styled(process.stdout)) return label;
  const url = `file://${encodeURI(file).replaceAll("#", "%23").replaceAll("?", "%3F")}`;
  return `\u001b]8;;${url}\u001b\\${label}\u001b]8;;\u001b\\`;
}

/** Rows as aligned columns. */
export function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
