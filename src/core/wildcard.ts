import { parseBracket } from "./bracket.ts";

/**
 * A step of a glob. `take` takes one character other than "/" (`only`: this one alone; `bare`: written without a backslash),
 * `star` any number of them, and `fork` goes on at any of several steps. Otherwise the next step follows.
 */
export type Step =
  | { is: "take"; takes(code: number): boolean; only?: string; bare?: boolean }
  | { is: "star" | "slash" | "end" }
  | { is: "fork"; to: number[] };

/** The steps of a glob, or what is wrong with it, in words. */
export function parseWildcard(glob: string): Step[] | string {
  const steps: Step[] = [];
  const open: Brace[] = [];
  if (glob.includes("\0")) return "a path holds no NUL";
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!;
    if (extended.test(glob.slice(at, at + 2)))
      return `"${glob.slice(at, at + 2)}"${place(at)} has no meaning in a glob; write "\\(" for the character`;
    if (char === "*") steps.push({ is: "star" });
    else if (char === "/") steps.push({ is: "slash" });
    else if (char === "?") steps.push({ is: "take", takes: (code) => code !== slash });
    else if (char === "[") {
      const set = parseBracket(glob, at + 1);
      const fault = typeof set === "string" ? set : set.odd;
      if (typeof set === "string" || fault !== null) return `the "["${place(at)} ${fault}`;
      steps.push({ is: "take", takes: set.takes });
      at = set.end;
    } else if (char === "{" || char === "}" || (char === "," && open.length > 0)) {
      const fault = brace(char, at, steps, open);
      if (fault !== null) return fault;
    } else {
      if (char === "\\") at++;
      const code = glob.codePointAt(at);
      if (code === undefined) return 'a "\\" stands at the end, before nothing; write "\\\\" for the character';
      steps.push(code === slash ? { is: "slash" } : literal(code, char !== "\\"));
      if (code > 0xffff) at++;
    }
  }
  const left = open.at(-1);
  if (left) return `the "{"${place(left.at)} has no "}"; write "\\{" for the character`;
  steps.push({ is: "end" });
  return steps;
}

/** Globs of which each is read alone, as one that matches what any of them does: of none, nothing, as no path is ".". */
export function anyOf(globs: readonly string[]): string {
  if (globs.length === 0) return "[.]";
  const unique = [...new Set(globs.map(withoutDot))];
  return unique.length === 1 ? unique[0]! : `{${unique.map(withoutCommas).join(",")}}`;
}

/** A path or a name as a glob that matches it alone. */
export function escapeGlob(name: string): string {
  return name.replace(/[\\*?[\]{},!()]/g, "\\$&");
}

/** A glob as a person reads it: without the backslashes of `escapeGlob`. */
export function unescapeGlob(glob: string): string {
  return glob.replace(/\\([\\*?[\]{},!()])/g, "$1");
}

/** Without the "./" that may stand before a path. */
export function withoutDot(glob: string): string {
  return glob.replace(/^(?:\.\/)+/, "");
}

/** An open brace: where it stands in the glob, its fork, and the steps at the ends of its alternatives so far. */
type Brace = { at: number; fork: { is: "fork"; to: number[] }; ends: { is: "fork"; to: number[] }[] };

const slash = 47;
const extended = /^[?*+@!]\($/;

/** Adds the step for a brace or for a comma within braces; gives what is wrong with it, or null. */
function brace(char: string, at: number, steps: Step[], open: Brace[]): string | null {
  const fork: Brace["fork"] = { is: "fork", to: [] };
  steps.push(fork);
  if (char === "{") {
    fork.to.push(steps.length);
    open.push({ at, fork, ends: [] });
    return null;
  }
  const last = open.at(-1);
  if (!last) return `the "}"${place(at)} has no "{"; write "\\}" for the character`;
  if (char === ",") {
    last.ends.push(fork);
    last.fork.to.push(steps.length);
    return null;
  }
  open.pop();
  if (last.ends.length === 0)
    return `the braces${place(last.at)} hold no alternatives with commas between them; write "\\{" for the character`;
  for (const end of [...last.ends, fork]) end.to.push(steps.length);
  return null;
}

function literal(wanted: number, bare: boolean): Step {
  return { is: "take", takes: (code) => code === wanted, only: String.fromCodePoint(wanted), bare };
}

function place(at: number): string {
  return ` at character ${at + 1}`;
}

/** With a backslash before each comma outside of braces and brackets. */
function withoutCommas(glob: string): string {
  let out = "";
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!;
    const set = char === "[" ? parseBracket(glob, at + 1) : "";
    const end = char === "\\" ? at + 1 : typeof set === "string" ? at : set.end;
    if (char === "{") depth++;
    else if (char === "}") depth--;
    out += char === "," && depth === 0 ? "\\," : glob.slice(at, end + 1);
    at = end;
  }
  return out;
}
