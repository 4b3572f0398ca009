import { data, type Language, type Recipe } from "./data.ts";
import { mayOpen, type Openings, openingsOf } from "./openings.ts";
import type { Token } from "./tokens.ts";

/** One way of asking for a recipe. */
export type Ask = { recipe: Recipe; ask: string; is: Record<string, unknown> | undefined; cost: number };

/** Forms of answers that begin with yes or no. */
export const polar = new Set("any all truth find versus more same folders outweigh extreme holders bounds".split(" "));

/** All ways of asking, and those that some words may begin. */
type Index = { asks: { ask: Ask; openings: Openings }[]; from: Map<string, Ask[]> };
const indexes = new WeakMap<Language, Index>();

/** Of as many words it is kept what they may begin. */
const most = 100;

/** The ways of asking in a language that may begin with a token. */
export function asksFrom(language: Language, builtins: object, token: Token | undefined): Ask[] {
  if (!token) return [];
  const index = indexes.get(language) ?? indexed(language, builtins);
  indexes.set(language, index);
  const { asks, from } = index;
  let found = from.get(token.lower);
  if (!found) {
    found = asks.flatMap(({ ask, openings }) => (mayOpen(openings, token) ? [ask] : []));
    if (from.size >= most) from.clear();
    from.set(token.lower, found);
  }
  return found;
}

function indexed(language: Language, builtins: object): Index {
  const all = data().recipes.flatMap((recipe) => asksOf(recipe, language));
  const asks = all.map((ask) => ({ ask, openings: openingsOf(ask.ask, language.phrases, builtins) }));
  return { asks, from: new Map() };
}

function asksOf(recipe: Recipe, { recipes }: Language): Ask[] {
  return (recipes[recipe.id]?.patterns ?? []).flatMap((pattern) => {
    const { ask, is, cost = 0 } = typeof pattern === "string" ? { ask: pattern, is: undefined } : pattern;
    return [ask].flat().map((one) => ({ recipe, ask: one, is, cost }));
  });
}
