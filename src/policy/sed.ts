import { type Finding, finding, type Scene } from "./scene.ts";
import { reads, writes } from "./touch.ts";
import { filled, HOLE, part, show, type Word } from "./word.ts";

/** A program for sed: `w` writes files, `r` reads them, `e` runs commands. What does not parse is unknown. */
export function judgeSed(word: Word, scene: Scene): Finding[] {
  const found: Finding[] = word.text.includes(HOLE)
    ? [finding("exec", show(word), "may hold commands of sed that are not known")]
    : [];
  if (word.text === HOLE) return [finding("unknown", show(word), "is a program for sed that is not known")];
  let left = afterSpace(filled(word.text, "1"));
  while (left !== "") {
    const next = instruction(left.replace(address, ""), word, scene);
    if (next === null) return [...found, finding("unknown", show(word), "is a program for sed that can't be parsed")];
    found.push(...next.found);
    left = afterSpace(next.left);
  }
  return found;
}

function afterSpace(text: string): string {
  return text.replace(/^[\s;{}]+/, "");
}

/** A set of characters: a backslash is one of them, and a first bracket does not close it. */
const set = String.raw`\[\^?\]?(?:\[:\w+:\]|\[\..*?\.\]|\[=.*?=\]|[^\]])*\]`;
const place = String.raw`(?:\d+(?:~\d+)?|\$|/(?:\\.|${set}|[^/\\[])*/[IM]*|\\(.)(?:\\.|(?!\1).)*\1[IM]*)`;
const wholeSet = new RegExp(`^${set}`, "s");
const second = place.replaceAll("\\1", "\\2");
const address = new RegExp(String.raw`^(?:${place}(?:\s*,\s*(?:[+~]\d+|${second}))?)?\s*(?:!\s*)*`, "s");

type Step = { found: Finding[]; left: string };

function instruction(text: string, word: Word, scene: Scene): Step | null {
  const letter = text[0];
  const rest = text.slice(1);
  if (letter === undefined) return { found: [], left: "" };
  if (letter === "#") return { found: [], left: rest.replace(/^.*/, "") };
  if (/[=dDgGhHnNpPxzF}]/.test(letter)) return ended({ found: [], left: rest });
  if (/[{]/.test(letter)) return { found: [], left: rest };
  if (/[qQlL]/.test(letter)) return ended({ found: [], left: rest.replace(/^\s*\d*/, "") });
  if (/[btT:]/.test(letter)) return { found: [], left: rest.replace(/^[^;\n}]*/, "") };
  if (/[aic]/.test(letter)) return { found: [], left: rest.replace(/^\s*\\?\n?(?:\\.|[^\\\n])*/s, "") };
  if (/[rR]/.test(letter)) return file(rest, (target) => reads(part(word, target), scene));
  if (/[wW]/.test(letter)) return file(rest, (target) => writes(part(word, target), scene));
  if (letter === "e") return { found: [finding("unknown", show(word), "runs a command by e of sed")], left: "" };
  if (letter === "s") return substitution(rest, word, scene);
  if (letter === "y") return transliteration(rest);
  return null;
}

/** After a command comes the next, behind a semicolon, a line's end or a brace. */
function ended(step: Step): Step | null {
  return /^\s*(?:$|[;}\n#])/.test(step.left) ? step : null;
}

/** A file's name goes on to the end of the line. */
function file(rest: string, touch: (target: string) => Finding[]): Step {
  const [line = ""] = rest.split("\n", 1);
  return { found: touch(line.trim()), left: rest.slice(line.length) };
}

function substitution(rest: string, word: Word, scene: Scene): Step | null {
  const behind = delimited(rest, 2);
  if (behind === null) return null;
  const flags = /^[gpiIMm0-9e\s]*/.exec(behind)![0].replace(/\n.*/s, "");
  const left = behind.slice(flags.length);
  if (flags.includes("e"))
    return { found: [finding("unknown", show(word), "runs commands by the flag e of sed")], left };
  if (left.startsWith("w")) return file(left.slice(1), (target) => writes(part(word, target), scene));
  return ended({ found: [], left });
}

function transliteration(rest: string): Step | null {
  const left = delimited(rest, 2);
  return left === null ? null : ended({ found: [], left });
}

/** What comes behind so many texts, each closed by the character that `text` begins with. */
function delimited(text: string, count: number): string | null {
  const delimiter = text[0];
  if (delimiter === undefined || /[\\\n]/.test(delimiter)) return null;
  let seen = 0;
  for (let at = 1; at < text.length; at++) {
    const character = text[at]!;
    const inSet = character === "[" && seen === 0 && delimiter !== "[" ? wholeSet.exec(text.slice(at)) : null;
    if (inSet !== null) at += inSet[0].length - 1;
    else if (character === "\\") at++;
    else if (character === delimiter && ++seen === count) return text.slice(at + 1);
  }
  return null;
}
