import type { Block } from "../../text/block.ts";
import { splitLines } from "../../text/line.ts";
import type { Outline } from "../chunk.ts";

/** A table in a text file, its first record the header of the others. A record may go over several lines, in quotes. */
export function readCsv(text: string): Outline {
  const records: { from: number; to: number }[] = [];
  let open = false;
  for (const line of splitLines(text)) {
    const last = records.at(-1);
    if (open && last) last.to = line.to;
    else if (line.text.trim() !== "") records.push({ from: line.from, to: line.to });
    if ((line.text.match(/"/g)?.length ?? 0) % 2 === 1) open = !open;
  }
  const [first] = records;
  if (!first) return { text, blocks: [], format: "plain" };
  const table: Block = {
    kind: "table",
    from: first.from,
    to: records.at(-1)?.to ?? first.to,
    rows: records,
    header: 1,
  };
  return { text, blocks: [table], format: "plain" };
}
