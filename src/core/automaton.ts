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

/** Takes any character. A state that ends, takes anything and goes on to itself settles that the text matches. */
export const anything = () => true;

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
  let table = createTable(states);
  let first = table.frontOf([start]);
  let steps = 0;
  /** The front after a character that the table does not know yet. */
  const grow = (from: number, code: number): number => {
    const ids = table.idsOf(from);
    let front = from;
    if (table.isFull()) {
      table = createTable(states);
      first = table.frontOf([start]);
      front = table.frontOf(ids);
    }
    const reached: number[] = [];
    for (const id of ids) if (states.get(id)!.takes?.(code)) reached.push(states.get(id)!.to);
    const next = table.frontOf(reached);
    steps += ids.length + table.looked();
    table.link(front, code, next);
    return next;
  };
  const run = (text: string): number => {
    const { length } = text;
    let front = first;
    for (let at = 0; front > settled && at < length; at++) {
      const ways = table.ways;
      let code = 0;
      let next = front;
      for (; at < length; at++) {
        code = text.charCodeAt(at);
        next = code < narrow ? ways[front * narrow + code]! : unknown;
        if (next <= settled) break;
        front = next;
      }
      if (at === length) break;
      if (next === unknown) {
        if (code >= narrow) code = text.codePointAt(at)!;
        next = table.wayOf(front, code) || grow(front, code);
        if (code > 0xffff) at++;
      }
      front = next;
    }
    steps += length;
    return front;
  };
  return {
    matches: (text) => table.ends(run(text)),
    begins: (text) => run(text) !== lost,
    get steps() {
      return steps;
    },
  };
}

/** Codes below this are looked up in a list, others in a map. */
const narrow = 128;

/** Fronts are sets of states, by number. Of these three, one is yet to be made, one is empty, and one settles the match. */
const [unknown, lost, settled] = [0, 1, 2] as const;

/** Most fronts that are kept for one automaton, and most ways from front to front; when there are more, all are made anew. */
const [mostFronts, mostWays] = [256, 8192] as const;

function createTable(states: ReadonlyMap<number, State>) {
  const known = new Map<string, number>([["", lost]]);
  const fronts: number[][] = [[], [], []];
  const others = new Map<number, number>();
  let ways = new Uint16Array(8 * narrow);
  let count = 0;
  let looked = 0;
  const isSettled = (id: number) => {
    const { takes, to, ends } = states.get(id)!;
    return ends && takes === anything && to === id;
  };
  const add = (ids: number[]): number => {
    if (fronts.length * narrow >= ways.length) {
      const wider = new Uint16Array(2 * ways.length);
      wider.set(ways);
      ways = wider;
    }
    return fronts.push(ids) - 1;
  };
  return {
    /** By front and narrow code, the front after it. */
    get ways() {
      return ways;
    },
    wayOf: (front: number, code: number) =>
      code < narrow ? unknown : (others.get(front * 0x110000 + code) ?? unknown),
    isFull: () => fronts.length > mostFronts || count > mostWays,
    idsOf: (front: number): readonly number[] => fronts[front]!,
    ends: (front: number) => front === settled || fronts[front]!.some((id) => states.get(id)!.ends),
    /** States that the last `frontOf` looked at. */
    looked: () => looked,
    /** The front of the states that these lead to without taking a character. */
    frontOf(ids: readonly number[]): number {
      const met = new Set(ids);
      // A set gives what is added to it while it is gone through.
      for (const id of met) for (const next of states.get(id)?.skip ?? []) met.add(next);
      looked = met.size;
      const kept = [...met].filter((id) => states.get(id)?.takes || states.get(id)?.ends).sort((a, b) => a - b);
      if (kept.some(isSettled)) return settled;
      const key = kept.join();
      const front = known.get(key) ?? add(kept);
      known.set(key, front);
      return front;
    },
    link(front: number, code: number, next: number): void {
      count++;
      if (code < narrow) ways[front * narrow + code] = next;
      else others.set(front * 0x110000 + code, next);
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
