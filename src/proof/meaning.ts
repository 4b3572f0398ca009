import { agreement } from "./attribute.ts";
import { type Token, tokenizeSentence } from "./sentence.ts";
import { denials, empty } from "./words.ts";

/** What is known of two short texts: they say the same, they say different things, or words alone do not tell. */
export type Relation = "same" | "other" | "open";

/**
 * From which cosine on two texts of the same facts say the same, and up to which they say different things; by pairs such as "the
 * United States" and "USA" (.85), "because the cable broke" and "due to a broken cable" (.94), "Paris" and "London" (.74), all of
 * bge-small-en-v1.5. Words alone count from `words` on (token F1).
 */
const near = { same: 0.9, other: 0.75, words: 0.8 };

/**
 * Relates two short texts: the same once written alike; else different where one denies and the other does not, or where each
 * names or counts what the other does not; else as near as their words, and the `cosine` of their vectors where there is one, tell. Word
 * overlap alone would put "is connected" with "is not connected". Pure.
 */
export function relate(one: string, other: string, cosine: number | null): Relation {
  const [a, b] = [factsOf(one), factsOf(other)];
  if (a.form === b.form) return "same";
  if (a.denies !== b.denies || a.form === "" || b.form === "") return "other";
  if (apart(a.names, b.names) || apart(a.numbers, b.numbers)) return "other";
  if (agreement(one, [other]) >= near.words) return "same";
  if (cosine === null) return "open";
  if (cosine >= near.same) return "same";
  return cosine < near.other ? "other" : "open";
}

type Facts = { form: string; denies: boolean; names: Set<string>; numbers: Set<string> };

function factsOf(text: string): Facts {
  const tokens = tokenizeSentence(text);
  const telling = tokens.filter((token) => !empty.has(token.text) && !denials.has(token.text));
  const denies = tokens.some((token) => denials.has(token.text));
  const of = (...kinds: Token["kind"][]) =>
    new Set(telling.flatMap(({ kind, stem }) => (kinds.includes(kind) ? [stem.toLowerCase()] : [])));
  const form = [...(denies ? ["not"] : []), ...telling.map(({ stem }) => stem.toLowerCase())].join(" ");
  return { form, denies, names: of("name", "path"), numbers: of("number") };
}

/** Whether each has what the other has not. */
function apart(one: Set<string>, other: Set<string>): boolean {
  return [...one].some((each) => !other.has(each)) && [...other].some((each) => !one.has(each));
}
