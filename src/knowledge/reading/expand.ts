import type { Passage } from "../../core/evidence.ts";
import type { Reading } from "../../core/port.ts";
import { spelledBy } from "../text/acronym.ts";
import type { Judged } from "./candidate.ts";
import { toExcerpt } from "./excerpt.ts";

/** Questions for the words that letters stand for. */
const forms = [
  /\bwhat (?:does|do|did) (?:the )?(?:abbreviation |acronym |letters? )?(?<letters>\S+) (?:stand for|abbreviate|mean)\b/iu,
  /\bwhat(?:['’]s| is) (?:the )?(?:abbreviation |acronym )?(?<letters>\S+) (?:short for|an? (?:abbreviation|acronym) (?:of|for))\b/iu,
  /\b(?:meaning|expansion|long form) of (?:the )?(?:abbreviation |acronym |letters? )?(?<letters>\S+?)\??$/iu,
  /\bw(?:of(?:ü|ue)r steht|as bedeutet) (?:die abkürzung )?(?<letters>[^\s?]+)/iu,
  /\bque (?:signifie|veut dire) (?:le sigle |l['’]acronyme )?(?<letters>[^\s?]+)/iu,
  /\bqué (?:significa|quiere decir) (?:la sigla |las siglas )?(?<letters>[^\s?]+)/iu,
];
const abbreviation = /^["“'`]?(\p{Lu}[\p{Lu}\p{N}]{1,7})["”'`]?$/u;
/** Words that letters may pass over, and how likely a sentence that spells them out answers. */
const small = /^(?:a|an|and|at|by|de|der|des|die|du|for|from|in|la|le|of|on|or|the|to|und|von|with|y|et)$/iu;
const sure = 0.9;

/** What letters stand for, where a question asks for it and a sentence spells them out: "tertiary authentication mechanism (TAM)". Null otherwise. */
export function expand(question: string, judged: readonly Judged[], passages: readonly Passage[]): Reading | null {
  const letters = lettersIn(question);
  if (letters === null) return null;
  for (const one of judged) {
    const words = spelledOut(one.text, letters);
    if (words === null) continue;
    const excerpt = toExcerpt(one, passages[one.passage]!);
    const short = { text: words, share: 1, rests: [{ excerpt: 0, words }] };
    return { excerpts: [excerpt], short, sure, missing: [], reason: "it spells the letters out" };
  }
  return null;
}

function lettersIn(question: string): string | null {
  for (const form of forms) {
    const letters = abbreviation.exec(form.exec(question)?.groups?.letters ?? "")?.[1];
    if (letters !== undefined) return letters;
  }
  return null;
}

/** The words of a text whose initials the letters are, where they stand beside them: before or in brackets, or behind "stands for". */
function spelledOut(text: string, letters: string): string | null {
  const name = `(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`;
  const before = new RegExp(`([^()]+?)\\s*\\(["“']?${name}s?["”']?[,)]`, "u").exec(text)?.[1];
  const told = spelledFrom("end", before?.split(/\s+/) ?? [], letters);
  if (told !== null) return told.replace(/^["“'*_]+|["”'*_]+$/g, "");
  const after = new RegExp(
    `${name}["”'*_]*(?:\\s*\\(|:\\s+|\\s+[-–—=]+\\s+|,?\\s+(?:is |which is )?(?:stands? for|(?:an? )?(?:short|abbreviation|acronym) (?:for|of))\\s+|\\s+means\\s+)["“'*_]*(?:the |an? )?(.+)`,
    "u",
  ).exec(text)?.[1];
  const beginning = after?.split(/\s+/).map((word) => word.replace(/[).,;:"”'*_]+$/g, "")) ?? [];
  return spelledFrom("start", beginning, letters);
}

/** The first or last words whose initials letters are, those of each part of a joined one too. */
function spelledFrom(edge: "start" | "end", words: readonly string[], letters: string): string | null {
  const parts = words.flatMap((word, at) =>
    word.split(/[-/]/).flatMap((part) => {
      const letter = /[\p{L}\p{N}]/u.exec(part)?.[0].toLowerCase();
      return letter === undefined ? [] : [{ letter, isSmall: small.test(part), at }];
    }),
  );
  const turned = <T>(list: T[]) => (edge === "end" ? list.reverse() : list);
  const size = spelledBy(turned(parts), turned([...letters.toLowerCase()]).join(""));
  if (size === null || parts[size]?.at === parts[size - 1]!.at) return null;
  const { at } = parts[size - 1]!;
  const found = edge === "end" ? words.slice(at) : words.slice(0, at + 1);
  return found.length > 1 && !small.test(found[0]!) ? found.join(" ") : null;
}
