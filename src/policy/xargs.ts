import type { Parsed } from "./options.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { HOLE, part, show, type Word } from "./word.ts";

/** xargs and parallel: the command's last words are read from standard input, or follow `:::`. */
export function judgeXargs({ given, rest }: Parsed, scene: Scene, name: string): Finding[] {
  const replaced = given.findLast(({ name }) => /^(?:-I|-i|--replace)$/.test(name));
  const mark = replaced === undefined ? (name === "parallel" ? "{}" : null) : (replaced.value?.text ?? "{}");
  const at = rest.findIndex(({ text }) => /^:::/.test(text));
  const command = at === -1 ? rest : rest.slice(0, at);
  const words = at === -1 ? read(scene, mark !== null) : rest.slice(at + 1);
  if (command.length === 0) {
    if (name !== "parallel") return [];
    return words.flatMap(({ text }) => scene.line(text, { ...scene, stdin: null }));
  }
  const holds = mark !== null && command.some(({ text }) => text.includes(mark));
  const whole = holds
    ? words.slice(0, 32).flatMap((word) =>
        scene.command(
          command.map((each) => filled(each, mark, word)),
          { ...scene, stdin: null },
        ),
      )
    : scene.command([...command, ...words], { ...scene, stdin: null });
  const text = shellLine(command, name);
  return text === null
    ? whole
    : [...whole, finding("unknown", show(text), "is a line that words from elsewhere complete")];
}

function filled(each: Word, mark: string, word: Word): Word {
  return each.text.includes(mark)
    ? { ...part(each, each.text.replaceAll(mark, word.text)), loose: word.loose, free: each.text.startsWith(mark) }
    : each;
}

/** The words that are read: those of a known text, or one that may be anything. */
function read({ stdin }: Scene, lines: boolean): Word[] {
  if (stdin?.text != null && !stdin.text.includes(HOLE)) {
    const words = stdin.text.split(lines ? /\n/ : /\s+/).filter((each) => each !== "");
    return words.map((text) => ({ text: text.replace(/["'\\]/g, ""), source: text, glob: false, loose: false }));
  }
  const inside = stdin?.inside === true;
  return [
    { text: inside ? `./${HOLE}` : HOLE, source: "what is read", glob: false, loose: stdin?.few !== true, free: true },
  ];
}

/** parallel hands a line to a shell, in which words that are read count as more than words. */
function shellLine(command: Word[], name: string): Word | null {
  if (name !== "parallel") return null;
  return command.find(({ text }) => /[;&|<>`$()]/.test(text)) ?? null;
}
