/**
 * A state of an automaton over the characters of a text: it takes one character and goes on to `to`, or goes on to any of
 * `skip` without taking one. `ends`: the text may end here.
 */
export type State = {
  takes: ((code: number) => boolean) | null;
  to: number;
  skip: readonly number[];
  ends: boolean;
};

/**
 * Runs many states at once, so that time is at most the product of the text's length and the number of states, whatever
 * both are. Sets of states are kept from text to text as the states of a deterministic automaton, made as they are met
 * (K. Thompson, "Regular expression search algorithm", 1968), so that most characters cost one look into a table.
 */
export type Automaton = {
  matches(text: string): boolean;
  /** Whether something could follow that makes it match. */
  begins(text: string): boolean;
  /** What it cost so far: characters taken and states looked at. */
  readonly steps: number;
};

/** `stateOf` gives the state of a number; only those that `start` leads to are asked for. Characters are code points. */
export function createAutomaton(start: number, stateOf: (id: number) => State): Automaton {
  const states = reachable(start, stateOf);
  let fronts = createFronts(states);
  let first = fronts.of([start]);
  let steps = 0;
  const grow = (front: Front, code: number) => {
    if (fronts.isFull()) {
      fronts = createFronts(states);
      first = fronts.of([start]);
    }
    steps += front.states.length;
    const next = fronts.of(front.states.flatMap((state) => (state.takes?.(code) ? [state.to] : [])));
    steps += next.looked;
    if (code < narrow) front.ascii[code] = next;
    else front.others.set(code, next);
    return next;
  };
  const run = (text: string) => {
    let front = first;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      let next: Front | undefined;
      if (code < narrow) next = front.ascii[code] ?? grow(front, code);
      else {
        const point = text.codePointAt(at)!;
        if (point > 0xffff) at++;
        next = front.others.get(point) ?? grow(front, point);
      }
      if (next.states.length === 0) return next;
      front = next;
    }
    steps += text.length;
    return front;
  };
  return {
    matches: (text) => run(text).ends,
    begins: (text) => run(text).states.length > 0,
    get steps() {
      return steps;
    },
  };
}

/** Codes below this are looked up in a list, others in a map. */
const narrow = 128;

/** A set of states, and the sets that characters lead to from it, as far as they were met. */
type Front = {
  states: readonly State[];
  ends: boolean;
  /** States that were looked at to make it. */
  looked: number;
  ascii: (Front | undefined)[];
  others: Map<number, Front>;
};

/** Most sets that are kept for one automaton; when there are more, all are made anew. */
const most = 256;

/** Most steps from set to set that are kept. */
const mostSteps = 8192;

function createFronts(states: ReadonlyMap<number, State>) {
  const known = new Map<string, Front>();
  let made = 0;
  return {
    isFull: () => known.size >= most || made >= mostSteps,
    /** The set of the states that these lead to without taking a character. */
    of(ids: readonly number[]): Front {
      made++;
      const met = new Set(ids);
      // A set gives what is added to it while it is gone through.
      for (const id of met) for (const next of states.get(id)?.skip ?? []) met.add(next);
      const kept = [...met].filter((id) => states.get(id)?.takes || states.get(id)?.ends).sort((a, b) => a - b);
      const key = kept.join();
      const front = known.get(key) ?? {
        states: kept.map((id) => states.get(id)!),
        ends: kept.some((id) => states.get(id)!.ends),
        looked: met.size,
        ascii: new Array<Front | undefined>(narrow).fill(undefined),
        others: new Map(),
      };
      known.set(key, front);
      return front;
    },
  };
}

/** The states that `start` leads to and from which a text can still end. */
function reachable(start: number, stateOf: (id: number) => State): Map<number, State> {
  const found = new Map<number, State>([[start, stateOf(start)]]);
  const before = new Map<number, number[]>();
  for (const [id, { takes, to, skip }] of found) {
    for (const next of takes ? [to, ...skip] : skip) {
      if (!found.has(next)) found.set(next, stateOf(next));
      const earlier = before.get(next);
      if (earlier) earlier.push(id);
      else before.set(next, [id]);
    }
  }
  const live = new Set([...found].flatMap(([id, { ends }]) => (ends ? [id] : [])));
  for (const id of live) for (const earlier of before.get(id) ?? []) live.add(earlier);
  return new Map([...found].filter(([id]) => live.has(id)));
}
