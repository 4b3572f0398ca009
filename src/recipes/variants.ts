import { type About, affirmed, type Change, framed, glossed, repaired, unremarked } from "./clauses.ts";
import type { Token } from "./tokens.ts";

/**
 * Other wordings of a question, the nearest first: without words that say nothing or what was taken back, with what was named first in
 * place of "it", with slips of the pen put right.
 */
export function variants(tokens: Token[], about: About): Generator<Token[]> {
  return changed(tokens, about, [...unframing, bared, reworded, corrected]);
}

/** A question without what is said around it, in its own words and order. */
export function unframed(tokens: Token[], about: About): Generator<Token[]> {
  return changed(tokens, about, [...unframing, bared]);
}

function* changed(tokens: Token[], about: About, changes: Change[]): Generator<Token[]> {
  const known = [tokens];
  for (const change of changes) {
    for (const one of [...known]) {
      const other = change(one, about);
      if (other === null || other.length === 0) continue;
      known.push(other);
      yield other;
    }
  }
}

/** "main.ts: how long is it?", or "There is a file main.ts. How long is it?", as "how long is main.ts?"; null where nothing
 * is named first and then called it. */
const named: Change = (tokens, about) => {
  const readings = about.reader(tokens).read("topic", 0);
  for (const { end, value } of readings.toSorted((one, other) => other.end - one.end)) {
    const { folder, name = folder } = (typeof value === "object" ? value : { name: value }) as Topic;
    const topic = tokens.slice(0, end).findLast(({ text }) => text.replace(/\/+$/, "") === name) ?? tokens[end - 1]!;
    const isFolder = folder !== undefined && !topic.text.endsWith("/");
    const called = isFolder ? { ...topic, text: `${topic.text}/`, lower: `${topic.lower}/` } : topic;
    const other = standIn(called, tokens.slice(tokens[end]?.lower === "," ? end + 1 : end), about);
    if (other) return other;
  }
  return null;
};

const unframing: Change[] = [affirmed, glossed, repaired, framed, unremarked, named];

/** What a question names first: a file or another thing, or a folder. */
type Topic = { name?: string; folder?: string };

/** The tokens with `topic` wherever they say it, its, or there; null where they don't. */
function standIn(topic: Token, rest: Token[], about: About): Token[] | null {
  const { read } = about.reader(rest);
  const replaced = rest.flatMap((token, at) => {
    if (read("pronoun", at).length > 0 || (at > 0 && read("proadverb", at - 1).length > 0)) return [topic];
    return read("possessive", at).length > 0 ? [topic, { ...topic, text: "'s", lower: "'s", quoted: false }] : [token];
  });
  return replaced.includes(topic) ? replaced : null;
}

/** Without words that say nothing. */
const bared: Change = (tokens, about) => {
  const { read } = about.reader(tokens);
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = Math.max(at, ...read("idle", at).map((found) => found.end));
    if (end === at) kept.push(tokens[at++]!);
    else at = end;
  }
  return kept.length === tokens.length ? null : kept;
};

/** With what is said in other words put as recipes say it: "what number of files" as "how many files". */
const reworded: Change = (tokens, about) => {
  const { read } = about.reader(tokens);
  const kept: Token[] = [];
  let count = 0;
  for (let at = 0; at < tokens.length; ) {
    const found = read("same", at).sort((one, other) => other.end - one.end)[0];
    if (!found) {
      kept.push(tokens[at++]!);
      continue;
    }
    const { start, end } = { start: tokens[at]!.start, end: tokens[found.end - 1]!.end };
    for (const text of String(found.value).split(" ").filter(Boolean))
      kept.push({ text, lower: text.toLowerCase(), quoted: false, start, end });
    at = found.end;
    count++;
  }
  return count === 0 ? null : kept;
};

/** With common words that were misspelt by one letter: two exchanged, one left out, one too many. */
const corrected: Change = (tokens, { words }) => {
  const known = new Set([...words.spelled, ...words.functionWords, ...words.vague, ...words.lookalikes]);
  let count = 0;
  const right = tokens.map((token) => {
    const { lower, quoted } = token;
    if (quoted || !/^\p{Ll}{4,}$/u.test(lower) || known.has(lower)) return token;
    const meant = words.spelled.filter((word) => isSlip(lower, word));
    if (meant.length !== 1) return token;
    count++;
    return { ...token, text: meant[0]!, lower: meant[0]! };
  });
  return count === 0 ? null : right;
};

function isSlip(written: string, word: string): boolean {
  if (written[0] !== word[0] || word.length < 4) return false;
  if (written.length === word.length) {
    const at = [...word].findIndex((letter, index) => letter !== written[index]);
    return `${word.slice(0, at)}${word[at + 1] ?? ""}${word[at]}${word.slice(at + 2)}` === written;
  }
  const [short, long] = written.length < word.length ? [written, word] : [word, written];
  if (long.length !== short.length + 1) return false;
  return [...long].some((_, at) => at > 0 && long.slice(0, at) + long.slice(at + 1) === short);
}
