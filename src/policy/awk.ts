import { type Finding, finding, type Scene } from "./scene.ts";
import { listed, reads, writes } from "./touch.ts";
import { HOLE, part, show, type Word } from "./word.ts";

/** Longer programs are not judged; characters. */
const longest = 4000;

const OPEN = "`";
/** Stands for a regular expression: a value, behind which a slash divides. */
const REGEX = "0";

/** What makes a program for awk more than one that reads and prints. */
const powers = /\bsystem\b|\bgetline\b|\|(?!\|)|\bprintf?\b[^;}]*>|@/;

/** Programs of awk differ in where a slash ends a set of characters, and in whether one behind a parenthesis divides. */
function unclear(text: string): boolean {
  const sets = text.replace(/\[\^?\]?(?:\[:\w+:\]|\\[^\]]|[^\][/\\])*\]/g, "");
  return /\[[^\]\n]*[[/\\][^\n]*\]/.test(sets) || /(?:\)|\+\+|--)\s*\/(?!=)[^\n]*\//.test(text);
}

/** A program for awk: it may write files, run commands and read from them. */
export function judgeAwk(word: Word, scene: Scene): Finding[] {
  const strings: string[] = [];
  const code = word.text.length > longest ? null : withoutTexts(word.text, strings);
  if (code === null) return [finding("unknown", show(word), "is a program for awk that can't be parsed")];
  const say = (effect: "unknown" | "exec", why: string) => finding(effect, show(word), why);
  const found: Finding[] = [];
  if (unclear(word.text) && powers.test(word.text))
    found.push(say("unknown", "may hold commands behind a slash that can be read in two ways"));
  if (word.text.includes(HOLE)) found.push(say("exec", "may hold commands of awk that are not known"));
  if (/\bsystem\b/.test(code)) found.push(say("unknown", "runs a command by system()"), ...commands(strings, scene));
  if (/\|&|(?<!\|)\|(?!\|)/.test(code))
    found.push(say("unknown", "runs a command by a pipe of awk"), ...commands(strings, scene));
  if (/@\s*\w+/.test(code)) found.push(say("unknown", "loads code or calls it by name"));
  if (/\bARG[VC]\b/.test(code)) found.push(...listed(part(word, "."), scene));
  if (/"\/inet[46]?\//.test(word.text)) found.push(finding("network", show(word), "opens a connection"));
  const target = (at: string | undefined) => (at === undefined ? HOLE : (strings[Number(at)] ?? HOLE));
  for (const [, at] of code.matchAll(new RegExp(`getline[^;}\\n]*?<\\s*(?:${OPEN}(\\d+)${OPEN})?`, "g")))
    found.push(...reads(part(word, target(at)), scene));
  const printing = /\bprintf?\b([^;}\n]*)/g;
  for (const [, rest] of code.matchAll(printing)) {
    const shown = withoutParentheses(rest!);
    const into = new RegExp(`>{1,2}\\s*(?:${OPEN}(\\d+)${OPEN}(?!\\s*[^\\s;}]))?`).exec(shown);
    if (into !== null) found.push(...writes(part(word, target(into[1])), scene));
  }
  return found;
}

function commands(strings: string[], scene: Scene): Finding[] {
  return strings
    .flatMap((each) => scene.line(each, { ...scene, stdin: null }))
    .filter(({ effect }) => effect === "destructive");
}

function withoutParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, "");
  return shorter === text ? text : withoutParentheses(shorter);
}

/** The program with its strings as marks, its regular expressions and comments left out; null when one does not end. */
function withoutTexts(text: string, strings: string[]): string | null {
  let code = "";
  for (let at = 0; at < text.length; ) {
    const left = text.slice(at);
    const token =
      /^"((?:\\.|[^"\\\n])*)"/s.exec(left) ??
      (beginsRegex(code) ? /^\/(?:\\.|\[\^?\]?[^\]]*\]|[^/\\\n[])+\//s.exec(left) : null) ??
      /^#.*/.exec(left);
    if (token === null) {
      if (left[0] === '"') return null;
      code += left[0] === OPEN ? " " : left[0];
      at += 1;
      continue;
    }
    if (left[0] === "/") code += REGEX;
    if (token[1] !== undefined) code += `${OPEN}${strings.push(token[1].replace(/\\(.)/gs, "$1")) - 1}${OPEN}`;
    at += token[0].length;
  }
  // A line goes on behind a backslash, a comma and an operator.
  return code.replace(/\\\n/g, " ").replace(/(,|&&|\|\|)\s*\n\s*/g, "$1 ");
}

/** Whether a slash begins a regular expression: not after a value, where it divides. */
function beginsRegex(code: string): boolean {
  return !/[\w)\]$`]\s*$/.test(code) || /\b(?:return|in|print|case)\s*$/.test(code);
}
