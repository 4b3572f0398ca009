/**
 * How a file is read. Of "text", "corpus" and "csv" the chunks stand in the file word for word; text is made of the others.
 */
export type FileFormat = "text" | "corpus";

const mebi = 2 ** 20;

/** By the ending of a file's name. */
export function fileFormat(path: string): FileFormat {
  return path.toLowerCase().endsWith(".jsonl") ? "corpus" : "text";
}

/** Whether chunks of this format stand in the file word for word. */
export function isVerbatim(format: string): boolean {
  return format === "text" || format === "corpus";
}

/** The most bytes of a file that are read. A corpus is read line by line. */
export function largest(format: FileFormat): number {
  return (format === "corpus" ? 1024 : 64) * mebi;
}
