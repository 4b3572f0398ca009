import { ErgoError, problem } from "../../core/error.ts";
import { type FileFormat, fileFormat, isText, largest } from "../../knowledge/ingest/format.ts";
import { createParser } from "../../knowledge/ingest/parser.ts";
import { redactText } from "../../secrets/redact.ts";
import type { Observer } from "../../tools/observe.ts";
import { type Range, requireListed, type Source } from "./source.ts";

/** Where a part of a document begins in the text that was read from it: its line, its page, and the headings that it is under. */
type Part = { line: number; page: number | null; heading: string };

/** The text that was read from a document, which its file does not hold as it stands; `note` is what could not be read. */
export type Converted = Source & { converted: FileFormat; parts: Part[]; note: string | null };

/** Whether a file is read by making text of it, so that it has no lines of its own. */
export function isConverted(path: string): boolean {
  const format = fileFormat(path);
  return !isText(format) && format !== "corpus";
}

/**
 * Lines of the text that is read from a document, as passages of it are cited: from the part on that is of a page or under a heading,
 * where one is named. Secrets are replaced. Throws FILE_UNREADABLE for what can't be read.
 */
export async function convertedLines(
  observer: Observer,
  path: string,
  { page, heading, ...range }: Range & { page?: number | undefined; heading?: string | undefined },
  signal?: AbortSignal,
): Promise<Converted> {
  await requireListed(observer, path);
  const format = fileFormat(path);
  const file = observer.bytes(path, largest(format));
  if (!file.ok) throw new ErgoError("FILE_UNREADABLE", { path, detail: file.message });
  const { bytes, hash } = file;
  const lines: string[] = [];
  const parts: Part[] = [];
  let note: string | null = null;
  const parser = createParser();
  try {
    for await (const parsed of parser.parse({ path, format, hash, size: bytes.length, bytes }, signal)) {
      note = parsed.note?.message ?? note;
      for (const { text, lead, page: of = null, heading: under } of parsed.documents.flatMap(({ chunks }) => chunks)) {
        parts.push({ line: lines.length + 1, page: of, heading: redactText(under) });
        // A table's header that is said again above each part of it stands there once.
        lines.push(...redactText(text).split("\n").slice(lead), "");
      }
    }
  } catch (thrown) {
    signal?.throwIfAborted();
    throw new ErgoError("FILE_UNREADABLE", { path, detail: problem(thrown).message }, { cause: thrown });
  } finally {
    await parser.close();
  }
  lines.pop();
  const meant = parts.filter((part) => page === undefined || part.page === page);
  const named = meant.find((part) => heading !== undefined && part.heading === heading);
  const isNamed = page !== undefined || heading !== undefined;
  const from = isNamed ? ((named ?? meant[0])?.line ?? 1) : range.from;
  const to = isNamed ? from + range.most - 1 : Math.min(range.to, from + range.most - 1);
  return { path, converted: format, lines: lines.slice(from - 1, to), from, of: lines.length, hash, parts, note };
}
