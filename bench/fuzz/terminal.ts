import xterm from "@xterm/headless";
import { rowsOf } from "../../src/cli/rows.ts";
import { bar, bold, dim, green, link, quote, spread, type Text, table, text } from "../../src/cli/text.ts";
import { visible } from "../../src/core/visible.ts";
import type { Target } from "./target.ts";

/**
 * Lines made of own parts and of hostile text, as a terminal (xterm's interpreter) shows them: each cell holds the character,
 * colour and link that the structure says, in the place where text alone leads, and no row begins with what is not ours.
 */
export const target: Target = {
  about: "lines with hostile text on the screen of another's terminal, cell by cell",
  async attempt(random) {
    const lines = Array.from({ length: 12 }, () => made(random)).flat();
    const columns = 20 + Math.floor(random() * 100);
    const wrong = (await onScreen(lines, columns)) ?? hiddenIn(lines);
    return { tried: lines.length, wrong: wrong && `${wrong}, in ${JSON.stringify(lines)} on ${columns} columns` };
  },
};

const root = "/folder";

/** Lines as the commands make them; every head that is ours is one of these. */
const heads = ["  proven  ", "note: ", "  [e1] ", "answered · ", bar.trimEnd()];

function made(random: () => number): Text[] {
  const [one, two, name] = [hostile(random), hostile(random), hostile(random)];
  switch (Math.floor(random() * 6)) {
    case 0:
      return quote(one, bold);
    case 1:
      return [text`  ${green("proven")}  ${one}`];
    case 2:
      return [text`  [e1] ${link(`${name}:3`, root, name)}  ${dim(two)}`];
    case 3:
      return spread("note: ", one);
    case 4:
      return table(
        [
          [name, two],
          [one, dim("here")],
        ],
        "theirs",
      );
    default:
      return [dim(text`answered · ${one} ${green(two)}`)];
  }
}

/** What moves, colours, links, asks, hides or turns; and what only looks so. */
const pieces = [
  ...[
    "\u001b[32mproven\u001b[0m",
    "\u001b]8;;file:///etc/passwd\u001b\\a.md:1\u001b]8;;\u001b\\",
    "\u001b]0;title\u0007",
  ],
  ...[
    "\u001b]52;c;aGk=\u0007",
    "\u001b[2J",
    "\u001b[H",
    "\u001b[1A\u001b[2K",
    "\u001b[6n",
    "\u001bc",
    "\u001b",
    "\u001b(0",
  ],
  ...[
    "\u009b32m",
    "\u009d0;x\u009c",
    "\u0090q\u009c",
    "\b\b\b\b",
    "\r",
    "\r\n",
    "\n",
    "\t",
    "\v",
    "\f",
    "\u0000",
    "\u007f",
  ],
  ...[
    "\u0085",
    "\u2028",
    "\u2029",
    "\u202e",
    "\u2066",
    "\u2069",
    "\u200f",
    "\u061c",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u2060",
  ],
  ...[
    "\ufeff",
    "\u00ad",
    "\u034f",
    "\u180e",
    "\u115f",
    "\u3164",
    "\uffa0",
    "\u{e0041}",
    "\u{e007f}",
    "\ufe0f",
    "\u{e0100}",
  ],
  ...[
    '\n\n  proven  files("*") = 1',
    "\n[e1] README.md:1",
    "answered · direct",
    "│ ",
    "proven",
    "x".repeat(90),
    " ",
    "  ",
  ],
  ...["नमस्ते", "क्‍ष", "می‌خواهم", "שלום", "漢字", "葛󠄀", "👨‍👩‍👧", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u0301", "\u0301".repeat(12), "한국어"],
];

function hostile(random: () => number): string {
  let made = "";
  for (let left = Math.floor(random() * 14); left > 0; left--) {
    const any = random() < 0.2 ? String.fromCodePoint(Math.floor(random() * 0x110000)) : undefined;
    made += any ?? pieces[Math.floor(random() * pieces.length)]!;
  }
  return made;
}

type Cell = { text: string; green: boolean; bold: boolean; dim: boolean; file: string | undefined };

/** What differs between the structure and the screen; null where nothing does. */
async function onScreen(lines: Text[], columns: number): Promise<string | null> {
  const rows = lines.map((line) => rowsOf(line, { styled: true, columns }));
  const count = rows.flat().length;
  const terminal = new xterm.Terminal({ cols: columns, rows: count + 4, allowProposedApi: true });
  let acted: string | null = null;
  terminal.onTitleChange(() => (acted = "the title was set"));
  terminal.onBell(() => (acted = "the bell rang"));
  terminal.onData((said) => (acted = `the terminal replied ${JSON.stringify(said)}`));
  terminal.parser.registerOscHandler(52, () => {
    acted = "the clipboard was written";
    return true;
  });
  await new Promise<void>((done) =>
    terminal.write(
      rows
        .flat()
        .map((row) => `${row}\r\n`)
        .join(""),
      done,
    ),
  );
  const { cursorX, cursorY, baseY } = terminal.buffer.active;
  const spilt = Array.from({ length: count }, (_, at) => at).find(
    (at) => terminal.buffer.active.getLine(at)!.isWrapped,
  );
  const screen = Array.from({ length: count }, (_, at) => cellsAt(terminal, at));
  terminal.dispose();
  if (acted !== null) return acted;
  if (spilt !== undefined) return `a row goes on by itself: ${JSON.stringify(rows.flat()[spilt - 1])}`;
  if (cursorX !== 0 || cursorY !== count || baseY !== 0) return `the cursor stands at ${cursorX}, ${cursorY}`;
  let at = 0;
  for (const [n, line] of lines.entries()) {
    const own = screen.slice(at, at + rows[n]!.length);
    at += rows[n]!.length;
    const difference = compared(line, own);
    if (difference !== null) return difference;
  }
  return null;
}

function compared(line: Text, rows: Cell[][]): string | null {
  const text = (cells: Cell[]) => cells.map((cell) => cell.text).join("");
  const foreign = rows.find((row, n) => (n > 0 ? !text(row).startsWith(bar) : !startsOurs(text(row))));
  if (foreign) return `a row begins with ${JSON.stringify(text(foreign))}`;
  const seen = rows.flatMap((row, n) => (n === 0 ? row : row.slice(bar.length)));
  const meant = meantBy(line);
  for (const [name, key] of Object.entries(kinds)) {
    const drawn = (cells: Cell[]) => points(cells).filter((cell) => cell.text.trim() !== "" && key(cell));
    const [is, should] = [drawn(seen), drawn(meant)].map((cells) =>
      cells.map((cell) => `${cell.text} ${key(cell)}`),
    ) as [string[], string[]];
    const at = Array.from({ length: Math.max(is.length, should.length) }, (_, i) => i).find((i) => is[i] !== should[i]);
    if (at !== undefined) return `${name} ${at}: it shows ${JSON.stringify(is[at])} for ${JSON.stringify(should[at])}`;
  }
  return null;
}

const kinds = {
  text: () => true,
  green: (cell: Cell) => cell.green,
  bold: (cell: Cell) => cell.bold,
  dim: (cell: Cell) => cell.dim,
  link: (cell: Cell) => cell.file,
};

/** By code points, for terminals and readers do not agree on what shares a cell. */
function points(cells: Cell[]): Cell[] {
  return cells.flatMap((cell) => [...cell.text].map((text) => ({ ...cell, text })));
}

function startsOurs(row: string): boolean {
  return heads.some((head) => row.startsWith(head) || row === head.trimEnd());
}

/** The cells that the structure means, one a part. */
function meantBy(shown: Text, style: Omit<Cell, "text"> = plain): Cell[] {
  if (typeof shown === "string") return [{ ...style, text: visible(shown) }];
  const within = {
    green: style.green || shown.style === "green",
    bold: style.bold || shown.style === "bold",
    dim: style.dim || shown.style === "dim",
    file: shown.file?.toWellFormed() ?? style.file,
  };
  return shown.parts.flatMap((part) => meantBy(part, within));
}

const plain = { green: false, bold: false, dim: false, file: undefined };

function cellsAt(terminal: InstanceType<typeof xterm.Terminal>, row: number): Cell[] {
  const line = terminal.buffer.active.getLine(row)!;
  const cells: Cell[] = [];
  for (let column = 0; column < line.length; column++) {
    const cell = line.getCell(column)!;
    if (cell.getWidth() === 0) continue;
    cells.push({
      text: cell.getChars() || " ",
      green: cell.isFgPalette() && cell.getFgColor() === 2,
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
      file: linkOf(terminal, cell),
    });
  }
  return cells;
}

/** Links are no part of what the interpreter says of a cell in public. */
function linkOf(terminal: unknown, cell: unknown): string | undefined {
  const id = (cell as { extended?: { urlId: number } }).extended?.urlId ?? 0;
  type Links = { _core: { _oscLinkService: { getLinkData(id: number): { uri: string } | undefined } } };
  const uri = id === 0 ? undefined : (terminal as Links)._core._oscLinkService.getLinkData(id)?.uri;
  return uri?.startsWith("file:///") && /^[!-~]+$/.test(uri) ? decodeURIComponent(uri.slice("file://".length)) : uri;
}

/** Controls, marks of direction and what has no shape, listed by hand; joiners between ASCII; forms chosen of ASCII. */
const hidden = new RegExp(
  [
    String.raw`[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164]`,
    String.raw`[\u034f\ufeff\uffa0\ufff0-\ufffb]|[ -~][\u200c\u200d]|[\u200c\u200d][ -~\u200c\u200d]|[ -~][\u{e0100}-\u{e01ef}]`,
  ].join("|"),
  "u",
);

function hiddenIn(lines: Text[]): string | null {
  const rows = lines.flatMap((line) => rowsOf(line, { styled: false, columns: Number.POSITIVE_INFINITY }));
  const row = rows.find((each) => hidden.test(each));
  return row === undefined ? null : `something hides in ${JSON.stringify(row)}`;
}
