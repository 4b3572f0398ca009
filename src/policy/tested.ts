import { expand } from "./expand.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { reads } from "./touch.ts";
import type { Tree } from "./tree.ts";
import { HOLE, isKnown, literal, NAME, show, type Word } from "./word.ts";

/** `test` and `[`: words that are not known may be `-v` and a name that holds commands. */
export function judgeTest(words: Word[], scene: Scene): Finding[] {
  const unclear = words.find((word, at) => {
    const before = words[at - 1];
    const asks = before !== undefined && (/^-[vR]$/.test(before.text) || mayBeOperator(before));
    const named = !isKnown(word) || word.glob || /\[.*[$`]/.test(word.text);
    // Several words in quotes may be an operator and a name by themselves.
    return (asks && named) || (word.many === true && (word.glob ? mayBeOperator(word) : !word.loose));
  });
  const found = unclear === undefined ? [] : [finding("exec", show(unclear), "may name a variable, and hold commands")];
  return [finding("read", "test", "looks"), ...found, ...looksAt(words, scene)];
}

/** Whether a word may become `-v` or `-R`. */
function mayBeOperator({ text, glob }: Word): boolean {
  return text === HOLE || text === NAME || (glob && /^-?[vR]?$/.test(text.replace(/\[[^\]]*\]|[*?]/g, "")));
}

/** Paths that a test asks about. */
export function looksAt(words: Word[], scene: Scene): Finding[] {
  return words
    .filter(({ text }, at) => /^-[a-hkprstuwxGLNOS]$/.test(words[at - 1]?.text ?? "") && /^[/~.]/.test(text))
    .flatMap((word) => reads(word, scene));
}

/** The words between the brackets of a test, operators included. */
export function wordsOf(node: Tree, scene: Scene): Word[] {
  return node.children.flatMap((child) => {
    if (/_expression$/.test(child.type) && child.type !== "brace_expression") return wordsOf(child, scene);
    if (/^\w/.test(child.type) && child.type !== "regex") return expand(child, scene);
    return /^(?:\[\[?|\]\]?|[()])$/.test(child.type) ? [] : [literal(child.text)];
  });
}
