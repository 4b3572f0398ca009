import type { Change } from "../core/patch.ts";

/** An edit that a request asks for, and the sentence that says it is done. */
type Edit = { path: string; change: Change; reading: string };

/** A piece of the request: a quoted text, or a path with an extension or a folder. */
const text = String.raw`("[^"]+"|'[^']+'|“[^”]+”|\x60[^\x60]+\x60)`;
const path = String.raw`(?:the file |file )?["'\x60]?([\w@%+,-][\w./@%+,-]*\.[\w-]+|[\w@%+,-]+(?:/[\w.@%+,-]+)+)["'\x60]?`;
const polite = "^(?:please |could you |can you )?";
const end = String.raw`\s*[.?!]?(?: please[.!]?)?$`;

type Reading = { pattern: RegExp; edit: (parts: string[]) => Edit };

/** The ways to ask for an edit; each accounts for every word of the request. */
const readings: Reading[] = [
  {
    pattern: ask(
      `(?:replace|change|substitute|rename) ${text} (?:with|by|to|into) ${text} (everywhere )?in ${path}( everywhere)?`,
    ),
    edit: ([old, fresh, before, file, after]) => replace(file!, old!, fresh!, Boolean(before || after)),
  },
  {
    pattern: ask(
      `in ${path},? (?:replace|change|substitute|rename) (every |each |all )?${text} (?:with|by|to|into) ${text}( everywhere)?`,
    ),
    edit: ([file, before, old, fresh, after]) => replace(file!, old!, fresh!, Boolean(before || after)),
  },
  {
    pattern: ask(
      `(?:replace|change|substitute|rename) (?:every|each|all)(?: occurrences? of)? ${text} (?:with|by|to|into) ${text} in ${path}`,
    ),
    edit: ([old, fresh, file]) => replace(file!, old!, fresh!, true),
  },
  {
    pattern: ask(
      `(?:create|make|write|add) (?:a |an |the )?(?:new )?${path} (?:with|containing|that (?:contains|says|holds))(?: the)?(?: text| content| line)? ${text}`,
    ),
    edit: ([file, content]) => ({
      path: file!,
      change: { text: `${content}\n`, fresh: true },
      reading: `Wrote ${file}.`,
    }),
  },
];

/** The edit that a request asks for, read to its last word; null where it asks for none. */
export function proposeEdit(request: string): Edit | null {
  for (const { pattern, edit } of readings) {
    const found = pattern.exec(request.trim());
    if (found) return edit(pieces(found));
  }
  return null;
}

function ask(words: string): RegExp {
  return new RegExp(`${polite}${words}${end}`, "iu");
}

/** The pieces in the order in which they stand, without the marks that quote them. */
function pieces([, ...groups]: RegExpExecArray): string[] {
  return groups.map((group = "") => (/^["'“`].*["'”`]$/su.test(group) ? group.slice(1, -1) : group));
}

function replace(file: string, old: string, fresh: string, every: boolean): Edit {
  const where = every ? "everywhere in" : "in";
  return {
    path: file,
    change: { old, new: fresh, ...(every ? { every } : {}) },
    reading: `Replaced “${old}” by “${fresh}” ${where} ${file}.`,
  };
}
