/** A file as a listing names it: path from the folder, size in bytes, time of last change in ms since 1970. */
export type Listed = { path: string; bytes: number; modified: number };

/** A file that could not be read as text, and why. */
export type Skipped = { path: string; code: string; message: string };

/** A file's whole text with the SHA-256 and size in bytes of the file, or why it has none. */
export type Text = { text: string; hash: string; size: number } | { skipped: Omit<Skipped, "path"> };

/** How the files of a folder are seen. */
export type Sources = {
  list(signal?: AbortSignal): Promise<Listed[]>;
  read(path: string, signal?: AbortSignal): Promise<Text>;
};
