import type { Parsed } from "./options.ts";
import { isBelowTemporary, locate } from "./place.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { writes } from "./touch.ts";
import { filled, HOLE, show, type Word } from "./word.ts";

/** Removing files. Whole folders, whatever a wildcard finds, and what lies elsewhere can't be had back; files that are
 * named, and what lies below folders for temporary files, may go. */
export function remove({ given, operands }: Parsed, scene: Scene, name: string): Finding[] {
  const recursive = given.find(({ name }) => /^(?:-r|-R|--recursive)$/.test(name));
  const lost = (word: Word, why: string) => finding("destructive", show(word), why);
  const found = operands.flatMap((word) => {
    const touched = writes(word, scene);
    if (isBelowTemporary(word.text, scene) && !word.text.includes("..")) return touched;
    if (recursive !== undefined)
      return [...touched, lost(recursive.word, `of ${name} removes ${show(word)} with all that is in it`)];
    if (word.loose) return [...touched, lost(word, "may be any files, which are removed")];
    if (/(?:^|\/)[.*?]*\*[.*?]*$/.test(filled(word.text, "")))
      return [...touched, lost(word, "takes in every file there is, and removes it")];
    if (isElsewhere(word, scene)) return [...touched, lost(word, "is removed, and does not belong to the folder")];
    return touched;
  });
  if (operands.length === 0 && recursive !== undefined)
    found.push(lost(recursive.word, `of ${name} removes folders with all that is in them`));
  return found;
}

function isElsewhere({ text }: Word, scene: Scene): boolean {
  return text !== HOLE && ["system", "elsewhere", "around", "device", "protected"].includes(locate(text, scene));
}
