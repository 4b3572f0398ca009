import { compileWildmatch } from "./wildmatch.ts";

/** A line of an ignore file. `keep` for lines with "!", `folders` for lines that match folders alone, `anchored` for
 * lines that match the whole path below their file's folder rather than a name at any depth. */
type Rule = { keep: boolean; folders: boolean; anchored: boolean; matches(path: string): boolean };

/** The rules of the ignore files of `folder` ("" is the root), in the order in which they were read. */
export type Rules = { folder: string; rules: Rule[] };

/**
 * The rules in the bytes of an ignore file, by git's reading of them. Git compares bytes ("?" is one byte), so rules and
 * paths are handled as strings of bytes, see `bytesOf`.
 */
export function parseRules(file: Uint8Array): Rule[] {
  const source = Buffer.from(file).toString("latin1");
  const lines = (source.startsWith("\xef\xbb\xbf") ? source.slice(3) : source).split("\n");
  return lines.map((line) => line.replace(/\r$/, "")).flatMap((line, index) => parseLine(line, index < fast));
}

/** Whether `path` is ignored by the rules of its folders, ordered from the root down. Its own parent folders are not
 * considered: below an ignored folder everything is out whatever the rules say. */
export function isIgnored(chain: readonly Rules[], path: string, isFolder: boolean): boolean {
  const bytes = bytesOf(path);
  const name = bytes.slice(bytes.lastIndexOf("/") + 1);
  for (const { folder, rules } of chain.toReversed()) {
    const below = folder === "" ? bytes : bytes.slice(bytesOf(folder).length + 1);
    for (let index = rules.length - 1; index >= 0; index--) {
      const rule = rules[index]!;
      if (rule.folders && !isFolder) continue;
      if (rule.matches(rule.anchored ? below : name)) return !rule.keep;
    }
  }
  return false;
}

/** A text as its UTF-8 bytes, one character each. */
function bytesOf(text: string): string {
  return isAscii.test(text) ? text : Buffer.from(text).toString("latin1");
}

const isAscii = /^[\0-\x7f]*$/;

/** So many lines of a file are read for speed, those after them for room. */
const fast = 200;

function parseLine(line: string, often: boolean): Rule[] {
  if (line.startsWith("#")) return [];
  let pattern = withoutTrailingSpaces(line);
  const keep = pattern.startsWith("!");
  if (keep) pattern = pattern.slice(1);
  const folders = pattern.endsWith("/");
  if (folders) pattern = pattern.slice(0, -1);
  if (pattern === "") return [];
  const anchored = pattern.includes("/");
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  return [{ keep, folders, anchored, matches: compileWildmatch(pattern, often) }];
}

/** Spaces at the end of a line don't count, unless a backslash stands before them. */
function withoutTrailingSpaces(line: string): string {
  let end = 0;
  for (let index = 0; index < line.length; index++) {
    if (line[index] === " ") continue;
    if (line[index] === "\\") index++;
    end = index + 1;
  }
  return line.slice(0, end);
}
