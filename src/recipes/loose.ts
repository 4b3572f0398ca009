import { type Anchors, anchorReader, isAnchored } from "../core/anchor.ts";
import type { Change } from "./clauses.ts";
import type { Tongue } from "./data.ts";
import { read, spaced, spelled, turnsOf, written } from "./turns.ts";

type Part = Pattern & { name: string; needed: boolean };
type Pattern = { pattern: RegExp; anchors: Anchors };
type Ask = { parts: Part[]; idle: RegExp; as: string };
type Found = Record<string, string>;

const compiled = new Map<Tongue, Ask[]>();

/** No question with more words is read in any order. */
const longest = 30;

/** A question whose every word is one of the parts that some question is made of, or says nothing, in the order in which
 * recipes ask it: "of files in docs, there are how many" as "how many files in docs". */
export const loosened: Change = (tokens, { question, language }) => {
  if (tokens.length === 1 || tokens.length > longest) return null;
  const text = written(tokens, question).replaceAll(" ,", "");
  for (const { parts, idle, as } of asksOf(language)) {
    const there = parts.filter(({ anchors }) => isAnchored(anchors, text));
    const isWhole = parts.every((part) => !part.needed || there.includes(part));
    const found = isWhole && covered(text, 0, { parts: there, idle });
    if (!found) continue;
    const put = spaced(as.replace(/\{(\w+)\}/g, (_, name: string) => found[name] ?? ""));
    return put === text ? null : read(put, tokens);
  }
  return null;
};

/** What stands for each part where all words from an offset on are parts, each but once, or idle; null where some word is
 * neither, or a part that is needed is missing. */
function covered(text: string, from: number, { parts, idle }: Omit<Ask, "as">): Found | null {
  if (from >= text.length) return parts.some(({ needed }) => needed) ? null : {};
  const next = (pattern: RegExp) => {
    pattern.lastIndex = from;
    return pattern.exec(text);
  };
  for (const part of parts) {
    const hit = next(part.pattern);
    if (!hit) continue;
    const others = parts.filter((one) => one !== part);
    const rest = covered(text, from + hit[0].length + 1, { parts: others, idle });
    if (rest) return { ...rest, [part.name]: hit.slice(1).find((group) => group !== undefined) ?? hit[0] };
  }
  const hit = next(idle);
  return hit && covered(text, from + hit[0].length + 1, { parts, idle });
}

function asksOf(language: Tongue): Ask[] {
  let asks = compiled.get(language);
  if (!asks) {
    const { names, loose } = turnsOf(language);
    const sticky = (pattern: string) => new RegExp(`(?:${spelled(pattern, names)})(?= |$)`, "uy");
    const anchorsOf = anchorReader(names);
    const known = (pattern: string) => ({ pattern: sticky(pattern), anchors: anchorsOf(pattern) });
    const patterns = new Map(Object.entries(loose.parts).map(([name, pattern]) => [name, known(pattern)]));
    const idle = sticky(loose.idle);
    asks = loose.asks.map(([parts, as]) => ({
      parts: parts.split(" ").map((part) => partOf(part, patterns)),
      idle,
      as,
    }));
    compiled.set(language, asks);
  }
  return asks;
}

function partOf(part: string, patterns: Map<string, Pattern>): Part {
  const name = part.replace(/\?$/, "");
  const known = patterns.get(name);
  if (!known) throw new Error(`unknown part "${name}"`);
  return { name, needed: name === part, ...known };
}
