import { type Automaton, anything, createAutomaton, type State } from "./automaton.ts";
import { ErgoError } from "./error.ts";
import { parseWildcard, type Step, withoutDot } from "./wildcard.ts";

/** A glob as docs/claims.md describes them, ready to match. */
export type Glob = {
  /** Whether it matches a whole path: relative, parts between single slashes. */
  matches(path: string): boolean;
  /** Whether it could match `place` or something below it; true when in doubt. "" is the folder itself. */
  reaches(place: string): boolean;
  /** What matching cost so far, see `Automaton`. */
  readonly steps: number;
};

/** What is wrong with a glob, in words; null when nothing is. */
export function globFault(glob: string): string | null {
  const steps = parseWildcard(withoutDot(glob));
  return typeof steps === "string" ? steps : partFault(steps);
}

/** Throws GLOB_INVALID for what `globFault` finds. */
export function requireGlob(glob: string): void {
  const fault = globFault(glob);
  if (fault !== null) throw new ErgoError("GLOB_INVALID", { glob: JSON.stringify(glob), detail: fault });
}

/** Compiles a glob. Throws GLOB_INVALID. Matching takes time of the product of both lengths at most. */
export function compileGlob(glob: string): Glob {
  const known = compiled.get(glob);
  if (known) return known;
  requireGlob(glob);
  const steps = parseWildcard(withoutDot(glob)) as Step[];
  const automaton = automatonOf(steps);
  const tail = tailOf(steps);
  const made: Glob = {
    matches: (path) => path.endsWith(tail) && automaton.matches(path),
    reaches: (place) => reaches(automaton, place),
    get steps() {
      return automaton.steps;
    },
  };
  if (compiled.size >= most) compiled.clear();
  compiled.set(glob, made);
  return made;
}

const compiled = new Map<string, Glob>();

/** So many compiled globs are kept. */
const most = 200;

/** The text that every path ends in that the steps match. */
function tailOf(steps: readonly Step[]): string {
  let tail = "";
  for (let at = steps.length - 2; at >= 0; at--) {
    const step = steps[at]!;
    if (step.is !== "take" || step.only === undefined) break;
    tail = step.only + tail;
  }
  return tail;
}

/** A name that was not readable as text may be any name. */
function reaches(automaton: Automaton, place: string): boolean {
  if (place === "") return true;
  const strange = place.indexOf("\ufffd");
  if (strange >= 0) return automaton.begins(place.slice(0, place.lastIndexOf("/", strange) + 1));
  return automaton.matches(place) || automaton.begins(`${place}/`);
}

/**
 * What a step means depends on what was chosen before it, so a state is a step and one of these. `start`: a part begins.
 * `plain`: within a part. `once`, `deep`: within a part that is made of stars alone, one so far or more, which stands for
 * any number of parts. `inside`, `next`: within such a part of the path, and after one.
 */
const modes = ["start", "plain", "once", "deep", "inside", "next"] as const;
type Mode = (typeof modes)[number];

function automatonOf(steps: readonly Step[]): Automaton {
  return createAutomaton(0, (id) => stateOf(steps, Math.floor(id / modes.length), modes[id % modes.length]!));
}

function stateOf(steps: readonly Step[], at: number, mode: Mode): State {
  const step = steps[at]!;
  const state = (index: number, of: Mode) => index * modes.length + modes.indexOf(of);
  const go = (skip: number[]): State => ({ takes: null, to: 0, skip, ends: false });
  const take = (takes: State["takes"], to: number, ...skip: number[]): State => ({ takes, to, skip, ends: false });
  const isPlain = mode === "start" || mode === "plain";
  switch (step.is) {
    case "fork":
      return go(step.to.map((index) => state(index, mode)));
    case "take":
      return isPlain ? take(step.takes, state(at + 1, "plain")) : go([]);
    case "star":
      if (mode === "start") return go([state(at, "plain"), state(at + 1, "once")]);
      if (mode === "plain") return take(isWithin, state(at, "plain"), state(at + 1, "plain"));
      return go([state(at + 1, "deep")]);
    case "slash":
      if (mode === "plain") return take(isSlash, state(at + 1, "start"));
      if (mode === "deep") return take(isWithin, state(at, "inside"), state(at + 1, "start"));
      if (mode === "inside") return take(isWithin, state(at, "inside"), state(at, "next"));
      return mode === "next" ? take(isSlash, state(at, "deep")) : go([]);
    case "end":
      if (mode === "plain") return { ...go([]), ends: true };
      if (mode === "deep") return take(isWithin, state(at, "inside"));
      return mode === "inside" ? { ...take(anything, state(at, "inside")), ends: true } : go([]);
  }
}

const slash = 47;
const isSlash = (code: number) => code === slash;
const isWithin = (code: number) => code !== slash;

/** What a part of a glob holds so far: nothing, at the very beginning or later; one dot or two and no more; or else. */
type Part = "nothing" | "empty" | "dot" | "dots" | "name";

/** Whatever is chosen in braces, what results is a path's parts: none empty, "." or "..". */
function partFault(steps: readonly Step[]): string | null {
  const ahead: [number, Part][] = [[0, "nothing"]];
  const seen = new Set<string>();
  for (const [at, part] of ahead) {
    const step = steps[at]!;
    const key = `${at} ${part}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (step.is === "fork") for (const index of step.to) ahead.push([index, part]);
    else if (step.is === "star") ahead.push([at + 1, "name"]);
    else if (step.is === "take") {
      if (step.only === "!" && step.bare && part === "nothing")
        return 'a glob leaves nothing out, so none begins with "!"; write "\\!" for the character';
      const empty = part === "nothing" || part === "empty";
      const dotted: Part = empty ? "dot" : part === "dot" ? "dots" : "name";
      ahead.push([at + 1, step.only === "." ? dotted : "name"]);
    } else {
      if (part !== "name") return faults[part][step.is];
      if (step.is === "slash") ahead.push([at + 1, "empty"]);
    }
  }
  return null;
}

const upwards = 'globs are relative to the folder, without ".."';
const still = 'a part "." stands for nothing; leave it out';
const faults: Record<Exclude<Part, "name">, Record<"slash" | "end", string>> = {
  nothing: {
    slash: 'globs are relative to the folder, without "/" before them',
    end: "the glob is empty, or one choice of its braces is",
  },
  empty: {
    slash: 'a part is empty, as in "a//b"',
    end: 'no glob ends in "/": "docs" is a folder, "docs/**" all that is in it',
  },
  dot: { slash: still, end: still },
  dots: { slash: upwards, end: upwards },
};
