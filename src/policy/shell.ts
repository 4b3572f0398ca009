import { resolve } from "node:path";
import type { Parsed } from "./options.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { reads } from "./touch.ts";
import { HOLE, isKnown, show, type Word } from "./word.ts";

/** `cd`: relative paths start from there afterwards. */
export function cd({ operands }: Parsed, scene: Scene): Finding[] {
  const word = operands[0] ?? { text: "~", source: "cd", glob: false, loose: false };
  const found = reads(word, scene).filter(({ effect }) => effect === "outside");
  // Where nothing on the line went before, that is a folder of the shell around it.
  if (word.text === "-" && scene.base === scene.root)
    found.push(finding("outside", word.source, "leads to where the shell was before"));
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
