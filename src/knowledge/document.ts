import { chunk, chunkPlain } from "./chunk.ts";

/** A passage as it is stored: where it stands in its file, and its text word for word. */
export type Stored = { doc: string | null; title: string; heading: string; first: number; last: number; text: string };

/** The passages of a file, and how many documents it holds: one, or one a line for a corpus. */
export function parseDocuments(path: string, text: string): { documents: number; passages: Stored[] } {
  const corpus = path.endsWith(".jsonl") ? parseCorpus(text) : null;
  if (corpus) return corpus;
  const { title, chunks } = chunk(path, text);
  const passages = chunks.map(({ heading, lines: [first, last], text: body }) => ({
    doc: null,
    title,
    heading,
    first,
    last,
    text: body,
  }));
  return { documents: 1, passages };
}

/** A file whose every line is an object with string `id` and `text`; null for any other. */
function parseCorpus(text: string): { documents: number; passages: Stored[] } | null {
  const passages: Stored[] = [];
  let documents = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const row = parseRow(line);
    if (!row) return null;
    documents += 1;
    for (const part of chunkPlain(row.text)) {
      passages.push({ doc: row.id, title: row.title, heading: "", first: index + 1, last: index + 1, text: part });
    }
  }
  return documents > 0 ? { documents, passages } : null;
}

function parseRow(line: string): { id: string; text: string; title: string } | null {
  try {
    const row = JSON.parse(line) as { id?: unknown; text?: unknown; title?: unknown } | null;
    if (typeof row?.id !== "string" || typeof row.text !== "string") return null;
    return { id: row.id, text: row.text, title: typeof row.title === "string" ? row.title : "" };
  } catch {
    return null;
  }
}
