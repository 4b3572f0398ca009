/** What is said of the places of things, which are numbered from 0, places from 1. */
export type Fact =
  | { is: "before"; one: number; other: number; near: boolean }
  | { is: "at"; one: number; place: number }
  | { is: "beside"; one: number; other: number }
  | { is: "between"; one: number; left: number; right: number }
  | { is: "not"; fact: Fact };

/** The place of each thing. */
export type Arrangement = readonly number[];

/** So many things are arranged at most: all their arrangements are looked at. */
export const most = 8;

/** Whether a fact holds in an arrangement; null while a thing that it speaks of has no place (0). */
export function holds(fact: Fact, places: Arrangement): boolean | null {
  const at = (one: number) => places[one] ?? 0;
  switch (fact.is) {
    case "not": {
      const inner = holds(fact.fact, places);
      return inner === null ? null : !inner;
    }
    case "at":
      return at(fact.one) === 0 ? null : at(fact.one) === fact.place;
    case "before": {
      const [one, other] = [at(fact.one), at(fact.other)];
      return one === 0 || other === 0 ? null : fact.near ? other - one === 1 : one < other;
    }
    case "beside": {
      const [one, other] = [at(fact.one), at(fact.other)];
      return one === 0 || other === 0 ? null : Math.abs(one - other) === 1;
    }
    case "between": {
      const [one, left, right] = [at(fact.one), at(fact.left), at(fact.right)];
      return one === 0 || left === 0 || right === 0 ? null : (left < one && one < right) || (right < one && one < left);
    }
  }
}

/** The arrangements of `size` things in which all facts hold, by a search that turns back at the first fact that fails. */
export function arrangements(size: number, facts: readonly Fact[]): Arrangement[] {
  const found: Arrangement[] = [];
  const places = new Array<number>(size).fill(0);
  const put = (thing: number) => {
    if (thing === size) {
      found.push([...places]);
      return;
    }
    for (let place = 1; place <= size; place++) {
      if (places.includes(place)) continue;
      places[thing] = place;
      if (facts.every((fact) => holds(fact, places) !== false)) put(thing + 1);
      places[thing] = 0;
    }
  };
  put(0);
  return found;
}

/** Every arrangement of `size` things, by exchanging two at a time (B. R. Heap, 1963), each given once. */
export function* everyArrangement(size: number): Generator<Arrangement> {
  const places = Array.from({ length: size }, (_, at) => at + 1);
  const counts = new Array<number>(size).fill(0);
  yield places;
  for (let at = 0; at < size; ) {
    if (counts[at]! >= at) {
      counts[at++] = 0;
      continue;
    }
    const other = at % 2 === 0 ? 0 : counts[at]!;
    [places[at], places[other]] = [places[other]!, places[at]!];
    yield places;
    counts[at]!++;
    at = 0;
  }
}

/** A fact in words. */
export function tell(fact: Fact, things: readonly string[]): string {
  const name = (one: number) => things[one] ?? "?";
  switch (fact.is) {
    case "not":
      return `not: ${tell(fact.fact, things)}`;
    case "at":
      return `place of ${name(fact.one)} = ${fact.place}`;
    case "before":
      return fact.near
        ? `place of ${name(fact.one)} + 1 = place of ${name(fact.other)}`
        : `place of ${name(fact.one)} < place of ${name(fact.other)}`;
    case "beside":
      return `the places of ${name(fact.one)} and ${name(fact.other)} differ by 1`;
    case "between":
      return `the place of ${name(fact.one)} lies between those of ${name(fact.left)} and ${name(fact.right)}`;
  }
}
