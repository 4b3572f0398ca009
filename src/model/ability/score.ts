import type { Generated } from "../../core/model.ts";
import { clean } from "../prompt/read.ts";
import { readJson } from "../provider/repair.ts";
import type { Item, Trial } from "./ability.ts";

/** Whether a model's answer to an item is right. */
export async function isRight(given: Generated, item: Item, scoring: Trial["scoring"]): Promise<boolean> {
  if (scoring === "json") return sameObject(given.text, item.answer);
  if (scoring === "holds") return holdsAlone(clean(given), item);
  if (scoring === "question") return sameQuestions(given.text, item.answer);
  if (scoring === "terms") return holdsTerms(clean(given), item.answer);
  return given.finish !== "abort" && same(given.text, item);
}

/** The same words; what the question says already, and words that say nothing, may stand at the ends. */
function same(text: string, { values, answer }: Item): boolean {
  const asked = new Set([...words(String(values.question ?? "")), ...idle]);
  const bare = (each: string) => {
    const all = words(each);
    const from = all.findIndex((word) => !asked.has(word));
    return from === -1 ? all : all.slice(from, all.findLastIndex((word) => !asked.has(word)) + 1);
  };
  return bare(text).join(" ") === bare(answer).join(" ");
}

const idle = "a an the in on at by for of every after within with from to it is".split(" ");

/** The same questions in the same order, each of the same words; endings, their order, and words that ask for nothing aside. */
function sameQuestions(text: string, answer: string): boolean {
  const asked = (each: string) =>
    each.split(/\bthen:/i).map((part) => {
      const telling = words(part.replaceAll("#", " answerofthefirst ")).filter((word) => !plain.has(word));
      return [...new Set(telling.map((word) => (word.length > 3 ? word.replace(/(?:ing|ed|es|e|s)$/, "") : word)))]
        .toSorted()
        .join(" ");
    });
  return asked(text).join("|") === asked(answer).join("|");
}

const plain = new Set(
  (
    "a an the is are was were be been do does did has have had of in on at by for from to with which what whom that and it " +
    "le la les l un une de du des d à au aux en dans sur est sont était a-t-il a-t-elle est-elle est-il t-il t-elle il elle que quel quelle où et " +
    "el los las una del al es son era fue se qué cuál dónde donde y él ella " +
    "der die das dem den des ein eine einer ist sind war wurde wird im in von zu zum zur auf welche welcher welches welchem und er sie"
  ).split(" "),
);

async function sameObject(text: string, answer: string): Promise<boolean> {
  const read = await readJson(text, (value) => value as Record<string, unknown>);
  if (!read.ok || typeof read.value.value !== "object" || read.value.value === null) return false;
  const given = read.value.value;
  const wanted = Object.entries(JSON.parse(answer) as Record<string, string>);
  const equal = wanted.every(([key, value]) => words(String(given[key])).join(" ") === words(value).join(" "));
  return equal && Object.keys(given).length === wanted.length;
}

/** Whether a text holds the words of the answer, and those of no wrong one: so nobody is right who repeats everything. */
export function holdsAlone(text: string, { answer, wrong = [] }: Pick<Item, "answer" | "wrong">): boolean {
  const said = spaced(text);
  return said.includes(spaced(answer)) && !wrong.some((other) => said.includes(spaced(other)));
}

/** Whether a text says each of several things apart by `;` in one of the ways apart by `/`. */
function holdsTerms(text: string, answer: string): boolean {
  const said = spaced(text);
  return answer.split(";").every((ways) => ways.split("/").some((way) => said.includes(spaced(way))));
}

function spaced(text: string): string {
  return ` ${words(text.replace(/(?<=\d),(?=\d{3})/g, "")).join(" ")} `;
}

/** Words, numbers with their points and commas, and signs of calculation; case aside. */
function words(text: string): string[] {
  const found = text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:[.,:_-][\p{L}\p{N}]+)*|[*/+]/gu);
  return found ?? [];
}
