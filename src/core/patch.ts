/** One replacement in a text: `old` stands at character `at` of the text as it was before the patch. */
export type Splice = { at: number; old: string; new: string };

/**
 * A change of one text file, by which it can be done, found to be done already, and undone. `before` and `after` are the
 * SHA-256 of the whole file; null where there is no file. Splices are in order and don't overlap.
 */
export type Patch = { path: string; before: string | null; after: string | null; splices: Splice[] };

/** What became of a patch: `already` when the file was as the patch leaves it. */
export type Applied = { path: string; before: string | null; after: string | null; already: boolean };

/** What is wanted of a file: `old` replaced by `new` where it stands, once or everywhere; a whole new text, with
 * `fresh` only where there is no file yet; or no file. */
export type Change = { old: string; new: string; every?: boolean } | { text: string; fresh?: true } | { remove: true };

/** The patch that undoes a patch. */
export function inverse({ path, before, after, splices }: Patch): Patch {
  let shift = 0;
  const undoing = splices.map((splice) => {
    const at = splice.at + shift;
    shift += splice.new.length - splice.old.length;
    return { at, old: splice.new, new: splice.old };
  });
  return { path, before: after, after: before, splices: undoing };
}

/** The text after a patch; null when it isn't the text that the patch is of. */
export function patched(text: string, splices: readonly Splice[]): string | null {
  const parts: string[] = [];
  let from = 0;
  for (const { at, old, new: fresh } of splices) {
    if (at < from || !text.startsWith(old, at)) return null;
    parts.push(text.slice(from, at), fresh);
    from = at + old.length;
  }
  return parts.join("") + text.slice(from);
}
