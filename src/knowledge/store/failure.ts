/** Why a file, or a part of it, has no text. */
export type Note = { code: string; message: string };

/** A file that can't be read as what it is. */
export class ParseError extends Error {
  override readonly name = "ParseError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
