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

/** `stateOf` gives the state of a number, from every one of which some text leads to an end. Characters are code points. */
export function createAutomaton(start: number, stateOf: (id: number) => State): Automaton {
  let table = createTable(start, stateOf);
  let steps = 0;
  /** The front after a character that the table does not know yet. */
  const grow = (from: number, code: number): number => {
    const ids = table.fronts[from]!;
    if (isFull(table)) table = createTable(start, stateOf);
    const front = ids === table.fronts[from] ? from : frontOf(table, ids);
    const next = frontOf(
      table,
      ids.filter((id) => table.stateOf(id).takes?.(code)).map((id) => table.stateOf(id).to),
    );
    steps += ids.length + table.looked;
    link(table, front, code, next);
    return next;
  };
  const run = (text: string): number => {
    const { length } = text;
    let front = table.first;
    for (let at = 0; front > settled && at < length; at++) {
      const { ways } = table;
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
        next = table.others.get(front * widest + code) ?? grow(front, code);
        if (code > 0xffff) at++;
      }
      front = next;
    }
    steps += length;
    return front;
  };
  return {
    matches(text) {
      const front = run(text);
      return front === settled || table.fronts[front]!.some((id) => table.stateOf(id).ends);
    },
    begins: (text) => run(text) !== lost,
    get steps() {
      return steps;
    },
  };
}

/** Whether a text matches, found out without keeping anything: as slow as can be, for what is seldom asked. */
export function accepts(text: string, start: number, stateOf: (id: number) => State): boolean {
  let front = spread([start], stateOf);
  for (const char of text) {
    const code = char.codePointAt(0)!;
    const reached: number[] = [];
    for (const id of front) {
      const { takes, to } = stateOf(id);
      if (takes?.(code)) reached.push(to);
    }
    if (reached.length === 0) return false;
    front = spread(reached, stateOf);
  }
  return [...front].some((id) => stateOf(id).ends);
}

/** Codes below this are looked up in a list, others, up to the widest, in a map. */
const [narrow, widest] = [128, 0x110000] as const;

/** Fronts are sets of states, by number. Of these three, one is yet to be made, one is empty, and one settles the match. */
const [unknown, lost, settled] = [0, 1, 2] as const;

/** Most fronts that are kept for one automaton, and most ways from front to front; when there are more, all are made anew. */
const [mostFronts, mostWays] = [256, 8192] as const;

/** What was met so far. `first` is the front of the beginning, `ways` and `others` lead from front and character to front,
 * `count` is how many do, and `looked` how many states the last front was made of. */
type Table = {
  stateOf(id: number): State;
  fronts: (readonly number[])[];
  first: number;
  known: Map<string, number>;
  ways: Uint16Array;
  others: Map<number, number>;
  count: number;
  looked: number;
};

function createTable(start: number, make: (id: number) => State): Table {
  const states = new Map<number, State>();
  const stateOf = (id: number) => {
    const state = states.get(id) ?? make(id);
    states.set(id, state);
    return state;
  };
  const table: Table = {
    stateOf,
    fronts: [[], [], []],
    first: lost,
    known: new Map([["", lost]]),
    ways: new Uint16Array(8 * narrow),
    others: new Map(),
    count: 0,
    looked: 0,
  };
  table.first = frontOf(table, [start]);
  return table;
}

function isFull({ fronts, count }: Table): boolean {
  return fronts.length > mostFronts || count > mostWays;
}

/** The front of the states that these lead to without taking a character. */
function frontOf(table: Table, ids: readonly number[]): number {
  const met = spread(ids, table.stateOf);
  table.looked = met.size;
  const isKept = (id: number) => table.stateOf(id).takes !== null || table.stateOf(id).ends;
  const kept = [...met].filter(isKept).sort((a, b) => a - b);
  if (kept.some((id) => isSettled(id, table.stateOf(id)))) return settled;
  const key = kept.join();
  const front = table.known.get(key) ?? table.fronts.push(kept) - 1;
  table.known.set(key, front);
  if (front * narrow >= table.ways.length) table.ways = widened(table.ways);
  return front;
}

/** These states and those that they lead to without taking a character. */
function spread(ids: readonly number[], stateOf: (id: number) => State): Set<number> {
  const met = new Set(ids);
  // A set gives what is added to it while it is gone through.
  for (const id of met) for (const next of stateOf(id).skip) met.add(next);
  return met;
}

function isSettled(id: number, { takes, to, ends }: State): boolean {
  return ends && takes === anything && to === id;
}

function link(table: Table, front: number, code: number, next: number): void {
  table.count++;
  if (code >= narrow) table.others.set(front * widest + code, next);
  else table.ways[front * narrow + code] = next;
}

function widened(ways: Uint16Array): Uint16Array {
  const wider = new Uint16Array(2 * ways.length);
  wider.set(ways);
  return wider;
}
