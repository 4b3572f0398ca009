import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";

/** What a question about a whole asks of: all of the folder, or what it calls by a name. */
export type Whole = { all: true } | { all: false; name: string };

type Data = {
  around: string[];
  forms: string[];
  all: string;
  frame: string[];
  numbered: string[];
  sorts: Record<string, string[]>;
  openings: string[];
  introducing: string[];
};
type Read = {
  around: RegExp[];
  forms: RegExp[];
  all: RegExp;
  frame: Set<string>;
  numbered: Set<string>;
  sorts: Map<string, string[]>;
  openings: string[];
  introducing: string[];
};

/** Characters of the longest question that is read: who says more tells more than a name. */
const longest = 200;
let read: Read | undefined;

/** Reads off a question's words whether it asks what a text or folder is about; null for any other. Pure. */
export function findWhole(question: string): Whole | null {
  if (question.length > longest) return null;
  const { around, forms, all } = wholes();
  let text = question.trim().replace(/\s+/gu, " ");
  for (let before = ""; before !== text; ) {
    before = text;
    text = around.reduce((left, each) => left.replace(each, ""), text.replace(/[\s?!.…]+$/u, ""));
  }
  for (const form of forms) {
    const name = form.exec(text)?.groups?.name?.trim();
    if (name === undefined) continue;
    const said = name.replace(/[\s?!.…]+$/u, "");
    return all.test(said) ? { all: true } : { all: false, name: said };
  }
  return null;
}

/** What is known of wholes (`data/knowledge/wholes.json`). */
export function wholes(): Read {
  if (read) return read;
  const file = new URL("../../../data/knowledge/wholes.json", import.meta.url);
  const data = parseWords<Data>(readFileSync(file, "utf8"));
  const compiled = (sources: string[]) => sources.map((source) => new RegExp(source, "iu"));
  const { frame, numbered, sorts, openings, introducing } = data;
  read = {
    around: compiled(data.around),
    forms: compiled(data.forms),
    all: new RegExp(data.all, "iu"),
    frame: new Set(frame),
    numbered: new Set(numbered),
    sorts: new Map(Object.entries(sorts)),
    openings,
    introducing,
  };
  return read;
}
