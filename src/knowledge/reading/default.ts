import type { Excerpt } from "../../core/port.ts";

/** How a question asks what holds where nothing else is set. */
const asks =
  /\bdefaults?\b|\bunless (?:told|set|configured|said|specified)\b|\bout of the box\b|\bstandardmäßig|\bstandardwert|\bpar défaut\b|\bpor defecto\b|\bpredeterminad[oa]/iu;
/** How a text tells it: "Default: 5", "Defaults to 5", "The default value of x is 5 but …". */
const tells =
  /\bdefault(?:s to|(?:s)?\s*[:=]|(?: (?:value|setting))?(?: (?:of|for) [\p{L}\p{N}_.-]+)? is)\s+(?:``?|["'“])?([^\n]{1,60}?)(?:``?|["'”])?(?=\.(?:\s|$)|[;,]\s|\s(?:but|and|which|unless|if|when)\s|\n|$)/giu;

/**
 * The value that an excerpt gives as the default, where a question asks for one: of its sentence, or else the only one around it, for
 * what is told of several things is of one of them. Null where none is asked for or told. Pure.
 */
export function defaultIn(question: string, { plain, sentence }: Pick<Excerpt, "plain" | "sentence">): string | null {
  if (!asks.test(question)) return null;
  const told = (text: string) => [...new Set([...text.matchAll(tells)].map(([, value]) => value!.trim()))];
  const [own, ...more] = told(plain);
  if (own !== undefined) return more.length === 0 ? own : null;
  const [near, ...others] = told(sentence);
  return near !== undefined && others.length === 0 ? near : null;
}
