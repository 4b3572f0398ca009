import type { Slot } from "./slots.ts";
import type { Token } from "./tokens.ts";

/** What questions about one measure say where those about lines say "lines": words as they are written, by measure. */
export type Analogues = Record<"words" | "characters", Record<string, string>>;

/** A question in which lines stand for another measure, so many times. */
export type Analogy = { tokens: Token[]; measure: keyof Analogues; times: number };

/** A question about words or characters as one about lines: whatever can be asked of lines can be asked of them. */
export function analogies(tokens: Token[], analogues: Analogues): Analogy[] {
  const measures = Object.keys(analogues) as (keyof Analogues)[];
  return measures.flatMap((measure) => {
    const put = replaced(tokens, analogues[measure]);
    return put.times > 0 ? [{ ...put, measure }] : [];
  });
}

/** What a question about lines asks where they stand for another measure; null where it asks for lines in another sense,
 * or for two things of which only one was said of the measure. */
export function transferred(slots: Record<string, Slot>, { measure, times }: Analogy): Record<string, Slot> | null {
  const { by, rank, ...rest } = slots;
  const ranked = by === undefined ? rank : { ...(rank as object), by: measure };
  const other = { ...rest, ...(rank === undefined ? {} : { rank: ranked }), ...(by === undefined ? {} : { by }) };
  const text = JSON.stringify(other);
  const found = text.match(lines)?.length ?? 0;
  const isLoose = /"name":"[^"]* /.test(text);
  return found === times && !isLoose ? JSON.parse(text.replace(lines, `$1"${measure}"`)) : null;
}

/** Where slots name lines as a measure. */
const lines = /("(?:measure|by)":|"bound":\[)"lines"/g;

function replaced(tokens: Token[], analogue: Record<string, string>): { tokens: Token[]; times: number } {
  const put: Token[] = [];
  let times = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const pair = `${token.lower} ${tokens[at + 1]?.lower}`;
    const key = [pair, token.lower].find((one) => !token.quoted && Object.hasOwn(analogue, one));
    if (key === undefined) {
      put.push(token);
      continue;
    }
    for (const text of analogue[key]!.split(" ")) put.push({ ...token, text, lower: text });
    if (key === pair) at++;
    times++;
  }
  return { tokens: put, times };
}
