import type { Block } from "../../text/block.ts";
import { splitLines } from "../../text/line.ts";
import type { Outline } from "../chunk.ts";

const time = /^(?:\d+:)?\d{2}:\d{2}[.,]\d{3}\s+-->\s+(?:\d+:)?\d{2}:\d{2}[.,]\d{3}/;

/** What is said in subtitles (WebVTT, SubRip), a block a caption, on the lines that it has in the file. */
export function readCaptions(source: string): Outline {
  const lines = splitLines(source);
  const blocks: Block[] = [];
  let text = "";
  for (let at = 0; at < lines.length; at++) {
    if (!time.test(lines[at]?.text ?? "")) continue;
    const said: string[] = [];
    let end = at + 1;
    for (; end < lines.length && lines[end]?.text.trim() !== ""; end++) said.push(spoken(lines[end]?.text ?? ""));
    const words = said.join("\n").trim();
    if (words !== "") {
      text += text === "" ? "" : "\n";
      blocks.push({ kind: "text", from: text.length, to: text.length + words.length, lines: [at + 1, end] });
      text += words;
    }
    at = end;
  }
  return { text, blocks, format: "plain" };
}

/** A line without its marks; the speaker is named by the voice tag alone, so the name stays. */
function spoken(line: string): string {
  return line
    .replace(/<[^<>]{0,200}>/g, "")
    .replace(/\{\\[^{}]{0,40}\}/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", " ")
    .replaceAll(/&[lr]rm;/g, "");
}
