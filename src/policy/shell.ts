import { resolve } from "node:path";
import type { Parsed } from "./options.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { reads } from "./touch.ts";
import { HOLE, isKnown, show, type Word } from "./word.ts";

/** `cd`: relative paths start from there afterwards. */
export function cd({ operands }: Parsed, scene: Scene): Finding[] {
  const word = operands[0] ?? { text: "~", source: "cd", glob: false, loose: false };
  const found = reads(word, scene).filter(({ effect }) => effect === "outside");
  if (word.text.startsWith("~")) scene.base = "/home/~";
  else
    scene.base =
      !isKnown(word) || word.text === "-" || word.glob || (scene.base === null && !word.text.startsWith("/"))
        ? null
        : resolve(scene.base ?? "/", word.text);
  return found;
}

/** `eval`: its words are a line of the shell that is judged. Variables may be anything afterwards. */
export function evaluate(words: Word[], scene: Scene): Finding[] {
  const unclear = words.find((word) => !isKnown(word) || word.glob);
  const found =
    unclear === undefined
      ? scene.line(words.map(({ text }) => text).join(" "), scene, true)
      : [finding("unknown", show(unclear), "is evaluated and not known")];
  forget(scene);
  if (words.some(({ text }) => /\b(?:cd|pushd|popd)\b/.test(text))) scene.base = null;
  return found;
}

/** `read` and its like: variables get values that are not known. */
export function read({ operands }: Parsed, scene: Scene): Finding[] {
  forget(scene);
  return [...subscripts(operands), ...names(operands)];
}

/** `printf -v` assigns to a variable. */
export function print({ given }: Parsed, scene: Scene): Finding[] {
  const target = given.find(({ name }) => name === "-v")?.value;
  if (target == null) return [];
  forget(scene);
  return [...subscripts([target]), ...names([target])];
}

function forget(scene: Scene): void {
  for (const name of scene.values.keys()) scene.values.set(name, HOLE);
  scene.fixed = new Set();
}

/** `alias NAME=LINE`: the line is judged where it stands. */
export function alias({ operands }: Parsed, scene: Scene): Finding[] {
  const lines = operands.filter(({ text }) => text.includes("="));
  return lines.flatMap((word) => [
    finding("exec", show(word), "gives a name another meaning"),
    ...scene.line(word.text.slice(word.text.indexOf("=") + 1), { ...scene, stdin: null }),
  ]);
}

/** `set` and `shift` change what `$1` means. */
export function set({ operands, strange }: Parsed, scene: Scene, name: string): Finding[] {
  forget(scene);
  const handsOn = name === "set" && [...strange, ...operands].some(({ text }) => text === "-a" || text === "allexport");
  return handsOn
    ? [...subscripts(operands), finding("exec", name, "hands every variable to programs")]
    : subscripts(operands);
}

/** The shell evaluates substitutions in the subscripts of names that it is given, quoted or not. */
export function subscripts(words: Word[]): Finding[] {
  return words
    .filter(({ text }) => /\$\(|`/.test(text))
    .map((word) => finding("unknown", show(word), "holds a substitution that the shell may run"));
}

/** Names of variables that are not known: the shell evaluates what stands in brackets behind them. */
export function names(words: Word[]): Finding[] {
  return words
    .filter((word) => !isKnown(word))
    .map((word) => finding("exec", show(word), "names a variable, and may hold commands"));
}
