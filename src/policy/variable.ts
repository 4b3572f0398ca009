import { assignedBy } from "./arithmetic.ts";
import { assigns } from "./environment.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { filled, HOLE, isKnown, show, type Word } from "./word.ts";

/** A variable that is set or taken away: NAME, NAME=VALUE or NAME[SUBSCRIPT]=VALUE. The shell evaluates subscripts. */
export function variable(word: Word, scene: Scene): Finding[] {
  const [, name, subscript = "", value = HOLE] = /^(\w+)(\[.*?\])?(?:\+?=(.*))?$/s.exec(word.text) ?? [];
  if (name === undefined || (word.many && !word.text.includes("=")))
    return [finding("unknown", show(word), "names a variable that is not known")];
  scene.values.set(name, HOLE);
  const found = assigns(name, value, filled(word.text), scene);
  return /[$`]/.test(subscript) || subscript.includes(HOLE)
    ? [...found, finding("unknown", show(word), "is evaluated, and may hold commands")]
    : found;
}

/** `NAME=VALUE` in front of a command. */
export function assignment(word: Word, scene: Scene): Finding[] {
  return word.text.includes("=") ? variable(word, scene) : [];
}

/** A text that the shell evaluates as a number. */
export function number(word: Word, scene: Scene): Finding[] {
  if (!isKnown(word) || word.many || /[$`]/.test(word.text))
    return [finding("exec", show(word), "is evaluated, and may hold commands")];
  return assignedBy(word.text).flatMap((name) => assigns(name, HOLE, show(word), scene));
}

/** A text in which the shell runs substitutions. */
export function expanded(word: Word): Finding[] {
  const holds = !isKnown(word) || /[$`]/.test(word.text);
  return holds ? [finding("unknown", show(word), "is expanded, and may hold commands")] : [];
}

/** Options of the shell with which its lines mean what they seem to. */
const plain =
  /^(?:errexit|nounset|xtrace|verbose|noglob|noclobber|pipefail|noexec|braceexpand|errtrace|functrace|direxpand|dirspell|emacs|vi|no_empty_cmd_completion|progcomp|hashall|interactive-comments|notify|nullglob|globstar|dotglob|failglob|nocaseglob|nocasematch|extglob|checkwinsize|cmdhist|histappend|inherit_errexit|huponexit|globskipdots|checkjobs)$/;

/** An option for `set -o` or `shopt`. */
export function shelloption(word: Word): Finding[] {
  return plain.test(word.text) ? [] : [finding("unknown", show(word), "changes what the shell's lines mean")];
}
