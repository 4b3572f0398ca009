import { escapePattern } from "../core/escape.ts";
import type { Universe } from "../core/observation.ts";
import { anyOf, escapeGlob } from "../core/wildcard.ts";
import { bounds } from "../language/span.ts";
import { quote } from "./asking.ts";
import type { Kind } from "./data.ts";
import { type Filter, partsOf, type Sought } from "./filter.ts";

/** The files that a filter chooses, as a set term of the claim grammar, and the glob that it starts from. */
export type Scope = {
  glob: string;
  term: string;
  /** As an argument that may be a glob or a set: the shorter of the two. */
  scope: string;
};

/** What the filter needs to become a term. `guard`: leave out what is not text, where text or lines are asked for. */
export type Ground = { universe: Universe; kinds: Kind[]; guard?: boolean };

/** Writes a resolved filter as a set term: one glob, then what must hold of its members. */
export function scopeOf(filter: Filter, ground: Ground): Scope {
  const { glob, rest } = startOf(partsOf(filter), ground);
  const only = rest[0];
  const base = `files(${quote(glob)})`;
  let term = base;
  if (rest.length === 1 && only && "text" in only && only.text.as === "literal" && !only.text.fold && !ground.guard) {
    term = `with(${quote(only.text.text)}, ${quote(glob)})`;
  } else {
    const conditions = rest.map((part) => claimOf(part, ground));
    if (ground.guard) conditions.unshift("text(x)");
    if (conditions.length > 0) term = `where(x, ${base}, ${conditions.join(" and ")})`;
  }
  return { glob, term, scope: term === base ? quote(glob) : term };
}

/** The claim that a resolved filter makes of a term, by default the variable x. */
export function claimOf(filter: Filter, ground: Ground, x = "x"): string {
  const inner = (part: Filter) => claimOf(part, ground, x);
  if ("and" in filter)
    return filter.and.length === 1 ? inner(filter.and[0]!) : `(${filter.and.map(inner).join(" and ")})`;
  if ("or" in filter) return filter.or.length === 1 ? inner(filter.or[0]!) : `(${filter.or.map(inner).join(" or ")})`;
  if ("not" in filter) return `not ${inner(filter.not)}`;
  if ("text" in filter) return textClaim(filter.text, x);
  if ("bound" in filter) return `${filter.bound[0]}(${x}) ${filter.bound[1]} ${filter.bound[2]}`;
  if ("time" in filter) return timeClaim(filter, x);
  if ("state" in filter && filter.state === "empty") return `bytes(${x}) = 0`;
  if ("state" in filter && filter.state === "binary") return `not text(${x})`;
  return `${x} in files(${quote(startOf([filter], ground).glob)})`;
}

/** The pattern of a text, as an argument of `count`: a string, or a regular expression that matches within a line. */
export function patternOf(sought: Sought, times = 1): string {
  if (sought.as === "literal" && !sought.fold && times === 1) return quote(sought.text);
  const source = sourceOf(sought, times).replace(/\\[\s\S]|\//g, (found) => (found === "/" ? "\\/" : found));
  return `/${source}/${sought.fold || sought.as === "word" ? "i" : ""}`;
}

/** The source of a regular expression for lines on which a text stands at least so many times. */
export function sourceOf(sought: Sought, times = 1): string {
  const plain = escapePattern(sought.text);
  switch (sought.as) {
    case "word": {
      const more = times > 1 ? `(?:${edge}(?:.*${edge})?${plain}){${times - 1}}` : "";
      return `(?:^|${edge})${plain}${more}(?:$|${edge})`;
    }
    case "start":
      return startOfFile + plain;
    case "blank":
      return "^\\s*$";
    default: {
      const source = sought.as === "regex" ? sought.text : plain;
      return times === 1 ? source : `(?:${source}.*){${times - 1}}${source}`;
    }
  }
}

/** Before what a file starts with: white space, and the quotes of a text. */
const startOfFile = "^\\x{FEFF}?\\s*[\"'`]?";

/** Anything but a character of a word. */
const edge = "[^\\p{L}\\p{M}\\p{N}\\p{Pc}]";

/** The globs over base names that a kind means, with the extensions in the upper or lower case that the folder has. */
function globsOf(id: string, kinds: Kind[], universe: Universe): string[] {
  const kind = kinds.find((one) => one.id === id);
  if (!kind) return [];
  const inner = (kind.of ?? []).flatMap((part) => globsOf(part, kinds, universe));
  const extensions = [...(kind.extensions ?? [])];
  for (const path of universe.files) {
    const end = path.slice(path.lastIndexOf(".") + 1);
    if (extensions.includes(end.toLowerCase()) && !extensions.includes(end)) extensions.push(end);
  }
  return [...new Set([...inner, ...extensions.map((end) => `*.${end}`), ...(kind.globs ?? [])])];
}

/** The glob that a list of filters starts from, and the filters that it does not cover. */
function startOf(parts: Filter[], ground: Ground): { glob: string; rest: Filter[] } {
  const shallow = parts.some((part) => "shallow" in part);
  const rest = parts.filter((part) => !("shallow" in part));
  const take = (globs: (part: Filter) => string[] | null): string[] | null => {
    const index = rest.findIndex((part) => globs(part) !== null);
    return index < 0 ? null : globs(rest.splice(index, 1)[0]!);
  };
  const whole = take((part) =>
    alternatives(part, (one) => ("file" in one ? [escapeGlob(one.file.name)] : "path" in one ? [one.path] : null)),
  );
  if (whole) return { glob: braces(whole), rest };
  const places = take((part) => alternatives(part, (one) => ("in" in one ? [escapeGlob(one.in.name)] : null)));
  const names = take((part) => alternatives(part, (one) => namesOf(one, ground)));
  const name = braces(names ?? ["*"]);
  const deep = name === "*" ? "**" : `**/${name}`;
  if (!places) return { glob: shallow ? name : deep, rest };
  return { glob: `${braces(places)}/${shallow ? name : deep}`, rest };
}

function namesOf(part: Filter, { kinds, universe }: Ground): string[] | null {
  if ("name" in part) return [part.name];
  if ("state" in part && part.state === "hidden") return [".*"];
  return "kind" in part ? globsOf(part.kind, kinds, universe) : null;
}

/** What each part of a choice gives, where every part gives something. */
function alternatives(part: Filter, give: (one: Filter) => string[] | null): string[] | null {
  if (!("or" in part)) return give(part);
  const given = part.or.map(give);
  return given.every((one) => one !== null) ? given.flat() : null;
}

/** One glob for several: "*.{ts,tsx}" for extensions alone. */
function braces(globs: string[]): string {
  const ends = globs.map((glob) => /^\*\.([\w+-]+)$/.exec(glob)?.[1]);
  return ends.length > 0 && ends.every((end) => end !== undefined) ? `*.${anyOf(ends)}` : anyOf(globs);
}

function textClaim(sought: Sought, x: string): string {
  if (sought.as === "word") return `word(${x}, ${quote(sought.text)})`;
  if (sought.as === "literal" && !sought.fold) return `contains(${x}, ${quote(sought.text)})`;
  return `matches(${x}, ${patternOf(sought)})`;
}

function timeClaim({ time }: Extract<Filter, { time: unknown }>, x: string): string {
  const { from, to } = bounds(time);
  const after = from === undefined ? [] : [`modified(${x}) >= ${quote(new Date(from).toISOString())}`];
  const before = to === undefined ? [] : [`modified(${x}) < ${quote(new Date(to).toISOString())}`];
  const parts = [...after, ...before];
  return parts.length === 1 ? parts[0]! : `(${parts.join(" and ")})`;
}
