import { type Lexicon, latin } from "./lexicon.ts";

const quoted = pattern(
  "\"([^\"]{2,80})\"|“([^”]{2,80})”|«\\s*([^»]{2,80}?)\\s*»|„([^“”]{2,80})[“”]|`([^`]{2,80})`|(?<![\\p{L}\\p{N}])'([^']{2,80})'(?!\\p{L})",
);
/** Paths, file names, identifiers in snake, camel or dotted form, calls. */
const identifiers = pattern(
  "(?<![\\p{L}\\p{N}_])(?:[\\w.-]*/[\\w./-]+|[\\w-]+[.][a-z]{1,5}\\b|\\w+_\\w+|\\p{Ll}+\\p{Lu}\\w*|\\p{Lu}\\p{Ll}+\\p{Lu}\\w*|\\w+\\(\\))",
);
const acronyms = pattern("(?<![\\p{L}\\p{N}_-])\\p{Lu}[\\p{Lu}\\p{N}]*(?![\\p{Ll}_'’])(?=[^\\p{L}\\p{N}]|$)");
const years = pattern("(?<![\\p{N}.])(?:1\\d|20)\\d{2}(?![\\p{N}.]\\d)");
const tokens = pattern("[\\p{L}\\p{N}&][\\p{L}\\p{N}.'’&-]*");
const capital = pattern("^\\p{Lu}", "");
const word = pattern("[\\p{L}\\p{N}_]+");

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(word) ?? [];
}

/**
 * What a question names: quoted text, identifiers and paths, acronyms, years, and names by their capital letters
 * where the language writes only names so. Each once, in order of appearance.
 */
export function findEntities(question: string, words: Lexicon): string[] {
  const found: { text: string; at: number; end: number }[] = [];
  const add = (text: string, at: number, end: number) => {
    const overlaps = found.some((other) => at < other.end && end > other.at);
    if (!overlaps && text.trim() !== "") found.push({ text, at, end });
  };
  for (const match of question.matchAll(quoted)) {
    add(match.slice(1).find((part) => part !== undefined) ?? "", match.index, match.index + match[0].length);
  }
  for (const match of question.matchAll(identifiers)) add(match[0], match.index, match.index + match[0].length);
  if (words.capitals) for (const { text, at } of names(question, words)) add(text, at, at + text.length);
  for (const match of question.matchAll(acronyms)) {
    const { index, 0: text } = match;
    const opens = index === 0 || (text.length === 1 && words.stop.has(text.toLowerCase()));
    if (!opens || text.length > 1) add(text, index, index + text.length);
  }
  for (const match of question.matchAll(years)) add(match[0], match.index, match.index + match[0].length);
  found.sort((a, b) => a.at - b.at);
  return [...new Set(found.map((entity) => entity.text))];
}

/** Runs of capitalised words, joined over connectors such as "of"; a question's first word only if it is no common one. */
function names(question: string, words: Lexicon): { text: string; at: number }[] {
  const parts = [...question.matchAll(tokens)].map((match) => ({
    text: match[0].replace(/(?:['’]s?|\.)$/, ""),
    at: match.index,
  }));
  const found: { text: string; at: number }[] = [];
  let run: { from: number; to: number } | null = null;
  const close = () => {
    if (run) found.push({ text: question.slice(run.from, run.to), at: run.from });
    run = null;
  };
  for (const [index, token] of parts.entries()) {
    const end = token.at + token.text.length;
    const touches: boolean = run !== null && /^[ \u00a0]?$/.test(question.slice(run.to, token.at));
    if (isName(token, question, words)) {
      if (touches && run) run.to = end;
      else {
        close();
        run = { from: token.at, to: end };
      }
      continue;
    }
    const next = parts[index + 1];
    const joins = words.connectors.has(token.text.toLowerCase()) && next && isName(next, question, words);
    if (run && touches && joins && token.text !== "and") run.to = end;
    else close();
  }
  close();
  return found;
}

function isName(token: { text: string; at: number }, question: string, words: Lexicon): boolean {
  if (!capital.test(token.text)) return false;
  if (/^I(?:['’]\w+)?$/.test(token.text)) return false;
  const opens = token.at === 0 || /[.?!:"“]\s*$/.test(question.slice(0, token.at));
  return !opens || !words.openers.has(token.text.toLowerCase().replace(/['’].*$/, ""));
}

function pattern(source: string, flags = "g"): RegExp {
  return new RegExp(latin(source), flags);
}
