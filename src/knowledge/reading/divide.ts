import { readFileSync } from "node:fs";
import { lazy } from "../../core/lazy.ts";
import type { Parts } from "../../core/port.ts";
import { exactWords } from "./presence.ts";
import { anyRole } from "./role.ts";

const name = '(?:["“][^"”]+["”]|\\p{Lu}[^,?;]*?)';
/** A number, a version, a word with a digit in it; with what stands in brackets after it. */
const figure =
  "(?<![\\p{L}\\p{N}.+#_-])[\\p{L}\\p{N}.+#_-]*\\p{N}[\\p{L}\\p{N}+#_-]*(?:\\.\\p{N}+)*(?:\\s\\([^)]*\\))?";

/** "Which film has the director who died later, A or B?" */
const bridged = lazy(
  () =>
    new RegExp(
      `^(?:which|what)\\s[\\p{L} ]+?\\s(?:(?:has|have)\\s(?:the|a)|whose)\\s(?<role>${anyRole()})\\s(?:(?:who|that)\\s)?(?<rest>(?:is|was|died|lived|born)[^,]*?),?\\s(?<a>${name}),?\\sor\\s(?<b>${name})$`,
      "iu",
    ),
);
/** "for both A and B", "both A and B". */
const both = /^(?<head>.+?)\sboth\s(?<a>\S+(?:\s\([^)]*\))?)\sand\s(?<b>[^,]+?)(?<tail>,.*)?$/iu;
/** The same asked of two: "the default of A and of B", "default A and default B", "what do A and B each do". */
const repeated = lazy(
  () =>
    new RegExp(
      `^(?<head>(?:${asks}\\b|(?:the )?defaults?\\b).*?)\\s(?<by>of|for|in|from|by)\\s(?<a>[^,;?]+?)\\sand\\s\\k<by>\\s(?<b>[^,;?]+)$`,
      "iu",
    ),
);
const defaults =
  /^(?<head>(?:what(?:'s| is| are)\s)?(?:the\s)?default)\s(?<a>[^,;?]+?)\sand\s(?:the\s)?default\s(?<b>[^,;?]+)$/iu;
const apiece =
  /^(?<head>(?:what|how|when|where|why)\s(?:do|are|were|did))\s(?<a>[^,;?]+?)\sand\s(?<b>[^,;?]+?)\seach\s(?<tail>\p{L}[^,;?]*)$/iu;
const difference =
  /^(?:what(?:'s| is| are) the differences? between|compare)\s(?<a>[^,]+?)\s(?:and|with|to)\s(?<b>[^,]+)$/iu;
const versus = /^(?<a>[^:,]+?)\s(?:vs\.?|versus)\s(?<b>[^:,]+?)\s*[:,]\s*(?<asked>.+)$/iu;
/** A name that is written as code is. */
const identifier =
  "(?<!\\S)(?:`[^`]+`|--[a-z][\\w-]+|\\p{L}\\w*_\\w+|\\p{L}*\\p{Ll}\\p{Lu}[\\p{L}\\p{N}]*)(?:\\(\\))?(?![\\p{L}\\p{N}_])";
const listed = lazy(() => new RegExp(`(?<a>${figure}|${identifier})\\sand\\s(?<b>${figure}|${identifier})`, "u"));
const asks = "(?:who|whom|whose|what|which|when|where|why|how|in which|in what|from which)";
const second = lazy(
  () => new RegExp(`^(?<first>.*?\\b${asks}\\b.+?)(?:,?\\sand\\s|;\\s*|\\?\\s+)(?<next>${asks}\\b.+)$`, "isu"),
);
/** What goes back to something that was said before, and what is no question of its own. */
const back =
  /(?<!\p{L})(?:it|its|they|them|their|this|that|these|those|he|him|his|she|her|then|both|each|who's)(?!\p{L})|(?<!\p{L})(?:(?:which|that|the|this)\sone(?!\p{L})|one$)/iu;
/** A question that chooses one thing, and what goes back to that. */
const choice = /^(?:which|what|who)(?!\p{L})/iu;
const ones = lazy(() => new RegExp(`(?<!\\p{L})(?:${readOnes().join("|")})(?!\\p{L})`, "iu"));
/** What is written as paths are. */
const path = /(?<!\S)[\w.-]+\/[\w./-]*\w/g;
/** "Which one", "which is", and how many of what was asked for before. */
const same =
  /^(?<lead>(?:in |by |from |since |for )?(?:which|what)\b(?=\sones?\s)|which\b(?=\s(?:about|for|of|with|is|are|was|were|has|have)\s))(?:\sones?)?\s/iu;
const asMany =
  /^(?<lead>how (?:many|much))\s(?<rest>(?:to|for|in|under|on|at|from|of|with|by|per|contain|have|are|were|import|use|mention)\s.+)$/iu;
const counted = /(?<!\p{L})how (?:many|much)\s(?<noun>\p{L}+)/iu;
/** What is asked for: "the minimum version" of "which minimum version does …". */
const noun =
  /(?<!\p{L})(?:which|what)\s(?<noun>(?:[\p{L}-]+\s){0,2}[\p{L}-]+?)(?=\s(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|may|must|should)\s)|(?<!\p{L})(?:which|what)\s(?<first>[\p{L}-]+)/iu;
/** A subject in front of what is asked of it: "incremental: which release brought it?" */
const headed =
  /^(?!in short|in brief|briefly|tl;?dr|please|hi|hello|ok|question)(?<topic>(?:(?!\sor\s)[^:?]){2,60}):\s(?<rest>.+)$/isu;
const next = lazy(() => new RegExp(`^(?<first>.*?\\b${asks}\\b.+?),\\s(?<next>${asks}\\b.+)$`, "isu"));
/** Questions that are answered yes or no. */
const polar = /^(?:are|were|is|was|do|does|did|have|has|can)\b/iu;

/** One of these joins several things that are asked. */
const joint = /\s(?:and|or|with|to|vs\.?|versus)\s|[;:?]/iu;

/**
 * Puts a question that asks of several things apart, by the words that join them: "for both A and B", "the difference between A
 * and B", two questions in one, "whose director is older, A or B". Reads English. Null where it sees one question. Pure.
 */
export function divide(question: string): Parts | null {
  const text = question
    .replace(/[?.\s]+$/u, "")
    .replace(/\?\s+or\s/u, " or ")
    .trim();
  if (!joint.test(text)) return null;
  return bridge(text) ?? two(text) ?? sides(text) ?? list(text);
}

function bridge(text: string): Parts | null {
  const { role, rest, a, b } = bridged().exec(text)?.groups ?? {};
  if (!role || !rest || !a || !b) return null;
  const asked = /^born/iu.test(rest) ? `was ${rest}` : rest.replace(/\sthan the other$/u, "");
  return {
    parts: [a, b].map((side) => `Who is the ${role.toLowerCase()} of ${side}?`),
    join: "further",
    further: `Who ${asked}, #1 or #2?`,
    sides: [a, b],
  };
}

/** Two questions in a row, of which the second stands by itself, or does with what both are about, or the names of the first, in front of it. */
function two(text: string): Parts | null {
  const { topic, rest } = headed.exec(text)?.groups ?? {};
  const asked = rest === undefined ? second().exec(text) : (second().exec(rest) ?? next().exec(rest));
  const { first, next: other } = asked?.groups ?? {};
  if (!first || !other) return null;
  const full = filled(other.trim(), first);
  const chosen = topic === undefined && choice.test(first) ? full.replace(ones(), "#1") : full;
  if (chosen !== full && !back.test(chosen))
    return { parts: [`${first.trim()}?`, `${capital(full)}?`], join: "then", further: `${capital(chosen)}?` };
  if (topic !== undefined && !new RegExp(`\\b${asks}\\b`, "iu").test(topic))
    return { parts: [first, full].map((part) => `${topic}: ${part.trim()}?`), join: "each" };
  const names = namesIn(first);
  const whole = back.test(full) && names !== "" ? `${names}: ${full}` : capital(full);
  if (back.test(full) && names === "") return null;
  return {
    parts: [text.slice(0, text.indexOf(first)) + first.trim(), whole].map((part) => `${part}?`),
    join: "each",
  };
}

/** The names and numbers of a question as they stand there, those next to each other as one. */
function namesIn(text: string): string {
  const exact = new Set([...exactWords(text), ...(text.match(path) ?? [])].flatMap((each) => each.split(/\s+/)));
  const runs: string[] = [];
  let isNear = false;
  for (const word of text.split(/\s+/)) {
    const bare = word.replace(/^[^\p{L}\p{N}-]+|[^\p{L}\p{N})]+$/gu, "");
    const isName =
      exact.has(bare) || [...exact].some((each) => bare.startsWith(each) && /^['’]s?$/u.test(bare.slice(each.length)));
    if (isName && isNear) runs[runs.length - 1] += ` ${bare}`;
    else if (isName) runs.push(bare);
    isNear = isName && word.endsWith(bare);
  }
  return [...new Set(runs)].join(", ");
}

/** The second question with what it leaves out because the first said it: "which one", "how many under 1.4". */
function filled(other: string, first: string): string {
  const named = noun.exec(first)?.groups;
  const thing = named?.noun ?? named?.first;
  if (thing && same.test(other)) return other.replace(same, `$<lead> ${thing} `);
  const { lead, rest } = asMany.exec(other)?.groups ?? {};
  if (!lead || !rest) return other;
  const figures = (text: string) => text.match(new RegExp(figure, "gu")) ?? [];
  const [[old], [fresh]] = [figures(first).slice(-1), figures(rest)];
  if (old && fresh && rest.trim().endsWith(fresh)) return first.trim().replace(old, fresh);
  const many = counted.exec(first)?.groups?.noun;
  return many ? `${lead} ${many} ${rest}` : other;
}

/** Two things that the same is asked of. */
function sides(text: string): Parts | null {
  const compared = difference.exec(text)?.groups;
  if (compared) return { parts: [compared.a!, compared.b!].map((side) => `What is ${side.trim()}?`), join: "each" };
  const against = versus.exec(text)?.groups;
  if (against) return { parts: [against.a!, against.b!].map((side) => `${side}: ${against.asked}?`), join: "each" };
  const twice = (repeated().exec(text) ?? defaults.exec(text) ?? apiece.exec(text))?.groups;
  // "Not in A and in B" is of what is in neither, or in one of them alone.
  if (twice && !/(?:\bnot|n['’]t|\bbut|\bonly)$/iu.test(twice.head!)) {
    const head = twice.tail === undefined ? twice.head! : one(twice.head!);
    const said = (side: string) => [head, twice.by, side.trim(), twice.tail].filter(Boolean).join(" ");
    return { parts: [twice.a!, twice.b!].map((side) => `${capital(said(side))}?`), join: "each" };
  }
  const { head, a, b, tail = "" } = both.exec(text)?.groups ?? {};
  if (!head || !a || !b || polar.test(head)) return null;
  return { parts: [a, b].map((side) => `${head} ${side.trim()}${tail}?`), join: "same" };
}

/** A verb of several as one of one: "what do" as "what does". */
function one(head: string): string {
  const verbs: Record<string, string> = { do: "does", are: "is", were: "was" };
  return head.replace(/\p{L}+$/u, (verb) => verbs[verb.toLowerCase()] ?? verb);
}

/** Two numbers, versions or names of code, joined: the question once with each. */
function list(text: string): Parts | null {
  const found = listed().exec(text);
  const { a, b } = found?.groups ?? {};
  if (!found || !a || !b || polar.test(text) || /\b(?:between|both|same)\b/iu.test(text)) return null;
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  return { parts: [a, b].map((side) => `${before}${side}${after}?`), join: "each" };
}

function readOnes(): string[] {
  const file = new URL("../../../data/knowledge/chosen.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).ones;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
