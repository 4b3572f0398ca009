import { readFileSync } from "node:fs";
import { escapeGlob } from "../../core/wildcard.ts";

/** A question that a kernel answers: which, with which of its rows, and how that is said. */
export type KernelQuestion = { kernel: string; some: string; none: string; bare: string };

/** `named`: wordings that name a file, their first group, whose rows alone are asked for. */
type Row = KernelQuestion & { words: string[]; named?: string[] };
type Data = { frame: string[]; not: string[]; rows: Row[] };

let loaded: Data | undefined;

/** Reads a question for what a kernel measures: one wording of it, and beside that only words that ask. Null for any other. Pure. */
export function readKernel(question: string): KernelQuestion | null {
  loaded ??= JSON.parse(readFileSync(new URL("../../../data/code/kernels.json", import.meta.url), "utf8")) as Data;
  const { frame, not, rows } = loaded;
  const text = question
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\breadme(?:\.\w+)?/, "readme");
  const words = ` ${text
    .split(/[\s?!.,;:]+/)
    .filter(Boolean)
    .join(" ")} `;
  const ofFile = rows.map((row) => named(question, row)).find((each) => each !== null);
  if (ofFile) return ofFile;
  if (not.some((each) => words.includes(` ${each} `))) return null;
  for (const { words: wordings, kernel, some, none, bare } of rows) {
    const found = wordings.filter((each) => words.includes(` ${each} `)).sort((a, b) => b.length - a.length)[0];
    if (found === undefined) continue;
    const rest = words.replace(` ${found} `, " ").split(" ").filter(Boolean);
    if (rest.every((word) => frame.includes(word))) return { kernel, some, none, bare };
  }
  return null;
}

/** A question for what a kernel tells of one file, by its path or the end of it. */
function named(question: string, { named: wordings = [], kernel, some, none, bare }: Row): KernelQuestion | null {
  const found = wordings.map((each) => new RegExp(each, "iu").exec(question)?.[1]).find((each) => each !== undefined);
  if (found === undefined) return null;
  const filled = (text: string) => text.replace("{name}", found);
  const glob = encodeURIComponent(`**/${escapeGlob(found.replace(/^\.?\//, ""))}`);
  return { kernel: `${kernel} in=${glob}`, some: filled(some), none: filled(none), bare: filled(bare) };
}
