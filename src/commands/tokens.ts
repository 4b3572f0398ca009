import type { Token } from "./phrase.ts";

const quotes: Record<string, string> = { '"': '"', "'": "'", "`": "`'", "“": "”", "‘": "’", "«": "»" };

/** Words after which a last "." is the current folder, not the end of the sentence. */
const place = new Set(["in", "of", "from", "under", "below", "at", "within", "to"]);

/** Words after which "2-4" is a range. */
const counted = new Set(["line", "row", "character", "column", "field"]);

/** Splits a request; `known` tells the words that patterns use, so that inflected words can be led back to them. */
export function tokenize(request: string, known: ReadonlySet<string>, joined: Record<string, string>): Token[] {
  const tokens: Token[] = [];
  // Two single marks stand for a double one, unless double ones stand there and hold them.
  const text = (/["“]/.test(request) ? request : request.replace(/``|''/g, '"')).trim();
  for (let at = 0; at < text.length; ) {
    const close = closing(text, at);
    if (close > at) {
      tokens.push({ kind: "quoted", text: text.slice(at + 1, close), base: "" });
      at = close + 1;
    } else if (/\s/.test(text[at]!)) {
      at++;
    } else {
      const raw = /^(?:[^\s,;]|,(?=\S))+|^[,;]/.exec(text.slice(at))![0];
      const ends =
        raw === "." && at + 1 === text.length && !(tokens.at(-1)?.kind === "word" && place.has(tokens.at(-1)!.base));
      const range = counted.has(tokens.at(-1)?.base ?? "") ? /^(\d+)[-–](\d+)$/.exec(strip(raw)) : null;
      const spelled = range ? `${range[1]} to ${range[2]}`.split(" ") : [raw];
      if (!ends) tokens.push(...spelled.flatMap((word) => words(word, known, joined)));
      at += raw.length;
    }
  }
  return tokens;
}

/** The offset of the mark that closes the quotation opened at `at`, or -1. An apostrophe within a word opens none. */
function closing(text: string, at: number): number {
  const marks = quotes[text[at]!];
  if (marks === undefined || (at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1]!))) return -1;
  for (let end = at + 1; end < text.length; end++) {
    if (marks.includes(text[end]!) && !/[\p{L}\p{N}]/u.test(text[end + 1] ?? " ") && end > at + 1) return end;
  }
  return -1;
}

function words(raw: string, known: ReadonlySet<string>, joined: Record<string, string>): Token[] {
  const bare = joined[raw.toLowerCase().replace(/’/g, "'")] === undefined ? strip(raw) : raw;
  const lead = /^[,;]$/.test(raw) || /[,;:]$/.test(raw.replace(/[.!?)]+$/, "")) ? [mark()] : [];
  if (bare === "") return lead;
  const split = joined[bare.toLowerCase().replace(/’/g, "'")];
  if (split !== undefined) return [...split.split(" ").map((word) => token(word, known)), ...lead];
  const sized = /^(\d+(?:\.\d+)?)-?([a-z]+)$/i.exec(bare);
  if (sized && known.has(base(sized[2]!.toLowerCase(), known))) {
    return [token(sized[1]!, known), token(sized[2]!, known), ...lead];
  }
  const parts = bare.toLowerCase().split("-");
  const joint =
    parts.length > 1 && !known.has(bare.toLowerCase()) && parts.every((part) => known.has(base(part, known)));
  return [...(joint ? parts : [bare]).map((part) => token(part, known)), ...lead];
}

function mark(): Token {
  return { kind: "mark", text: ",", base: "," };
}

function token(text: string, known: ReadonlySet<string>): Token {
  return { kind: "word", text, base: base(text.toLowerCase(), known) };
}

/** Without brackets around it and the punctuation that ends a clause; "." and ".." stay. */
function strip(raw: string): string {
  if (/^\.{1,2}\/?$/.test(raw)) return raw;
  let text = raw.replace(/[,;:!?]+$/, "");
  if (!text.includes("[")) text = text.replace(/^\((?=.)/, "").replace(/\)+$/, "");
  text = text.replace(/[.,;:!?]+$/, "").replace(/'s$/, "");
  return /^[-–—]+$/.test(text) ? "" : text.replace(/^["'`“]+|["'”]+$/g, "");
}

/** How words end when they are inflected, and what stands there when they aren't. */
const ends: [end: RegExp, put: string[]][] = [
  [/ies$/, ["y"]],
  [/ied$/, ["y"]],
  [/s$/, [""]],
  [/(?<=s|x|z|ch|sh)es$/, [""]],
  [/d$/, [""]],
  [/ed$/, [""]],
  [/ing$/, ["", "e"]],
  [/(.)\1(?:ed|ing)$/, ["$1"]],
];

/** The form of a word that patterns know: "deleting" is "delete" where a pattern says so; a plural is its singular. */
export function base(word: string, known: ReadonlySet<string>): string {
  if (/^\w{3,}s$/.test(word) && known.has(word.slice(0, -1))) return word.slice(0, -1);
  if (known.has(word) || !/(?:s|d|ing)$/.test(word)) return word;
  for (const [end, put] of ends) {
    for (const by of put) {
      const tried = word.replace(end, by);
      if (tried !== word && known.has(tried)) return tried;
    }
  }
  return word;
}
