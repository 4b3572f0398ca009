import { homedir } from "node:os";
import { basename, resolve } from "node:path";

/** A file of the user's own that serves as a model, and the fingerprint that it must have where that is known. */
export type Own = { file: string; pin: string | undefined };

/**
 * Whether a model's name is the path of a file: it ends in `.gguf`, or begins as paths do. Names on servers and of a hub
 * have a word and a colon in front.
 */
export function isFileName(name: string): boolean {
  if (/^[a-z]{2,}:/i.test(name)) return false;
  return /\.gguf(?:#[0-9a-f]{12})?$/i.test(name) || /^(?:\.{0,2}|~)[\\/]|^[a-z]:[\\/]/i.test(name);
}

/** The file that a name means; a relative one counts from `dir`, and `~/` is the user's home. */
export function ownFile(name: string, dir = "."): Own {
  const [, path = name, pin] = /^(.*)#([0-9a-f]{12})$/s.exec(name) ?? [];
  return {
    file: resolve(
      dir,
      path.replace(/^~(?=[\\/])/, () => homedir()),
    ),
    pin,
  };
}

/** What such a model is called in answers and records: the file's name and its fingerprint. */
export function nameOfFile(file: string, print: string): string {
  return `${basename(file).replace(/\.gguf$/i, "")}.gguf#${print}`;
}

/** The fingerprint in such a name; undefined in any other. */
export function printIn(name: string): string | undefined {
  return isFileName(name) ? /#([0-9a-f]{12})$/.exec(name)?.[1] : undefined;
}
