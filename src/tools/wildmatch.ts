import { type Automaton, accepts, createAutomaton, type State } from "../core/automaton.ts";
import { parseBracket } from "../core/bracket.ts";

/**
 * One step of a pattern. `byte` takes one byte, `run` any number of them ("**" also takes "/"), and `skip` says that the
 * next two steps may be left out, which is how "**" and "/" match no folder at all.
 */
type Step = { is: "byte"; takes(byte: number): boolean } | { is: "run"; slash: boolean } | { is: "skip" };

const slash = 47;

/**
 * Compiles a pattern of gitignore(5), without its leading "!" and "/" and its trailing "/", as a test of paths as strings of
 * bytes. Time is at most the product of the lengths of pattern and path, whatever a folder's ignore file holds. `often`:
 * faster, for some room.
 */
export function compileWildmatch(pattern: string, often: boolean): (path: string) => boolean {
  const plain = pattern.search(/[*?[\\]/);
  if (plain === -1) return (path) => path === pattern;
  const suffix = pattern.slice(1);
  if (pattern[0] === "*" && !/[*?[\\/]/.test(suffix)) {
    return (path) => path.endsWith(suffix) && path.lastIndexOf("/", path.length - suffix.length) === -1;
  }
  const prefix = pattern.slice(0, plain);
  const steps = parse(pattern.slice(plain));
  if (steps === null) return () => false;
  const state = (at: number) => stateOf(steps, at);
  const lead = takers(steps);
  const start = plain + lead.length;
  let automaton: Automaton | undefined;
  return (path) => {
    if (path.length < start || !path.startsWith(prefix)) return false;
    if (!lead.every((takes, at) => takes(path.charCodeAt(plain + at)))) return false;
    if (!often) return accepts(path.slice(start), lead.length, state);
    automaton ??= createAutomaton(lead.length, state);
    return automaton.matches(path.slice(start));
  };
}

/** Null when nothing can match: a bracket or a backslash without its end. Like git, it takes "**" right after the plain
 * text that a pattern begins with for a beginning. */
function parse(pattern: string): Step[] | null {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === "*") {
      const end = at + /^\*+/.exec(pattern.slice(at))![0].length;
      const whole = (at === 0 || pattern[at - 1] === "/") && /^(?:$|\\?\/)/.test(pattern.slice(end));
      const deep = end - at > 1 && whole;
      const optional = deep && pattern[end] === "/";
      const repeated = optional && steps.at(-3)?.is === "skip";
      if (optional && !repeated) steps.push({ is: "skip" });
      if (!repeated) steps.push({ is: "run", slash: deep });
      at = repeated ? end : end - 1;
    } else if (char === "?") {
      steps.push({ is: "byte", takes: (byte) => byte !== slash });
    } else if (char === "[") {
      const set = parseBracket(pattern, at + 1);
      if (typeof set === "string") return null;
      steps.push({ is: "byte", takes: set.takes });
      at = set.end;
    } else {
      if (char === "\\") at++;
      if (at === pattern.length) return null;
      const wanted = pattern.charCodeAt(at);
      steps.push({ is: "byte", takes: (byte) => byte === wanted });
    }
  }
  return steps;
}

/** The tests of the bytes that stand before anything else. */
function takers(steps: readonly Step[]): ((byte: number) => boolean)[] {
  const takes: ((byte: number) => boolean)[] = [];
  for (const step of steps) {
    if (step.is !== "byte") break;
    takes.push(step.takes);
  }
  return takes;
}

function stateOf(steps: readonly Step[], at: number): State {
  const step = steps[at];
  if (step === undefined) return { takes: null, to: at, skip: [], ends: true };
  if (step.is === "byte") return { takes: step.takes, to: at + 1, skip: [], ends: false };
  if (step.is === "skip") return { takes: null, to: at, skip: [at + 1, at + 3], ends: false };
  const takes = (byte: number) => step.slash || byte !== slash;
  return { takes, to: at, skip: [at + 1], ends: false };
}
