import type { Parsed } from "./options.ts";
import { locate } from "./place.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { reads, writes } from "./touch.ts";
import { part, show, type Word } from "./word.ts";

/** `date`: a word that is no format sets the clock. */
export function date({ operands }: Parsed): Finding[] {
  return operands
    .filter(({ text }) => !text.startsWith("+"))
    .map((word) => finding("outside", show(word), "sets the clock of the machine"));
}

/** `dd`: `of=` is overwritten. */
export function dd({ operands }: Parsed, scene: Scene): Finding[] {
  return operands.flatMap((word) => {
    const [, key, value] = /^(if|of)=(.*)$/s.exec(word.text) ?? [];
    if (value === undefined) return /^\w+=/.test(word.text) ? [] : [finding("unknown", show(word), "is no word of dd")];
    if (key === "if") return reads(part(word, value), scene);
    if (locate(value, scene) === "nowhere") return [];
    return [...writes(part(word, value), scene), finding("destructive", show(word), "is overwritten by dd")];
  });
}

/** `kill`: `-1` names every process that there is. */
export function kill(words: Word[]): Finding[] {
  if (words.some(({ text }) => /^-(?:l|L|0|-list)$/.test(text))) return [finding("read", show(words[0]!), "only asks")];
  const everything = words.slice(1).find(({ text }) => text === "-1") ?? words.find(({ text }) => /^-[uU]$/.test(text));
  const outside = finding("outside", words.map(show).join(" ") || "kill", "ends processes");
  return everything === undefined
    ? [outside]
    : [outside, finding("destructive", show(everything), "names every process that there is")];
}

/** `sysctl NAME=VALUE` sets it. */
export function sysctl({ operands }: Parsed): Finding[] {
  return operands
    .filter(({ text }) => text.includes("="))
    .map((word) => finding("outside", show(word), "is set for the whole machine"));
}

/** Addresses of socat, by which it runs programs and writes files. */
export function addresses({ operands }: Parsed): Finding[] {
  return operands
    .filter(({ text }) => /^(?:exec|system|shell|open|create|file|gopen)\b/i.test(text))
    .map((word) => finding("unknown", show(word), "gives the connection to a program or a file"));
}
