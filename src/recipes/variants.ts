import { type About, type Change, framed, unremarked } from "./clauses.ts";
import type { Token } from "./tokens.ts";

/**
 * A question without what is said around it, in its own words and order, the nearest first: without talk, remarks and words that say
 * nothing, with what was named first in place of "it".
 */
export function* unframed(tokens: Token[], about: About): Generator<Token[]> {
  const known = [tokens];
  for (const change of [framed, unremarked, named, bared]) {
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
