import { menu } from "./data.ts";
import { menuFor, type Offer, proposeFrom, type SlotType } from "./menu.ts";
import type { Proposal, Token } from "./phrase.ts";
import { tokenize } from "./tokens.ts";

/** Names one of some options, each "NAME: what it does"; null where none is named. */
export type Choose = (request: string, options: string[]) => Promise<string | null>;

/** So many commands are offered; few models tell more apart. */
const offered = 4;
const none = "none";

/**
 * The command that a chooser names for a request which the rules do not read, among those of the menu that share most with
 * its words; null where it names none. What fills the slots are words of the request, so that nothing else can get into a
 * line, and every value is checked against the type of its slot.
 */
export async function pick(request: string, choose: Choose): Promise<Proposal | null> {
  const tokens = tokensOf(request);
  const offers = menuFor(request, 3 * offered).filter(({ slots }) =>
    slots.every((slot) => valuesOf(slot, tokens).length > 0),
  );
  const options = offers.slice(0, offered);
  if (options.length === 0) return null;
  const named = await choose(request, [...options.map(({ id, means }) => `${id}: ${means}`), `${none}: none of these`]);
  const offer = options.find(({ id }) => id === named);
  if (offer === undefined) return null;
  const values: Record<string, string> = {};
  for (const slot of offer.slots) {
    const left = valuesOf(slot, tokens).filter((value) => !Object.values(values).includes(value));
    const value = await chosen(request, offer, slot, left, choose);
    if (value === null) return null;
    values[slot.name] = value;
  }
  return proposeFrom(offer.id, values);
}

/** Whether a request begins as an order to do or show something, and is no question. */
export function asksForAct(request: string): boolean {
  const [first] = tokensOf(request.replace(/^(?:please|could you|can you|would you)\s+/i, ""));
  return (
    first !== undefined && first.kind === "word" && !/\?\s*$/.test(request) && menu().words.orders.includes(first.base)
  );
}

type Slot = Offer["slots"][number];

/** The only value that a slot can have, or the one that is named by its number. */
async function chosen(request: string, offer: Offer, slot: Slot, values: string[], choose: Choose) {
  if (values.length < 2) return values[0] ?? null;
  const options = values.map((value, at) => `${at + 1}: ${slot.name} of “${offer.means}” is “${value}”`);
  const named = await choose(request, options);
  return values[Number(named) - 1] ?? null;
}

/** The words of a request that a slot can take. A folder that is not named is this one, and a name any. */
function valuesOf({ name, type }: Slot, tokens: Token[]): string[] {
  const pieces = tokens.filter((token) => token.kind !== "mark" && fits[type](token)).map(({ text }) => text);
  const usual = name === "where" ? ["."] : name === "name" ? ["*"] : [];
  const found = [...new Set(pieces)];
  return found.length > 0 ? found : usual;
}

const fits: Record<SlotType, (token: Token) => boolean> = {
  path: ({ text }) => /^[\w.@%+,-]*(?:\/[\w.@%+,-]*)+$|^[\w@%+,-][\w.@%+,-]*\.\w+$/.test(text),
  glob: ({ text }) => /[*?]/.test(text) && !text.includes("/"),
  number: ({ text }) => /^\d+$/.test(text),
  mode: ({ text }) => /^[0-7]{3,4}$|^[ugoa]*[-+=][rwxX]+$/.test(text),
  text: ({ kind, base }) => kind === "quoted" || !menu().vocabulary.has(base),
};

function tokensOf(request: string): Token[] {
  const { words, vocabulary } = menu();
  return tokenize(request, vocabulary, words.joined);
}
