import type { Parsed } from "./options.ts";
import { type Finding, finding, type Scene, type Stdin } from "./scene.ts";
import { HOLE, part, show, type Word } from "./word.ts";

/** xargs and parallel: the command's last words are read from standard input, or follow `:::`. */
export function judgeXargs({ given, rest }: Parsed, scene: Scene, name: string): Finding[] {
  const replaced = given.findLast(({ name }) => /^(?:-I|-i|--replace)$/.test(name));
  const mark = replaced === undefined ? (name === "parallel" ? "{}" : null) : (replaced.value?.text ?? "{}");
  const at = rest.findIndex(({ text }) => /^:::/.test(text));
  const command = at === -1 ? rest : rest.slice(0, at);
  const one = mark !== null || given.some(({ name, value }) => /^(?:-n|--max-args)$/.test(name) && value?.text === "1");
  const uncut = mark !== null || given.some(({ name }) => /^(?:-0|--null|-d|--delimiter)$/.test(name));
  const listed = given.some(({ name }) => /^(?:-a|--arg-file)$/.test(name));
  const words =
    at === -1 ? read(listed ? null : scene.stdin, { lines: mark !== null, one, uncut }) : rest.slice(at + 1);
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

/** How words are read: one from each line, `one` at a time for a command, `uncut` where spaces do not end them. */
type Taking = { lines: boolean; one: boolean; uncut: boolean };

/** The words that are read: those of a known text, or one that may be anything. */
function read(stdin: Stdin | null, { lines, one, uncut }: Taking): Word[] {
  if (stdin?.text != null && !stdin.text.includes(HOLE)) {
    const words = stdin.text.split(lines ? /\n/ : /\s+/).filter((each) => each !== "");
    return words.map((text) => ({ text: text.replace(/["'\\]/g, ""), source: text, glob: false, loose: false }));
  }
  const text = stdin?.names ?? HOLE;
  return [
    {
      text,
      source: "what is read",
      glob: false,
      loose: stdin?.few !== true,
      free: !uncut || text === HOLE,
      many: !one,
    },
  ];
}

/** parallel hands a line to a shell, in which words that are read count as more than words. */
function shellLine(command: Word[], name: string): Word | null {
  if (name !== "parallel") return null;
  return command.find(({ text }) => /[;&|<>`$()]/.test(text)) ?? null;
}
