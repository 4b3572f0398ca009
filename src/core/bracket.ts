/** A set of characters in brackets. `end` is where its "]" stands; `odd` says why Ergo's own globs refuse what git reads. */
export type Bracket = { takes(code: number): boolean; end: number; odd: string | null };

/**
 * The set whose "[" stands before `at`, by git's reading (wildmatch.c), or in words what is wrong with it. It never takes
 * a "/". Works on code points, and so on bytes where the pattern is a string of bytes.
 */
export function parseBracket(pattern: string, at: number): Bracket | string {
  const negated = pattern[at] === "!" || pattern[at] === "^";
  const start = negated ? at + 1 : at;
  const members: ((code: number) => boolean)[] = [];
  let odd: string | null = null;
  let low: number | null = null; // where a range could begin: the member before, unless that was a range or a class
  let index = start;
  let close = start - 1; // the next "]" from `index` on
  for (; index === start || pattern[index] !== "]"; ) {
    if (close < index) close = pattern.indexOf("]", index);
    if (close === -1) return 'has no "]"';
    const follows = pattern[index] === "-" && pattern[index + 1] !== undefined && pattern[index + 1] !== "]";
    const named = follows && low !== null ? null : classAt(pattern, index, close);
    if (named !== null) {
      const has = classes.get(named);
      if (!has) return `holds "[:${named}:]", which is no class; they are ${[...classes.keys()].join(", ")}`;
      members.push((code) => code < 128 && has.test(String.fromCharCode(code)));
      index += named.length + 4;
      low = null;
      continue;
    }
    if (follows && low === null && index > start)
      odd ??= 'holds a "-" that joins nothing; write it first, last or "\\-"';
    const range: number | null = follows ? low : null;
    const member = characterAt(pattern, range === null ? index : index + 1);
    if (member === null) return 'has no "]"';
    odd ??= member.odd;
    if (range !== null && range > member.code) odd ??= "holds a range that runs backwards";
    const from = range ?? member.code;
    members.push((code) => code >= from && code <= member.code);
    low = range === null ? member.code : null;
    index = member.end;
  }
  return { takes: (code) => code !== slash && members.some((has) => has(code)) !== negated, end: index, odd };
}

const slash = 47;

/** Of ASCII alone, as git has them. */
const classes = new Map<string, RegExp>(
  Object.entries({
    alnum: /[0-9A-Za-z]/,
    alpha: /[A-Za-z]/,
    blank: /[ \t]/,
    cntrl: /[^ -~]/,
    digit: /[0-9]/,
    graph: /[!-~]/,
    lower: /[a-z]/,
    print: /[ -~]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /[ \t\n\r]/,
    upper: /[A-Z]/,
    xdigit: /[0-9A-Fa-f]/,
  }),
);

/** The name in "[:name:]" before `close`, the next "]"; null where no such thing begins here. */
function classAt(pattern: string, at: number, close: number): string | null {
  const isClass = pattern.startsWith("[:", at) && close > at + 2 && pattern[close - 1] === ":";
  return isClass ? pattern.slice(at + 2, close - 1) : null;
}

function characterAt(pattern: string, at: number): { code: number; end: number; odd: string | null } | null {
  const escaped = pattern[at] === "\\";
  const code = pattern.codePointAt(escaped ? at + 1 : at);
  if (code === undefined) return null;
  const end = (escaped ? at + 1 : at) + (code > 0xffff ? 2 : 1);
  const isOpening = !escaped && /^\[[:.=]/.test(pattern.slice(at, at + 2));
  const odd =
    code === slash
      ? 'holds a "/", which no set takes'
      : isOpening
        ? `holds "${pattern.slice(at, at + 2)}", with which no class begins; write "\\["`
        : null;
  return { code, end, odd };
}
