/** The places of the `k` greatest scores, greatest first; equal ones in order of place. */
export function best(list: ArrayLike<number>, k: number): number[] {
  // One kind of list, whatever is given: reading it stays fast.
  const scores = new Float64Array(list);
  const heap: number[] = [];
  const below = (a: number, b: number) => scores[a]! < scores[b]! || (scores[a] === scores[b] && a > b);
  // The lowest of the heap: what does not pass it is not looked at twice.
  let floor = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < scores.length; place += 1) {
    if (heap.length < k) rise(heap, place, below);
    else if (scores[place]! > floor && k > 0) sink(heap, place, below);
    else continue;
    if (heap.length >= k) floor = scores[heap[0]!]!;
  }
  return heap.sort((a, b) => scores[b]! - scores[a]! || a - b);
}

/** Adds to a heap whose lowest stands first. */
function rise(heap: number[], place: number, below: (a: number, b: number) => boolean): void {
  let at = heap.push(place) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!below(heap[at]!, heap[parent]!)) return;
    [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
    at = parent;
  }
}

/** Puts a place where the lowest stood. */
function sink(heap: number[], place: number, below: (a: number, b: number) => boolean): void {
  heap[0] = place;
  for (let at = 0; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && below(heap[child]!, heap[least]!)) least = child;
    }
    if (least === at) return;
    [heap[at], heap[least]] = [heap[least]!, heap[at]!];
    at = least;
  }
}
