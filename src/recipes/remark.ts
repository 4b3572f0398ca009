import { readFileSync } from "node:fs";
import { type Anchors, anchorReader, isAnchored } from "../core/anchor.ts";
import { parseWords } from "../core/words.ts";
import { plainly, speak, type Tongue } from "./data.ts";
import type { Reader } from "./grammar.ts";
import type { Sentence } from "./sentence.ts";
import type { Slot } from "./slots.ts";
import { type Token, tokenize } from "./tokens.ts";
import { spaced, spelled, written } from "./turns.ts";

/** What a remark names, by the hole that it fills in a question: `{ file: "a.md" }` for "it" in "how long is it?". */
export type Holes = Record<string, string>;

/**
 * How remarks before a question are understood: patterns over words, as turns have them. A question may begin as `opens` says, an order to
 * change something as `orders` does. `crossed`: lines that hold a text are counted, not those of the file. `leads` stand before a question
 * and say nothing; `hedges` before and after what is remarked. `notes`: a whole remark, and what it fills; `claims`: a
 * whole remark that may be so or not, as the question whether it is. `mentions`: what any remark may name, where its other
 * words say nothing that a question needs: none of the `weighty`, no thing but the `settings` after a `determiner`.
 * `asks`: what points back in a question, and what is put there; `spare`: what may be left out where the question has none
 * of some words; `trims`: how what was named is called in a
 * question, by its beginning; `puts`: how recipes ask what is left; a question in which some word of `back` is left has no reading. A hole
 * whose name begins with "_" is never filled. `after`: what may follow a question: nothing more, more
 * that is said of what is asked about, or the order to list or count it.
 */
type Remarks = {
  names: Record<string, string>;
  opens: string;
  /** How a question begins that follows a remark without a mark. */
  joins?: string;
  crossed: string;
  orders: string;
  leads: string[];
  hedges: string[];
  ends: string[];
  notes: [pattern: string, holes: Holes][];
  claims: [pattern: string, by: string][];
  mentions: [hole: string, pattern: string][];
  weighty: string;
  determiner: string;
  /** Words before files that are spoken of, which a question leaves out: "all the", "several". */
  loosely?: string;
  /** Words beside which such files are not what is asked about; questions that ask about files of their own. */
  wary?: string;
  own?: string;
  settings: string;
  asks: [pattern: string, by: string][];
  spare: [hole: string, pattern: string][];
  puts: [pattern: string, by: string][];
  trims: [pattern: string, by: string][];
  back: string;
  after: Record<"idle" | "list" | "count", string[]> & { more: [pattern: string, by: string][] };
};

type Rule<T> = { pattern: RegExp; by: T };
/** A rule for whole remarks, whose pattern is compiled for the first remark that may be so. */
type Whole<T> = { find(body: string): RegExpExecArray | null; by: T };
export type Compiled = {
  opens: RegExp;
  joins: RegExp;
  crossed: RegExp;
  orders: RegExp;
  leads: RegExp[];
  hedges: RegExp[];
  ends: RegExp[];
  notes: Whole<Holes>[];
  claims: Whole<string>[];
  mentions: { hole: string; pattern: RegExp }[];
  weighty: RegExp;
  rival: RegExp;
  settings: RegExp;
  loosely: RegExp | null;
  wary: RegExp;
  own: RegExp;
  asks: (Rule<string> & { needs: string[] })[];
  spare: { hole: string; pattern: RegExp }[];
  puts: Rule<string>[];
  trims: Rule<string>[];
  back: RegExp;
  after: Record<"idle" | "list" | "count", RegExp[]> & { more: Rule<string>[] };
};

const known = new Map<Tongue, Compiled>();

/** What is known of remarks in a language, read once. */
export function remarksOf(tongue: Tongue): Compiled {
  let found = known.get(tongue);
  if (found === undefined) {
    const file = new URL(`../../data/remarks/${tongue}.json`, import.meta.url);
    found = compiled(plainly(readFileSync(file, "utf8"), speak(tongue).words.letters));
    known.set(tongue, found);
  }
  return found;
}

/** All that a remark may be understood as; none where some word of it may mean more than is understood. */
export function holesOf(remark: Sentence, remarks: Compiled, reader: Reader, isWide: boolean): Holes[] {
  const bodies = unhedged(remark.text, remarks);
  const noted = bodies.flatMap((body) => remarks.notes.flatMap((note) => filledBy(note, body)));
  const claimed = remark.isAsked
    ? []
    : bodies.flatMap((body) => remarks.claims.flatMap((claim) => claimedBy(claim, body)));
  const named =
    noted.length > 0 || remark.isAsked
      ? []
      : bodies.slice(0, 1).flatMap((body) => mentioned({ ...remark, text: body }, remarks, reader) ?? []);
  const files =
    remark.isAsked || !isWide
      ? []
      : spokenOf(remark, remarks, reader).flatMap((one) => mentionedBeside(one, remark, remarks, reader) ?? []);
  return [...noted, ...claimed, ...named, ...files];
}

/** A remark without what only says how sure it is, and as it stands. */
function unhedged(text: string, { hedges, ends }: Compiled): string[] {
  const strip = (from: string, patterns: RegExp[]) =>
    patterns.reduce((rest, one) => spaced(rest.replace(one, "")), from);
  const inner = strip(strip(text, hedges), ends);
  return [...new Set([inner, strip(inner, hedges), text])].filter((one) => one !== "");
}

function filledBy({ find, by }: Whole<Holes>, body: string): Holes[] {
  const found = find(body);
  if (!found || found[0] !== body) return [];
  const entries = Object.entries(by).map(([hole, template]) => [hole, put(template, found)] as const);
  return [Object.fromEntries(entries)];
}

function claimedBy({ find, by }: Whole<string>, body: string): Holes[] {
  const found = find(body);
  return found && found[0] === body ? [{ claim: put(by, found) }] : [];
}

/** "$1" in a template stands for the first group, and so on. */
function put(template: string, found: RegExpExecArray): string {
  return spaced(template.replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? ""));
}

/** What a remark names where all its other words are idle: at most one thing of each sort, or two files. Null where they
 * are not. */
function mentioned(remark: Sentence, remarks: Compiled, reader: Reader): Holes[] | null {
  return mentionedBeside({ rest: remark.text, holes: {} }, remark, remarks, reader);
}

/** Files that a remark speaks of, "all the Markdown files in docs", with what its other words name. */
function spokenOf(remark: Sentence, remarks: Compiled, { read }: Reader): { rest: string; holes: Holes }[] {
  const { loosely } = remarks;
  if (loosely === null) return [];
  const words = remark.text.split(" ");
  const tokens = remark.tokens.slice(0, remark.tokens.findLastIndex(({ lower }) => lower !== ",") + 1);
  if (words.length !== tokens.length) return [];
  for (const at of tokens.keys()) {
    const found = read("spokenfiles", at).sort((one, other) => other.end - one.end)[0];
    if (!found) continue;
    const rest = spaced([...words.slice(0, at), "\u00a7", ...words.slice(found.end)].join(" "));
    const isAll = !/\p{L}/u.test(JSON.stringify(found.value).replaceAll('"and"', ""));
    if (isAll || remarks.wary.test(rest)) return [];
    return [{ rest, holes: { files: spaced(words.slice(at, found.end).join(" ").replace(loosely, "")) } }];
  }
  return [];
}

/** What two things of one sort are called. */
const pairs: Record<string, [string, string]> = { file: ["first", "second"], text: ["one", "other"] };

type Beside = { rest: string; holes: Holes };

function mentionedBeside(given: Beside, remark: Sentence, remarks: Compiled, reader: Reader): Holes[] | null {
  let { rest } = given;
  const holes = { ...given.holes };
  for (const { hole, pattern } of remarks.mentions) {
    const found = [...rest.matchAll(pattern)];
    if (found.length === 0) continue;
    const pair = pairs[hole];
    if (found.length === 2 && pair && !Object.hasOwn(holes, hole)) {
      for (const [at, name] of pair.entries())
        holes[name] = found[at]!.slice(1).find((group) => group !== undefined) ?? found[at]![0];
      rest = spaced(rest.replace(pattern, "\u00a7"));
      continue;
    }
    if (found.length > 1 || Object.hasOwn(holes, hole)) return null;
    if (!hole.startsWith("_")) holes[hole] = found[0]!.slice(1).find((group) => group !== undefined) ?? found[0]![0];
    rest = spaced(rest.replace(pattern, "\u00a7"));
  }
  const [code, ...others] = remark.tokens.filter(
    ({ text, lower, quoted }) => !quoted && codeword.test(text) && rest.split(" ").includes(lower),
  );
  if (code && (others.length > 0 || Object.hasOwn(holes, "symbol"))) return null;
  if (code) {
    holes.symbol = code.lower;
    rest = rest.replace(code.lower, "\u00a7");
  }
  if (remarks.weighty.test(rest) || !isPlain(rest, remark.tokens, remarks, reader)) return null;
  if (!hasRival(rest, remarks, remark.tokens)) return [holes];
  return Object.keys(holes).join() === "text" ? [rivalled(holes), holes] : [rivalled(holes)];
}

/** Whether lines that hold a text are counted, "files with more than 3 lines that mention TODO", where the reading is of
 * files so long. */
export function isCrossed(slots: Record<string, Slot>, question: string, language: Tongue): boolean {
  const text = JSON.stringify(slots);
  if (!text.includes('"bound":["lines"') || !text.includes('"text":{"text"')) return false;
  return remarksOf(language).crossed.test(written(tokenize(question, speak(language).words), question));
}

/** What is written as names in code are: in two cases, with "_" or with brackets. */
const codeword = /^[\p{L}\d]*\p{Ll}\p{Lu}[\p{L}\d]*(?:\(\))?$|^\w+\(\)$|^[\p{L}\d]+(?:_[\p{L}\d]+)+$/u;

/** Where something else is named too, "it" may be either, but "that file" is the file. */
function rivalled(holes: Holes): Holes {
  const entries = Object.entries(holes).map(
    ([hole, value]) => [typed.has(hole) ? `only${hole}` : hole, value] as const,
  );
  return Object.fromEntries(entries);
}

const typed = new Set(["file", "folder", "text", "symbol"]);

/** What a word may name, so that it says more than a remark. */
const things = ["kind", "kindnoun", "kindstem", "commonfolder", "stem"];

/** Whether no word names a thing that questions ask about: no text, number, path, name, kind or folder. */
function isPlain(rest: string, tokens: Token[], { settings }: Compiled, { read }: Reader): boolean {
  const left = new Set(rest.split(" "));
  if (/['\d./*_#@\\]/.test(rest.replaceAll("'s", ""))) return false;
  return tokens.every(({ lower, text, quoted }, at) => {
    if (quoted || !left.has(lower) || settings.test(lower) || tokens[at - 1]?.lower === "to") return true;
    return !/\p{Ll}\p{Lu}/u.test(text) && things.every((name) => read(name, at).length === 0);
  });
}

/** Whether something else is named that "it" may be: a noun with an article, or a word with a capital. */
function hasRival(rest: string, { rival, settings }: Compiled, tokens: Token[]): boolean {
  const isSetting = (word: string) => settings.test(word);
  if ([...rest.matchAll(rival)].some(([, noun]) => noun !== undefined && noun !== "\u00a7" && !isSetting(noun)))
    return true;
  const left = new Set(rest.split(" "));
  return tokens.some(
    ({ text, lower, quoted }, at) =>
      at > 0 && !quoted && left.has(lower) && /^\p{Lu}\p{Ll}/u.test(text) && !isSetting(lower),
  );
}

/** Finds a whole pattern, which is compiled for the first text that may hold it. */
function finder(anchors: Anchors, compile: () => RegExp): Whole<unknown>["find"] {
  let pattern: RegExp | undefined;
  return (body) => {
    if (!isAnchored(anchors, body)) return null;
    pattern ??= compile();
    return pattern.exec(body);
  };
}

/** What no text holds. */
const never = "\\b\\B";

function compiled(text: string): Compiled {
  const given = parseWords<Remarks>(text);
  const anchorsOf = anchorReader(given.names);
  const source = (pattern: string) => spelled(pattern, given.names);
  const within = (pattern: string) => new RegExp(`(?<=^| )(?:${source(pattern)})(?:(?<= )|(?=$| ))`, "gu");
  const whole = (pattern: string) => new RegExp(`^(?:${source(pattern)})$`, "u");
  const first = (pattern: string) => new RegExp(`^(?:${source(pattern)})(?: ,)?(?: |$)`, "u");
  const last = (pattern: string) => new RegExp(`(?:^| )(?:, )?(?:${source(pattern)})$`, "u");
  return {
    opens: first(given.opens),
    joins: first(given.joins ?? never),
    crossed: new RegExp(within(given.crossed), "u"),
    orders: first(given.orders),
    leads: given.leads.map(first),
    hedges: given.hedges.map(first),
    ends: given.ends.map(last),
    notes: given.notes.map(([pattern, by]) => ({ find: finder(anchorsOf(pattern), () => whole(pattern)), by })),
    claims: given.claims.map(([pattern, by]) => ({ find: finder(anchorsOf(pattern), () => whole(pattern)), by })),
    mentions: given.mentions.map(([hole, pattern]) => ({ hole, pattern: within(pattern) })),
    weighty: new RegExp(within(given.weighty), "u"),
    rival: new RegExp(`(?<=^| )(?:${source(given.determiner)}) ([^ ,]+)`, "gu"),
    settings: whole(given.settings),
    wary: new RegExp(within(given.wary ?? never), "u"),
    own: new RegExp(within(given.own ?? never), "u"),
    loosely: given.loosely === undefined ? null : first(given.loosely),
    asks: given.asks.map(([pattern, by]) => ({ pattern: new RegExp(within(pattern), "u"), by, needs: needsOf(by) })),
    spare: given.spare.map(([hole, pattern]) => ({ hole, pattern: new RegExp(within(pattern), "u") })),
    puts: given.puts.map(([pattern, by]) => ({ pattern: new RegExp(within(pattern), "u"), by })),
    trims: given.trims.map(([pattern, by]) => ({ pattern: first(pattern), by })),
    back: new RegExp(within(given.back), "u"),
    after: {
      idle: given.after.idle.map(whole),
      more: given.after.more.map(([pattern, by]) => ({ pattern: whole(pattern), by })),
      list: given.after.list.map(whole),
      count: given.after.count.map(whole),
    },
  };
}

/** The holes that a template names. */
function needsOf(by: string): string[] {
  return [...new Set([...by.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole!))];
}
