import { braces } from "./brace.ts";
import { decodeAnsi } from "./quote.ts";
import type { Scene } from "./scene.ts";
import type { Tree } from "./tree.ts";
import { HOLE, isKnown, NAME, type Word } from "./word.ts";

/*
 * Within this file a word is text with marks: QUOTED before a character that has no special meaning, SPLIT where an
 * unquoted value breaks into words, LOOSE after a hole that is not quoted, MANY after one that is several words in quotes. A line with control characters is refused
 * before it comes here, so the marks can't be forged.
 */
const QUOTED = "\x01";
const SPLIT = "\x02";
const LOOSE = "\x03";
const MANY = "\x05";

// biome-ignore lint/suspicious/noControlCharactersInRegex: marks are control characters.
const marks = /[\x01\x03\x05]/g;

const mostBraces = 100;

/** A node that has no value as a word. */
export class Unreadable extends Error {}

/** The words that a node becomes by expansion. Throws Unreadable. */
export function expand(node: Tree, scene: Scene): Word[] {
  const text = marked(node, scene, false);
  if (text.split("{").length > mostBraces) throw new Unreadable("tower of braces");
  const words = braces(text, QUOTED);
  if (words === null) throw new Unreadable("word of too many words");
  return words
    .flatMap((text) => text.split(SPLIT).filter((piece, _, pieces) => pieces.length === 1 || piece !== ""))
    .map((text) => finish(text, node.text))
    .filter((word) => word.text !== "" || /["']/.test(node.text));
}

/** The value that a node has where it is not split into words, such as in an assignment. */
export function textOf(node: Tree, scene: Scene): string {
  return finish(marked(node, scene, true), node.text).text;
}

function finish(text: string, source: string): Word {
  const bare = text.replaceAll(new RegExp(`${QUOTED}.`, "gsu"), "");
  const tilde = text.startsWith(`${QUOTED}~`) ? "./" : "";
  const glob = /[*?[]|[@+!]\(/.test(bare);
  const loose = text.includes(LOOSE);
  const several = loose || text.includes(MANY);
  return {
    text: tilde + text.replaceAll(SPLIT, " ").replace(marks, ""),
    source,
    glob,
    loose,
    free: several,
    many: several || glob,
  };
}

function quote(text: string): string {
  return text.replace(/[^\w./:@%+=\0-]/gsu, (character) => QUOTED + character);
}

function marked(node: Tree, scene: Scene, quoted: boolean): string {
  switch (node.type) {
    case "word":
    case "number":
    case "variable_name":
    case "special_variable_name":
    case "test_operator":
    case "regex":
    case "extglob_pattern":
    case "brace_expression":
    case "$":
      return bare(node.text);
    case "string":
      return stretches(node, 1, scene, inString);
    case "raw_string":
      return quote(node.text.slice(1, -1));
    case "ansi_c_string":
      return quote(decodeAnsi(node.text.slice(2, -1)));
    case "translated_string":
    case "command_name":
      return node.children.map((child) => (child.text === "$" ? "" : marked(child, scene, quoted))).join("");
    case "concatenation":
      return stretches(node, 0, scene, bare);
    case "array":
      return HOLE;
    default:
      return substituted(node, scene, quoted);
  }
}

/** The parts of a node between `edge` characters at both ends: its children, and the text around them. */
function stretches(node: Tree, edge: number, scene: Scene, plain: (text: string) => string): string {
  let text = "";
  let at = node.from + edge;
  const slice = (from: number, to: number) => plain(node.text.slice(from - node.from, to - node.from));
  for (const child of node.children) {
    if (child.to > node.to - edge || child.from < at) continue;
    if (edge === 1 && child.children.length === 0) continue;
    // A dollar before a string in quotes asks for its translation.
    const translated = child.type === "$" && node.text[child.to - node.from] === '"';
    text += slice(at, child.from) + (translated ? "" : marked(child, scene, edge === 1));
    at = child.to;
  }
  return text + slice(at, node.to - edge);
}

/** A backslash takes the meaning of the next character; before the end of a line both vanish. */
function bare(text: string): string {
  return text.replace(/\\(.?)/gsu, (_, next: string) => (next === "\n" ? "" : next === "" ? "\\" : QUOTED + next));
}

function inString(text: string): string {
  return quote(text.replace(/\\([$`"\\\n])/g, (_, next: string) => (next === "\n" ? "" : next)));
}

function substituted(node: Tree, scene: Scene, quoted: boolean): string {
  const value = known(node, scene);
  if (value === null && quoted) return isList(node) ? HOLE + MANY : HOLE;
  if (value === null) return HOLE + LOOSE;
  if (quoted) return quote(value);
  const separated = value.replace(/[ \t\n]+/g, SPLIT);
  return value.includes(HOLE) ? separated + LOOSE : separated;
}

/** `"$@"`, `"${a[@]}"` and what holds them: as many words as the list has, though in quotes. */
function isList({ type, text }: Tree): boolean {
  return /expansion$/.test(type) && text.includes("@");
}

/** What a variable or a substitution stands for; null when that is not known. */
function known(node: Tree, scene: Scene): string | null {
  switch (node.type) {
    case "simple_expansion":
      return variable(node.text.slice(1), scene);
    case "expansion":
      return parameter(node.text.slice(2, -1), scene);
    case "arithmetic_expansion":
      return "0";
    case "process_substitution":
      return "/dev/fd/63";
    case "command_substitution":
      return printed(node, scene) ?? scene.lists(node, null, scene);
    default:
      throw new Unreadable(node.type);
  }
}

function variable(name: string, { values, base }: Scene): string | null {
  const value = values.get(name);
  if (value !== undefined) return value.startsWith(HOLE) && !value.startsWith(NAME) ? null : value;
  if (name === "HOME") return "~";
  if (name === "PWD") return base;
  if (name === "IFS") return " \t\n";
  if (name === "TMPDIR") return "/tmp";
  return /^(?:[?#$!]|RANDOM|SECONDS|LINENO|UID|EUID|PPID)$/.test(name) ? "0" : null;
}

/** What `${NAME%SUFFIX}` and `${NAME##*\/}` leave of a path in the folder: a path there, unless nothing may be left. */
function cut(value: string, operation: string): string | null {
  const named = value.replace(/^\.\//, "").startsWith(NAME);
  if (operation === "##*/" && named) return NAME;
  const [, first] = /^%%?([./])/.exec(operation) ?? [];
  if (
    first === undefined ||
    value.startsWith(first) ||
    !/^[\w.*?[]/.test(value.replace(`./${NAME}`, "x").replace(NAME, "x"))
  )
    return null;
  return named ? NAME : `./${HOLE}`;
}

/** The inside of `${...}`. */
function parameter(inside: string, scene: Scene): string | null {
  const [, name = "", operation = ""] = /^(\w+|[?#$!@*-])(.*)$/s.exec(inside) ?? [];
  if (inside.startsWith("#")) return "0";
  const value = variable(name, scene);
  if (operation === "") return value;
  if (/^:?[-=]/.test(operation)) {
    if (name === "TMPDIR" && !scene.values.has(name))
      return operation.replace(/^:?[-=]/, "") === "/tmp" ? "/tmp" : null;
    return value;
  }
  return value === null ? null : cut(value, operation);
}

/** What a substitution prints, where it is nothing but a command that prints its words. */
function printed(node: Tree, scene: Scene): string | null {
  const [command, ...more] = node.children.filter(({ type }) => /^\w+$/.test(type));
  if (command?.type !== "command" || more.length > 0) return null;
  return output(command, scene);
}

/** What a command prints, where its words alone decide it; null otherwise. */
export function output(command: Tree, scene: Scene): string | null {
  if (command.children.some(({ type }) => type !== "command_name" && !argument.has(type))) return null;
  const [name, ...words] = command.children.flatMap((child) => expand(child, scene));
  if (name === undefined) return null;
  if (name.text === "pwd") return scene.base;
  if (name.text === "mktemp") return `/tmp/${NAME}`;
  const told = words.every((word) => isKnown(word) && !word.glob && !/[/~]|\.\./.test(word.text));
  if (/^(?:date|nproc|id|whoami|uname|hostname|expr|seq)$/.test(name.text) && told) return `0${NAME}`;
  if (words.some(({ glob, loose }) => glob || loose)) return null;
  const texts = words.map(({ text }) => text);
  if (name.text === "echo") return echoed(texts);
  if (name.text === "printf") return formatted(texts);
  return null;
}

const argument = new Set(
  "word number string raw_string ansi_c_string translated_string concatenation simple_expansion expansion brace_expression arithmetic_expansion command_substitution".split(
    " ",
  ),
);

function echoed(words: string[]): string | null {
  const plain = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = plain === -1 ? words : words.slice(0, plain);
  const text = words.slice(options.length).join(" ");
  // Shells differ in what they make of a backslash.
  if (options.length === 0 && /\\[abcefnrtv0-9x]/.test(text)) return null;
  return options.some((option) => option.includes("e")) ? decodeAnsi(text) : text;
}

function formatted([format = "", ...words]: string[]): string | null {
  if (/%[^s%b]/.test(format) || format.startsWith("-")) return null;
  let next = 0;
  const once = () =>
    decodeAnsi(format).replace(/%([s%b])/g, (_, kind: string) => (kind === "%" ? "%" : (words[next++] ?? "")));
  let text = once();
  while (next > 0 && next < words.length) text += once();
  return text;
}
