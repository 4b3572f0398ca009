import { sentencesOf, type Window } from "./window.ts";

const value = "(?<is>[^\\s,;:()]+)\\.?$";
const thing = "(?:the )?(?<thing>[^\\s,;:()]+(?: [^\\s,;:()]+){0,4}?)";
const kinds = / (?:option|setting|value|config|parameter|argument|attribute)$/iu;
/** The first of these say that it is the value. */
const explicit = 4;
const ways = [
  `^the default (?:value|setting) (?:of|for) ${thing} is ${value}`,
  `^the default (?:of|for) ${thing} is ${value}`,
  `^${thing}'s default (?:value |setting )?is ${value}`,
  `^${thing} defaults to ${value}`,
  `^(?:the )?default (?:value )?${thing} is ${value}`,
].map((way) => new RegExp(way, "iu"));

/** Values of which two may be the same one. */
const vague =
  /^(?:yes|true|on|enabled?|no|false|off|none|null|disabled?|empty|unset|undefined|optional|configurable)$/iu;

/**
 * What a sentence says of a default, told in one way: "The default value of X is Y" and "X defaults to Y" as "The default X is Y". Where it is said to be the value, it
 * is a name, for which no other one can stand.
 */
export function defaultsOf({ text }: Window): Window[] {
  const said = text.replace(/["'“”`]/gu, "");
  for (const [way, pattern] of ways.entries()) {
    const { thing: of, is } = pattern.exec(said)?.groups ?? {};
    if (of === undefined || is === undefined || /\b(?:is|are|by|when|if|not)\b/iu.test(of)) continue;
    const [made, ...more] = sentencesOf(`The default ${of.replace(kinds, "")} is ${is}.`);
    if (!made || more.length > 0) return [];
    const last = made.tokens.at(-1)!;
    const isValue = way < explicit && last.kind === "word" && !vague.test(last.text);
    const tokens = isValue ? made.tokens.with(-1, { ...last, kind: "name" }) : made.tokens;
    return [{ text: made.text, tokens }];
  }
  return [];
}
