/** Where a passage leads by a link: the target as it is written, without the part behind "#". */
export type Link = { said: string; at: number };

const forms = [
  // [text](target "title")
  /(?<!!)\[[^\][]*(?:\[[^\][]*\][^\][]*)*\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s]*)*)>?(?:\s+["'][^\n]*?["'])?\s*\)/g,
  // [label]: target
  /^ {0,3}\[[^\]\n^]+\]:\s+<?(\S+?)>?(?:\s+["'(].*)?$/gm,
  // `text <target>`_ and :doc:`target`
  /`[^`<>\n]*\s<([^<>\s`]+)>`_/g,
  /:doc:`(?:[^`<>\n]*<)?([^`<>\n]+?)>?`/g,
  /<a\s[^<>]*?href=["']([^"'\s]+)["']/gi,
];
const wiki = /\[\[([^\][|#\n]{1,100})(?:#[^\][|\n]*)?(?:\|[^\][\n]*)?\]\]/g;

/** The links of a passage that lead to something in the folder, by the look of them. */
export function linksIn(text: string): Link[] {
  if (!/\]\(|\]:|`_|:doc:|<a\s/i.test(text)) return [];
  return forms.flatMap((form) =>
    [...text.matchAll(form)].flatMap((match) => {
      const said = inside(match[1]!);
      return said === null ? [] : [{ said, at: match.index }];
    }),
  );
}

/** Titles in double brackets, as notes link one another. */
export function titlesLinked(text: string): { title: string; at: number }[] {
  if (!text.includes("[[")) return [];
  return [...text.matchAll(wiki)].map((match) => ({ title: match[1]!.trim(), at: match.index }));
}

/** The path that a target means from a file; null where it leads out of the folder. */
export function pathFrom(file: string, said: string): string | null {
  const parts = said.startsWith("/") ? [] : file.split("/").slice(0, -1);
  for (const part of said.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.length === 0 ? null : parts.join("/");
}

function inside(target: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return null;
  const said = target.replace(/[#?].*$/s, "");
  if (said === "") return null;
  try {
    return decodeURI(said);
  } catch {
    return said;
  }
}
