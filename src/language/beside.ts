import { lazy } from "../core/lazy.ts";

/** What joins a last part of a question to the rest. */
const joint =
  "(?:[,;?–-]\\s*(?:(?:and|und|et|y|plus|with|mit|avec|con)\\s+)?|\\s(?:and|und|et|y|plus|with|mit|avec|con)\\s+)";
const placing =
  "(?:what|which)\\s+(?:are|is)\\s+(?:they|it|their names?|its name)(?:\\s+called)?|where\\s+(?:does|do|is|are)\\s+(?:it|they|each)(?:\\s+(?:live|stand|sit|defined|located|found))?|in (?:which|what) file(?: is it| are they)?|which ones(?: are they)?|(?:list|name) them(?: all)?|(?:wo|worin) (?:steht|stehen|liegt|liegen) (?:sie|er|es)|wie heißen sie|où (?:est|se trouve)(?:-t)?-(?:elle|il)|dónde está|cómo se llaman";
const sizes = "how long is it|how many lines (?:does it have|has it|is it|are there)";
const named = "name|names|file|files|path|line numbers?|location";
const sized = "length|line count|number of lines|lines";
const little = "the|its|their|of|in|and|too|please|pls";

/** What a question asks beside, at its end: how it is called and where it stands, or how long it is as well. */
const besides = {
  place: lazy(() => new RegExp(`${joint}(?:${placing}|(?:(?:${named}|${little})[\\s,]*)+)[\\s?!.]*$`, "iu")),
  length: lazy(
    () => new RegExp(`${joint}(?:${placing}|${sizes}|(?:(?:${sized}|${named}|${little})[\\s,]*)+)[\\s?!.]*$`, "iu"),
  ),
};
/** Whether anything is joined to the rest, which takes less to see. */
const joins = lazy(() => new RegExp(`${joint}[^\\s?!.]`, "iu"));

/**
 * A question without what it asks beside, which an answer tells anyway that gives the `place` of what it names, or its `length` too: "…, and where
 * does it live?"; null where it asks nothing so. Pure.
 */
export function withoutBeside(question: string, told: keyof typeof besides): string | null {
  if (!joins().test(question)) return null;
  const bare = question.replace(besides[told](), "");
  return bare === question ? null : bare;
}
