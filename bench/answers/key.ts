/** `gold` are the documents that hold the answer, where that is known. */
export type Asked = { question: string; keys: string[]; exact: boolean; gold?: string[] };

/** A written question with texts, separated by "|", one of which an answer holds as it stands. */
export function exactly([question = "", key = ""]: string[]): Asked {
  return { question, keys: key.split("|"), exact: true };
}

/** Exact keys stand in the source text up to white space; answers of a corpus as whole words, case and marks aside. */
export function contains(text: string, key: string, exact: boolean): boolean {
  if (exact) return text.replace(/\s+/g, " ").includes(key);
  const normal = (raw: string) =>
    ` ${raw
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `;
  return normal(text).includes(normal(key));
}
