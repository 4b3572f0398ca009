import type { Field } from "../core/field.ts";
import type { Told } from "../core/port.ts";
import { callWords, stemOf } from "./call.ts";
import { type Kind, kindOf } from "./kinds.ts";
import { wordsOf } from "./words.ts";

/** Words that ask for a field where a document is named, and say too little where it is only described. */
const slight: ReadonlySet<string> = new Set(["by", "behind", "created", "create", "changed", "need", "needs"]);
/** Words before which a thing is named that is asked for. */
const naming: ReadonlySet<string> = new Set(["which", "what", "the", "its"]);

/**
 * What is told of a document that was found for a question, of all its fields: who wrote it, when, what became of it. `asked` are those
 * that the question's words ask for, as far as they are of one meaning and the question has a word of the document's title. Pure.
 */
export function toldOf(question: string, { title, fields }: { title: string; fields: readonly Field[] }): Told {
  const told = fields.filter(({ key, text }) => text !== "" && kindOf(key)?.tells === true);
  const words = stemsOf(question);
  const head = words.find((word) => wordsOf("en").asking.includes(word));
  const type = head === "who" || head === "whose" ? "person" : head === "when" ? "date" : null;
  const asked = told.filter((field) => {
    const kind = kindOf(field.key)!;
    return (type === null || kind.type === type) && callsOf(kind, field).some((call) => isAsked(call, words, kind));
  });
  const meanings = new Set(asked.map(({ key }) => kindOf(key)!.kind));
  const own = fields.find(({ key, text }) => text !== "" && kindOf(key)?.kind === "title")?.text ?? title;
  return { title: own, told, asked: meanings.size === 1 && isOf(`${title} ${own}`, words) ? asked : [] };
}

/** What asks for a field: its own name, and the words of its kind. */
function callsOf({ asked }: Kind, { name }: Field): string[] {
  return [name, ...asked.filter((word) => !slight.has(word))].map((call) => stemsOf(call).join(" "));
}

/** Whether a question asks by these words: a noun of a value is named as what is asked for, a verb may stand anywhere. */
function isAsked(call: string, words: string[], { type }: Kind): boolean {
  const size = call.split(" ").length;
  return words.some((_, at) => {
    if (words.slice(at, at + size).join(" ") !== call) return false;
    // What is said before something else is asked is no question.
    if (words.slice(at + size).some((word) => wordsOf("en").asking.includes(word))) return false;
    return type === "person" || type === "date" || type === "document" || naming.has(words[at - 1] ?? "");
  });
}

/** Whether a question has a word of titles, other than those that every document may have. */
function isOf(titles: string, words: string[]): boolean {
  const { nouns, filler } = wordsOf("en");
  return callWords(titles).some(({ word }) => {
    return word.length > 2 && !filler.includes(word) && !nouns.includes(word) && words.includes(stemOf(word));
  });
}

function stemsOf(text: string): string[] {
  return callWords(text).map(({ word }) => stemOf(word));
}
