import type { SymbolSource } from "../text/symbol.ts";

/** A file as a listing names it: path from the folder, size in bytes, time of last change in ms since 1970. */
export type Listed = { path: string; bytes: number; modified: number };

/** A file that could not be read, or not whole, and why. */
export type Skipped = { path: string; code: string; message: string };

/**
 * A whole file with its SHA-256 and size in bytes: its text, or its bytes where it is no text or a corpus; or why there is
 * neither.
 */
export type Content =
  | (({ text: string } | { bytes: Uint8Array }) & { hash: string; size: number })
  | { skipped: Omit<Skipped, "path"> };

/** How the files of a folder are seen. `list` names all that there are in the scope that is asked about. */
export type Sources = {
  list(signal?: AbortSignal): Promise<Listed[]>;
  read(path: string, signal?: AbortSignal): Promise<Content>;
  /** What reads the declarations of source code; without it code is cut at blank lines. */
  symbols?: SymbolSource;
};
