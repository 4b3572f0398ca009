/** Whether a path, as a string of bytes, matches. */
export type Glob = (path: string) => boolean;

/**
 * One step of a pattern. `byte` takes one byte, `run` any number of them ("**" also takes "/"), and `skip` says that the
 * next two steps may be left out, which is how "**" and "/" match no folder at all.
 */
type Token = { is: "byte"; takes(byte: number): boolean } | { is: "run"; slash: boolean } | { is: "skip" };

const slash = 47;

/**
 * Compiles a pattern of gitignore(5), without its leading "!" and "/" and its trailing "/". Time is at most the product of
 * the lengths of pattern and path, whatever a folder's ignore file holds.
 */
export function compileGlob(pattern: string): Glob {
  const plain = pattern.search(/[*?[\\]/);
  if (plain === -1) return (path) => path === pattern;
  const suffix = pattern.slice(1);
  if (pattern[0] === "*" && !/[*?[\\/]/.test(suffix)) {
    return (path) => path.endsWith(suffix) && path.lastIndexOf("/", path.length - suffix.length) === -1;
  }
  const prefix = pattern.slice(0, plain);
  const tokens = tokenize(pattern.slice(plain));
  if (tokens === null) return () => false;
  const least =
    tokens.filter((token) => token.is === "byte").length - tokens.filter((token) => token.is === "skip").length;
  return (path) => path.length - plain >= least && path.startsWith(prefix) && takes(tokens, path, 0, plain, new Set());
}

/** Null when nothing can match: a bracket or a backslash without its end. Like git, it takes "**" right after the plain
 * text that a pattern begins with for a beginning. */
function tokenize(pattern: string): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === "*") {
      const end = at + /^\*+/.exec(pattern.slice(at))![0].length;
      const whole = (at === 0 || pattern[at - 1] === "/") && /^(?:$|\\?\/)/.test(pattern.slice(end));
      const deep = end - at > 1 && whole;
      const optional = deep && pattern[end] === "/";
      const repeated = optional && tokens.at(-3)?.is === "skip";
      if (optional && !repeated) tokens.push({ is: "skip" });
      if (!repeated) tokens.push({ is: "run", slash: deep });
      at = repeated ? end : end - 1;
    } else if (char === "?") {
      tokens.push({ is: "byte", takes: (byte) => byte !== slash });
    } else if (char === "[") {
      const set = parseSet(pattern, at + 1);
      if (set === null) return null;
      tokens.push({ is: "byte", takes: set.takes });
      at = set.end;
    } else {
      if (char === "\\") at++;
      if (at === pattern.length) return null;
      const wanted = pattern.charCodeAt(at);
      tokens.push({ is: "byte", takes: (byte) => byte === wanted });
    }
  }
  return tokens;
}

/** Whether the tokens from `state` on take the bytes from `from` on. `tried` holds the states and places that led nowhere
 * before (or lead nowhere but on): trying none of them twice keeps time linear in each length. */
function takes(tokens: Token[], path: string, state: number, from: number, tried: Set<number>): boolean {
  let at = from;
  for (let index = state; index < tokens.length; index++, at++) {
    const token = tokens[index]!;
    if (token.is === "byte") {
      if (at === path.length || !token.takes(path.charCodeAt(at))) return false;
      continue;
    }
    if (token.is === "skip") {
      return takes(tokens, path, index + 1, at, tried) || takes(tokens, path, index + 3, at, tried);
    }
    for (; ; at++) {
      const key = at * tokens.length + index;
      if (tried.has(key)) return false;
      tried.add(key);
      if (takes(tokens, path, index + 1, at, tried)) return true;
      if (at === path.length || (!token.slash && path.charCodeAt(at) === slash)) return false;
    }
  }
  return at === path.length;
}

const classes = new Map<string, RegExp>(
  Object.entries({
    alnum: /[0-9A-Za-z]/,
    alpha: /[A-Za-z]/,
    blank: /[ \t]/,
    cntrl: /[^ -~\u0080-\u00ff]/,
    digit: /[0-9]/,
    graph: /[!-~]/,
    lower: /[a-z]/,
    print: /[ -~]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /[ \t\n\r\v\f]/,
    upper: /[A-Z]/,
    xdigit: /[0-9A-Fa-f]/,
  }),
);

/** The set after a "[" at `at`, and where its "]" stands. */
function parseSet(pattern: string, at: number): { takes(byte: number): boolean; end: number } | null {
  const negated = pattern[at] === "!" || pattern[at] === "^";
  const members: ((byte: number) => boolean)[] = [];
  let low = -1; // where a range could begin: the member before, unless that was a range or a class
  let index = negated ? at + 1 : at;
  for (let first = true; first || pattern[index] !== "]"; first = false, index++) {
    const range = pattern[index] === "-" && low >= 0 && pattern[index + 1] !== undefined && pattern[index + 1] !== "]";
    const named = pattern.startsWith("[:", index) ? /^\[:([^\]]*)\]/.exec(pattern.slice(index)) : null;
    if (named === null && pattern.startsWith("[:", index)) return null;
    if (named?.[1]?.endsWith(":")) {
      const named_ = classes.get(named[1].slice(0, -1));
      if (named_ === undefined) return null;
      members.push((byte) => named_.test(String.fromCharCode(byte)));
      index += named[0].length - 1;
      low = -1;
      continue;
    }
    if (range) index++;
    if (pattern[index] === "\\") index++;
    if (index >= pattern.length) return null;
    const high = pattern.charCodeAt(index);
    const from = range ? low : high;
    members.push((byte) => byte >= from && byte <= high);
    low = range ? -1 : high;
  }
  return {
    takes: (byte) => byte !== slash && members.some((member) => member(byte)) !== negated,
    end: index,
  };
}
