/** Keeps the values used last whose weights sum up to at most `capacity`. */
export type Recent<V> = { get(key: string): V | undefined; set(key: string, value: V, weight: number): void };

export function createRecent<V>(capacity: number): Recent<V> {
  // A Map iterates in the order of insertion, so its first key is the one used longest ago.
  const kept = new Map<string, { value: V; weight: number }>();
  let total = 0;

  function drop(key: string): void {
    total -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value, weight) {
      drop(key);
      if (weight > capacity) return;
      kept.set(key, { value, weight });
      total += weight;
      for (const oldest of kept.keys()) {
        if (total <= capacity) break;
        drop(oldest);
      }
    },
  };
}
