/** How a file is read. Of "text", "corpus" and "csv" the chunks stand in the file word for word; text is made of the others. */
export type FileFormat =
  | "text"
  | "corpus"
  | "csv"
  | "html"
  | "captions"
  | "pdf"
  | "docx"
  | "pptx"
  | "xlsx"
  | "odf"
  | "epub";

const endings: Record<string, FileFormat> = {
  jsonl: "corpus",
  csv: "csv",
  tsv: "csv",
  html: "html",
  htm: "html",
  xhtml: "html",
  vtt: "captions",
  srt: "captions",
  pdf: "pdf",
  docx: "docx",
  docm: "docx",
  pptx: "pptx",
  pptm: "pptx",
  xlsx: "xlsx",
  xlsm: "xlsx",
  odt: "odf",
  ods: "odf",
  odp: "odf",
  epub: "epub",
};
const mebi = 2 ** 20;

/** By the ending of a file's name. */
export function fileFormat(path: string): FileFormat {
  return endings[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ""] ?? "text";
}

/** Whether chunks of this format stand in the file word for word. */
export function isVerbatim(format: string): boolean {
  return format === "text" || format === "corpus" || format === "csv";
}

/** Whether a file of this format is text, so that it is read as such. */
export function isText(format: FileFormat): boolean {
  return isVerbatim(format) ? format !== "corpus" : format === "html" || format === "captions";
}

/** The most bytes of a file that are read. A corpus is read line by line. */
export function largest(format: FileFormat): number {
  return (format === "corpus" ? 1024 : isText(format) ? 64 : 256) * mebi;
}
