import type { Known, Option } from "./table.ts";
import { HOLE, mayBeOption, part, type Word } from "./word.ts";

/** An option as it was given, with its value. */
export type Given = { name: string; option: Option; value: Word | null; second?: Word; word: Word };

/** The words of a command by what they are. `rest` begins where a command or subcommand does, `unsure` may become options,
 * `spare` are values of options that may become more words, which are operands, before the operand at `before`, and `attached`
 * is what options that are not listed may have as their values. */
export type Parsed = {
  given: Given[];
  operands: Word[];
  rest: Word[];
  strange: Word[];
  unsure: Word[];
  spare: { word: Word; before: number }[];
  attached: Word[];
};

/** Sorts words into options with their values, operands and the rest, by GNU's rules. */
export function parseOptions(entry: Known, words: Word[]): Parsed {
  const parsed: Parsed = { given: [], operands: [], rest: [], strange: [], unsure: [], spare: [], attached: [] };
  const stop = stopper(entry);
  let literally = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!literally && word.text === "--") {
      literally = true;
      continue;
    }
    if (literally || !isOption(word, entry)) {
      if (stop(word, parsed.operands.length)) {
        parsed.rest = words.slice(at);
        break;
      }
      if (!literally && mayBeOption(word)) parsed.unsure.push(word);
      parsed.operands.push(word);
      // What stands behind a script is for the script.
      literally ||= entry.early === true || entry.operands?.startsWith("script") === true;
      continue;
    }
    at += take(entry, word, words.slice(at + 1, at + 3), parsed);
    literally ||= parsed.given.some(({ option }) => option.last === true);
  }
  return parsed;
}

/** Whether options end at a word, as it begins a command or a subcommand. */
function stopper(entry: Known): (word: Word, operands: number) => boolean {
  if (entry.subcommands !== null) return () => true;
  const roles = (entry.operands ?? "").split(" ");
  const at = roles.findIndex((role) => role === "command" || role === "line");
  if (at === -1) return () => false;
  if (roles[0] === "assignment*") return ({ text }) => !/^\w+=/.test(text);
  return (_, operands) => operands >= at;
}

function isOption({ text }: Word, { options }: Known): boolean {
  if (text.startsWith("+")) return options.has(text) || options.has("+");
  return text.startsWith("-") && text !== "-";
}

/** Takes an option apart; gives how many words beyond its own belong to it. */
function take(entry: Known, word: Word, next: Word[], parsed: Parsed): number {
  const { text } = word;
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const named = entry.options.get(text) ?? entry.options.get(name);
  if (named !== undefined) return give(parsed, name, named, word, equals === -1 ? null : text.slice(equals + 1), next);
  if (text.startsWith("--")) {
    const meant = [...entry.options].filter(([each]) => name.length > 2 && each.startsWith(name));
    if (meant.length === 0 || name.includes(HOLE)) {
      parsed.strange.push(word);
      parsed.attached.push(part(word, text.slice(name.length + 1)));
    }
    return Math.max(
      0,
      ...meant.map(([each, option]) =>
        give(parsed, each, option, word, equals === -1 ? null : text.slice(equals + 1), next),
      ),
    );
  }
  return bundle(entry, word, next, parsed);
}

/** Short options written as one word: each letter, up to one that takes the remaining ones as its value. */
function bundle(entry: Known, word: Word, next: Word[], parsed: Parsed): number {
  const { text } = word;
  const sign = text[0]!;
  if (/^-\d+$/.test(text) && entry.options.has("-NUM")) return 0;
  for (let at = 1; at < text.length; at++) {
    const letter = `${sign}${text[at]}`;
    const option = entry.options.get(letter) ?? (sign === "+" ? entry.options.get("+") : undefined);
    if (option === undefined) {
      if (/\d/.test(text[at]!) && entry.options.has("-NUM")) continue;
      parsed.strange.push(part(word, letter));
      parsed.attached.push(part(word, text.slice(at + 1)));
      // Beyond an option that is not known letters may be its value, but they may be options as well.
      continue;
    }
    const rest = text.slice(at + 1);
    if (option.takes !== undefined) return give(parsed, letter, option, word, rest === "" ? null : rest, next);
    parsed.given.push({ name: letter, option, value: null, word });
  }
  return 0;
}

function give(
  parsed: Parsed,
  name: string,
  option: Option,
  word: Word,
  attached: string | null,
  [next, second]: Word[],
): number {
  const optional = option.takes === "optional" || option.takes === undefined;
  const value = attached !== null ? part(word, attached) : optional ? null : (next ?? null);
  const more = option.then === undefined ? undefined : attached === null ? second : next;
  parsed.given.push({ name, option, value, word, ...(more && { second: more }) });
  if (value?.many && mayBeOption(value)) parsed.unsure.push(value);
  if (value?.many) parsed.spare.push({ word: value, before: parsed.operands.length });
  return (attached === null && !optional && next !== undefined ? 1 : 0) + (more === undefined ? 0 : 1);
}
