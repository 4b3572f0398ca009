import type { Block } from "../../text/block.ts";
import type { Outline } from "../chunk.ts";

/** Where what is written stands in its source: on a page, or on lines of the file. */
export type Place = { page?: number; lines?: [first: number, last: number] };

/** Writes a document of another format as Markdown, block by block. */
export type Writer = {
  /** What follows stands here. */
  at(place: Place): void;
  heading(level: number, text: string): void;
  paragraph(text: string): void;
  /** An item of a list; `depth` counts from 0. Items that follow each other are one list. */
  item(depth: number, marker: string, text: string): void;
  code(text: string): void;
  /** Rows of cells, the first of which heads the others. */
  table(rows: string[][]): void;
  done(title?: string): Outline;
};

const fence = "```";

export function createWriter(): Writer {
  let text = "";
  let place: Place = {};
  const blocks: Block[] = [];
  function write(kind: Block["kind"], body: string, rest: Partial<Block> = {}): void {
    if (body.trim() === "") return;
    const last = blocks.at(-1);
    const joins = kind === "list" && last?.kind === "list" && last.page === place.page;
    text += text === "" ? "" : joins ? "\n" : "\n\n";
    const from = joins ? last.from : text.length;
    text += body;
    const opener = kind === "code" ? { opener: { from, to: from + fence.length } } : {};
    const block: Block = { kind, from, to: text.length, ...opener, ...rest, ...place };
    if (!joins) blocks.push(block);
    else blocks[blocks.length - 1] = { ...block, ...spanning(last.lines, place.lines) };
  }
  return {
    at(next) {
      place = next;
    },
    heading(level, title) {
      const clean = oneLine(title);
      if (clean !== "")
        write("heading", `${"#".repeat(Math.min(6, Math.max(1, level)))} ${clean}`, { title: clean, level });
    },
    paragraph: (body) => write("text", tidy(body)),
    item(depth, marker, body) {
      const clean = tidy(body);
      const indent = "  ".repeat(Math.min(depth, 8));
      if (clean !== "") write("list", `${indent}${marker} ${clean.replaceAll("\n", `\n${indent}  `)}`);
    },
    code(body) {
      const clean = body.replace(/\s+$/, "").replace(/^(?:[^\S\n]*\n)+/, "");
      if (clean !== "") write("code", `${fence}\n${clean}\n${fence}`);
    },
    table(rows) {
      const [head, ...rest] = rows.map((row) => row.map(cell));
      if (head === undefined || rows.every((row) => row.every((each) => each.trim() === ""))) return;
      if (rest.length === 0 && head.length === 1) {
        write("text", head[0] ?? "");
        return;
      }
      const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
      write("table", [line(head), line(head.map(() => "-")), ...rest.map(line)].join("\n"), { header: 2 });
    },
    done: (title) => ({ text, blocks, format: "markdown", ...(title ? { title } : {}) }),
  };
}

function spanning(a: Block["lines"], b: Block["lines"]): { lines?: [number, number] } {
  return a && b ? { lines: [Math.min(a[0], b[0]), Math.max(a[1], b[1])] } : {};
}

/** Runs of blanks become one; lines stay. */
function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function cell(text: string): string {
  return oneLine(text).replaceAll("|", "\\|");
}
